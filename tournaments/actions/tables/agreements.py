"""Agreeing to a single coup by another player than its writer, and the tables that keep their sheet on paper first."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow, StaleSheet, TournamentClosed
from tournaments.book import history
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement, Table, Tournament

from .preconditions import lock_sheet


@transaction.atomic
def agree_to_event(table_id: int, line: int, position: int, *, number: int) -> Sheet:
    """Save that the player of a place agrees to the event at this line; it must be another player than the one who last
    wrote it. `number`: the next record number of the table on the page that he read. Returns the sheet. Raises
    TournamentClosed, NotNow, StaleSheet if the line has changed since."""
    sheet = lock_sheet(table_id)
    if sheet.tournament.status != Tournament.Status.OPEN:
        raise TournamentClosed
    if position not in range(1, len(sheet.seats) + 1):
        raise NotNow(_("Cette place n’existe pas à cette table."))
    last = history.find_last_record_about(sheet.records, line)
    if last is None or line > len(sheet.events) or last.number >= number:
        raise StaleSheet(sheet)
    if last.actor == f"table:{position}":
        raise NotNow(_("Un autre joueur que celui qui l’a marqué doit confirmer ce coup."))
    Agreement.objects.get_or_create(table=sheet.table, position=position, line=line, number=sheet.next_number - 1)
    return sheet


@transaction.atomic
def set_paper_first(table_id: int, on_paper: bool) -> None:
    """Set whether the table keeps its sheet on paper first, or enters each coup as it is played."""
    Table.objects.filter(pk=table_id).update(paper_first=on_paper)
