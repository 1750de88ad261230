"""Corrections of wrong seats after coups were recorded: two tables exchanged, two players exchanged, or the players of
a table in another order."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.tables.seat_corrections import exchange_people, exchange_tables, reorder_table
from tournaments.book.sheet import Sheet
from tournaments.forms.organiser.table import SEAT_FORMS, build_seat_form
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_actor, get_sheet
from tournaments.views.posted_forms import carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.ARBITRATE, of=get_sheet)
def correct_seats(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Show the three ways to correct who sat where, each with its form; a POST carries out the one that was sent, or
    shows its errors."""
    if sheet.tournament.status == Tournament.Status.DRAFT or not sheet.seats:
        return redirect("desk-table", sheet.table.pk)
    tables = list(Table.objects.filter(round=sheet.table.round).exclude(pk=sheet.table.pk).order_by("n"))
    sent = request.POST.get("case")
    found = {kind: build_seat_form(kind, sheet, tables, request.POST if kind == sent else None) for kind in SEAT_FORMS}
    form = found.get(sent or "")
    actor = get_actor(request)
    if form and form.is_valid() and carry_out(form, save_seat_correction, sheet, sent or "", form, actor):
        return say_and_redirect(request, _("C’est fait : chacun a ce qu’il a joué."), "desk-table", sheet.table.pk)
    context: dict[str, Any] = {"tournament": sheet.tournament, "sheet": sheet, "cases": found, "several": bool(tables)}
    return render(request, "organiser/seats.html", context, status=422 if sent else 200)


def save_seat_correction(sheet: Sheet, kind: str, form: forms.Form, actor: str) -> None:
    """Write the correction. `kind`: a key of SEAT_FORMS. Raises ActionError."""
    data, why = form.cleaned_data, {"actor": actor, "reason": form.cleaned_data["reason"]}
    if kind == "tables":
        exchange_tables(sheet.table, data["table"], **why)
    elif kind == "people":
        exchange_people(sheet.table, data["position"], data["other"], **why)
    else:
        order = [data[f"place.{position}"] for position in sheet.positions.values()]
        reorder_table(sheet.table.pk, order, **why)


urlpatterns = [path("table/<int:pk>/seats", correct_seats, name="desk-seats")]
