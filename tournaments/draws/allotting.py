"""Giving everybody one of few things, each to be had so many times, at the least cost for all together. Exact.

A transport problem in which many players are alike: whoever has the same costs is one kind, and a few cycles of
exchanges among the things lead from any allotment to a cheapest one. Knows nothing of seats or tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Costs = tuple[int, ...]
"""What each thing costs a player, by thing from 0."""
Step = tuple[int, Costs | None]
"""What it costs that somebody who has one thing takes another, and the kind for whom it costs least, if any."""


def allot(costs: Mapping[int, Costs], rooms: Sequence[int]) -> list[list[int]]:
    """By thing, the players who are given it: as many as its room, Σ of costs least. The rooms hold all players
    exactly; of players who are alike, those who come first in `costs` are given what comes first."""
    alike: dict[Costs, list[int]] = {}
    for player, kind in costs.items():
        alike.setdefault(kind, []).append(player)
    lines = {kind: iter(players) for kind, players in alike.items()}
    held = share({kind: len(players) for kind, players in alike.items()}, rooms)
    return [[next(lines[kind]) for kind, count in some.items() for _ in range(count)] for some in held]


def share(kinds: Mapping[Costs, int], rooms: Sequence[int]) -> list[dict[Costs, int]]:
    """By thing, how many players of each kind (their costs) are given it. `kinds`: how many there are of each."""
    return _Shares(kinds, rooms).settled()


def total(held: Sequence[Mapping[Costs, int]]) -> int:
    """What it costs."""
    return sum(kind[thing] * count for thing, some in enumerate(held) for kind, count in some.items())


class _Shares:
    """How many of each kind have each thing, on the way to what costs least."""

    def __init__(self, kinds: Mapping[Costs, int], rooms: Sequence[int]) -> None:
        self.things = range(len(rooms))
        self.held: list[dict[Costs, int]] = [{} for _ in rooms]
        room = list(rooms)
        for kind, count in kinds.items():
            left = count
            for thing in sorted(self.things, key=lambda t: (kind[t], -room[t])):
                taken = min(left, room[thing])
                if taken:
                    self.held[thing][kind] = taken
                room[thing], left = room[thing] - taken, left - taken

    def settled(self) -> list[dict[Costs, int]]:
        while cycle := self._cheaper():
            self._turn(cycle)
        return self.held

    def _steps(self) -> list[list[Step]]:
        """From thing to thing, who changes most cheaply."""
        return [[self._step(here, there) for there in self.things] for here in self.things]

    def _step(self, here: int, there: int) -> Step:
        kinds = self.held[here]
        if here == there or not kinds:
            return 0, None
        best = min(kinds, key=lambda kind: kind[there] - kind[here])
        return best[there] - best[here], best

    def _cheaper(self) -> list[tuple[int, Costs]]:
        """A cycle of exchanges that lowers the total: (thing, the kind that leaves it), each for the next one's thing;
        empty where there is none, so that nothing cheaper exists (Klein 1967)."""
        steps = self._steps()
        away = [0] * len(steps)
        came: list[int] = [-1] * len(steps)
        last = -1
        for _ in self.things:
            last = -1
            for here in self.things:
                for there, (cost, kind) in enumerate(steps[here]):
                    if kind is not None and away[here] + cost < away[there]:
                        away[there], came[there], last = away[here] + cost, here, there
        return self._cycle(steps, came, last) if last >= 0 else []

    def _cycle(self, steps: list[list[Step]], came: list[int], last: int) -> list[tuple[int, Costs]]:
        """The cycle to which `last` leads back by where each came from."""
        for _ in self.things:
            last = came[last]
        cycle: list[tuple[int, Costs]] = []
        there = last
        while not cycle or there != last:
            here = came[there]
            kind = steps[here][there][1]
            assert kind is not None
            cycle.append((here, kind))
            there = here
        return cycle[::-1]

    def _turn(self, cycle: list[tuple[int, Costs]]) -> None:
        """As many of these kinds as can move on along the cycle."""
        count = min(self.held[thing][kind] for thing, kind in cycle)
        for thing, kind in cycle:
            self.held[thing][kind] -= count
            if not self.held[thing][kind]:
                del self.held[thing][kind]
        for n, (_thing, kind) in enumerate(cycle):
            following = self.held[cycle[(n + 1) % len(cycle)][0]]
            following[kind] = following.get(kind, 0) + count
