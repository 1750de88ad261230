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
    exactly; who comes first in `costs` has the first choice among equals."""
    return _Allotment(costs, rooms).settled()


def total(costs: Mapping[int, Costs], given: Sequence[Sequence[int]]) -> int:
    """What an allotment costs."""
    return sum(costs[player][thing] for thing, some in enumerate(given) for player in some)


class _Allotment:
    """Players of one kind (costs) who have one thing, on their way to the cheapest allotment."""

    def __init__(self, costs: Mapping[int, Costs], rooms: Sequence[int]) -> None:
        self.costs, self.things = costs, range(len(rooms))
        self.held: list[dict[Costs, list[int]]] = [{} for _ in rooms]
        room = list(rooms)
        for player, kind in costs.items():
            thing = min((t for t in self.things if room[t]), key=lambda t: (kind[t], -room[t]))
            room[thing] -= 1
            self.held[thing].setdefault(kind, []).append(player)

    def settled(self) -> list[list[int]]:
        while cycle := self._cheaper():
            self._turn(cycle)
        order = {player: n for n, player in enumerate(self.costs)}
        return [sorted((p for some in kinds.values() for p in some), key=order.__getitem__) for kinds in self.held]

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
        count = min(len(self.held[thing][kind]) for thing, kind in cycle)
        moving = [self.held[thing][kind][-count:] for thing, kind in cycle]
        for thing, kind in cycle:
            del self.held[thing][kind][-count:]
            if not self.held[thing][kind]:
                del self.held[thing][kind]
        for n, (_thing, kind) in enumerate(cycle):
            following = cycle[(n + 1) % len(cycle)][0]
            self.held[following].setdefault(kind, []).extend(moving[n])
