"""Who is sure of a place, who is out, and who is still in the race, from what the open tables can still bring.

A race is judged on the score that ranks first, as integers. What is still to come is a list of `OpenTable`s; a player's
final score lies within his span, and the players of one table share what it brings (`OpenTable.total`), so that two
rivals there cannot both win. The answer is exact where each player sits at one open table at most. Where somebody sits
at several, or in rounds not drawn yet, their tables become one pool: then all that is said to be certain is certain,
and the rest stays open. Pure: knows no database, no game and no language.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from .score_pools import UNBOUNDED, OpenTable, Pool, Span, SumPool, build_pools


class PlaceVerdict(Enum):
    """What can be said of a player: his place is certain, he is out for certain, or neither."""

    CERTAIN = "certain"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True)
class Prospect:
    """One player's chances of a place.

    span: the final scores that he can reach.
    settled: True if the verdict holds even if players who still play are fined, or leave.
    """

    entry: int
    verdict: PlaceVerdict
    span: Span
    settled: bool


class LeastScores(NamedTuple):
    """The final scores that a player needs for a place; None where he has nothing more to play, or none is enough.

    possible: the least with which the place is possible.
    certain: the least from which on it is certain, whatever the others do.
    """

    possible: int | None
    certain: int | None


@dataclass(frozen=True)
class Race:
    """The players who compete for places, with their scores and the tables still open.

    scores: by entry, the score without the open tables.
    tables: the open tables, with what each can still bring.
    ranks: by entry, the present rank, which decides among players level in score; equal ones share it.
    ties_part: True if other criteria part players who are level, False if they share the place.
    ranks_hold: True if nothing changes `ranks` among those who have nothing more to play.
    """

    scores: Mapping[int, int]
    tables: Sequence[OpenTable]
    ranks: Mapping[int, int] = field(default_factory=dict)
    ties_part: bool = False
    ranks_hold: bool = True

    def judge(self, entry: int, places: int) -> Prospect:
        """Return the player's chances to end within the first `places`."""
        pool = self._pool_of.get(entry)
        if pool is None:
            return self._judge_finished(entry, places)
        finals = pool.list_finals(entry)
        certain, possible = self._is_certain(pool, entry, places), self._is_possible(pool, entry, places)
        tried = (finals[:1], finals[-1:]) if isinstance(pool, SumPool) else (finals, finals)
        verdict = PlaceVerdict.OPEN if any(map(possible, tried[1])) else PlaceVerdict.OUT
        if all(map(certain, tried[0])):
            verdict = PlaceVerdict.CERTAIN
        return Prospect(entry, verdict, Span(finals[0], finals[-1]), settled=len(self.scores) <= places)

    def find_least_scores(self, entry: int, places: int) -> LeastScores:
        """Return the final scores that a player needs to end within the first `places`."""
        pool = self._pool_of.get(entry)
        if pool is None:
            return LeastScores(None, None)
        finals = pool.list_finals(entry)
        certain, possible = self._is_certain(pool, entry, places), self._is_possible(pool, entry, places)
        if isinstance(pool, SumPool):
            first = bisect_left(finals, True, key=possible), bisect_left(finals, True, key=certain)
        else:
            first = (
                next((at for at, final in enumerate(finals) if possible(final)), len(finals)),
                next((at + 1 for at in reversed(range(len(finals))) if not certain(finals[at])), 0),
            )
        return LeastScores(*[_get_bounded(finals, at) for at in first])

    def list_deciding_tables(self, entry: int) -> list[int]:
        """Return the indices of the open `tables` that can still change the place of this entry, which has nothing more
        to play: those at which it is open how many pass it."""
        score = self.scores[entry]
        least = score + (not self.ties_part)
        open_entries = {
            each
            for pool in self._pools
            if sum(best >= least for best in pool.best_scores) != sum(worst > score for worst in pool.worst_scores)
            for each in pool.entries
        }
        return [n for n, table in enumerate(self.tables) if not open_entries.isdisjoint(table.spans)]

    def _is_certain(self, pool: Pool, entry: int, places: int) -> Callable[[int], bool]:
        """Return a function that tells of a final score of this entry whether it makes one of the first `places`
        certain."""
        return lambda final: self._count_most_ahead(pool, entry, final) < places

    def _is_possible(self, pool: Pool, entry: int, places: int) -> Callable[[int], bool]:
        """Return a function that tells of a final score of this entry whether one of the first `places` is possible
        with it."""
        return lambda final: self._count_fewest_ahead(pool, entry, final) < places

    def _judge_finished(self, entry: int, places: int) -> Prospect:
        """Return the chances of a player who has nothing more to play to end within the first `places`."""
        score = self.scores[entry]
        ahead = len(self._finished) - bisect_right(self._finished, score)
        level = [self.ranks.get(each, 0) for each in self._finished_at[score] if each != entry]
        better = sum(rank < self.ranks.get(entry, 0) for rank in level)
        worst, best = (better, better) if self.ranks_hold or not self.ties_part else (len(level), 0)
        least = score + (not self.ties_part)
        most = ahead + worst + len(self._best_scores) - bisect_left(self._best_scores, least)
        fewest = ahead + best + len(self._worst_scores) - bisect_right(self._worst_scores, score)
        if most < places:
            verdict, settled = PlaceVerdict.CERTAIN, ahead + worst + len(self._pool_of) < places
        else:
            verdict, settled = (
                (PlaceVerdict.OUT, ahead + best >= places) if fewest >= places else (PlaceVerdict.OPEN, False)
            )
        return Prospect(entry, verdict, Span(score, score), settled)

    def _count_most_ahead(self, pool: Pool, entry: int, final: int) -> int:
        """Return how many players at most can end before the entry, a player of `pool`, if it ends at `final`."""
        least = final + (not self.ties_part)
        elsewhere = here = 0
        if len(self._pools) > 1:
            elsewhere = len(self._best_scores) - bisect_left(self._best_scores, least)
            here = sum(score >= least for score in pool.best_scores)
        finished = len(self._finished) - bisect_left(self._finished, least)
        return finished + elsewhere - here + pool.count_most(entry, final, least)

    def _count_fewest_ahead(self, pool: Pool, entry: int, final: int) -> int:
        """Return how many players at least must end before the entry, a player of `pool`, if it ends at `final`."""
        elsewhere = here = 0
        if len(self._pools) > 1:
            elsewhere = len(self._worst_scores) - bisect_right(self._worst_scores, final)
            here = sum(score > final for score in pool.worst_scores)
        finished = len(self._finished) - bisect_right(self._finished, final)
        return finished + elsewhere - here + pool.count_fewest(entry, final, final)

    @cached_property
    def _pools(self) -> list[Pool]:
        """The players who still play, in groups whose final scores depend on each other."""
        return build_pools(self.scores, self.tables)

    @cached_property
    def _pool_of(self) -> dict[int, Pool]:
        """By entry, the group of players on whose final scores his own depends; only those who still play."""
        return {entry: pool for pool in self._pools for entry in pool.entries}

    @cached_property
    def _best_scores(self) -> list[int]:
        """A sorted list of scores, one for each player who still plays: as many players can all reach a score of 40 as
        it has numbers from 40 on."""
        return sorted(score for pool in self._pools for score in pool.best_scores)

    @cached_property
    def _worst_scores(self) -> list[int]:
        """A sorted list of scores, one for each player who still plays: as many players are bound to end above a score
        of 40 as it has numbers above 40."""
        return sorted(score for pool in self._pools for score in pool.worst_scores)

    @cached_property
    def _finished_at(self) -> dict[int, list[int]]:
        """By score, the entries that have it and have nothing more to play."""
        finished: dict[int, list[int]] = {}
        for entry, score in self.scores.items():
            if entry not in self._pool_of:
                finished.setdefault(score, []).append(entry)
        return finished

    @cached_property
    def _finished(self) -> list[int]:
        """The scores of the entries that have nothing more to play, sorted."""
        return sorted(score for entry, score in self.scores.items() if entry not in self._pool_of)


def _get_bounded(finals: Sequence[int], at: int) -> int | None:
    """Return the score at this index; None beyond the last one, or where it stands for a score that no rule bounds."""
    return finals[at] if at < len(finals) and abs(finals[at]) < UNBOUNDED // 2 else None
