"""What every form of a coup shares: a phone's, made for its game; the organiser's, made of the fields that the game
declares; and either's card by card."""

from typing import Any

from tournaments.book.sheet import EventBody

from .table_form import EventForm


class CoupEventForm(EventForm):
    """One coup. The dealer is asked only before a record says who deals."""

    kind = "coup"

    def build_event(self) -> EventBody:
        """Return the coup: whole in a valid form, in part for a preview."""
        event: EventBody = {"type": "coup"}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.get_name_at(int(self.cleaned_data["dealer"]))
        return event | self.build_coup_keys()

    def build_coup_keys(self) -> dict[str, Any]:
        """Return what was typed of the coup, by the keys of its record, with players' names."""
        raise NotImplementedError
