"""Forms that only a table's phone has, and that write no event: a call for the arbiter, who has read a line and agrees
or not. Players are seat numbers ("1"…"n") in the inputs."""

from dataclasses import dataclass

from django import forms

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.events.penalty import list_penalty_rules
from tournaments.forms.events.table_form import TableForm
from tournaments.forms.fields import SeatField

MOST_LINES = 1_000_000


class ArbiterCallForm(TableForm):
    """A call for the arbiter, with the fault that it is about, if one is named."""

    def build(self) -> None:
        faults = [(rule.id, rule.id) for rule in list_penalty_rules(self.sheet.setting)]
        self.fields["rule"] = forms.ChoiceField(choices=[("", ""), *faults], required=False)


class SignedLineForm(TableForm):
    """The form of something that a player says about a line of the sheet: which player it is."""

    def build(self) -> None:
        self.fields["position"] = SeatField(self.sheet)


class AcknowledgeForm(SignedLineForm):
    """The player who has read the event at a line of the sheet. `number`: the number that the page expected for the
    table's next record."""

    line = forms.IntegerField(min_value=1, max_value=MOST_LINES)
    number = forms.IntegerField(min_value=1, max_value=MOST_LINES)


class DisputeForm(SignedLineForm):
    """The player who disagrees with the event at a line, or with the whole sheet (line 0), and why in a few words."""

    line = forms.IntegerField(min_value=0, max_value=MOST_LINES)
    words = forms.CharField(required=False, max_length=200, strip=True)


@dataclass(frozen=True)
class FaultCost:
    """A fault for which the arbiter may be called. `jetons`: what it costs at this table now; None where that is not
    known beforehand."""

    rule: scoring.Rule
    jetons: int | None


def list_fault_costs(sheet: Sheet) -> list[FaultCost]:
    """List every fault of the game with what its author would pay now, by a trial play of the penalty in `scoring`."""
    return [FaultCost(rule, compute_fault_cost(sheet.state, rule.id)) for rule in list_penalty_rules(sheet.setting)]


def compute_fault_cost(state: scoring.TableState | None, rule: str) -> int | None:
    """Return the jetons that a fault against this rule would cost now; None where the table cannot play, the partie is
    over, or no penalty can be tried."""
    if state is None or state.complete:
        return None
    faulty, other, *_rest = state.setting.players
    tried = [{"type": "penalty", "rule": rule, "player": faulty} | more for more in ({}, {"to": other})]
    steps = [scoring.play_event(state, event) for event in tried]
    outcome = next((step.outcome for step in steps if step.outcome and not step.problems), None)
    if outcome is None:
        return None
    return sum(each.jetons for each in outcome.transfers if each.payer == faulty)
