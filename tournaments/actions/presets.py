"""A club's own presets: made from a standard one, changed, retired, offered again."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments import house_rules
from tournaments.models import Club, ClubPreset

from .errors import Fault, Refused
from .evenings import checked_rules
from .names import clean_name


@transaction.atomic
def make_preset(club: Club, *, game: str, base: str, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """A preset under a name that no other of the club has for this game. Raises Refused with all problems."""
    return kept(ClubPreset(club=club, game=game, base=base), name, options)


@transaction.atomic
def change_preset(preset: ClubPreset, *, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """Another name, other options. Evenings made from it stay as they are. Raises Refused with all problems."""
    return kept(preset, name, options)


def kept(preset: ClubPreset, name: str, options: Mapping[str, Any]) -> ClubPreset:
    """Saved under that name with those options, only what differs from its base being stored. Raises Refused with all
    that is wrong."""
    faults: list[Any] = []
    try:
        preset.name = free_name(preset, clean_name(name))
    except Refused as refused:
        faults += refused.problems
    try:
        preset.base, chosen = checked_rules(preset.game, preset.base, options)
    except Refused as refused:
        faults += refused.problems
    if faults:
        raise Refused(faults)
    game = scoring.game(preset.game)
    preset.options = house_rules.against(game, house_rules.standard(game, preset.base), chosen)
    preset.save()
    return preset


def free_name(preset: ClubPreset, name: str) -> str:
    """Raises Refused where another preset of the club for this game has it, or where it is a standard one's. Case is
    no difference.
    """
    wanted = name.casefold()
    game = next((game for game in scoring.games() if game.key == preset.game), None)
    others = ClubPreset.objects.filter(club=preset.club, game=preset.game).exclude(pk=preset.pk)
    if wanted in map(str.casefold, others.values_list("name", flat=True)):
        raise Refused([Fault("name", _("Le club a déjà une règle de ce nom pour ce jeu."))])
    languages = scoring.LANGUAGES
    if game and any(wanted == standard.name.to(code).casefold() for standard in game.presets for code in languages):
        raise Refused([Fault("name", _("C’est le nom d’une règle du livre : choisissez-en un autre."))])
    return name


def retire_preset(preset: ClubPreset, retired: bool = True) -> ClubPreset:
    """No longer offered to new evenings, or offered again."""
    preset.retired = retired
    preset.save(update_fields=["retired"])
    return preset
