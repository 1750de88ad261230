"""Mates: players of one team, or of one club, who should sit apart as long and as often as can be. Unlike forbidden
pairs they do not change who rests: rests in turn come first, repeated meetings after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from tournaments.draws.algebra import Rounds
from tournaments.draws.meetings import list_pairs
from tournaments.draws.model import DrawRequest, DrawRound, MateGroup

MATE_MEETINGS = 1 << 10
"""The earlier meetings that two mates are given: more than the repeats that their meeting saves, less than a forbidden
pair's."""


def list_mate_pairs(groups: Iterable[MateGroup]) -> frozenset[tuple[int, int]]:
    """Return all pairs of players that are in one of these groups together, the lower number first."""
    return frozenset(chain.from_iterable(combinations(sorted(group), 2) for group in groups))


def find_next_mates(request: DrawRequest) -> int | None:
    """Return the first round to draw (from 0) whose groups of mates differ from those of round 0; None where all are
    alike."""
    return next((r for r in range(1, request.rounds) if request.list_mates(r) != request.list_mates(0)), None)


def count_met_mates(request: DrawRequest, rounds: Sequence[DrawRound]) -> list[int]:
    """Return, for each round, how many pairs of mates (players of one team or club) sit together."""
    pairs = [list_mate_pairs(request.list_mates(r)) for r in range(len(rounds))]
    return [
        sum(pair in apart for table in one.tables for pair in list_pairs(table)) if apart else 0
        for one, apart in zip(rounds, pairs, strict=True)
    ]


def bound_met_mates(request: DrawRequest, rounds: Sequence[DrawRound]) -> int:
    """Return how many meetings of mates no draw of these rounds can avoid: where a team or club has more players than
    there are tables, some sit together, whoever rests."""
    return sum(_bound_round(request.list_mates(r), one) for r, one in enumerate(rounds))


def _bound_round(groups: Iterable[MateGroup], one: DrawRound) -> int:
    """Return how many pairs of mates must sit together in this round, where a group has more players than there are
    tables, even if all who rest are of it. Of groups that share a player only the largest counts."""
    players = set(chain(one.resting, *one.tables))
    least, counted = 0, set[int]()
    for group in sorted(groups, key=len, reverse=True):
        if one.tables and counted.isdisjoint(group):
            counted.update(group)
            each, more = divmod(max(0, len(players.intersection(group)) - len(one.resting)), len(one.tables))
            least += more * each + len(one.tables) * each * (each - 1) // 2
    return least


def put_mates_late(
    tables: Rounds, resting: list[list[int]], pairs: frozenset[tuple[int, int]]
) -> tuple[Rounds, list[list[int]]]:
    """Return (the rounds, who rests in each), reordered so that those in which most of these pairs sit together come
    last; in the given order where somebody rests twice, since his turns depend on it."""
    if max(Counter(chain.from_iterable(resting)).values(), default=0) > 1:
        return tables, resting
    met = [sum(pair in pairs for table in one for pair in list_pairs(table)) for one in tables]
    order = sorted(range(len(tables)), key=met.__getitem__)
    return [tables[r] for r in order], [resting[r] for r in order]
