"""Tables that are not played, or not now: exempt, lost by forfeit, adjourned, annulled; and tables that are played
after all.

The book is not changed: the records of such a table stay. Whether they count, and what an unplayed table counts, is
decided by the tournament's ranking.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import NO_REASON, FieldError, NotNow, Refused
from tournaments.actions.evenings.audit_log import locate_table, require_reason, write_audit_entry
from tournaments.actions.states import lock_evening
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import AuditEntry, Table, Tournament, UnplayedTable

from .preconditions import lock_sheet

ALREADY_BEGUN = _("Des coups sont marqués à cette table : arrêtez-la (la cloche), remettez-la, ou annulez-la.")

ONLY_ANNULLED = _("Cette table a fini : elle peut seulement être annulée.")


@sealed
def mark_unplayed(table_id: int, kind: str, *, absent: Collection[int] = (), actor: str, reason: str) -> Sheet:
    """Set that this table is not played, or not now, and return its sheet. `kind`: one of UnplayedTable's kinds;
    `absent`: the places (from 1) that forfeit. Writes an audit entry. Raises Refused, NotNow."""
    why = require_reason(reason, NO_REASON)
    sheet = lock_sheet(table_id, "mark_unplayed")
    check_unplayed(sheet, kind, absent)
    places = sorted(set(absent)) if kind == UnplayedTable.UnplayedKind.FORFEIT else []
    write_unplayed_entry(sheet, kind, places, actor, why)
    UnplayedTable.objects.update_or_create(table=sheet.table, defaults={"kind": kind, "absent": places})
    seal_changed(UnplayedTable, [table_id])
    return load_sheet(table_id)


@sealed
def mark_played(table_id: int, *, actor: str, reason: str) -> Sheet:
    """Set that this table is played after all, and return its sheet. Writes an audit entry. Raises Refused without a
    reason, NotNow if it was not marked as unplayed."""
    why = require_reason(reason, NO_REASON)
    sheet = lock_sheet(table_id, "mark_played")
    if sheet.unplayed is None:
        raise NotNow(_("Cette table se joue déjà."))
    check_not_withdrawn(sheet)
    write_unplayed_entry(sheet, "", [], actor, why)
    sheet.unplayed.delete()
    seal_changed(UnplayedTable, [table_id])
    return load_sheet(table_id)


@sealed
def mark_round_unplayed(tournament: Tournament, n: int, *, actor: str, reason: str) -> list[int]:
    """Annul every table of round n of which nothing is decided yet, and return their numbers. Writes an audit entry for
    each. Raises Refused without a reason, NotNow where a table of the round has begun or none is left."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n)
    lock_evening(tournament, "mark_round_unplayed")
    if tables.filter(records__isnull=False).exists():
        raise NotNow(_("La ronde %(n)s a commencé : dites table par table ce qui ne se joue pas.") % {"n": n})
    undecided = tables.exclude(unplayed__kind__in=UnplayedTable.FINAL).order_by("n")
    numbers = dict(undecided.values_list("pk", "n"))
    if not numbers:
        raise NotNow(_("La ronde %(n)s n’a plus de table à annuler.") % {"n": n})
    for pk in numbers:
        mark_unplayed(pk, UnplayedTable.UnplayedKind.ANNULLED, actor=actor, reason=reason)
    return list(numbers.values())


@sealed
def mark_forfeits(absent: Mapping[int, Collection[int]], *, actor: str, reason: str) -> None:
    """Set that these tables are lost by forfeit. `absent`: by table, the places (from 1) that forfeit. Writes an audit
    entry for each. Raises Refused, NotNow."""
    for table_id, places in absent.items():
        mark_unplayed(table_id, UnplayedTable.UnplayedKind.FORFEIT, absent=places, actor=actor, reason=reason)


@sealed
def mark_round_played(tournament: Tournament, n: int, *, actor: str, reason: str) -> list[int]:
    """Put back every annulled table of round n of which nothing is recorded, and return their numbers. Raises Refused
    without a reason, NotNow where there is none."""
    lock_evening(tournament, "mark_round_played")
    annulled = UnplayedTable.objects.filter(
        table__round__tournament=tournament,
        table__round__n=n,
        kind=UnplayedTable.UnplayedKind.ANNULLED,
        table__records__isnull=True,
    )
    numbers = dict(annulled.order_by("table__n").values_list("table", "table__n"))
    if not numbers:
        raise NotNow(_("La ronde %(n)s se joue déjà.") % {"n": n})
    for pk in numbers:
        mark_played(pk, actor=actor, reason=reason)
    return list(numbers.values())


def check_unplayed(sheet: Sheet, kind: str, absent: Collection[int]) -> None:
    """Check that the table may be given this kind. Raises Refused for a wrong kind or wrong places; NotNow if its
    round was withdrawn, if an exempt or forfeited table has events, or if a table to adjourn is finished."""
    check_not_withdrawn(sheet)
    is_complete = sheet.state is not None and sheet.state.complete
    if kind not in UnplayedTable.UnplayedKind.values or kind == UnplayedTable.UnplayedKind.WITHDRAWN:
        raise Refused([FieldError("kind", _("Choisissez ce que devient la table."))])
    if kind == UnplayedTable.UnplayedKind.FORFEIT and not (
        absent and set(absent) <= set(range(1, len(sheet.seats) + 1))
    ):
        raise Refused([FieldError("absent", _("Dites qui n’est pas venu."))])
    if kind in (UnplayedTable.UnplayedKind.EXEMPT, UnplayedTable.UnplayedKind.FORFEIT) and sheet.events:
        raise NotNow(ONLY_ANNULLED if is_complete else ALREADY_BEGUN)
    if kind == UnplayedTable.UnplayedKind.ADJOURNED and is_complete:
        raise NotNow(_("Cette table a fini : elle ne se remet plus à plus tard."))


def check_not_withdrawn(sheet: Sheet) -> None:
    """Raise NotNow if the table was withdrawn with its round, which is for good."""
    if sheet.unplayed is not None and sheet.unplayed.kind == UnplayedTable.UnplayedKind.WITHDRAWN:
        raise NotNow(_("La ronde est retirée : ses tables ne se jouent plus."))


def write_unplayed_entry(sheet: Sheet, kind: str, places: Collection[int], actor: str, why: str) -> None:
    """Write the audit entry of a table that gets another `kind` of `UnplayedTable` ("": none). `places`: the positions
    whose players were absent. Its values before: the kind; after: the kind, and the entries that were absent."""
    before: dict[str, Any] = {"kind": sheet.unplayed.kind if sheet.unplayed else ""}
    absent = [seat.entry_id for seat in sheet.seats if seat.position in places]
    after = locate_table(sheet.table) | {"kind": kind, "absent": absent}
    write_audit_entry(sheet.tournament, AuditEntry.Action.UNPLAYED, actor=actor, reason=why, before=before, after=after)


def resume_adjourned(sheet: Sheet, actor: str) -> None:
    """Delete the mark of an adjourned table on which play goes on, and write an audit entry."""
    if sheet.unplayed is not None:
        write_unplayed_entry(sheet, "", [], actor, "")
        sheet.unplayed.delete()
        seal_changed(UnplayedTable, [sheet.table.pk])
