"""Choose who rests: nobody twice before everybody has once, and one player's rests far apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from tournaments.draws.model import DrawRound


class RestHistory:
    """The rests so far, by player: how often, and in which round last. Being late or away does not count as a rest."""

    def __init__(self, previous: Sequence[DrawRound] = ()) -> None:
        self.times: Counter[int] = Counter()
        self.last: dict[int, int] = {}
        self.rounds = 0
        for one in previous:
            self.add_round(one.resting)

    def add_round(self, resting: Collection[int]) -> None:
        """Record a round, which follows those recorded so far, by the players who rest in it."""
        self.times.update(resting)
        self.last.update(dict.fromkeys(resting, self.rounds))
        self.rounds += 1

    def choose_resting(
        self,
        players: Sequence[int],
        count: int,
        rng: Random,
        rank: Mapping[int, int] | None = None,
        spread: bool = True,
        first: Collection[int] = (),
    ) -> list[int]:
        """Return `count` players to rest: those of `first`, then those who have rested least.

        Among equals the lowest in the ranking (`rank`: the place by player, a higher number is a lower place), then
        those whose last rest is longest ago, unless `spread` is false, then by lot.
        """
        if not count:
            return []
        places, last = rank or {}, self.last if spread else {}
        lot = {p: rng.random() for p in players}
        order = sorted(
            players, key=lambda p: (p not in first, self.times[p], -places.get(p, 0), last.get(p, -1), lot[p])
        )
        return sorted(order[:count])

    def iter_choices_in_turn(self, players: Sequence[int], count: int, rng: Random) -> Iterator[list[int]]:
        """Yield every choice of `count` players to rest in which nobody rests before his turn, ordered by lot."""
        line = sorted(rng.sample(players, len(players)), key=lambda p: self.times[p])
        most = self.times[line[count - 1]] if count else -1
        sure = [p for p in line if self.times[p] < most]
        equal = [p for p in line if self.times[p] == most]
        for some in combinations(equal, count - len(sure) if count else 0):
            yield sorted([*sure, *some])

    def count_before_turn(self, out: Collection[int], players: Collection[int]) -> int:
        """Return how many of the players `out` rest before their turn: somebody of `players` who has rested less does
        not rest."""
        least = min((self.times[p] for p in players if p not in out), default=0)
        return sum(self.times[p] > least for p in out)

    def choose_one_of_each(self, pairs: Collection[tuple[int, int]], players: Collection[int], rng: Random) -> set[int]:
        """Return one player of each of these pairs, to rest: the one who has rested less, otherwise by lot. A pair is
        left out if one of the two is not in `players`, or one is chosen already."""
        chosen: set[int] = set()
        for pair in rng.sample(sorted(pairs), len(pairs)):
            if not chosen & set(pair) and set(pair) <= set(players):
                chosen.add(min(pair, key=lambda p: (self.times[p], rng.random())))
        return chosen
