"""Tables that are not played, or not now: exempt, lost by forfeit, adjourned, annulled; and tables that are played
after all.

The book is not changed: the records of such a table stay. Whether they count, and what an unplayed table counts, is
decided by the tournament's ranking.
"""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.evenings.audit_log import locate_table, require_reason, write_audit_entry
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import AuditEntry, Tournament, UnplayedTable

from .preconditions import NO_REASON, lock_sheet

ALREADY_BEGUN = _("Des coups sont marqués à cette table : arrêtez-la (la cloche), remettez-la, ou annulez-la.")


@transaction.atomic
def mark_unplayed(table_id: int, kind: str, *, absent: Collection[int] = (), actor: str, reason: str) -> Sheet:
    """Set that this table is not played, or not now, and return its sheet. `kind`: one of UnplayedTable's kinds;
    `absent`: the places (from 1) that forfeit. Writes an audit entry. Raises Refused, NotNow."""
    why = require_reason(reason, NO_REASON)
    sheet = lock_sheet(table_id)
    check_unplayed(sheet, kind, absent)
    places = sorted(set(absent)) if kind == UnplayedTable.UnplayedKind.FORFEIT else []
    write_unplayed_entry(sheet, kind, places, actor, why)
    UnplayedTable.objects.update_or_create(table=sheet.table, defaults={"kind": kind, "absent": places})
    return load_sheet(table_id)


@transaction.atomic
def mark_played(table_id: int, *, actor: str, reason: str) -> Sheet:
    """Set that this table is played after all, and return its sheet. Writes an audit entry. Raises Refused without a
    reason, NotNow if it was not marked as unplayed."""
    why = require_reason(reason, NO_REASON)
    sheet = lock_sheet(table_id)
    if sheet.unplayed is None:
        raise NotNow(_("Cette table se joue déjà."))
    check_not_withdrawn(sheet)
    write_unplayed_entry(sheet, "", [], actor, why)
    sheet.unplayed.delete()
    return load_sheet(table_id)


def check_unplayed(sheet: Sheet, kind: str, absent: Collection[int]) -> None:
    """Check that the table may be given this kind. Raises Refused for a wrong kind or wrong places; NotNow if the
    tournament is not open yet, if its round was withdrawn, if an exempt or forfeited table has events, or if a table to
    adjourn is finished."""
    check_not_withdrawn(sheet)
    if kind not in UnplayedTable.UnplayedKind.values or kind == UnplayedTable.UnplayedKind.WITHDRAWN:
        raise Refused([FieldError("kind", _("Choisissez ce que devient la table."))])
    if sheet.tournament.status == Tournament.Status.DRAFT:
        raise NotNow(_("La soirée n’est pas ouverte : changez les tables elles-mêmes."))
    if kind == UnplayedTable.UnplayedKind.FORFEIT and not (
        absent and set(absent) <= set(range(1, len(sheet.seats) + 1))
    ):
        raise Refused([FieldError("absent", _("Dites qui n’est pas venu."))])
    if kind in (UnplayedTable.UnplayedKind.EXEMPT, UnplayedTable.UnplayedKind.FORFEIT) and sheet.events:
        raise NotNow(ALREADY_BEGUN)
    if kind == UnplayedTable.UnplayedKind.ADJOURNED and sheet.state is not None and sheet.state.complete:
        raise NotNow(_("Cette table a fini : elle ne se remet plus à plus tard."))


def check_not_withdrawn(sheet: Sheet) -> None:
    """Raise NotNow if the table was withdrawn with its round, which is for good."""
    if sheet.unplayed is not None and sheet.unplayed.kind == UnplayedTable.UnplayedKind.WITHDRAWN:
        raise NotNow(_("La ronde est retirée : ses tables ne se jouent plus."))


def write_unplayed_entry(sheet: Sheet, kind: str, places: Collection[int], actor: str, why: str) -> None:
    """Write an audit entry: the table's kind before, its kind and the absent entries after."""
    before: dict[str, Any] = {"kind": sheet.unplayed.kind if sheet.unplayed else ""}
    absent = [seat.entry_id for seat in sheet.seats if seat.position in places]
    after = locate_table(sheet.table) | {"kind": kind, "absent": absent}
    write_audit_entry(sheet.tournament, AuditEntry.Action.UNPLAYED, actor=actor, reason=why, before=before, after=after)


def resume_adjourned(sheet: Sheet, actor: str) -> None:
    """Delete the mark of an adjourned table on which play goes on, and write an audit entry."""
    if sheet.unplayed is not None:
        write_unplayed_entry(sheet, "", [], actor, "")
        sheet.unplayed.delete()
