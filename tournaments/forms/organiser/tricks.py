"""The organiser's form of a coup card by card, tapped on a picture of the pack or typed; it also corrects a coup
already recorded."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.phone.coup import shorten_names
from tournaments.forms.phone.tricks import TricksMixin, build_tricks_keys

from .event_forms import EVENT_FORMS, TableEventForm, list_event_kinds

OPENING_LABELS = {"retourne": _("La retourne"), "called": _("La carte nommée")}


class OrganiserTricksForm(TricksMixin, TableEventForm):
    """A coup card by card. `reading`: set for a preview, so that an unfinished coup is not checked as a whole."""

    kind = "tricks"
    typed = True
    is_preview = False

    def __init__(
        self, sheet: Sheet, state: scoring.TableState, data: Any = None, *, step: scoring.Step | None = None
    ) -> None:
        self.before = state
        super().__init__(sheet, state, data, step=step)
        if step is not None and "tricks" in step.event:
            self.initial = build_tricks_initial(sheet.to_seats(step.event))

    def build(self) -> None:
        if self.state.seat_dealer is None:
            usual = _("comme prévu, %(name)s") % {"name": self.state.dealer or ""}
            choices = [("", usual), *self.seat_choices]
            self.fields["dealer"] = forms.ChoiceField(label=_("Qui donne"), choices=choices, required=False)
        self.set_up_tricks()
        self.fields[self.opening_field].label = OPENING_LABELS[self.opening_field]
        self.fields["cards"].label = _("Les cartes, dans l’ordre où elles sont jouées")

    def players(self) -> list[tuple[str, str, int]]:
        """Return for each player: name, short name, seat number."""
        short = shorten_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    @property
    def todo(self) -> str:
        """Always empty: the organiser's button does not count the cards that are missing (the phone's does)."""
        return ""

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data if self.is_preview else super().clean()

    def build_event(self) -> dict[str, Any]:
        """Return the coup as an event, with players' names."""
        event = {"type": "coup", **self.get_other_keys()}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.sheet.names[int(self.cleaned_data["dealer"]) - 1]
        return event | build_tricks_keys(self.cleaned_data, self.sheet)

    def get_other_keys(self) -> dict[str, Any]:
        """Return what the corrected coup records beside its cards (dealer, claimed points), which stays."""
        event = self.step.event if self.step else {}
        return {key: event[key] for key in ("dealer", "claimed") if key in event and "tricks" in event}

    def build_record_body(self) -> dict[str, Any]:
        return self.sheet.to_seats(self.build_event())

    def find_field(self, path: str) -> str | None:
        """Return the field at which a problem's path points; the cards, for a path that has no field."""
        return path if path in self.fields else "cards"

    def build_preview(self) -> dict[str, Any]:
        """Return the preview of the coup as far as it is typed, for the template."""
        self.is_preview = True
        self.full_clean()
        return self.build_tricks_preview(self.build_event())


def build_tricks_initial(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recorded coup in tricks as initial values, by field; the cards are a line a trick."""
    found = {key: event[key] for key in ("dealer", "retourne", "called", "caller", "bid") if key in event}
    found["cards"] = "\n".join(" ".join(trick) for trick in event["tricks"])
    if event.get("announcements"):
        found["announcements"] = json.dumps(event["announcements"], ensure_ascii=False)
    if event.get("exchange"):
        found["exchange"] = json.dumps([event["exchange"]], ensure_ascii=False)
    return found


ALL_FORMS: Mapping[str, type[TableEventForm]] = {**EVENT_FORMS, OrganiserTricksForm.kind: OrganiserTricksForm}


def list_form_kinds(state: scoring.TableState) -> list[str]:
    """List the forms that may be used next at this table: the event types, and where a coup may follow, a coup card by
    card."""
    found = list_event_kinds(state)
    in_tricks = "coup" in found and scoring.get_game(state.setting.game).tricks_form_keys
    return [*found, OrganiserTricksForm.kind] if in_tricks else found
