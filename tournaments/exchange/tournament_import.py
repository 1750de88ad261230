"""Reading a tournament from a corbillon.evenement/1 document (formats.md), for `actions` to import. All problems are
reported at once, each with its path."""

import datetime
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings.importing import ImportedSitting, ImportedTable, ImportedTournament
from tournaments.models import UnplayedTable
from tournaments.models.days import DAY_OUT_OF_BOUNDS, is_taken
from tournaments.presentation.text.option_text import localise
from tournaments.reading.preset_diff import resolve_options
from tournaments.standings.ranking_orders import RankingOrder

from .document_reader import DocumentReader
from .evening_parts import read_evening_parts, read_table_parts
from .optional_parts import (
    StageData,
    name_every_older_value,
    read_adjustments,
    read_draw_format,
    read_jeton_worth,
    read_own_currency,
    read_phases,
    read_ranking,
    read_stages,
)
from .table_history import Rules, read_history, read_rule_changes
from .tournament_export import FORMAT

NO_TOURNAMENT = _(
    "Ce fichier n’est pas une soirée : prenez « La soirée entière », sur la page « Des fichiers à emporter »."
)


def read_tournament_file(path: Path) -> ImportedTournament:
    """Read a tournament from a JSON file. Raises Refused for an invalid document, OSError if the file cannot be
    read."""
    return read_tournament_bytes(path.read_bytes())


def read_tournament_bytes(content: bytes) -> ImportedTournament:
    """Read a tournament from the content of a JSON file. Raises Refused for an invalid document."""
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Refused([FieldError("", NO_TOURNAMENT)]) from None
    return read_tournament(document)


def read_tournament(document: Any) -> ImportedTournament:
    """Read a tournament from a parsed corbillon.evenement/1 document. Raises Refused with all problems."""
    top = DocumentReader(name_every_older_value(document))
    if top.mapping().get("format") != FORMAT:
        top.child("format").add_error(NO_TOURNAMENT)
        raise Refused(top.errors)
    players, family_names = read_players(top)
    stages = read_stages(top)
    rounds = read_rounds(top, list(players), stages)
    phases = read_phases(top, list(players))
    ranking = read_ranking(top.child("ranking"), top.child("game").text())
    whole = ImportedTournament(
        name=top.child("name").name(),
        time_zone=read_zone(top.child("time_zone")),
        date=read_date(top.child("date")),
        game=top.child("game").text(),
        preset=top.child("preset").text(),
        options=top.child("options").mapping(),
        names=tuple(players.values()),
        family_names=family_names,
        rounds=rounds,
        stages=stages,
        draw_format=read_draw_format(top.child("draw_format"), phases),
        phases=phases,
        ranking=ranking,
        rested=read_rested(top, list(players)),
        adjustments=() if top.errors else read_adjustments(top, list(players), RankingOrder.from_json(ranking).leading),
        jeton_worth=read_jeton_worth(top.child("jeton_worth")),
        currency=read_own_currency(top.child("currency")),
        parts=read_evening_parts(top, list(players)),
    )
    if top.errors:
        raise Refused(top.errors)
    return whole


def read_zone(reader: DocumentReader) -> str:
    """Read the name of a time zone; add a problem if there is no such time zone."""
    name = reader.text()
    if name not in available_timezones():
        reader.add_error(_("Ce fuseau horaire n’existe pas."))
    return name


def read_date(reader: DocumentReader) -> datetime.date:
    """Read an ISO date; add a problem if it is none (the earliest date is then returned) or lies outside the days that
    the program accepts."""
    try:
        date = datetime.date.fromisoformat(reader.text())
    except ValueError:
        reader.add_error(_("Il faut ici une date, comme 2026-11-21."))
        return datetime.date.min
    if not is_taken(date):
        reader.add_error(str(DAY_OUT_OF_BOUNDS))
    return date


def read_players(top: DocumentReader) -> tuple[dict[Any, str], tuple[str, ...]]:
    """Return the players' names by their id in the document, in its order; and, in the same order, the family names,
    each "" if unknown."""
    players: dict[Any, str] = {}
    families = []
    for each in top.child("players").items():
        number = each.child("id").number(high=10**9)
        if number in players:
            each.child("id").add_error(_("Deux joueurs portent ce numéro."))
        players[number] = each.child("name").name()
        family = each.child("family_name")
        families.append(family.name() if family.value else "")
    return players, tuple(families)


def read_rounds(top: DocumentReader, ids: list[int], stages: list[StageData]) -> dict[int, list[ImportedTable]]:
    """Return the tables of each round, by round number. `ids`: the players' ids in the document; `stages`: the rules of
    later rounds."""
    rounds: dict[int, list[ImportedTable]] = {}
    for each in top.child("rounds").items():
        n = each.child("n").number()
        if n in rounds:
            each.child("n").add_error(_("Deux rondes portent ce numéro."))
        rounds[n] = [
            read_table(table, top, ids, get_round_rules(top, n, stages)) for table in each.child("tables").items()
        ]
        check_round(each, rounds[n])
    return rounds


def read_rested(top: DocumentReader, ids: list[int]) -> dict[int, list[int]]:
    """Return, by round number, the players who were there but had no table, as indices in `ids`."""
    rounds = [each for each in top.child("rounds").items() if each.child("rested").value is not None]
    return {
        each.child("n").number(): sorted({one.player(ids) or 0 for one in each.child("rested").items()})
        for each in rounds
    }


def check_round(reader: DocumentReader, tables: list[ImportedTable]) -> None:
    """Add a problem if two tables of the round have the same number, or if a player has two seats in it."""
    if len({table.n for table in tables}) < len(tables):
        reader.child("tables").add_error(_("Deux tables portent le même numéro."))
    seated = [sitting.player for table in tables for sitting in table.sittings if is_last_sitting(sitting, table)]
    if len(set(seated)) < len(seated):
        reader.child("tables").add_error(_("Quelqu’un serait assis à deux places."))


def is_last_sitting(sitting: ImportedSitting, table: ImportedTable) -> bool:
    """True if nobody took this seat over after this player."""
    return all(other.since <= sitting.since for other in table.sittings if other.position == sitting.position)


def read_table(reader: DocumentReader, top: DocumentReader, ids: list[int], rules: Rules) -> ImportedTable:
    """Read one table of a round. `top`: the reader of the whole document; `ids`: the players' ids in it; `rules`: those
    of the round."""
    seats = [each.player(ids) or 0 for each in reader.child("seats").items()]
    can_play = not is_incomplete(reader, top, len(seats), rules)
    partie = read_partie(reader.child("partie"), top, len(seats), rules) if can_play else None
    rulings = read_rule_changes(reader.child("rules"), rules)
    history = tuple(read_history(reader, partie, rulings)) if partie else ()
    sides = bool(partie and has_partners_side_by_side(partie.setting) and reader.child("partie").mapping().get("sides"))
    sittings = tuple(read_sittings(reader, seats, ids))
    began = rulings[0].was if rulings else None
    unplayed = read_unplayed(reader.child("unplayed"), seats)
    parts = read_table_parts(reader, len(seats))
    return ImportedTable(reader.child("n").number(), sides, sittings, history, began, unplayed, *parts)


def is_incomplete(reader: DocumentReader, top: DocumentReader, size: int, rules: Rules) -> bool:
    """True if too few people sit at the table to play anything, and the document says nothing more of it, just as an
    export writes such a table. `size`: how many sit there; `rules`: (preset, options) of its round."""
    partie = reader.child("partie").value
    game = next((each for each in scoring.list_games() if each.key == top.child("game").value), None)
    if game is None or not isinstance(partie, dict):
        return False
    preset, options = rules
    empty: dict[str, Any] = {"game": game.key, "preset": preset, "sides": None, "events": []}
    if {key: partie.get(key) for key in empty} != empty or reader.child("rules").value:
        return False
    given = partie.get("options")
    if not isinstance(given, dict) or resolve_options(game, preset, given) != resolve_options(game, preset, options):
        return False
    players = partie.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players) or len(players) != size:
        return False
    return size not in scoring.list_table_sizes(game.key, preset, options) and reader.child("revisions").value == []


def read_unplayed(reader: DocumentReader, seats: list[int]) -> tuple[str, tuple[int, ...]] | None:
    """Return the kind of a table that was not played, and the seats (from 1) that forfeit it; None if it was played."""
    if reader.value is None:
        return None
    kind = reader.child("kind").text()
    if kind not in UnplayedTable.UnplayedKind.values:
        reader.child("kind").add_error(_("Une table ne peut pas devenir cela."))
    return kind, tuple(each.number(high=len(seats)) for each in reader.child("absent").items())


def get_round_rules(top: DocumentReader, n: int, stages: list[StageData]) -> Rules:
    """Return the (preset, options) of the rules by which round n is played."""
    begun = [stage for stage in stages if stage["since"] <= n]
    if begun:
        return begun[-1]["preset"], begun[-1]["options"]
    return top.child("preset").text(), top.child("options").mapping()


def has_partners_side_by_side(setting: scoring.Setting) -> bool:
    """True if the first two players are partners against the other two, which a document must say; partners who sit
    face to face follow from the game itself."""
    return setting.sides is not None and set(setting.sides[0]) in (set(setting.players[:2]), set(setting.players[2:]))


def read_sittings(reader: DocumentReader, seats: list[int], ids: list[int]) -> Iterator[ImportedSitting]:
    """Yield, for each seat, each player who sat there in turn, and from which event on; replaced players first."""
    since = dict.fromkeys(range(1, len(seats) + 1), 1)
    for each in reader.child("sat_before").optional_items():
        place = each.child("seat").number(high=len(seats))
        yield ImportedSitting(place, since.get(place, 1), each.child("id").player(ids) or 0)
        since[place] = each.child("until").number() + 1
    for place, player in enumerate(seats, 1):
        yield ImportedSitting(place, since[place], player)


def read_partie(reader: DocumentReader, top: DocumentReader, size: int, rules: Rules) -> scoring.Partie | None:
    """Read the partie of a table; its rules must be those of the round, and it must have a player for each of `size`
    seats. Return None, with problems added, if it cannot be read."""
    partie = scoring.read_partie(reader.mapping())
    if isinstance(partie, tuple):
        joined = [f"{reader.path}.{problem.path}" if problem.path else reader.path for problem in partie]
        reader.errors.extend(
            FieldError(at, localise(each.message), each.rule) for at, each in zip(joined, partie, strict=True)
        )
        return None
    setting = partie.setting
    if len(setting.players) != size:
        reader.child("players").add_error(_("Les joueurs de la partie ne sont pas ceux des places."))
    usual = scoring.get_game(setting.game).arrange_sides(setting.players)
    if setting.sides and usual and set(setting.sides[0]) != set(usual[0]):
        reader.child("sides").add_error(_("Les deux premiers joueurs doivent être partenaires."))
    if not has_same_rules(setting, top, rules):
        reader.add_error(_("Les règles de cette table ne sont pas celles de la soirée."))
    return partie


def has_same_rules(setting: scoring.Setting, top: DocumentReader, rules: Rules) -> bool:
    """True if the partie's setting has these rules (preset, options) of the document's game."""
    try:
        expected = scoring.build_setting(top.child("game").text(), setting.players, *rules, setting.sides)
    except scoring.InvalidSetting:
        return False
    return (expected.game, dict(expected.options)) == (setting.game, dict(setting.options))


def format_errors(errors: Iterable[Any]) -> str:
    """Return the problems as text, one per line: «path: message»."""
    return "\n".join(f"{each.path}: {each.message}" if each.path else str(each.message) for each in errors)
