"""What the parts and the stages of a bracket are called."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.draws.knockout import CONSOLATION, FINAL, LOSERS, MAIN, THIRD, Bracket, Match


def name_part(part: str) -> str:
    """Return the title of one part of a bracket (as the main bracket or the match for third place), in the reader's
    language."""
    return {
        MAIN: pgettext("rencontres", "Tableau"),
        THIRD: _("Troisième place"),
        LOSERS: _("Tableau des perdants"),
        FINAL: _("Grande finale"),
        CONSOLATION: _("Consolante"),
    }[part]


def name_stage(bracket: Bracket, part: str, stage: Sequence[Match]) -> str:
    """Return the name of a stage, in this part of the bracket, by its number of matches («Demi-finales»); in the
    singular if `stage` is one match."""
    if part == THIRD:
        return _("Troisième place")
    if part == FINAL:
        return _("Grande finale") if stage[0].stage == 1 else _("Belle, s’il le faut")
    named = {1: _("Finale"), 2: _("Demi-finales"), 4: _("Quarts de finale"), 8: _("Huitièmes de finale")}
    if len(stage) == 1:
        named |= {2: _("Demi-finale"), 4: _("Quart de finale"), 8: _("Huitième de finale")}
    whole = bracket.list_stages(part)[stage[0].stage - 1]
    if part == LOSERS or len(whole) not in named:
        return _("Étape %(n)s") % {"n": stage[0].stage}
    return named[len(whole)]
