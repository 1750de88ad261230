"""The forms in which the organiser writes or corrects an event of a table: one a kind, and a coup in two ways."""

from collections.abc import Mapping
from typing import Any

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.events.declared_coup import DeclaredCoupForm
from tournaments.forms.events.end import EndForm
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.forms.events.table_form import EventForm
from tournaments.forms.events.void import VoidForm

from .tricks import OrganiserTricksForm

TRICKS = "tricks"  # the form of a coup card by card; its event is a coup
EVENT_FORMS: Mapping[str, type[EventForm]] = {
    form.kind: form for form in (DeclaredCoupForm, PenaltyForm, RecaveForm, LeaveForm, EndForm, VoidForm)
}
ALL_FORMS: Mapping[str, type[EventForm]] = {**EVENT_FORMS, TRICKS: OrganiserTricksForm}


def build_event_form(
    kind: str, sheet: Sheet, state: scoring.TableState, data: Any = None, *, step: scoring.Step | None = None
) -> EventForm:
    """Build the organiser's form of this kind (a key of ALL_FORMS) for an event that follows on the state `state`.
    `data`: what was posted, or None; `step`: the event being corrected, None for a new one."""
    return ALL_FORMS[kind](sheet, data, state=state, step=step, for_organiser=True)


def list_form_titles(state: scoring.TableState) -> dict[str, str]:
    """Return the titles of the forms that may be used next at this table, by kind: one for each event type, and one
    more for a coup typed card by card, where a coup may follow."""
    event_kinds = list_event_kinds(state)
    in_tricks = "coup" in event_kinds and scoring.get_game(state.setting.game).tricks_form_keys
    kinds = [*event_kinds, TRICKS] if in_tricks else event_kinds
    return {kind: str(ALL_FORMS[kind].title) for kind in kinds}


def list_event_kinds(state: scoring.TableState) -> list[str]:
    """List the event types that may be written next at this table; empty once the partie is over."""
    if state.complete:
        return []
    own = scoring.get_game(state.setting.game).list_specific_events(state.setting)
    return [kind for kind in EVENT_FORMS if kind in ("coup", "leave", "end", "void", *own)]
