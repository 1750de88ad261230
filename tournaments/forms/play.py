"""What a table writes beside its coups: penalties, recaves, departures, the count of the tokens, who confirms.

Places are numbers ("1"…"n") in the inputs; events come out with the shown names, as a Sheet holds them.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.sheets import Sheet

MOST_TOKENS = 1_000_000
NUMBER_ASKED = _("Écrivez un nombre, en chiffres.")
NUMBER_MESSAGES = {"required": NUMBER_ASKED, "invalid": NUMBER_ASKED}


class PlaceField(forms.TypedChoiceField):
    """One of the table's places; its value is the place's number."""

    def __init__(self, sheet: Sheet, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("Dites de quel joueur il s’agit.")})
        choices = [(str(position), name) for name, position in sheet.positions.items()]
        super().__init__(choices=choices, coerce=int, widget=forms.RadioSelect, **options)


class TableForm(forms.Form):
    """A form of one table. `told` has what is wrong beyond single fields, by the part of the page that it concerns."""

    def __init__(self, sheet: Sheet, data: Any = None, **options: Any) -> None:
        options.setdefault("auto_id", f"{type(self).__name__.lower()}-%s")
        super().__init__(data, **options)
        self.sheet = sheet
        self.told: dict[str, list[str]] = {}
        self.build()

    def build(self) -> None:
        """Add the fields that depend on the table."""

    def name_at(self, position: int) -> str:
        return self.sheet.names[position - 1]

    def places(self) -> dict[str, str]:
        """The field, or the part of the page, where a problem at each of scoring's paths is told; a path into a list
        ("announcements[2].rank") is told where its list is."""
        return {}

    def tell(self, problems: Any, said: Any) -> None:
        """Put each problem where it belongs; `said` brings its message into the reader's language."""
        self.full_clean()
        places = self.places()
        for problem in problems:
            place = places.get(problem.path.partition("[")[0], "")
            if place in self.fields:
                self.add_error(place, said(problem.message))
            else:
                self.told.setdefault(place, []).append(said(problem.message))

    @property
    def told_whole(self) -> list[str]:
        """What concerns no part of the page in particular."""
        return self.told.get("", [])


class PenaltyForm(TableForm):
    """One fault, in the game's words, and who did it."""

    rule = forms.ChoiceField(
        choices=(), widget=forms.RadioSelect, error_messages={"required": _("Dites quelle faute a été faite.")}
    )

    def build(self) -> None:
        self.faults = penalties(self.sheet)
        self.fields["rule"].choices = [(rule.id, rule.id) for rule in self.faults]  # type: ignore[attr-defined]
        self.fields["player"] = PlaceField(self.sheet)
        if len(self.sheet.names) > 2:
            self.fields["to"] = PlaceField(self.sheet, required=False, empty_value=None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("rule") == "PEN-06" and "to" in self.fields and not cleaned.get("to"):
            self.add_error("to", _("Dites à qui était la carte : c’est lui qui reçoit."))
        return cleaned

    def event(self) -> dict[str, Any]:
        """The event of a good form."""
        event = {"type": "penalty", "rule": self.cleaned_data["rule"]}
        event["player"] = self.name_at(self.cleaned_data["player"])
        if event["rule"] == "PEN-06" and self.cleaned_data.get("to"):
            event["to"] = self.name_at(self.cleaned_data["to"])
        return event

    def places(self) -> dict[str, str]:
        return {"rule": "rule", "player": "player", "to": "to"}


class RecaveForm(TableForm):
    """Fiches bought from the bank (BRU-20)."""

    fiches = forms.IntegerField(min_value=1, max_value=1000, error_messages=NUMBER_MESSAGES)

    def build(self) -> None:
        self.fields["player"] = PlaceField(self.sheet)

    def event(self) -> dict[str, Any]:
        """The event of a good form."""
        player = self.name_at(self.cleaned_data["player"])
        return {"type": "recave", "player": player, "fiches": self.cleaned_data["fiches"]}

    def places(self) -> dict[str, str]:
        return {"player": "player", "fiches": "fiches"}


class VoidForm(TableForm):
    """A coup dealt and not counted (GEN-03)."""

    reason = forms.CharField(required=False, max_length=200, strip=True)

    def event(self) -> dict[str, Any]:
        """The event of a good form."""
        reason = self.cleaned_data["reason"]
        return {"type": "void", "reason": reason} if reason else {"type": "void"}


class LeaveForm(TableForm):
    """Somebody leaves before the end (GEN-01, PEN-12)."""

    def build(self) -> None:
        self.fields["player"] = PlaceField(self.sheet)

    def event(self) -> dict[str, Any]:
        """The event of a good form."""
        return {"type": "leave", "player": self.name_at(self.cleaned_data["player"])}

    def places(self) -> dict[str, str]:
        return {"player": "player"}


class EndForm(TableForm):
    """The partie ends as it stands (GEN-02)."""

    def event(self) -> dict[str, Any]:
        """The event."""
        return {"type": "end"}


class CountForm(TableForm):
    """What every player counted from real tokens: fiches and jetons for each place."""

    def build(self) -> None:
        for position in self.sheet.positions.values():
            for kind in ("fiches", "jetons"):
                self.fields[f"{kind}.{position}"] = forms.IntegerField(
                    min_value=0, max_value=MOST_TOKENS, error_messages=NUMBER_MESSAGES
                )

    def counts(self) -> dict[int, tuple[int, int]]:
        """By place, (fiches, jetons)."""
        value = self.cleaned_data
        return {place: (value[f"fiches.{place}"], value[f"jetons.{place}"]) for place in self.sheet.positions.values()}

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """By player: name, fiches, jetons."""
        places = self.sheet.positions.items()
        return [(name, self[f"fiches.{place}"], self[f"jetons.{place}"]) for name, place in places]


class ConfirmForm(TableForm):
    """Who agrees to the sheet."""

    def build(self) -> None:
        self.fields["position"] = PlaceField(self.sheet)


PENALTIES = ("PEN-01", "PEN-04", "PEN-05", "PEN-06", "PEN-07", "PEN-08", "PEN-09", "PEN-10")


def penalties(sheet: Sheet) -> list[scoring.Rule]:
    """The faults that may be recorded at this table, with the rule that says what each costs.

    Those that are no event of their own (a short pack, a false claim, a departure) are asked for elsewhere; the last
    two exist only two against two.
    """
    singly = sheet.setting is None or sheet.setting.sides is None
    allowed = PENALTIES[:-2] if singly else PENALTIES
    return [rule for rule in scoring.game(sheet.event.game).rules if rule.id in allowed]


class CallForm(TableForm):
    """The arbiter called; about which fault, where it is said."""

    rule = forms.ChoiceField(choices=(), required=False)

    def build(self) -> None:
        self.fields["rule"].choices = [("", ""), *((rule.id, rule.id) for rule in penalties(self.sheet))]  # type: ignore[attr-defined]


class ReadForm(TableForm):
    """Who has read the event at a line, when the page believed `number` to be the table's next record."""

    line = forms.IntegerField(min_value=1, max_value=MOST_TOKENS)
    number = forms.IntegerField(min_value=1, max_value=MOST_TOKENS)

    def build(self) -> None:
        self.fields["position"] = PlaceField(self.sheet)

    @property
    def first_error(self) -> str:
        return next((str(text) for name in self.errors for text in self.errors[name]), "")


class DisputeForm(ReadForm):
    """Who does not agree, with the event at a line or with the whole sheet (0), and why in a few words."""

    line = forms.IntegerField(min_value=0, max_value=MOST_TOKENS)
    number = None  # type: ignore[assignment]
    words = forms.CharField(required=False, max_length=200, strip=True)


@dataclass(frozen=True)
class Fault:
    """A fault that the arbiter may be called for. `jetons`: what it costs at this table now; None where that cannot be
    said beforehand."""

    rule: scoring.Rule
    jetons: int | None


def costs(sheet: Sheet) -> list[Fault]:
    """Every fault of the game with what who made it would pay now, as scoring says."""
    return [Fault(rule, cost(sheet.state, rule.id)) for rule in penalties(sheet)]


def cost(state: scoring.TableState | None, rule: str) -> int | None:
    if state is None or state.complete:
        return None
    faulty, other, *_rest = state.setting.players
    tried = [{"type": "penalty", "rule": rule, "player": faulty} | more for more in ({}, {"to": other})]
    steps = [scoring.play(state, event) for event in tried]
    outcome = next((step.outcome for step in steps if step.outcome and not step.problems), None)
    if outcome is None:
        return None
    return sum(each.jetons for each in outcome.transfers if each.payer == faulty)
