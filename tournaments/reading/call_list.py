"""The call list: who sits at which table of each round, and who rests, for a page that is read aloud and for paper."""

from collections.abc import Iterable
from typing import Any

from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Table, Tournament

from .byes import list_resting
from .grouping import group_pairs


def build_call_list(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the context of the call list, of round `n` (None: of all rounds): round by round and table by table, to be
    read aloud."""
    rested, rounds = list_resting(tournament), group_by_round(list_seated_cards(tournament, n))
    return {"rounds": [(number, cards, rested.get(number, [])) for number, cards in rounds]}


def list_seated_cards(tournament: Tournament, n: int | None) -> list[TableCard]:
    """List the cards of the tournament's tables that have players, by round and table number. `n`: the only round
    wanted (None: all)."""
    tables = Table.objects.filter(round__tournament=tournament).order_by("round__n", "n")
    return [card for card in list_cards(tables if n is None else tables.filter(round__n=n)) if card.names]


def group_by_round(cards: Iterable[TableCard]) -> list[tuple[int, list[TableCard]]]:
    """Return the tables by round, as (round number, cards), in order."""
    return sorted(group_pairs((card.table.round.n, card) for card in cards).items())
