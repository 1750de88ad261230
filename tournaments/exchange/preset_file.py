"""A club's own preset as a small file, corbillon.regle/1 (docs/club-rules.md): written, and read with all its problems,
each with its path."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.tables.preconditions import is_storable, iter_strings
from tournaments.models import ClubPreset
from tournaments.reading.preset_diff import has_older_options, name_older_values, resolve_options

from .document_reader import DocumentReader

FORMAT = "corbillon.regle/1"
KEYS = ("format", "game", "name", "preset", "options")


@dataclass(frozen=True)
class PresetFileContent:
    """The content of a file with a club's preset. `base`: the key of the standard preset that it changes; `options`:
    the values in the file; for an older file, also those that it left to a standard which has changed since."""

    game: str
    base: str
    name: str
    options: dict[str, Any]


def build_preset_document(preset: ClubPreset) -> dict[str, Any]:
    """Return a club's preset as a JSON document, with the values of all its options."""
    return {
        "format": FORMAT,
        "game": preset.game,
        "name": preset.name,
        "preset": preset.base,
        "options": resolve_options(scoring.get_game(preset.game), preset.base, preset.options),
    }


def read_preset(content: bytes) -> PresetFileContent:
    """Read a preset from a file's content. Raises Refused with all problems."""
    top = DocumentReader(read_json(content))
    if top.mapping().get("format") != FORMAT:
        text = _("Ce fichier n’est pas une règle de club : choisissez celui que donne « Exporter ».")
        raise Refused([FieldError("", text)])
    for key in top.mapping():
        if key not in KEYS:
            top.child(key).add_error(_("Cette clé n’a pas sa place ici."))
    preset = PresetFileContent(
        top.child("game").text(), top.child("preset").text(), top.child("name").name(), read_options(top)
    )
    check_rules(top, preset)
    if top.errors:
        raise Refused(top.errors)
    return preset


def read_json(content: bytes) -> Any:
    """Return the JSON value that the file's content holds. Raises Refused if it is no JSON in UTF-8, or contains text
    that a database cannot store."""
    try:
        document = json.loads(content.decode("utf-8-sig"))
        if all(map(is_storable, iter_strings(document))):
            return document
    except (ValueError, RecursionError):
        pass
    raise Refused([FieldError("", _("Ce fichier ne se lit pas : choisissez celui que donne « Exporter »."))])


def read_options(top: DocumentReader) -> dict[str, Any]:
    """Return the values of the options in the file; {} if there are none. For an older file, standard values that
    changed since are added as they then were."""
    given = top.child("options")
    options = {} if given.value is None else dict(given.mapping())
    game = next((game for game in scoring.list_games() if game.key == top.child("game").value), None)
    if game is None or not has_older_options(game, options):
        return options
    return name_older_values(game, top.child("preset").value, options)


def check_rules(top: DocumentReader, content: PresetFileContent) -> None:
    """Add a problem to the reader if the game is unknown, and each one that the scoring package finds in preset and
    options."""
    games = {game.key: game for game in scoring.list_games()}
    if content.game not in games:
        top.child("game").add_error(_("Ce jeu n’est pas connu."))
        return
    problems = scoring.list_rule_problems(content.game, content.base, content.options)
    top.errors.extend(problem for problem in problems if problem.path.split(".")[0] in ("preset", "options"))
