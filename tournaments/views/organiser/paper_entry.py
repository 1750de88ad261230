"""A table's paper sheet typed in by the organiser: found by the code printed on it, recorded row by row."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.book.table_keys import coded
from tournaments.forms.codes import SheetCodeForm
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Event, Table
from tournaments.views.access import member
from tournaments.views.paper_entry import Grid, as_it_stands, checked, enter, grid

from .recording import needs_reason, our_sheet
from .scoping import by, our_event, our_table


@member()
def event_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect from a sheet's code to the entry page of its table. The tables are listed too, in case the paper is
    lost."""
    event = our_event(request, pk)
    form = SheetCodeForm(request.GET if "code" in request.GET else None)
    if form.is_bound and form.is_valid():
        table = coded(event, form.cleaned_data["code"])
        if table:
            return redirect("desk-paper", table.pk)
        form.add_error("code", _("Aucune feuille de cette soirée ne porte ce code. Relisez-le signe par signe."))
    context = {"event": event, "form": form, "sheets": Table.objects.for_event(event)}
    return render(request, "desk/paper_code.html", context, status=422 if form.errors else 200)


@member()
@never_cache
def desk_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the entry grid of a table; a POST records its rows, or with `check` only returns their errors so far."""
    sheet = our_sheet(request, pk)
    if request.method == "POST":
        return checked(request, sheet) if "check" in request.POST else written(request, sheet)
    return paper_page(request, sheet, grid(sheet))


def written(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """Record the typed rows and redirect to the table, or show the rows that remain with their errors."""
    now = grid(sheet, request.POST)
    if now is None or sheet.event.status == Event.Status.DRAFT:
        return redirect("desk-table", sheet.table.pk)
    reason = ReasonForm(request.POST, required=needs_reason(sheet))
    why = enter(now.form, by=by(request), reason=reason.cleaned_data["reason"]) if reason.is_valid() else ""
    if why is None:
        messages.success(request, _("La feuille est marquée."))
        return redirect("desk-table", sheet.table.pk)
    remains = as_it_stands(sheet.table.pk, request.POST)
    return paper_page(request, sheet, remains, trouble=why, reason=reason, status=422)


def paper_page(request: HttpRequest, sheet: Sheet, now: Grid | None, status: int = 200, **more: Any) -> HttpResponse:
    """Render the page of the entry grid; `more`: `trouble` (an error message) and `reason` (the reason's form)."""
    sheet = now.sheet if now else sheet
    reason = more.pop("reason", None) or ReasonForm(required=True)
    asks = reason if needs_reason(sheet) else None
    context = {"event": sheet.event, "sheet": sheet, "grid": now, "reason": asks, "who": by(request), **more}
    return render(request, "desk/paper.html", context, status=status)


@member()
@require_POST
def desk_on_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Set whether the table keeps its sheet on paper first."""
    table = our_table(request, pk)
    actions.keep_on_paper(table.pk, request.POST.get("paper") == "yes")
    messages.success(request, _("C’est gardé."))
    return redirect("desk-table", pk)


urlpatterns = [
    path("event/<int:pk>/paper", event_paper, name="event-paper"),
    path("table/<int:pk>/paper", desk_paper, name="desk-paper"),
    path("table/<int:pk>/on-paper", desk_on_paper, name="desk-on-paper"),
]
