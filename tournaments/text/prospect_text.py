"""What can be said of a player's chances of a place, in words. Queries nothing."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.standings.prospects import LeastScores, PlaceVerdict, Prospect

from .numbers import MINUS, format_plain

VERDICT_TEXTS = {
    PlaceVerdict.CERTAIN: gettext_lazy("assurée"),
    PlaceVerdict.OUT: gettext_lazy("perdue"),
    PlaceVerdict.OPEN: gettext_lazy("ouverte"),
}
"""What a place is for a player."""


def describe_places(places: int) -> str:
    """Name the places that are asked for."""
    if places == 1:
        return _("la première place")
    return _("les %(n)s premières places") % {"n": places}


def format_step(step: int, unit: int) -> str:
    """Format how much a score must grow: «+12», or below zero by how much it may fall, «−5». `unit`: of the race."""
    text = format_plain(Fraction(step, unit))
    return text if text.startswith(MINUS) or not step else f"+{text}"


def describe_prospect(name: str, found: Prospect, least: LeastScores, score: int, unit: int) -> list[str]:
    """Return the sentences that say what a player's place hangs on.

    least: the final scores that he needs; score: the one that he has; unit: of the race.
    """
    if found.verdict is PlaceVerdict.CERTAIN:
        settled = _("La place est assurée à %(name)s, quoi qu’il arrive aux tables.")
        by_coups = _("La place est assurée à %(name)s, quels que soient les coups qui restent.")
        return [(settled if found.settled else by_coups) % {"name": name}]
    if found.verdict is PlaceVerdict.OUT:
        return [_("La place est hors d’atteinte de %(name)s, quels que soient les coups qui restent.") % {"name": name}]
    if found.span.low == found.span.high:
        return [_("%(name)s n’a plus rien à jouer : cela dépend des autres.") % {"name": name}]
    said = []
    if least.certain is not None:
        step = format_step(least.certain - score, unit)
        said.append(_("Il faut %(step)s à %(name)s, quoi que fassent les autres.") % {"step": step, "name": name})
    else:
        said.append(_("Aucun résultat ne suffit à %(name)s : cela dépend aussi des autres.") % {"name": name})
    if least.possible is not None and least.possible > found.span.low:
        step = format_step(least.possible - score, unit)
        said.append(_("À moins de %(step)s, la place est perdue.") % {"step": step})
    return said
