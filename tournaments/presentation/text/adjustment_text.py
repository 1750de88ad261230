"""Bonuses and penalties in the standings, in words: how much, why, by which rule, and whether they still count."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import TotalUnit
from tournaments.models import Adjustment, AuditEntry
from tournaments.presentation.text.metric_text import Words, get_metric_text
from tournaments.presentation.text.numbers import format_signed
from tournaments.presentation.text.unit_text import UNIT_NAMES, add_unit


@dataclass(frozen=True)
class AdjustmentLine:
    """One bonus or penalty, as given to one or several players. `pk`: the id of one of its adjustments; `names`: who
    got it; `amount`: with sign and unit; `where`: its round, or ""; `cancelled`: why it no longer counts, "" while it
    does."""

    pk: int
    names: tuple[str, ...]
    amount: str
    where: str
    reason: str
    rule: str
    given: AuditEntry
    cancelled_by: AuditEntry | None

    @property
    def label(self) -> str:
        """How much, and in which round: «−20 jetons, ronde 2»."""
        return f"{self.amount}, {self.where}" if self.where else self.amount

    @property
    def cancelled(self) -> str:
        """Why it was cancelled; "" while it counts."""
        return self.cancelled_by.reason if self.cancelled_by else ""


def list_adjustment_lines(
    adjustments: Iterable[Adjustment], names: Mapping[int, str], unit: TotalUnit
) -> list[AdjustmentLine]:
    """Return a line for each bonus or penalty given, in the order of `adjustments`. `names`: by entry id; `unit`: what
    the tournament's totals are counted in."""
    by_giving: dict[int, list[Adjustment]] = {}
    for each in adjustments:
        by_giving.setdefault(each.given_id, []).append(each)
    return [_build_line(some, names, unit) for some in by_giving.values()]


def _build_line(some: list[Adjustment], names: Mapping[int, str], unit: TotalUnit) -> AdjustmentLine:
    """Return the line of one bonus or penalty given. `some`: its adjustments, two if it was given to a fixed pair."""
    one = some[0]
    return AdjustmentLine(
        one.pk,
        tuple(names[each.entry_id] for each in some if each.entry_id in names),
        format_amount(one.amount, one.metric, unit),
        _("ronde %(n)s") % {"n": one.round} if one.round else "",
        one.given.reason,
        one.rule,
        one.given,
        one.cancelled,
    )


def format_amount(amount: int, metric: str, unit: TotalUnit) -> str:
    """Return the amount with its sign and its unit: «−20 jetons»."""
    match metric, unit:
        case "total", _unit:
            return add_unit(format_signed(amount), amount, unit)
        case "victory", _unit:
            words = ngettext("%(n)s point de victoire", "%(n)s points de victoire", abs(amount))
        case "place_points", _unit:
            words = ngettext("%(n)s point de place", "%(n)s points de place", abs(amount))
        case _metric:
            return f"{format_signed(amount)} {name_unit(metric, unit)}"
    return words % {"n": format_signed(amount)}


def name_unit(metric: str, unit: TotalUnit) -> Words:
    """Return the name of the unit in which this metric is adjusted: for the total its own unit, else the metric's
    name."""
    return UNIT_NAMES[unit] if metric == "total" else get_metric_text(metric, unit).name


def describe_adjusted(after: Mapping[str, Any], names: Mapping[int, str], unit: TotalUnit) -> str:
    """Return who got how much, as an audit entry records it in its `after`: «Anne, Basile : −20 jetons». `names`: by
    entry id."""
    who = ", ".join(names.get(entry, _("quelqu’un")) for entry in after["entries"])
    amount = format_amount(after["amount"], after["metric"], unit)
    return _("%(who)s : %(amount)s") % {"who": who, "amount": amount}
