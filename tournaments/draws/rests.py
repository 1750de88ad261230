"""Who rests: nobody twice before everybody has once, and the same player's rests far apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random

from tournaments.draws.model import Round


class Rests:
    """The rests so far. A late-comer or who went away has not rested for that."""

    def __init__(self, previous: Sequence[Round] = ()) -> None:
        self.times: Counter[int] = Counter()
        self.last: dict[int, int] = {}
        self.rounds = 0
        for one in previous:
            self.add(one.resting)

    def add(self, resting: Collection[int]) -> None:
        """Note who rests in the next round."""
        self.times.update(resting)
        self.last.update(dict.fromkeys(resting, self.rounds))
        self.rounds += 1

    def choose(
        self, players: Sequence[int], count: int, rng: Random, rank: Mapping[int, int] | None = None
    ) -> list[int]:
        """`count` players to rest: who rested least; among equals the lowest in the ranking, else the one
        whose rest lies longest back, else at random. `rank`: the higher, the lower in the ranking."""
        if not count:
            return []
        places = rank or {}
        order = sorted(
            players, key=lambda p: (self.times[p], -places.get(p, 0), self.last.get(p, -1), rng.random())
        )
        return sorted(order[:count])
