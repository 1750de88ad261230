"""A club's own presets: made from a standard one, changed, retired, offered again."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.people.names import clean_name
from tournaments.actions.saving import save_fields
from tournaments.models import Club, ClubPreset

from .lifecycle import check_rules


@transaction.atomic
def make_preset(club: Club, *, game: str, base: str, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """Create a preset of this club, based on the standard one `base`, under a name that no other preset of the club has
    for this game. Raises Refused with all problems."""
    return save_preset(ClubPreset(club=club, game=game, base=base), name, options)


@transaction.atomic
def change_preset(preset: ClubPreset, *, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """Change the preset's name and options. Tournaments made from it stay as they are. Raises Refused with all
    problems."""
    return save_preset(preset, name, options)


def save_preset(preset: ClubPreset, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """Save the preset with this name and these options; only options that differ from its base are stored. Raises
    Refused with all problems."""
    faults: list[Any] = []
    try:
        preset.name = check_free_name(preset, clean_name(name))
    except Refused as refused:
        faults += refused.problems
    try:
        preset.base, chosen = check_rules(preset.game, preset.base, options)
    except Refused as refused:
        faults += refused.problems
    if faults:
        raise Refused(faults)
    preset.options = chosen
    preset.save()
    return preset


def check_free_name(preset: ClubPreset, name: str) -> str:
    """Return the name. Raises Refused if another preset of the club for this game, or a standard preset in any
    language, has it; upper and lower case count as equal."""
    wanted = name.casefold()
    game = next((game for game in scoring.list_games() if game.key == preset.game), None)
    others = ClubPreset.objects.filter(club=preset.club, game=preset.game).exclude(pk=preset.pk)
    if wanted in map(str.casefold, others.values_list("name", flat=True)):
        raise Refused([FieldError("name", _("Le club a déjà une règle de ce nom pour ce jeu."))])
    languages = scoring.LANGUAGES
    if game and any(
        wanted == standard.name.localise(code).casefold() for standard in game.presets for code in languages
    ):
        raise Refused([FieldError("name", _("C’est le nom d’une règle du livre : choisissez-en un autre."))])
    return name


def retire_preset(preset: ClubPreset, retired: bool = True) -> ClubPreset:
    """Stop offering the preset to new tournaments, or offer it again."""
    return save_fields(preset, retired=retired)
