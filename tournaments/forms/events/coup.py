"""The base of every form in which a coup is typed: a phone's form for its game, the organiser's form of totals, and the
forms card by card of both."""

from typing import Any

from tournaments.book.sheet import EventBody
from tournaments.presentation.text.sheet_text import shorten_names

from .table_form import EventForm


class CoupEventForm(EventForm):
    """The form of one coup. It asks who deals only while no record says so."""

    kind = "coup"

    def players(self) -> list[tuple[str, str, int]]:
        """Return for each player: name, short name, seat number."""
        short = shorten_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    def build_event(self) -> EventBody:
        """Return the coup as an event, with players' names: complete if the form is valid, for a preview as far as it
        is typed."""
        event: EventBody = {"type": "coup"}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.get_name_at(int(self.cleaned_data["dealer"]))
        return event | self.build_coup_keys()

    def build_coup_keys(self) -> dict[str, Any]:
        """Return what was typed of the coup, by the keys of its record, with players' names."""
        raise NotImplementedError
