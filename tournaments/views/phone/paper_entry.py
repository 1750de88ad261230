"""The table's paper sheet typed in on a phone that has the table's key, by anyone, once the coups are played."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.views.access import require_table_key
from tournaments.views.paper_entry import (
    PaperEntryGrid,
    build_entry_grid,
    check_typed_rows,
    rebuild_entry_grid,
    record_rows,
)
from tournaments.views.posted_forms import read_post
from tournaments.views.requests import TableRequest

from .calling import get_table_actor
from .sheet import build_page, get_sheet, redirect_to_sheet, render_sheet


@require_table_key()
def enter_paper_sheet(request: TableRequest) -> HttpResponse:
    """Show the entry grid; a POST records its rows, or with `check` only returns their errors so far."""
    sheet = get_sheet(request)
    if request.method == "POST" and "check" in request.POST:
        return check_typed_rows(request, sheet)
    now = build_entry_grid(sheet, read_post(request))
    if now is None:
        return render_sheet(request, sheet)
    if request.method != "POST":
        return render_paper_grid(request, now)
    why = record_rows(now.form, actor=get_table_actor(build_page(request, sheet)))
    if why is None:
        return redirect_to_sheet()
    return render_paper_grid(request, rebuild_entry_grid(sheet.table.pk, request.POST) or now, why, 422)


def render_paper_grid(request: TableRequest, now: PaperEntryGrid, error: str = "", status: int = 200) -> HttpResponse:
    """Render the entry grid. `error`: a message, "" for none."""
    page = build_page(request, now.sheet)
    context = {"grid": now, "sheet": now.sheet, "page": page, "who": get_table_actor(page), "trouble": error}
    return render(request, "phone/paper.html", context, status=status)
