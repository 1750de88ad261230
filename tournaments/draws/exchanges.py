"""What a round changed by hand is worth beside the round as it is: the price of each exchange, the meetings that
repeat, who has other companions. Knows nothing of how a draw is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.meetings import list_pairs
from tournaments.draws.model import DrawRound

Pair = tuple[int, int]


@dataclass(frozen=True)
class ExchangePrice:
    """What exchanging two players changes: `repeats`, repeated meetings more (below zero: fewer); `forbidden`, meetings
    of pairs that must not meet, alike. `same_table`: both sit at one table, or rest, so that nobody meets another."""

    repeats: int = 0
    forbidden: int = 0
    same_table: bool = False


def price_exchanges(
    one: DrawRound, met: Counter[Pair], forbidden: Collection[Pair], player: int
) -> dict[int, ExchangePrice]:
    """Return the price of exchanging this player with each other player of the round.

    met: how often each pair (lower number first) meets in all other rounds. Players who rest may be exchanged too.
    """
    groups = [*one.tables, one.resting]
    own = next((n for n, group in enumerate(groups) if player in group), None)
    if own is None:
        return {}

    def weigh(each: int, companions: Iterable[int]) -> tuple[int, int]:
        pairs = [(min(each, other), max(each, other)) for other in companions]
        return sum(pair in met for pair in pairs), sum(pair in forbidden for pair in pairs)

    def weigh_at(each: int, n: int, leaver: int) -> tuple[int, int]:
        return weigh(each, () if n == len(one.tables) else (p for p in groups[n] if p != leaver))

    here = weigh_at(player, own, player)
    found = {}
    for n, group in enumerate(groups):
        for other in group:
            if other == player:
                continue
            if n == own:
                found[other] = ExchangePrice(same_table=True)
                continue
            gained = [weigh_at(player, n, other), weigh_at(other, own, player)]
            lost = [here, weigh_at(other, n, other)]
            found[other] = ExchangePrice(
                repeats=sum(each[0] for each in gained) - sum(each[0] for each in lost),
                forbidden=sum(each[1] for each in gained) - sum(each[1] for each in lost),
            )
    return found


def find_last_meetings(rounds: Mapping[int, DrawRound]) -> dict[Pair, int]:
    """Return the last of these rounds (by number) in which each pair met."""
    return {pair: n for n in sorted(rounds) for table in rounds[n].tables for pair in list_pairs(table)}


def count_regrouped(tables: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> int:
    """Return how many of those seated at `tables` sit with other companions, or nowhere, at the tables `others`."""
    groups = {frozenset(table) for table in others}
    return sum(len(table) for table in tables if frozenset(table) not in groups)
