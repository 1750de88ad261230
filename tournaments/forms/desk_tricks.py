"""A coup card by card at the desk: tapped in the picture of the pack, or typed; also one already written, put right."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.sheets import Sheet

from .desk_marks import FORMS, MarkForm, kinds
from .play_coup import short_names
from .play_tricks import Tricks, said_in_tricks

FIRST_WORDS = {"retourne": _("La retourne"), "called": _("La carte nommée")}


class TricksMarkForm(Tricks, MarkForm):
    """`reading`: the coup is only looked at as far as it goes, and not judged as a whole."""

    kind = "tricks"
    typed = True
    reading = False

    def __init__(
        self, sheet: Sheet, state: scoring.TableState, data: Any = None, *, step: scoring.Step | None = None
    ) -> None:
        self.before = state
        super().__init__(sheet, state, data, step=step)
        if step is not None and "tricks" in step.event:
            self.initial = written(sheet.to_seats(step.event))

    def build(self) -> None:
        if self.state.seat_dealer is None:
            usual = _("comme prévu, %(name)s") % {"name": self.state.dealer or ""}
            choices = [("", usual), *self.people]
            self.fields["dealer"] = forms.ChoiceField(label=_("Qui donne"), choices=choices, required=False)
        self.build_tricks()
        self.fields[self.opens_with].label = FIRST_WORDS[self.opens_with]
        self.fields["cards"].label = _("Les cartes, dans l’ordre où elles sont jouées")

    def players(self) -> list[tuple[str, str, int]]:
        """Everybody: name, short name, place."""
        short = short_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    def first(self) -> forms.BoundField:
        return self[self.opens_with]

    @property
    def todo(self) -> str:
        return ""

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data if self.reading else super().clean()

    def event(self) -> dict[str, Any]:
        """The event, with the shown names."""
        event = {"type": "coup", **self.kept()}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.sheet.names[int(self.cleaned_data["dealer"]) - 1]
        return event | said_in_tricks(self.cleaned_data, self.sheet)

    def kept(self) -> dict[str, Any]:
        """What the event being corrected says beside its cards stays."""
        event = self.step.event if self.step else {}
        return {key: event[key] for key in ("dealer", "claimed") if key in event and "tricks" in event}

    def body(self) -> dict[str, Any]:
        return self.sheet.to_seats(self.event())

    def field_of(self, path: str) -> str | None:
        """Whatever concerns no field of its own stands at the cards."""
        return path if path in self.fields else "cards"

    def foreseen(self) -> dict[str, Any]:
        """The coup as far as it is said."""
        self.reading = True
        self.full_clean()
        return self.foreseen_of(self.event())


def written(event: Mapping[str, Any]) -> dict[str, Any]:
    """A coup in tricks by field: a line a trick."""
    found = {key: event[key] for key in ("dealer", "retourne", "called", "caller", "bid") if key in event}
    found["cards"] = "\n".join(" ".join(trick) for trick in event["tricks"])
    if event.get("announcements"):
        found["announcements"] = json.dumps(event["announcements"], ensure_ascii=False)
    if event.get("exchange"):
        found["exchange"] = json.dumps([event["exchange"]], ensure_ascii=False)
    return found


ALL_FORMS: Mapping[str, type[MarkForm]] = {**FORMS, TricksMarkForm.kind: TricksMarkForm}


def all_kinds(state: scoring.TableState) -> list[str]:
    """What may be written next at this table; a coup also card by card."""
    found = kinds(state)
    return [*found, TricksMarkForm.kind] if "coup" in found else found
