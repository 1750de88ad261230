"""Recording many events at many tables in one transaction, as a simulation does."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from tournaments.actions.evenings.importing import build_bulk_request
from tournaments.book.loading import iterate_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Table

from .posting import UnsavedRecord, post_records
from .preconditions import lock_tables
from .recording import build_event_record


@transaction.atomic
def play_tables(tables: Iterable[int], choose_event: Callable[[Sheet], dict[str, Any] | None], *, actor: str) -> None:
    """Write events at each of these tables (ids), one after the other. `choose_event` gets the table's present sheet
    and returns its next event (players by name), or None to stop. Raises Refused."""
    chosen = Table.objects.filter(pk__in=list(tables))
    lock_tables(chosen)
    drafts: list[UnsavedRecord] = []
    for sheet in iterate_sheets(chosen.order_by("pk")):
        while event := choose_event(sheet):
            draft, sheet = build_event_record(sheet, event, build_bulk_request(sheet, actor))
            drafts.append(draft)
    post_records(drafts)
