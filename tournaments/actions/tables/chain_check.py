"""The check of a table's hash chain: each link is computed again from the record, or the seat, that it is of. Writes
nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.book.chain import (
    compute_link_digest,
    compute_reason_digest,
    compute_seat_digest,
    compute_table_digest,
)
from tournaments.book.sheet import Sheet
from tournaments.models import Record, Seat

from .database_check import BookDifference

Row = tuple[Any, ...]


class StoredLink(NamedTuple):
    """A link of a table's chain as the database holds it: the columns of a ChainLink that `check_chain` reads."""

    record_id: int | None
    seat_id: int | None
    was: int | None
    entry: int | None
    actor: str
    at: datetime | None
    reason: str
    previous: str
    beside: str
    digest: str


def check_chain(
    sheet: Sheet,
    links: Sequence[StoredLink],
    postings: Mapping[int, Sequence[Row]],
    lines: Mapping[int, Sequence[Row]],
) -> None:
    """Raise BookDifference at the first link that is not what its record gives, or if a record has none. `links`: the
    table's, in order; `postings` and `lines`: rows by record id, whose first column is that id."""
    linked = [link.record_id for link in links if link.record_id is not None]
    if linked != [record.pk for record in sheet.records]:
        raise BookDifference(
            _("%(table)s : il y manque un enregistrement, ou il y en a un de trop.") % {"table": sheet.table}
        )
    sitting = find_first_sitters(sheet, links)
    previous = compute_table_digest(sheet.table)
    records = iter(sheet.records)
    for link in links:
        if link.record_id is None:
            digest = compute_changed_seat_digest(sheet, link)
            sitting[link.seat_id or 0] = link.entry or 0
            subject: object = Seat.objects.get(pk=link.seat_id or 0)
        else:
            subject = record = next(records)
            check_reason(record, link)
            digest = compute_link_digest(
                (link.previous, link.beside),
                record,
                link.reason,
                postings.get(record.pk, ()),
                lines.get(record.pk, ()),
                sitting,
            )
        if (link.previous, link.digest) != (previous, digest):
            raise BookDifference(
                _("%(record)s : ce n’est pas ce qui a été scellé dans le livre.") % {"record": subject}
            )
        previous = link.digest


def compute_changed_seat_digest(sheet: Sheet, link: StoredLink) -> str:
    """Return the digest of a link by which somebody else sat at a seat."""
    assert link.seat_id and link.was is not None and link.entry is not None and link.at
    return compute_seat_digest(
        (link.previous, link.beside),
        sheet.table.pk,
        seat=link.seat_id,
        was=link.was,
        entry=link.entry,
        actor=link.actor,
        at=link.at,
    )


def find_first_sitters(sheet: Sheet, links: Sequence[StoredLink]) -> dict[int, int]:
    """Return by seat (id) the entry (id) that sat there before any link changed it. Raises BookDifference if the one
    who sits there now is not the one of the last change."""
    sitting = {seat.pk: seat.entry_id for seat in sheet.all_seats}
    for link in reversed(links):
        if link.seat_id is not None:
            if sitting.get(link.seat_id) != link.entry:
                raise BookDifference(
                    _("%(seat)s : qui y est assis n’est pas qui le livre y a mis.")
                    % {"seat": Seat.objects.get(pk=link.seat_id)}
                )
            sitting[link.seat_id] = link.was or 0
    return sitting


def check_reason(record: Record, link: StoredLink) -> None:
    """Raise BookDifference if the reason of the record is there and is not the one that was written."""
    free_text = getattr(record, "free_text", None)
    if free_text and compute_reason_digest(free_text.salt, free_text.text) != link.reason:
        raise BookDifference(_("%(record)s : sa raison n’est pas celle qui a été écrite.") % {"record": record})
