"""Agreeing to a single coup by another player than its writer, and the tables that keep their sheet on paper first."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import Closed, NotNow, Stale
from tournaments.book import history
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement, Event, Table

from .preconditions import locked_sheet


@transaction.atomic
def agree(table_id: int, line: int, position: int, *, number: int) -> Sheet:
    """Save that the player of a place agrees to the event at this line; it must be another player than the one who last
    wrote it. `number`: the next record number of the table on the page that he read. Returns the sheet. Raises
    TournamentClosed, NotNow, StaleSheet if the line has changed since."""
    sheet = locked_sheet(table_id)
    if sheet.event.status != Event.Status.OPEN:
        raise Closed
    if position not in range(1, len(sheet.seats) + 1):
        raise NotNow(_("Cette place n’existe pas à cette table."))
    last = history.last_about(sheet.records, line)
    if last is None or line > len(sheet.events) or last.number >= number:
        raise Stale(sheet)
    if last.by == f"table:{position}":
        raise NotNow(_("Un autre joueur que celui qui l’a marqué doit confirmer ce coup."))
    Agreement.objects.get_or_create(table=sheet.table, position=position, line=line, number=sheet.number - 1)
    return sheet


@transaction.atomic
def keep_on_paper(table_id: int, on_paper: bool) -> None:
    """Set whether the table keeps its sheet on paper first, or enters each coup as it is played."""
    Table.objects.filter(pk=table_id).update(paper_first=on_paper)
