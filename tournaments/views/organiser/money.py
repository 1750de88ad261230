"""A tournament's prizes and money: the prizes and their winners, what every player owes and has paid."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.forms.organiser.money import PaymentsForm, PrizeForm
from tournaments.models import Event, Prize
from tournaments.results.prizes import Given, accounts, given, treasury, unclaimed
from tournaments.standings.balances import Accounts
from tournaments.tables.export import Cell, Grid
from tournaments.views.access import member
from tournaments.views.download import download

from .form_refusals import RefusalsOn
from .idempotency import first_time
from .scoping import our_event


@member()
def event_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the prizes with their winners; a POST adds a prize."""
    event = our_event(request, pk)
    form = PrizeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with RefusalsOn(form):
            if first_time(request):
                actions.add_prize(event, **form.cleaned_data)
            return redirect("event-prizes", event.pk)
    prizes, found = list(event.prizes.all()), given(event)
    context = {
        "event": event,
        "form": form,
        "prizes": prizes,
        "given": found,
        "nobody": unclaimed(prizes, found),
        "several": treasury(event).several,
    }
    return render(request, "desk/event_prizes.html", context, status=422 if form.errors else 200)


@member()
@require_POST
def prize_remove(request: HttpRequest, pk: int, n: int) -> HttpResponse:
    """Remove a prize; a second press finds it gone and does nothing."""
    event = our_event(request, pk)
    for prize in Prize.objects.filter(pk=n, event=event):
        actions.remove_prize(prize)
    return redirect("event-prizes", event.pk)


@member()
@require_POST
def prizes_several(request: HttpRequest, pk: int) -> HttpResponse:
    """Set whether one player may win several prizes."""
    event = our_event(request, pk)
    actions.set_treasury(event, several=request.POST.get("several") == "yes")
    return redirect("event-prizes", event.pk)


@member()
def event_money(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and edit what each player owes and has paid."""
    event = our_event(request, pk)
    found = accounts(event)
    data = request.POST if request.method == "POST" else None
    form = PaymentsForm(treasury(event).fee_cents, found.lines, data)
    if request.method == "POST" and form.is_valid():
        written(event, form, found)
        messages.success(request, _("Les comptes sont gardés."))
        return redirect("event-money", event.pk)
    context = {"event": event, "form": form, "accounts": found}
    return render(request, "desk/event_money.html", context, status=422 if form.errors else 200)


def written(event: Event, form: PaymentsForm, found: Accounts) -> None:
    """Save the fee and every player's payment."""
    data = form.cleaned_data
    actions.set_treasury(event, fee_cents=data["fee"] or 0)
    payments = [
        actions.Payment(pk, data[f"group-{pk}"], data[f"due-{pk}"], data[f"paid-{pk}"] or 0)
        for pk in (line.entry for line in found.lines)
    ]
    actions.set_payments(event, payments)


@member()
def prizes_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Download the prizes with their winners."""
    event = our_event(request, pk)
    found = given(event)
    return download(prizes_grid(found, unclaimed(event.prizes.all(), found)), kind, f"{event.code}-lots")


def prizes_grid(found: list[Given], nobody: list[Prize]) -> Grid:
    """Build the grid of prizes: a row for each winner of each award, then one for each prize that nobody wins."""
    columns: list[tuple[str, Any]] = [("rank", _("Rang")), ("player", _("Joueur")), ("prize", _("Lot"))]
    columns += [("amount", _("Montant")), ("settled", _("À tirer au sort"))]
    rows: list[list[Cell]] = [
        [row.rank, row.tally.player, ", ".join(lot.label for lot in each.lots), euros(each.award.cents), drawn(each)]
        for each in found
        for row in each.winners
    ]
    rows += [[None, "", lot.label, None, ""] for lot in nobody]
    return Grid.of(_("Lots"), columns, rows)


def drawn(each: Given) -> str:
    """Return «oui» if lots must be drawn for the award, else ""."""
    return "" if each.award.settled else _("oui")


def euros(cents: int) -> float:
    """Convert cents to euros."""
    return cents / 100


@member()
def money_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Download what each player owes and has paid."""
    event = our_event(request, pk)
    columns: list[tuple[str, Any]] = [("player", _("Joueur")), ("group", _("Groupe")), ("due", _("Dû"))]
    columns += [("paid", _("Payé")), ("missing", _("Reste"))]
    lines = accounts(event).lines
    rows: list[list[Cell]] = [
        [line.name, line.group, euros(line.due), euros(line.paid), euros(line.missing)] for line in lines
    ]
    return download(Grid.of(_("Comptes"), columns, rows), kind, f"{event.code}-comptes")


urlpatterns = [
    path("event/<int:pk>/prizes", event_prizes, name="event-prizes"),
    path("event/<int:pk>/prizes/several", prizes_several, name="prizes-several"),
    path("event/<int:pk>/prizes/<int:n>/remove", prize_remove, name="prize-remove"),
    path("event/<int:pk>/prizes.<str:kind>", prizes_file, name="prizes-file"),
    path("event/<int:pk>/money", event_money, name="event-money"),
    path("event/<int:pk>/money.<str:kind>", money_file, name="money-file"),
]
