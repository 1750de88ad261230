"""The table's paper sheet typed in on a phone that has the table's key, by anyone, once the coups are played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.views.access import table_key
from tournaments.views.paper_entry import Grid, as_it_stands, checked, enter, grid

from .calling import caller
from .sheet import back_to_sheet, page_of, sheet_of, show


@table_key
def paper(request: HttpRequest) -> HttpResponse:
    """Show the entry grid; a POST records its rows, or with `check` only returns their errors so far."""
    sheet = sheet_of(request)
    if request.method == "POST" and "check" in request.POST:
        return checked(request, sheet)
    now = grid(sheet, request.POST if request.method == "POST" else None)
    if now is None:
        return show(request, sheet)
    if request.method != "POST":
        return paper_part(request, now)
    why = enter(now.form, by=caller(page_of(request, sheet)))
    if why is None:
        return back_to_sheet()
    return paper_part(request, as_it_stands(sheet.table.pk, request.POST) or now, why, 422)


def paper_part(request: HttpRequest, now: Grid, trouble: str = "", status: int = 200) -> HttpResponse:
    """Render the entry grid. `error`: a message, "" for none."""
    page = page_of(request, now.sheet)
    context = {"grid": now, "sheet": now.sheet, "page": page, "who": caller(page), "trouble": trouble}
    return render(request, "play/paper.html", context, status=status)
