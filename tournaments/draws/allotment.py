"""Allot to each player one of a few things, each available a given number of times, at the least total cost. Exact.

A transport problem in which many players are alike: players with the same costs form one kind, and a few cycles of
exchanges among the things lead from any allotment to a cheapest one. Knows nothing of seats or tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Costs = tuple[int, ...]
"""The cost of each thing (numbered from 0) for one player. Players with equal costs are of one kind."""
Step = tuple[int, Costs | None]
"""The least cost of moving one player from one thing to another, and the kind of that player; None where there is
none."""


def allot(costs: Mapping[int, Costs], rooms: Sequence[int]) -> list[list[int]]:
    """Return, for each thing (a seat, say), the players who get it, with the least total cost.

    costs: by player, the cost of each thing for that player.
    rooms: by thing, how many players it has room for; their sum is the number of players.

    Of players with equal costs, those who come first in `costs` get the thing that comes first.
    """
    alike: dict[Costs, list[int]] = {}
    for player, kind in costs.items():
        alike.setdefault(kind, []).append(player)
    lines = {kind: iter(players) for kind, players in alike.items()}
    held = allot_by_kind({kind: len(players) for kind, players in alike.items()}, rooms)
    return [[next(lines[kind]) for kind, count in some.items() for _ in range(count)] for some in held]


def allot_by_kind(kinds: Mapping[Costs, int], rooms: Sequence[int]) -> list[dict[Costs, int]]:
    """Return, for each thing, how many players of each kind get it, with the least total cost.

    kinds: how many players there are of each kind: those with the same costs, which are the key.
    rooms: by thing, how many players it has room for.
    """
    return _Allotment(kinds, rooms).minimise()


def sum_costs(held: Sequence[Mapping[Costs, int]]) -> int:
    """Return the total cost of an allotment. `held`: for each thing, how many players of each kind have it."""
    return sum(kind[thing] * count for thing, some in enumerate(held) for kind, count in some.items())


class _Allotment:
    """An allotment that is being made cheaper step by step: for each thing, how many players of each kind have it."""

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

    def minimise(self) -> list[dict[Costs, int]]:
        """Exchange along cheaper cycles until none is left; return the cheapest allotment."""
        while cycle := self._find_cheaper_cycle():
            self._move_along(cycle)
        return self.held

    def _find_step(self, here: int, there: int) -> Step:
        """Return the cheapest move of one player from the thing `here` to the thing `there`."""
        kinds = self.held[here]
        if here == there or not kinds:
            return 0, None
        best = min(kinds, key=lambda kind: kind[there] - kind[here])
        return best[there] - best[here], best

    def _find_cheaper_cycle(self) -> list[tuple[int, Costs]]:
        """Find a cycle of exchanges that lowers the total cost.

        Returns (thing, the kind that leaves it) pairs, each kind going to the next pair's thing; an empty list where
        there is no such cycle, so that nothing cheaper exists (Klein 1967).
        """
        steps = [[self._find_step(here, there) for there in self.things] for here in self.things]
        away = [0] * len(steps)
        came: list[int] = [-1] * len(steps)
        last = -1
        for _ in self.things:
            last = -1
            for here in self.things:
                for there, (cost, kind) in enumerate(steps[here]):
                    if kind is not None and away[here] + cost < away[there]:
                        away[there], came[there], last = away[here] + cost, here, there
        return self._trace_cycle(steps, came, last) if last >= 0 else []

    def _trace_cycle(self, steps: list[list[Step]], came: list[int], last: int) -> list[tuple[int, Costs]]:
        """Follow the predecessors in `came` back from `last` to a cycle, and return it in forward order, as (thing, the
        kind that leaves it). `steps`: by thing and thing, the cheapest step from one to the other; `came`: by thing,
        the thing before it."""
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

    def _move_along(self, cycle: list[tuple[int, Costs]]) -> None:
        """Move as many players of these kinds along the cycle as there are."""
        count = min(self.held[thing][kind] for thing, kind in cycle)
        for thing, kind in cycle:
            self.held[thing][kind] -= count
            if not self.held[thing][kind]:
                del self.held[thing][kind]
        for n, (_thing, kind) in enumerate(cycle):
            following = self.held[cycle[(n + 1) % len(cycle)][0]]
            following[kind] = following.get(kind, 0) + count
