"""Count what the rounds of many evenings gave each player: first deals, rests, small tables, walks, and whom he met.
The counts are those that a draw balances; walks are counted here alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.meetings import count_meetings
from tournaments.draws.model import DrawRound, TablePlayers
from tournaments.draws.rests import RestHistory
from tournaments.draws.small_tables import count_small_tables


@dataclass(frozen=True)
class SeatedRound:
    """One round as it was sat. `evening`: a number that the rounds of one evening share; `tables`: by table number, its
    players, of whom the first dealt first; `resting`: the players who rested."""

    evening: int
    tables: Mapping[int, TablePlayers]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True)
class FairnessRow:
    """How the draws have treated one player. `tables`: at how many he sat; `walks`: how often he had to change to
    another table on the same evening; `met`: how often he sat with each other player, the most frequent first."""

    player: int
    tables: int
    first_deals: int
    rests: int
    small_tables: int
    walks: int
    met: Mapping[int, int]


def build_fairness_rows(rounds: Sequence[SeatedRound]) -> list[FairnessRow]:
    """Return a row for each player who sat or rested in these rounds, given in the order in which they were played."""
    drawn = [DrawRound(tuple(one.tables.values()), one.resting) for one in rounds]
    sat = Counter(p for one in drawn for table in one.tables for p in table)
    deals = Counter(table[0] for one in drawn for table in one.tables if table)
    rests, small, walks = RestHistory(drawn).times, count_small_tables(drawn), count_walks(rounds)
    met: dict[int, Counter[int]] = defaultdict(Counter)
    for (a, b), times in count_meetings(drawn).items():
        met[a][b] = met[b][a] = times
    return [
        FairnessRow(p, sat[p], deals[p], rests[p], small[p], walks[p], dict(met[p].most_common()))
        for p in sorted({*sat, *rests})
    ]


def count_walks(rounds: Sequence[SeatedRound]) -> Counter[int]:
    """Return how often each player sat down at a table of another number than his last one of the same evening."""
    last: dict[tuple[int, int], int] = {}
    walks: Counter[int] = Counter()
    for one in rounds:
        for n, table in one.tables.items():
            for p in table:
                walks[p] += last.get((one.evening, p), n) != n
                last[one.evening, p] = n
    return walks
