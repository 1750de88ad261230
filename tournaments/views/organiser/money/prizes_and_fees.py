"""A tournament's prizes and money: the prizes and their winners, what every player owes and has paid."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.money import prizes as prizes_actions
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.forms.organiser.money import CurrencyForm, PaymentsForm, PrizeForm
from tournaments.models import Prize, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.money import AccountsTable, PrizesTable, build_award_rows, split_winners
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.text.prize_text import list_prize_choices
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.prize_awards import award_prizes, list_unclaimed
from tournaments.reading.prizes import build_balance, build_listed_balance, get_account
from tournaments.standings.balances import TournamentBalance
from tournaments.standings.prizes import PrizeChoice
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.download import download_table
from tournaments.views.organiser.evening.tiles import build_side_standings
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.posted_forms import (
    carry_out,
    is_first_submission,
    read_post,
    render_form,
    say_and_redirect,
)
from tournaments.views.requests import MemberRequest


@require_right(Right.MONEY, of=get_tournament)
def edit_prizes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes with their winners; a POST adds a prize."""
    form = PrizeForm(tournament.currency, read_post(request))
    if form.is_valid() and not is_first_submission(request):
        return redirect("tournament-prizes", tournament.pk)
    if form.is_valid() and carry_out(form, add_prize, tournament, **form.cleaned_data, actor=get_actor(request)):
        words = _("Lot ajouté : %(lot)s.") % {"lot": form.cleaned_data["label"]}
        return say_and_redirect(request, words, "tournament-prizes", tournament.pk)
    prizes, awards = list(tournament.prizes.all()), award_prizes(tournament)
    nobody = list_unclaimed(prizes, awards)
    context = {
        "tournament": tournament,
        "prizes": prizes,
        "given": awards,
        "nobody": nobody,
        "awards": PrizesTable(build_award_rows(awards, nobody), tournament.currency),
        "choices": list_prize_choices(get_account(tournament).choice),
        "side": None if awards else build_side_standings(tournament, 0),
    }
    return render_form(request, "organiser/event_prizes.html", form, context)


@require_right(Right.MONEY, SEND, of=get_tournament)
def remove_prize(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Remove a prize; a second press finds it gone and does nothing."""
    for prize in Prize.objects.filter(pk=n, tournament=tournament):
        prizes_actions.remove_prize(prize, actor=get_actor(request))
    return redirect("tournament-prizes", tournament.pk)


@require_right(Right.MONEY, SEND, of=get_tournament)
def set_several_prizes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set which of several prizes one player gets."""
    chosen = request.POST.get("several", "")
    set_account(tournament, choice=next((each for each in PrizeChoice if each.value == chosen), PrizeChoice.PLACE))
    return redirect("tournament-prizes", tournament.pk)


@require_right(Right.MONEY, of=get_tournament)
def edit_money(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show and edit what each player owes and has paid."""
    balance = build_listed_balance(tournament)
    form = PaymentsForm(get_account(tournament).fee_cents, balance.lines, tournament.currency, read_post(request))
    if form.is_valid() and carry_out(form, save_payments, tournament, form, balance, get_actor(request)):
        return say_and_redirect(request, _("Les comptes sont gardés."), "tournament-money", tournament.pk)
    return render_money(request, tournament, balance, form, CurrencyForm(tournament.currency))


def render_money(
    request: MemberRequest,
    tournament: Tournament,
    balance: TournamentBalance,
    form: PaymentsForm,
    currency: CurrencyForm,
) -> HttpResponse:
    """Render the page; `currency`: the form of the tournament's currency."""
    context = {
        "tournament": tournament,
        "form": form,
        "currency_form": currency,
        "accounts": balance,
        "in_jetons": get_game_figures(tournament).in_jetons,
    }
    status = 422 if form.errors or currency.errors else 200
    return render(request, "organiser/event_money.html", context, status=status)


@require_right(Right.MONEY, SEND, of=get_tournament)
def change_currency(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set the currency of the tournament's fees and prizes."""
    form = CurrencyForm(tournament.currency, request.POST)
    if form.is_valid() and carry_out(form, set_currency, tournament, form.cleaned_data["currency"]):
        return say_and_redirect(request, _("C’est gardé."), "tournament-money", tournament.pk)
    balance = build_listed_balance(tournament)
    payments = PaymentsForm(get_account(tournament).fee_cents, balance.lines, tournament.currency)
    return render_money(request, tournament, balance, payments, form)


def save_payments(tournament: Tournament, form: PaymentsForm, balance: TournamentBalance, actor: str) -> None:
    """Save the fee and every player's payment."""
    data = form.cleaned_data
    set_account(tournament, fee_cents=data["fee"] or 0, actor=actor)
    payments = [
        Payment(pk, data[f"group-{pk}"], data[f"due-{pk}"], data[f"paid-{pk}"] or 0)
        for pk in (line.entry for line in balance.lines)
    ]
    set_payments(tournament, payments, actor=actor)


@require_right(Right.MONEY, READ, of=get_tournament)
def download_prizes(request: MemberRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Download the prizes with their winners, one row for each winner. `kind`: the file's ending («xlsx»)."""
    awards = award_prizes(tournament)
    rows = build_award_rows(awards, list_unclaimed(tournament.prizes.all(), awards))
    table = PrizesTable(split_winners(rows), tournament.currency, medium=FILE)
    return download_table(request, table, kind, f"{tournament.code}-lots", _("Lots"))


@require_right(Right.MONEY, READ, of=get_tournament)
def download_money(request: MemberRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Download what each player owes and has paid. `kind`: the file's ending («xlsx»)."""
    balance = build_balance(tournament)
    table = AccountsTable(balance, tournament.currency, medium=FILE)
    return download_table(request, table, kind, f"{tournament.code}-comptes", _("Comptes"))


urlpatterns = [
    path("event/<int:pk>/prizes", edit_prizes, name="tournament-prizes"),
    path("event/<int:pk>/prizes/several", set_several_prizes, name="prizes-several"),
    path("event/<int:pk>/prizes/<int:n>/remove", remove_prize, name="prize-remove"),
    path("event/<int:pk>/prizes.<str:kind>", download_prizes, name="prizes-file"),
    path("event/<int:pk>/money", edit_money, name="tournament-money"),
    path("event/<int:pk>/money/currency", change_currency, name="money-currency"),
    path("event/<int:pk>/money.<str:kind>", download_money, name="money-file"),
]
