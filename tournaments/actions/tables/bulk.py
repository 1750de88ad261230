"""Recording many events at many tables in one transaction, as a simulation does."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from tournaments.actions.evenings.importing import asked
from tournaments.book.sheet import Sheet
from tournaments.models import Table

from .posting import Draft, seal
from .preconditions import lock
from .recording import event_draft


@transaction.atomic
def play_on(tables: Iterable[int], following: Callable[[Sheet], dict[str, Any] | None], *, by: str) -> None:
    """Write events at each of these tables (ids), one after the other. `choose_event` gets the table's present sheet
    and returns its next event (players by name), or None to stop. Raises Refused."""
    chosen = Table.objects.filter(pk__in=list(tables))
    lock(chosen)
    drafts: list[Draft] = []
    for sheet in chosen.order_by("pk").sheets():
        while event := following(sheet):
            draft, sheet = event_draft(sheet, event, asked(sheet, by))
            drafts.append(draft)
    seal(drafts)
