"""What every write at a table begins with: locking the table, recognising a retry, and checking that this request may
write now. Writes nothing itself."""

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import (
    NO_REASON,
    FieldError,
    KeyReused,
    LineChanged,
    NotNow,
    Refused,
    SheetConfirmed,
    StaleSheet,
)
from tournaments.actions.states import check_state
from tournaments.book import history
from tournaments.book.loading import load_sheet, load_sheet_to_write
from tournaments.book.sheet import Sheet
from tournaments.models import Record, RecordReason, Table, UnplayedTable
from tournaments.models.book import REASON_LENGTH

ACTOR_LENGTH = 40  # longest text stored of who wrote a record
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
SALT_BYTES = 16


@dataclass(frozen=True)
class WriteRequest:
    """One request to write at a table: its id (`key`) and the digest of its content, the record number that it expects
    to be next, who asks and why."""

    key: str
    digest: str
    number: int
    actor: str
    reason: str

    @classmethod
    def of(cls, payload: Any, *, key: str, number: int, actor: str, reason: str) -> "WriteRequest":
        """Build a request. `payload` is its whole content as JSON values; only the digest of it is stored.

        Raises Refused if `key` is not a valid id, or if a text contains a character that a database cannot store. The
        reason is trimmed and cut to REASON_LENGTH characters.
        """
        if not KEY.fullmatch(key):
            raise Refused([FieldError("key", _("Cet envoi est arrivé incomplet : rechargez la feuille."))])
        if not all(map(is_storable, iter_strings([payload, reason]))):
            raise Refused(
                [FieldError("", _("Un texte contient un caractère invisible : retapez-le lettre par lettre."))]
            )
        return cls(key, compute_digest(payload), number, actor, reason.strip()[:REASON_LENGTH])

    @property
    def is_from_phone(self) -> bool:
        """True if the request comes from a phone at the table, not from an account or another program."""
        return not self.actor.startswith(("user:", "token:"))


def iter_strings(value: Any) -> Iterator[str]:
    """Yield every string inside a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in [*value, *(value.values() if isinstance(value, dict) else ())]:
            yield from iter_strings(part)


def is_storable(text: str) -> bool:
    """True if every database can store the text: it has no NUL, which PostgreSQL refuses, and no lone surrogate, which
    is not a character."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def compute_digest(value: Any) -> str:
    """Return the SHA-256 (hex) of a JSON value; the order of its keys makes no difference."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


@contextmanager
def open_locked_sheet(table_id: int) -> Iterator[Sheet]:
    """Context manager: one transaction that locks the table and gives its sheet, for one record to be written there.
    Until the block ends nobody else writes at this table, so that what is judged on the sheet still holds when it is
    written."""
    with transaction.atomic():
        if connection.features.has_select_for_update:
            lock_tables(Table.objects.filter(pk=table_id))
        yield load_sheet_to_write(table_id)


def lock_sheet(table_id: int, action: str) -> Sheet:
    """Lock the table for the action until the transaction ends, and return its sheet. Raises TournamentClosed."""
    lock_tables(Table.objects.filter(pk=table_id))
    sheet = load_sheet(table_id)
    check_state(sheet.tournament, action)
    return sheet


def lock_tables(tables: "QuerySet[Table]") -> None:
    """Lock these tables, always in the same order. Only PostgreSQL needs it: on SQLite the transaction already holds
    the only write lock, and nothing is asked."""
    if connection.features.has_select_for_update:
        list(tables.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def is_retry(sheet: Sheet, request: WriteRequest) -> bool:
    """True if the request is a retry of a record that is already written. Raises KeyReused if that record has another
    content under the same id."""
    record = next((record for record in sheet.records if record.key == request.key), None)
    if record and record.digest != request.digest:
        raise KeyReused
    return record is not None


def check_may_write(sheet: Sheet, request: WriteRequest, action: str) -> None:
    """Check that this request may carry out the action now, and that it expects the sheet's next record number. Raises
    TournamentClosed, SheetConfirmed, Refused (a reason is missing), StaleSheet or NotNow."""
    check_open(sheet, request, action)
    if request.number != sheet.next_number:
        raise StaleSheet(sheet)
    check_playable(sheet)


def check_may_correct(sheet: Sheet, request: WriteRequest, position: int) -> None:
    """Check that this request may correct the event at `position` (from 1), which its sender read when the sheet
    expected `request.number`. Records written since matter only if they changed this event: then it raises LineChanged.
    Raises also TournamentClosed, SheetConfirmed, Refused (a reason is missing), NotNow."""
    check_open(sheet, request, "correct_event")
    record = history.find_record_in_force(sheet.records, position)
    revision = record.number if record else 0
    if not revision < request.number <= sheet.next_number:
        raise LineChanged(sheet)
    check_playable(sheet)


def check_may_undo(sheet: Sheet, request: WriteRequest, undoes: str) -> None:
    """Check that this request may undo the last event. `undoes`: the key of the record that its sender has read and
    wants undone; NotNow if that is not the one in force for the last event. StaleSheet if the request expects a record
    number that the sheet has not reached yet. Raises also TournamentClosed, SheetConfirmed, Refused (a reason is
    missing)."""
    check_open(sheet, request, "write_undo")
    if request.number > sheet.next_number:
        raise StaleSheet(sheet)
    record = history.find_record_in_force(sheet.records, len(sheet.events))
    if record is None or record.key != undoes:
        raise NotNow(_("Ce qui devait être annulé n’est plus la dernière ligne de la feuille : rien n’a été annulé."))
    check_playable(sheet)


def check_playable(sheet: Sheet) -> None:
    """Check that the table has its players and is to be played. Raises NotNow."""
    if sheet.state is None:
        raise NotNow(_("Cette table n’est pas complète : l’organisateur doit d’abord y placer les joueurs."))
    if sheet.is_never_played and sheet.unplayed:
        kind = {"kind": sheet.unplayed.get_kind_display()}
        raise NotNow(_("L’organisateur a dit que cette table ne se joue pas (%(kind)s).") % kind)


def check_no_forfeit(table: Table) -> None:
    """Raise NotNow if the table has a forfeit. A forfeit names the places that were absent, so that the people there
    may not change."""
    if UnplayedTable.objects.filter(table=table, kind=UnplayedTable.UnplayedKind.FORFEIT).exists():
        raise NotNow(HAS_FORFEIT % {"n": table.n})


def check_open(sheet: Sheet, request: WriteRequest, action: str) -> None:
    """Check that the tournament and the sheet are open to this request: once either is finished, only an account may
    write, and must give a reason. Raises TournamentClosed, SheetConfirmed or Refused."""
    check_state(sheet.tournament, action, reason=None if request.is_from_phone else request.reason)
    if sheet.is_confirmed and request.is_from_phone:
        raise SheetConfirmed
    if sheet.is_confirmed and not request.reason:
        raise Refused([NO_REASON])


HAS_FORFEIT = _(
    "Un forfait est noté à la table %(n)s, pour ceux qui n’y sont pas venus : dites d’abord qu’elle se joue, "
    "corrigez les places, puis notez de nouveau le forfait."
)


def build_record(
    sheet: Sheet, request: WriteRequest, kind: Record.RecordKind, position: int, body: dict[str, Any] | None
) -> Record:
    """Build the record of this request as the next one of the sheet, its reason beside it; nothing is saved yet.
    `kind`, `position`, `body`: as in `Record`."""
    row = Record(
        table_id=sheet.table.pk,
        number=sheet.next_number,
        kind=kind,
        position=position,
        body=body,
        key=request.key,
        digest=request.digest,
        actor=request.actor,
    )
    if request.reason:
        RecordReason(record=row, salt=secrets.token_hex(SALT_BYTES), text=request.reason)
    return row


def build_bulk_request(sheet: Sheet, actor: str, reason: str = "") -> WriteRequest:
    """Build a write request for a record of an import or a simulation. No phone retries it, so its id only has to
    differ from the others of the table."""
    return WriteRequest(
        key=f"bulk-{sheet.next_number:08d}",
        digest="",
        number=sheet.next_number,
        actor=actor[:ACTOR_LENGTH],
        reason=reason,
    )
