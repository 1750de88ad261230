"""The organiser's form of a coup card by card, tapped on a picture of the pack or typed; it also corrects a coup
already recorded."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.forms.events.coup import CoupEventForm
from tournaments.forms.events.declared_coup import build_dealer_field
from tournaments.forms.phone.tricks import TricksMixin, build_tricks_keys

OPENING_LABELS = {"retourne": _("La retourne"), "called": _("La carte nommée")}


class OrganiserTricksForm(TricksMixin, CoupEventForm):
    """The organiser's form of a coup typed card by card. `is_preview`: True while a preview is built, so that an
    unfinished coup is not refused."""

    kind = "tricks"
    title = _("Entrer un coup carte par carte")
    typed = True
    is_preview = False

    def build(self) -> None:
        assert self.state is not None
        self.before = self.state
        if self.state.seat_dealer is None:
            self.fields["dealer"] = build_dealer_field(self.sheet, self.state)
        self.set_up_tricks()
        self.fields[self.opening_field].label = OPENING_LABELS[self.opening_field]
        self.fields["cards"].label = _("Les cartes, dans l’ordre où elles sont jouées")
        if self.step is not None and "tricks" in self.step.event:
            self.initial = build_tricks_initial(self.sheet.to_seats(self.step.event))

    @property
    def todo(self) -> str:
        """Always empty: the organiser's button does not count the cards that are missing (the phone's does)."""
        return ""

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data if self.is_preview else super().clean()

    def build_coup_keys(self) -> dict[str, Any]:
        return self.get_other_keys() | build_tricks_keys(self.cleaned_data, self.sheet)

    def get_other_keys(self) -> dict[str, Any]:
        """Return the part of the corrected coup that this form has no inputs for and that stays, by key: claimed
        points, and the dealer if none is chosen."""
        event = self.step.event if self.step and "tricks" in self.step.event else {}
        keys = ("claimed",) if self.cleaned_data.get("dealer") else ("claimed", "dealer")
        return {key: event[key] for key in keys if key in event}

    def find_field(self, path: str) -> str | None:
        """Return the name of the input that shows the problem at `path`; "cards" if it has none of its own."""
        return path if path in self.fields else "cards"

    def build_preview(self) -> dict[str, Any]:
        """Return the preview of the coup as far as it is typed, for the template, in the shape that
        `build_tricks_preview` gives. An unfinished coup is not refused."""
        self.is_preview = True
        self.full_clean()
        return self.build_tricks_preview(self.build_event())


def build_tricks_initial(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recorded coup in tricks as initial values, by field; the cards are a line a trick."""
    initial = {key: event[key] for key in ("dealer", "retourne", "called", "caller", "bid") if key in event}
    initial["cards"] = "\n".join(" ".join(trick) for trick in event["tricks"])
    if event.get("announcements"):
        initial["announcements"] = json.dumps(event["announcements"], ensure_ascii=False)
    if event.get("exchange"):
        initial["exchange"] = json.dumps([event["exchange"]], ensure_ascii=False)
    return initial
