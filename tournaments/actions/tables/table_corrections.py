"""A correction that a table makes itself while it plays: one of its players writes it, another says by his name that he
agrees. It is an ordinary correction with the reason «à la table», and its consequences are the same."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.actions.states import check_state
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement, Table

from .corrections import correct_event
from .preconditions import lock_tables


def may_correct(sheet: Sheet) -> bool:
    """True while the table's players may correct its events: the club allows it, and nobody has confirmed the sheet."""
    return sheet.tournament.club.table_corrections and bool(sheet.events) and not sheet.is_confirmed


@transaction.atomic
def correct_at_table(
    table_id: int, position: int, event: dict[str, Any], *, key: str, number: int, seat: int, agreed: int
) -> Sheet:
    """Correct the event at `position` for the player of `seat`, with whom the player of the seat `agreed` agrees;
    return the new sheet. A retry writes nothing, whoever has left or closed the evening since. Raises Refused,
    LineChanged, KeyReused, TournamentClosed, SheetConfirmed, NotNow."""
    lock_tables(Table.objects.filter(pk=table_id))
    sheet = load_sheet(table_id)
    is_new = not any(record.key == key for record in sheet.records)
    if is_new:
        check_state(sheet.tournament, "correct_at_table")
        check_agreement(sheet, seat, agreed)
    corrected = correct_event(
        table_id, position, event, key=key, number=number, actor=f"table:{seat}", reason=gettext("à la table")
    )
    if is_new:
        number = corrected.next_number - 1
        Agreement.objects.get_or_create(table=sheet.table, position=agreed, line=position, number=number)
    return corrected


def check_agreement(sheet: Sheet, seat: int, agreed: int) -> None:
    """Raise NotNow unless the club lets its tables correct, and two different players still sit at `seat` and
    `agreed`."""
    if not sheet.tournament.club.table_corrections:
        raise NotNow(_("Dans ce club, c’est l’arbitre qui corrige : appelez-le."))
    left = sheet.state.left if sheet.state else ()
    here = [place for name, place in sheet.positions.items() if name not in left]
    if seat not in here:
        raise NotNow(_("Dites d’abord qui tient la feuille sur ce téléphone."))
    if agreed not in here or agreed == seat:
        raise NotNow(_("Un autre joueur de la table doit être d’accord : qu’il touche son nom."))
