"""What can be said of a player's chances of a place, in words. Queries nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scoring import TotalUnit
from tournaments.models import Table
from tournaments.standings.prospects import LeastScores, PlaceVerdict, Prospect

from .metric_text import join_texts
from .numbers import MINUS, format_plain
from .unit_text import add_unit

MOST_TABLES = 3  # numbered in one sentence

VERDICT_TEXTS = {
    PlaceVerdict.CERTAIN: pgettext_lazy("place", "place assurée"),
    PlaceVerdict.OUT: pgettext_lazy("place", "hors d’atteinte"),
    PlaceVerdict.OPEN: pgettext_lazy("place", "place possible"),
}
"""The words for a player's chances of a place: certain, possible, out of reach."""


@dataclass(frozen=True)
class StepFormat:
    """How the needed gains in a race for places are written. `unit`: how many steps of the score make a point; `what`:
    the unit of the total if that ranks, else the name of the score, or ""."""

    unit: int
    what: TotalUnit | str

    def format_step(self, step: int) -> str:
        """Return how much the score must grow, as text: «+12 points», «+2 (points de victoire)»."""
        return self._name(format_step(step, self.unit), step)

    def format_loss(self, loss: int) -> str:
        """Return how much the score may fall, as text: «12 points»."""
        return self._name(format_plain(Fraction(loss, self.unit)), loss)

    def _name(self, amount: str, step: int) -> str:
        if isinstance(self.what, TotalUnit):
            return add_unit(amount, ceil(abs(Fraction(step, self.unit))), self.what)
        return f"{amount} ({self.what})" if self.what else amount


def describe_places(places: int) -> str:
    """Return the words for the places that the race is about: «la première place», «les 3 premières places»."""
    if places == 1:
        return _("la première place")
    return _("les %(n)s premières places") % {"n": places}


def describe_deciding_tables(tables: Sequence[Table]) -> str:
    """Return the sentence on the tables that still decide the place of a player who has finished; "" if there are none.
    If they are many or in several rounds, their numbers are left out."""
    if not tables:
        return ""
    if len(tables) > MOST_TABLES or len({table.round_id for table in tables}) > 1:
        return _("A fini : dépend des tables qui jouent encore.")
    if len(tables) == 1:
        return _("A fini : dépend de la table %(n)s.") % {"n": tables[0].n}
    return _("A fini : dépend des tables %(names)s.") % {"names": join_texts([str(table.n) for table in tables])}


def format_step(step: int, unit: int) -> str:
    """Return how much a score must grow, as text: «+12»; below zero how much it may fall: «−5». `unit`: how many steps
    of the score make a point."""
    text = format_plain(Fraction(step, unit))
    return text if text.startswith(MINUS) or not step else f"+{text}"


def describe_prospect(
    name: str, prospect: Prospect, least: LeastScores, score: int, unit: int, what: TotalUnit | str = ""
) -> list[str]:
    """Return the sentences on what decides whether a player gets one of the places.

    `least`: the final scores that he needs; `score`: his present one; `unit` and `what`: as in `StepFormat`.
    """
    if prospect.verdict is PlaceVerdict.CERTAIN:
        settled = _("La place est assurée à %(name)s, quoi qu’il arrive aux tables.")
        by_coups = _("La place est assurée à %(name)s, quels que soient les coups qui restent.")
        return [(settled if prospect.settled else by_coups) % {"name": name}]
    if prospect.verdict is PlaceVerdict.OUT:
        return [_("La place est perdue pour %(name)s, quels que soient les coups qui restent.") % {"name": name}]
    if prospect.span.low == prospect.span.high:
        return [_("%(name)s n’a plus rien à jouer : cela dépend des autres.") % {"name": name}]
    amount = StepFormat(unit, what)
    sentences = [_describe_certain_step(name, None if least.certain is None else least.certain - score, amount)]
    if least.possible is not None and least.possible > prospect.span.low:
        sentences.append(_describe_possible_step(least.possible - score, amount))
    return sentences


def _describe_certain_step(name: str, step: int | None, amount: StepFormat) -> str:
    """Return the sentence on the gain (below zero: the loss that he can afford) that makes the place certain; None: no
    gain is enough."""
    if step is None:
        sentence = _("Aucun résultat ne suffit à %(name)s : cela dépend aussi des autres.")
    elif step > 0:
        sentence = _("La place est sûre pour %(name)s avec %(step)s, quoi que fassent les autres.")
    elif step == 0:
        sentence = _("Il suffit à %(name)s de ne rien perdre, quoi que fassent les autres.")
    else:
        sentence = _("Il suffit à %(name)s de ne pas perdre plus de %(loss)s, quoi que fassent les autres.")
    return sentence % {
        "name": name,
        "step": amount.format_step(step or 0),
        "loss": amount.format_loss(-(step or 0)),
    }


def _describe_possible_step(step: int, amount: StepFormat) -> str:
    """Return the sentence on the least gain (below zero: the greatest loss) with which the place is still possible."""
    if step >= 0:
        return _("À moins de %(step)s, la place est perdue.") % {"step": amount.format_step(step)}
    return _("Au-delà de %(loss)s de perte, la place est perdue.") % {"loss": amount.format_loss(-step)}
