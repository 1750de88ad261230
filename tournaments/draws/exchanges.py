"""What a round changed by hand is worth beside the round as it is: the price of each exchange, the meetings that
repeat, who has other companions. Knows nothing of how a draw is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.meetings import list_pairs
from tournaments.draws.model import DrawRound
from tournaments.draws.swiss import compute_spread

Pair = tuple[int, int]


@dataclass(frozen=True)
class ExchangePrice:
    """What exchanging two players would add (below zero: take away). `repeats`: repeated meetings; `forbidden`:
    meetings of pairs that must not meet; `spread`: places in the ranking between the first and the last of a table,
    over both tables. `same_table`: both sit at one table, or both rest, so that nothing changes."""

    repeats: int = 0
    forbidden: int = 0
    spread: int = 0
    same_table: bool = False


@dataclass(frozen=True)
class _Weights:
    """The pairs that had better not sit together. `met`: those that meet in other rounds; `forbidden`: those that must
    not meet."""

    met: Counter[Pair]
    forbidden: Collection[Pair]

    def weigh(self, player: int, group: Iterable[int], leaver: int) -> tuple[int, int]:
        """Return (how many of this group the player has met already, how many he must not meet); `leaver` and himself
        are not counted."""
        pairs = [(min(player, p), max(player, p)) for p in group if p not in (player, leaver)]
        return sum(pair in self.met for pair in pairs), sum(pair in self.forbidden for pair in pairs)


def price_exchanges(
    one: DrawRound, met: Counter[Pair], forbidden: Collection[Pair], player: int, rank: Sequence[int] = ()
) -> dict[int, ExchangePrice]:
    """Return the price of exchanging this player with each other player of the round; empty if he is not in it.

    met: how often each pair (lower number first) meets in all other rounds. Players who rest may be exchanged too.
    rank: each player's place in the ranking, of player 1 first; empty where it does not count.
    """
    weights = _Weights(met, forbidden)
    seated_at = {p: table for table in one.tables for p in table} | dict.fromkeys(one.resting, ())
    if player not in seated_at:
        return {}
    own = seated_at[player]
    here = weights.weigh(player, own, player)
    prices = {}
    for other, table in seated_at.items():
        if table == own:
            prices[other] = ExchangePrice(same_table=True)
            continue
        after = weights.weigh(player, table, other), weights.weigh(other, own, player)
        before = here, weights.weigh(other, table, other)
        repeats, clashes = (sum(each[k] for each in after) - sum(each[k] for each in before) for k in (0, 1))
        spread = _price_spread((own, table), player, other, rank) if rank else 0
        prices[other] = ExchangePrice(repeats, clashes, spread)
    del prices[player]
    return prices


def _price_spread(tables: Iterable[Sequence[int]], one: int, other: int, rank: Sequence[int]) -> int:
    """Return by how many places the tables widen in the ranking (first to last player, all tables added up) if the two
    players are exchanged."""
    swap = {one: other, other: one}
    seated = [table for table in tables if table]
    before = sum(compute_spread([p - 1 for p in table], rank) for table in seated)
    return sum(compute_spread([swap.get(p, p) - 1 for p in table], rank) for table in seated) - before


def find_meetings(rounds: Mapping[int, DrawRound]) -> dict[Pair, list[int]]:
    """Return, by pair of players, the numbers of the rounds in which the pair met, in order. `rounds`: by number."""
    met: dict[Pair, list[int]] = {}
    for n in sorted(rounds):
        for table in rounds[n].tables:
            for pair in list_pairs(table):
                met.setdefault(pair, []).append(n)
    return met


def find_regrouped(tables: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> set[int]:
    """Return the players of `tables` who sit with other companions, or do not sit, at the tables `others`."""
    groups = {frozenset(table) for table in others}
    return {player for table in tables if frozenset(table) not in groups for player in table}
