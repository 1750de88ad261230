"""A correction that a table makes itself while it plays: one of its players writes it, another says by his name that he
agrees. It is an ordinary correction, with this reason, and its consequences are the same."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement

from .corrections import correct_event
from .preconditions import lock_sheet


def may_correct(sheet: Sheet) -> bool:
    """True while a player of the table may correct what is marked there."""
    return sheet.tournament.club.table_corrections and bool(sheet.events) and not sheet.is_confirmed


@transaction.atomic
def correct_at_table(
    table_id: int, position: int, event: dict[str, Any], *, key: str, number: int, seat: int, agreed: int
) -> Sheet:
    """Correct the event at `position` for the player of `seat`, as the one of the seat `agreed` wants it too; return
    the new sheet. Raises NotNow, TournamentClosed, and the same errors as correct_event."""
    sheet = lock_sheet(table_id, "correct_at_table")
    if not sheet.tournament.club.table_corrections:
        raise NotNow(_("Dans ce club, c’est l’arbitre qui corrige : appelez-le."))
    check_agreement(sheet, seat, agreed)
    corrected = correct_event(
        table_id, position, event, key=key, number=number, actor=f"table:{seat}", reason=gettext("à la table")
    )
    Agreement.objects.get_or_create(table=sheet.table, position=agreed, line=position, number=corrected.next_number - 1)
    return corrected


def check_agreement(sheet: Sheet, seat: int, agreed: int) -> None:
    """Raise NotNow unless both are players who sit at the table, and two of them."""
    left = sheet.state.left if sheet.state else ()
    here = [place for name, place in sheet.positions.items() if name not in left]
    if seat not in here:
        raise NotNow(_("Dites d’abord qui tient la feuille sur ce téléphone."))
    if agreed not in here or agreed == seat:
        raise NotNow(_("Un autre joueur de la table doit être d’accord : qu’il touche son nom."))
