"""Players whose final scores depend on each other: what their open tables can still bring, alone and together.

Scores are integers. A pool answers two questions: how many of its players can reach a score together, and how many must
pass it. Pure: knows no database, no game and no language.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

UNBOUNDED = 10**9
"""A number greater than any score: stands for a bound that no rule sets."""


class Span(NamedTuple):
    """The least and the most that a score can be, or that something can still bring."""

    low: int
    high: int

    def plus(self, other: "Span") -> "Span":
        """Return the span of the sum of two scores."""
        return Span(max(-UNBOUNDED, self.low + other.low), min(UNBOUNDED, self.high + other.high))


ANYTHING = Span(-UNBOUNDED, UNBOUNDED)


@dataclass(frozen=True)
class OpenTable:
    """What a table that is not over can still bring its players.

    spans: by entry, what it can bring the player.
    total: what it can bring all of them together.
    outcomes: each way in which it can end, as points by entry; empty where any scores are possible that fit `spans` and
    `total`.
    """

    spans: Mapping[int, Span]
    total: Span = ANYTHING
    outcomes: tuple[Mapping[int, int], ...] = ()


@dataclass(frozen=True)
class SumPool:
    """Players each of whom can have any final score within his span, if all together are within the span of the
    total."""

    spans: Mapping[int, Span]
    total: Span

    @property
    def entries(self) -> Iterable[int]:
        """The entries of the players in the pool."""
        return self.spans

    @cached_property
    def low(self) -> int:
        """The sum of the least final scores that its players can have."""
        return sum(span.low for span in self.spans.values())

    @cached_property
    def high(self) -> int:
        """The sum of the highest final scores that its players can have."""
        return sum(span.high for span in self.spans.values())

    def list_finals(self, entry: int) -> range:
        """Return the final scores that the player can reach."""
        mine = self.spans[entry]
        low = max(mine.low, self.total.low - (self.high - mine.high))
        return range(low, min(mine.high, self.total.high - (self.low - mine.low)) + 1)

    def count_most(self, entry: int, final: int, least: int) -> int:
        """Return how many of the other players can all end with `least` or more, when this one ends at `final`."""
        mine = self.spans[entry]
        others = [span for each, span in self.spans.items() if each != entry]
        return _count_reaching(others, self.total.high - final - (self.low - mine.low), least)

    def count_fewest(self, entry: int, final: int, most: int) -> int:
        """Return how many of the other players are bound to end with more than `most`, when this one ends at
        `final`."""
        mine = self.spans[entry]
        others = [span for each, span in self.spans.items() if each != entry]
        return _count_passing(others, self.high - mine.high - (self.total.low - final), most)

    @cached_property
    def best_scores(self) -> list[int]:
        """For each n from 1, the highest score that n players of the pool can all reach."""
        spans, room = list(self.spans.values()), self.total.high - self.low
        bounds = Span(min(span.low for span in spans), max(span.high for span in spans) + 1)
        return _list_thresholds(lambda least: _count_reaching(spans, room, least), bounds)

    @cached_property
    def worst_scores(self) -> list[int]:
        """For each n from 1, the highest score that n players of the pool are sure to reach, whatever happens."""
        spans, room = list(self.spans.values()), self.high - self.total.low
        bounds = Span(min(span.low for span in spans) - 1, max(span.high for span in spans))
        return [most + 1 for most in _list_thresholds(lambda most: _count_passing(spans, room, most), bounds)]


def _count_reaching(spans: Iterable[Span], room: int, least: int) -> int:
    """Return how many players can all have `least` or more. `room`: by how much their scores can exceed the least ones
    in sum."""
    reached = 0
    for cost in sorted(max(0, least - span.low) for span in spans if span.high >= least):
        room -= cost
        if room < 0:
            break
        reached += 1
    return reached


def _count_passing(spans: Sequence[Span], room: int, most: int) -> int:
    """Return how many players must have more than `most`. `room`: by how much their scores can fall short of the
    highest ones in sum."""
    held = 0
    for cost in sorted(max(0, span.high - most) for span in spans if span.low <= most):
        room -= cost
        if room < 0:
            break
        held += 1
    return len(spans) - held


def _list_thresholds(count: Callable[[int], int], bounds: Span) -> list[int]:
    """Return, for each n from 1 to the count at the lower bound, the highest value at which `count` is still n or more.

    count: a function of a value, such as how many players can all have that score; it falls, to 0 at the upper bound.
    """
    thresholds: list[int] = []
    open_spans = [(bounds, count(bounds.low), 0)]
    while open_spans:
        (low, high), at_low, at_high = open_spans.pop()
        if at_low == at_high:
            continue
        if high - low == 1:
            thresholds += [low] * (at_low - at_high)
            continue
        middle = (low + high) // 2
        at_middle = count(middle)
        open_spans += [(Span(low, middle), at_low, at_middle), (Span(middle, high), at_middle, at_high)]
    return thresholds


@dataclass(frozen=True)
class ListPool:
    """Players of one table that can end in a given number of ways: `ways` has, for each, the final score by entry."""

    ways: tuple[Mapping[int, int], ...]

    @property
    def entries(self) -> Iterable[int]:
        """The entries of the players in the pool."""
        return self.ways[0]

    def list_finals(self, entry: int) -> list[int]:
        """Return the final scores that the player can reach."""
        return sorted(self._others[entry])

    def count_most(self, entry: int, final: int, least: int) -> int:
        """Return how many of the other players can all end with `least` or more, when this one ends at `final`."""
        return max(sum(score >= least for score in others) for others in self._others[entry][final])

    def count_fewest(self, entry: int, final: int, most: int) -> int:
        """Return how many of the other players are bound to end with more than `most`, when this one ends at
        `final`."""
        return min(sum(score > most for score in others) for others in self._others[entry][final])

    @cached_property
    def best_scores(self) -> list[int]:
        """For each n from 1, the highest score that n players of the table can all reach."""
        return [max(scores) for scores in zip(*self._falling, strict=True)]

    @cached_property
    def worst_scores(self) -> list[int]:
        """For each n from 1, the highest score that n players of the table are sure to reach, however it ends."""
        return [min(scores) for scores in zip(*self._falling, strict=True)]

    @cached_property
    def _falling(self) -> list[list[int]]:
        """For each way in which the table can end, all its players' final scores, the highest first."""
        return [sorted(way.values(), reverse=True) for way in self.ways]

    @cached_property
    def _others(self) -> dict[int, dict[int, set[tuple[int, ...]]]]:
        """By entry and final score, the sets of scores that the other players can have then."""
        others: dict[int, dict[int, set[tuple[int, ...]]]] = {entry: {} for entry in self.entries}
        for way in self.ways:
            for entry, final in way.items():
                rest = tuple(sorted(score for each, score in way.items() if each != entry))
                others[entry].setdefault(final, set()).add(rest)
        return others


Pool = SumPool | ListPool
"""Players whose final scores depend on each other, and on nobody else's."""


def build_pools(scores: Mapping[int, int], tables: Iterable[OpenTable]) -> list[Pool]:
    """Return the players of these tables in pools, whose final scores depend on each other; tables that share a player
    make one.

    scores: by entry, the score without these tables.
    """
    cluster_of: dict[int, list[OpenTable]] = {}
    for table in tables:
        linked = {id(cluster_of[entry]): cluster_of[entry] for entry in table.spans if entry in cluster_of}
        joined = [*(each for cluster in linked.values() for each in cluster), table]
        cluster_of |= dict.fromkeys((entry for each in joined for entry in each.spans), joined)
    return [_build_pool(scores, each) for each in {id(each): each for each in cluster_of.values()}.values()]


def _build_pool(scores: Mapping[int, int], tables: Sequence[OpenTable]) -> Pool:
    """Return the players of these tables, which share players, as one pool. `scores`: by entry, the score without the
    tables."""
    if len(tables) == 1 and tables[0].outcomes:
        return ListPool(
            tuple({entry: scores[entry] + brought for entry, brought in way.items()} for way in tables[0].outcomes)
        )
    spans: dict[int, Span] = {}
    total = Span(0, 0)
    for table in tables:
        for entry, span in table.spans.items():
            known = spans.get(entry)
            spans[entry] = (known or Span(scores[entry], scores[entry])).plus(span)
        total = total.plus(table.total)
    whole = sum(scores[entry] for entry in spans)
    low = whole + total.low if total.low > -UNBOUNDED else -UNBOUNDED * len(spans)
    high = whole + total.high if total.high < UNBOUNDED else UNBOUNDED * len(spans)
    return SumPool(spans, Span(low, high))
