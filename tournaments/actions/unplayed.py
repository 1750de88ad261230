"""Tables that are not played, or not now: exempted, lost by forfeit, put off, annulled; and played after all.

Nothing of the book is touched: what stands there stays, and is counted or not. What each counts is the ranking's.
"""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Deed, Event, Table, Unplayed
from tournaments.sheets import Sheet

from .asking import NO_REASON, locked_sheet
from .deeds import given, keep, where
from .errors import Fault, NotNow, Refused

BEGUN = _("Des coups sont marqués à cette table : arrêtez-la (la cloche), remettez-la, ou annulez-la.")


@transaction.atomic
def say_unplayed(table_id: int, kind: str, *, absent: Collection[int] = (), by: str, reason: str) -> Sheet:
    """What becomes of this table. `absent`: the places that forfeit. Raises Refused, NotNow."""
    why = given(reason, NO_REASON)
    sheet = locked_sheet(table_id)
    check_unplayed(sheet, kind, absent)
    places = sorted(set(absent)) if kind == Unplayed.Kind.FORFEIT else []
    told(sheet, kind, places, by, why)
    Unplayed.objects.update_or_create(table=sheet.table, defaults={"kind": kind, "absent": places})
    return Table.objects.for_sheet(table_id)


@transaction.atomic
def say_played(table_id: int, *, by: str, reason: str) -> Sheet:
    """It is played after all. Raises Refused without a reason, NotNow where nobody said otherwise."""
    why = given(reason, NO_REASON)
    sheet = locked_sheet(table_id)
    if sheet.unplayed is None:
        raise NotNow(_("Cette table se joue déjà."))
    told(sheet, "", [], by, why)
    sheet.unplayed.delete()
    return Table.objects.for_sheet(table_id)


def check_unplayed(sheet: Sheet, kind: str, absent: Collection[int]) -> None:
    if kind not in Unplayed.Kind.values:
        raise Refused([Fault("kind", _("Choisissez ce que devient la table."))])
    if sheet.event.status == Event.Status.DRAFT:
        raise NotNow(_("La soirée n’est pas ouverte : changez les tables elles-mêmes."))
    if kind == Unplayed.Kind.FORFEIT and not (absent and set(absent) <= set(range(1, len(sheet.seats) + 1))):
        raise Refused([Fault("absent", _("Dites qui n’est pas venu."))])
    if kind in (Unplayed.Kind.EXEMPT, Unplayed.Kind.FORFEIT) and sheet.events:
        raise NotNow(BEGUN)
    if kind == Unplayed.Kind.ADJOURNED and sheet.state is not None and sheet.state.complete:
        raise NotNow(_("Cette table a fini : elle ne se remet plus à plus tard."))


def told(sheet: Sheet, kind: str, places: Collection[int], by: str, why: str) -> None:
    """Keep it among the deeds of the evening: from what, to what."""
    before: dict[str, Any] = {"kind": sheet.unplayed.kind if sheet.unplayed else ""}
    absent = [seat.entry_id for seat in sheet.seats if seat.position in places]
    after = where(sheet.table) | {"kind": kind, "absent": absent}
    keep(sheet.event, Deed.What.UNPLAYED, by=by, reason=why, before=before, after=after)


def take_up(sheet: Sheet, by: str) -> None:
    """A table that was put off is played on: what is written there says so."""
    if sheet.unplayed is not None:
        told(sheet, "", [], by, "")
        sheet.unplayed.delete()
