"""Many events at many tables in one transaction: what a simulation plays, what a file brings in."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction

from tournaments.models import Table
from tournaments.sheets import Sheet

from .asking import Asked, lock
from .recording import event_draft
from .writing import Draft, seal


@transaction.atomic
def play_on(tables: Iterable[int], following: Callable[[Sheet], dict[str, Any] | None], *, by: str) -> None:
    """Write event after event at each of these tables (their ids) until `following`, which is given the sheet as it
    stands and answers with names, has no more. Raises Refused."""
    chosen = Table.objects.filter(pk__in=list(tables))
    lock(chosen)
    drafts: list[Draft] = []
    for sheet in chosen.order_by("pk").sheets():
        while event := following(sheet):
            draft, sheet = event_draft(sheet, event, asked_for(sheet, by))
            drafts.append(draft)
    seal(drafts)


def asked_for(sheet: Sheet, by: str) -> Asked:
    """No phone retries it: its id and digest only have to differ from the others of the table."""
    return Asked(key=f"bulk-{sheet.number:08d}", digest="", number=sheet.number, by=by, reason="")
