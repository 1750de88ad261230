"""The money of a tournament: its prizes for whoever may look into the club, fees and the settlement for whoever keeps
its money. No public page shows any of it."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Query, Router

from tournaments.actions.money import prizes
from tournaments.models import Entry, Prize, Tournament
from tournaments.models.currencies import get_decimals
from tournaments.models.rights import Right
from tournaments.reading.prize_awards import PrizeAward, award_prizes
from tournaments.reading.prizes import build_balance, get_account
from tournaments.reading.settlement import build_settlement, choose_worth, find_worths
from tournaments.standings.balances import PlayerBalance

from .callers import CallRequest
from .cursors import ListQuery, cut_list
from .lookups import Code, Id, find_own_tournament, get_actor
from .money_schemas import FeeOut, FeesOut, PaymentIn, PrizesOut, SettlementOut
from .once import act_once
from .routes import read_own, write

router = Router(tags=["money"])


def name_money(tournament: Tournament) -> dict[str, Any]:
    """Return the currency of the tournament's fees and prizes as `MoneyOut`."""
    return {"currency": tournament.currency, "decimals": get_decimals(tournament.currency)}


@read_own(router, "/tournaments/{code}/prizes", PrizesOut, Right.LOOK)
def list_prizes(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read the prizes, and who wins them as things stand."""
    tournament = find_own_tournament(request, code)
    awards = [award_to_json(each) for each in award_prizes(tournament)]
    return name_money(tournament) | {
        "items": [prize_to_json(each) for each in tournament.prizes.all()],
        "awards": awards,
    }


def prize_to_json(prize: Prize) -> dict[str, Any]:
    """Return a prize as `PrizeOut`."""
    names = ("label", "kind", "place", "group", "shared")
    return {"id": prize.pk, "amount": prize.cents} | {name: getattr(prize, name) for name in names}


def award_to_json(award: PrizeAward) -> dict[str, Any]:
    """Return an award as `AwardOut`."""
    winners = [{"entry": row.tally.entry, "name": row.tally.player, "rank": row.rank} for row in award.winners]
    fields = {name: getattr(award.award, name) for name in ("remainder", "settled")}
    return fields | {"prizes": [lot.pk for lot in award.lots], "winners": winners, "amount": award.award.cents}


@read_own(router, "/tournaments/{code}/fees", FeesOut, Right.MONEY)
def list_fees(request: CallRequest, code: Code, query: Query[ListQuery]) -> dict[str, Any]:
    """Read what everybody owes and has paid."""
    tournament = find_own_tournament(request, code)
    balance = build_balance(tournament)
    lines, following = cut_list(balance.lines, query, lambda line: line.entry)
    sums = {name: getattr(balance, name) for name in ("due", "paid", "prizes")}
    fields = name_money(tournament) | {"fee": get_account(tournament).fee_cents} | sums
    return fields | {"items": [fee_to_json(each, tournament) for each in lines], "next": following}


def fee_to_json(line: PlayerBalance, tournament: Tournament) -> dict[str, Any]:
    """Return a player's balance as `FeeOut`."""
    names = ("entry", "name", "group", "due", "paid", "missing")
    return name_money(tournament) | {name: getattr(line, name) for name in names}


@write(router, "/tournaments/{code}/entries/{entry_id}/payment", FeeOut, Right.MONEY)
def set_paid(request: CallRequest, code: Code, entry_id: Id, body: PaymentIn) -> dict[str, Any]:
    """Set how much a player has paid in all; what he owes stays as it is."""
    tournament = find_own_tournament(request, code)
    entry = get_object_or_404(Entry, tournament=tournament, pk=entry_id)
    act_once(request, lambda: prizes.set_paid(entry, body.paid, actor=get_actor(request)))
    lines = build_balance(tournament).lines
    return next(fee_to_json(line, tournament) for line in lines if line.entry == entry_id)


@read_own(router, "/tournaments/{code}/settlement", SettlementOut, Right.MONEY)
def get_settlement(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read who hands whom how much money for the jetons won; 404 where jetons are worth none, or nobody has won any."""
    tournament = find_own_tournament(request, code)
    worth = choose_worth(*find_worths(tournament))
    settlement = build_settlement(tournament, worth) if worth else None
    if worth is None or settlement is None:
        raise Http404
    entries = dict(tournament.entries.values_list("shown_name", "pk"))
    names = ("currency", "decimals", "jetons", "minor_units")
    lines = [
        {"entry": entries.get(line.name), "name": line.name or None, "jetons": line.jetons, "amount": line.minor_units}
        for line in settlement.lines
    ]
    handed = [
        {"payer": entries.get(each.payer), "payee": entries.get(each.payee), "amount": each.minor_units}
        for each in settlement.hand_overs
    ]
    fields = {"is_shortest": settlement.money.is_shortest, "items": lines, "hand_overs": handed}
    return {name: getattr(worth, name) for name in names} | fields
