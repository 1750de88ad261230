"""A table's paper sheet typed in by the organiser: found by the code printed on it, recorded row by row."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.errors import ActionError
from tournaments.actions.tables import calls, closing, recording
from tournaments.book import history
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import load_cards
from tournaments.book.table_keys import find_table_by_code
from tournaments.forms.codes import SheetCodeForm
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.reading.table_status import build_table_statuses
from tournaments.scanning import can_read_photos
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.rounds.open_tables import needs_rounds
from tournaments.views.organiser.scoping import get_actor, get_sheet, get_table, get_tournament
from tournaments.views.paper_entry import (
    PaperEntryGrid,
    build_entry_grid,
    check_typed_rows,
    rebuild_entry_grid,
    record_rows,
)
from tournaments.views.posted_forms import render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

from .recording import needs_reason
from .signed_papers import find_signed_papers_door
from .waiting_photos import (
    fill_in_rows,
    find_waiting_pages,
    find_waiting_tables,
    forget_waiting_pages,
    list_photos,
    show_photographs,
)


@require_right(Right.ARBITRATE, READ, of=get_tournament)
def find_paper_sheet(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Redirect from a sheet's code to the entry page of its table. The tables are listed too, in case the paper is
    lost."""
    form = SheetCodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        table = find_table_by_code(tournament, form.cleaned_data["code"])
        if table:
            return redirect("desk-paper", table.pk)
        form.add_error("code", _("Aucune feuille de cette soirée ne porte ce code. Relisez-le signe par signe."))
    statuses = build_table_statuses(load_cards(tournament))
    by_need = sorted(statuses, key=lambda each: (each.card.is_over or each.is_done, -each.round))
    context = {"tournament": tournament, "statuses": by_need, "by_round": needs_rounds(statuses)}
    context["reads_photos"] = can_read_photos()
    context |= find_signed_papers_door(tournament, statuses)
    return render_form(request, "organiser/paper_code.html", form, context)


@require_right(Right.ARBITRATE, of=get_sheet)
def enter_paper_sheet(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Show the entry grid of a table, filled in where its sheet was photographed; a POST records its rows, or with
    `check` only returns their errors so far."""
    if request.method == "POST":
        return check_typed_rows(request, sheet) if "check" in request.POST else save_paper_rows(request, sheet)
    read = fill_in_rows(sheet, find_waiting_pages(sheet.table.pk).values())
    now = build_entry_grid(sheet, read)
    if now and read:
        now.form.check_rows()
    return render_paper_page(request, sheet, now)


def save_paper_rows(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Record the typed rows and redirect to the table, or show the rows that remain with their errors."""
    now = build_entry_grid(sheet, request.POST)
    if now is None or sheet.tournament.status == Tournament.Status.DRAFT:
        return redirect("desk-table", sheet.table.pk)
    photos = find_waiting_pages(sheet.table.pk)
    show_photographs(now.form, photos)
    reason = ReasonForm(request.POST, required=needs_reason(sheet))
    why: str | None = ""
    if not (now.form.has_typed_cells or sheet.is_over or "signed" in request.POST):
        why = _("Écrivez au moins un coup.")
    elif reason.is_valid():
        why = record_rows(now.form, actor=get_actor(request), reason=reason.cleaned_data["reason"])
    if why is None:
        recording.keep_photos(sheet.table, list_photos(photos))
        forget_waiting_pages(sheet.table.pk)
        messages.success(request, _("La feuille est marquée."))
        if "signed" in request.POST:
            confirm_signed_paper(request, sheet.table.pk)
        return redirect(find_next_page(sheet))
    remains = rebuild_entry_grid(sheet.table.pk, request.POST)
    recorded = {record.key for record in remains.sheet.records} if remains else set()
    if n := len(recorded & {row.key for row in now.form.rows}):
        recording.keep_photos(sheet.table, list_photos(photos))
        sentence = ngettext(
            "%(n)s coup est marqué ; corrigez le suivant.", "%(n)s coups sont marqués ; corrigez le suivant.", n
        )
        messages.success(request, sentence % {"n": n})
    return render_paper_page(request, sheet, remains, trouble=why, reason=reason, status=422)


def confirm_signed_paper(request: MemberRequest, pk: int) -> None:
    """Confirm the sheet just copied as its signed paper says; where that is refused, say why."""
    try:
        closing.confirm_signed_paper(pk, number=load_sheet(pk).next_number, actor=get_actor(request))
        messages.success(request, _("Elle est confirmée, comme sur le papier."))
    except ActionError as why:
        messages.warning(request, str(why))


def find_next_page(sheet: Sheet) -> str:
    """Return the address of what follows the rows just recorded: the table, while it lacks coups; else the next sheet
    that was photographed or is kept on paper, the list of sheets where some table has nothing yet, or the table where
    none is left."""
    cards = load_cards(sheet.tournament)
    left = [card for card in cards if not card.is_over and not card.unplayed]
    photographed = list(find_waiting_tables(card.table.pk for card in cards))
    lacking = photographed or [card.table.pk for card in left if card.table.paper_first]
    if any(card.table.pk == sheet.table.pk and card.is_over for card in cards):
        if lacking:
            return reverse("desk-paper", args=[find_next_table(lacking, sheet.table.pk)])
        if any(card.setting and not card.events for card in left):
            return reverse("tournament-paper", args=[sheet.tournament.pk])
    return reverse("desk-table", args=[sheet.table.pk])


def find_next_table(tables: Sequence[int], last: int) -> int:
    """Return which of these tables (ids) follows the last one; the first of them after the end."""
    return next((pk for pk in tables if pk > last), tables[0])


def render_paper_page(
    request: MemberRequest, sheet: Sheet, now: PaperEntryGrid | None, status: int = 200, **more: Any
) -> HttpResponse:
    """Render the page of the entry grid; `now`: the grid, None where the sheet cannot be typed in rows; `more`:
    `trouble` (an error message) and `reason` (the reason's form)."""
    sheet = now.sheet if now else sheet
    photos = find_waiting_pages(sheet.table.pk)
    if now:
        show_photographs(now.form, photos)
    reason = more.pop("reason", None) or ReasonForm(required=True)
    asks = reason if needs_reason(sheet) else None
    context = {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "grid": now,
        "photos": photos if now and now.is_photographed else {},
        "reason": asks,
        "who": get_actor(request),
        "kept_by_phone": history.find_scorer(sheet.records) is not None,
        "signed": "signed" in request.POST,
        **more,
    }
    return render(request, "organiser/paper.html", context, status=status)


@require_right(Right.ARBITRATE, SEND, of=get_table)
def set_paper_first(request: MemberRequest, table: Table) -> HttpResponse:
    """Set whether the table keeps its sheet on paper first."""
    calls.set_paper_first(table.pk, request.POST.get("paper") == "yes")
    return say_and_redirect(request, _("C’est gardé."), "desk-table", table.pk)


urlpatterns = [
    path("event/<int:pk>/paper", find_paper_sheet, name="tournament-paper"),
    path("table/<int:pk>/paper", enter_paper_sheet, name="desk-paper"),
    path("table/<int:pk>/on-paper", set_paper_first, name="desk-on-paper"),
]
