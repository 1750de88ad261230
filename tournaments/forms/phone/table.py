"""Forms of a table's phone for what is no coup: penalties, recaves, departures, counted tokens, agreement, arbiter
calls.

Players are seat numbers ("1"…"n") in the inputs; events come out with the shown names, as a Sheet holds them.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import Sheet

MOST_TOKENS = 1_000_000
NUMBER_ASKED = _("Écrivez un nombre, en chiffres.")
NUMBER_MESSAGES = {"required": NUMBER_ASKED, "invalid": NUMBER_ASKED}


class SeatField(forms.TypedChoiceField):
    """A choice of one of the table's players; the value is the seat number, an int."""

    def __init__(self, sheet: Sheet, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("Dites de quel joueur il s’agit.")})
        choices = [(str(position), name) for name, position in sheet.positions.items()]
        super().__init__(choices=choices, coerce=int, widget=forms.RadioSelect, **options)


class TableForm(forms.Form):
    """A form of one table. `told`: the messages that concern no single field, by the part of the page where they are
    shown."""

    def __init__(self, sheet: Sheet, data: Any = None, **options: Any) -> None:
        options.setdefault("auto_id", f"{type(self).__name__.lower()}-%s")
        super().__init__(data, **options)
        self.sheet = sheet
        self.part_errors: dict[str, list[str]] = {}
        self.build()

    def build(self) -> None:
        """Add the fields that depend on the table."""

    def get_name_at(self, position: int) -> str:
        """Return the shown name of the player at this seat number."""
        return self.sheet.names[position - 1]

    def map_problem_paths(self) -> dict[str, str]:
        """Return, for each of scoring's problem paths, the field or part of the page that shows its problems. A path
        into a list ("announcements[2].rank") is looked up by its list."""
        return {}

    def add_problems(self, problems: Any, localise: Any) -> None:
        """Add each problem to the field or part of the page that it concerns; `said` translates its message."""
        self.full_clean()
        places = self.map_problem_paths()
        for problem in problems:
            place = places.get(problem.path.partition("[")[0], "")
            if place in self.fields:
                self.add_error(place, localise(problem.message))
            else:
                self.part_errors.setdefault(place, []).append(localise(problem.message))

    @property
    def page_errors(self) -> list[str]:
        """The messages that concern no particular part of the page."""
        return self.part_errors.get("", [])


class PenaltyForm(TableForm):
    """One fault, in the game's words, and the player who committed it."""

    rule = forms.ChoiceField(
        choices=(), widget=forms.RadioSelect, error_messages={"required": _("Dites quelle faute a été faite.")}
    )

    def build(self) -> None:
        self.faults = list_penalty_rules(self.sheet)
        self.with_recipient = {each.rule.id for each in list_penalties(self.sheet) if each.has_recipient}
        self.fields["rule"].choices = [(rule.id, rule.id) for rule in self.faults]  # type: ignore[attr-defined]
        self.fields["player"] = SeatField(self.sheet)
        if len(self.sheet.names) > 2:
            self.fields["to"] = SeatField(self.sheet, required=False, empty_value=None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("rule") in self.with_recipient and "to" in self.fields and not cleaned.get("to"):
            self.add_error("to", _("Dites à qui était la carte : c’est lui qui reçoit."))
        return cleaned

    def build_event(self) -> dict[str, Any]:
        """Return the penalty as an event; the form must be valid."""
        event = {"type": "penalty", "rule": self.cleaned_data["rule"]}
        event["player"] = self.get_name_at(self.cleaned_data["player"])
        if event["rule"] in self.with_recipient and self.cleaned_data.get("to"):
            event["to"] = self.get_name_at(self.cleaned_data["to"])
        return event

    def map_problem_paths(self) -> dict[str, str]:
        return {"rule": "rule", "player": "player", "to": "to"}


class RecaveForm(TableForm):
    """Fiches bought from the bank (BRU-20)."""

    fiches = forms.IntegerField(min_value=1, max_value=1000, error_messages=NUMBER_MESSAGES)

    def build(self) -> None:
        self.fields["player"] = SeatField(self.sheet)

    def build_event(self) -> dict[str, Any]:
        """Return the recave as an event; the form must be valid."""
        player = self.get_name_at(self.cleaned_data["player"])
        return {"type": "recave", "player": player, "fiches": self.cleaned_data["fiches"]}

    def map_problem_paths(self) -> dict[str, str]:
        return {"player": "player", "fiches": "fiches"}


class VoidForm(TableForm):
    """A coup that was dealt and does not count (GEN-03)."""

    reason = forms.CharField(required=False, max_length=200, strip=True)

    def build_event(self) -> dict[str, Any]:
        """Return the void coup as an event; the form must be valid."""
        reason = self.cleaned_data["reason"]
        return {"type": "void", "reason": reason} if reason else {"type": "void"}


class LeaveForm(TableForm):
    """A player leaves before the end (GEN-01, PEN-12)."""

    def build(self) -> None:
        self.fields["player"] = SeatField(self.sheet)

    def build_event(self) -> dict[str, Any]:
        """Return the departure as an event; the form must be valid."""
        return {"type": "leave", "player": self.get_name_at(self.cleaned_data["player"])}

    def map_problem_paths(self) -> dict[str, str]:
        return {"player": "player"}


class EndForm(TableForm):
    """The partie ends where it is (GEN-02)."""

    def build_event(self) -> dict[str, Any]:
        """Return the end of the partie as an event."""
        return {"type": "end"}


class CountForm(TableForm):
    """The real tokens that each player counted: fiches and jetons by seat."""

    def build(self) -> None:
        for position in self.sheet.positions.values():
            for kind in ("fiches", "jetons"):
                self.fields[f"{kind}.{position}"] = forms.IntegerField(
                    min_value=0, max_value=MOST_TOKENS, error_messages=NUMBER_MESSAGES
                )

    def counts(self) -> dict[int, tuple[int, int]]:
        """Return (fiches, jetons) by seat number."""
        value = self.cleaned_data
        return {place: (value[f"fiches.{place}"], value[f"jetons.{place}"]) for place in self.sheet.positions.values()}

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Return for each player: name, input of fiches, input of jetons."""
        places = self.sheet.positions.items()
        return [(name, self[f"fiches.{place}"], self[f"jetons.{place}"]) for name, place in places]


class ConfirmForm(TableForm):
    """The player who agrees to the sheet."""

    def build(self) -> None:
        self.fields["position"] = SeatField(self.sheet)


def list_penalties(sheet: Sheet) -> tuple[scoring.Penalty, ...]:
    """List the faults that may be recorded at this table; none where it cannot play."""
    return scoring.get_game(sheet.setting.game).list_penalties(sheet.setting) if sheet.setting else ()


def list_penalty_rules(sheet: Sheet) -> list[scoring.Rule]:
    """List the faults that may be recorded at this table, as the rules that say what each costs."""
    return [penalty.rule for penalty in list_penalties(sheet)]


class ArbiterCallForm(TableForm):
    """A call for the arbiter, with the fault that it is about, if one is named."""

    rule = forms.ChoiceField(choices=(), required=False)

    def build(self) -> None:
        self.fields["rule"].choices = [("", ""), *((rule.id, rule.id) for rule in list_penalty_rules(self.sheet))]  # type: ignore[attr-defined]


class AcknowledgeForm(TableForm):
    """The player who has read the event at a line of the sheet. `number`: the number that the page expected for the
    table's next record."""

    line = forms.IntegerField(min_value=1, max_value=MOST_TOKENS)
    number = forms.IntegerField(min_value=1, max_value=MOST_TOKENS)

    def build(self) -> None:
        self.fields["position"] = SeatField(self.sheet)

    @property
    def first_error(self) -> str:
        """The form's first error message; empty where there is none."""
        return next((str(text) for name in self.errors for text in self.errors[name]), "")


class DisputeForm(AcknowledgeForm):
    """The player who disagrees with the event at a line, or with the whole sheet (line 0), and why in a few words."""

    line = forms.IntegerField(min_value=0, max_value=MOST_TOKENS)
    number = None  # type: ignore[assignment]
    words = forms.CharField(required=False, max_length=200, strip=True)


@dataclass(frozen=True)
class FaultCost:
    """A fault for which the arbiter may be called. `jetons`: what it costs at this table now; None where that is not
    known beforehand."""

    rule: scoring.Rule
    jetons: int | None


def list_fault_costs(sheet: Sheet) -> list[FaultCost]:
    """List every fault of the game with what its author would pay now, by a trial play of the penalty in `scoring`."""
    return [FaultCost(rule, compute_fault_cost(sheet.state, rule.id)) for rule in list_penalty_rules(sheet)]


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
