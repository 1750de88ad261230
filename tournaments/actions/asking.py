"""What every writing at a table begins with: its lock, and whether this request may write now. Writes nothing."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Record, Table
from tournaments.sheets import Sheet

from .errors import Closed, Confirmed, Fault, KeyReused, NotNow, Refused, Stale

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
REASON_LENGTH = 300


@dataclass(frozen=True)
class Asked:
    """One request to write at a table: its id and digest, the number it believes is next, who asks and why."""

    key: str
    digest: str
    number: int
    by: str
    reason: str

    @classmethod
    def of(cls, what: Any, *, key: str, number: int, by: str, reason: str) -> "Asked":
        """Raises Refused where the key is no id, or a text holds what no database keeps; `what` is all that is asked,
        as JSON would hold it."""
        if not KEY.fullmatch(key):
            raise Refused([Fault("key", _("Cet envoi est arrivé incomplet : rechargez la feuille."))])
        if not all(map(is_kept, texts([what, reason]))):
            raise Refused([Fault("", _("Un texte contient un caractère invisible : retapez-le lettre par lettre."))])
        return cls(key, digest_of(what), number, by, reason.strip()[:REASON_LENGTH])

    @property
    def by_phone(self) -> bool:
        """Does it come from a phone at the table, not from an account?"""
        return not self.by.startswith("user:")


def texts(what: Any) -> Iterator[str]:
    """Every string in it, keys as well."""
    if isinstance(what, str):
        yield what
    elif isinstance(what, dict | list):
        for part in [*what, *(what.values() if isinstance(what, dict) else ())]:
            yield from texts(part)


def is_kept(text: str) -> bool:
    """Does every database keep it? PostgreSQL refuses NUL, and half a surrogate is no character."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def digest_of(what: Any) -> str:
    """The same for the same request, whatever the order of its keys."""
    text = json.dumps(what, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def locked_sheet(table_id: int) -> Sheet:
    """The table's sheet, behind the table's lock until the transaction ends."""
    lock(Table.objects.filter(pk=table_id))
    return Table.objects.for_sheet(table_id)


def lock(tables: "QuerySet[Table]") -> None:
    """Lock these tables in one order (PostgreSQL; on SQLite the transaction holds the only write lock already)."""
    list(tables.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def done_before(sheet: Sheet, asked: Asked) -> bool:
    """Is it a retry of what is written already? Raises KeyReused where the id came with something else."""
    record = next((record for record in sheet.records if record.key == asked.key), None)
    if record and record.digest != asked.digest:
        raise KeyReused
    return record is not None


def check_may_write(sheet: Sheet, asked: Asked) -> None:
    """May this be written now, at this number? Raises Closed, Confirmed, NotNow or Stale."""
    check_open(sheet, asked)
    if asked.number != sheet.number:
        raise Stale(sheet)
    if sheet.state is None:
        raise NotNow(_("Cette table n’est pas complète : l’organisateur doit d’abord y placer les joueurs."))
    if sheet.struck and sheet.unplayed:
        kind = {"kind": sheet.unplayed.get_kind_display()}
        raise NotNow(_("L’organisateur a dit que cette table ne se joue pas (%(kind)s).") % kind)


def check_open(sheet: Sheet, asked: Asked) -> None:
    if sheet.event.status == Event.Status.DRAFT:
        raise Closed
    late = sheet.event.status == Event.Status.CLOSED
    if asked.by_phone and (late or sheet.confirmed):
        raise Closed if late else Confirmed
    if (late or sheet.confirmed) and not asked.reason:
        raise Refused([NO_REASON])


NO_REASON = Fault("reason", _("Dites pourquoi : la raison est gardée avec la correction."))


def record(sheet: Sheet, asked: Asked, kind: Record.Kind, position: int, body: dict[str, Any] | None) -> Record:
    """The record that writes down this request, not saved yet."""
    return Record(
        table_id=sheet.table.pk,
        number=sheet.number,
        kind=kind,
        position=position,
        body=body,
        key=asked.key,
        digest=asked.digest,
        by=asked.by,
        reason=asked.reason,
    )
