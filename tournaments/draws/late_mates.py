"""Who takes which seed of a bracket, of groups or of a round robin, so that mates meet as late as can be. The bracket,
or the tables of Berger, say which places meet when.

Seeds change places only among equals: in a bracket the two best stay at its two ends, the next two in their halves, and
nobody loses a bye; in groups those of one row change groups. Pure: seeds and places are numbers from 0; knows no
database and no language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from tournaments.draws.berger import build_berger_table
from tournaments.draws.groups import deal_into_groups
from tournaments.draws.knockout import list_slots
from tournaments.draws.meetings import list_pairs

Pair = tuple[int, int]
SEARCHED = 300
"""How many places are searched in all, begun from different orders: many orders of few places, few of many."""


class SeedPlan(NamedTuple):
    """When the seeds placed on two places of a draw first meet. `turns`: by pair of places, the lower first, the number
    of the round or stage; pairs that never meet are left out. `levels`: one value for each place; seeds may change
    places only where the values are equal."""

    turns: Mapping[Pair, int]
    levels: Sequence[Hashable]


def plan_knockout(players: int) -> SeedPlan:
    """Return the plan of a bracket. Places are of one level, so that seeds may change between them, if they go out in
    the same stage when the better seed always wins, and all of them or none have a bye."""
    slots = list_slots(players)
    line = {seed - 1: at for at, seed in enumerate(slots)}
    turns = {(a, b): (line[a] ^ line[b]).bit_length() for a, b in combinations(range(players), 2)}
    return SeedPlan(turns, [(place.bit_length(), len(slots) - place > players) for place in range(players)])


def plan_round_robin(players: int, double: bool = False) -> SeedPlan:
    """Return the plan of a round robin by the Berger tables; all its places are of one level. `double`: all meet
    twice."""
    return SeedPlan(_list_berger_turns(range(players), double), [0] * players)


def plan_groups(players: int, groups: int, double: bool = False) -> SeedPlan:
    """Return the plan of groups, each a round robin. Places are of one level, so that seeds may change between them, if
    they are dealt in one row: one to each group. `double`: all meet twice."""
    turns: dict[Pair, int] = {}
    for group in deal_into_groups(range(players), groups):
        turns |= _list_berger_turns(group, double)
    return SeedPlan(turns, [place // groups for place in range(players)])


def _list_berger_turns(places: Sequence[int], double: bool) -> dict[Pair, int]:
    """Return in which round of the tables of Berger each pair of places first meets. `double`: all meet twice."""
    turns: dict[Pair, int] = {}
    for n, one in enumerate(build_berger_table(places, double), 1):
        for table in one.tables:
            for pair in list_pairs(table):
                turns.setdefault(pair, n)
    return turns


def count_turns(plan: SeedPlan, taken: Sequence[int], mates: Mapping[Pair, int]) -> Counter[int]:
    """Return, by round or stage, how many pairs of mates (of one team or club) may first meet there too early. `taken`:
    the seed at each place; `mates`: by pair of seeds, the lower first, in how many first rounds or stages they should
    not meet."""
    at = {seed: place for place, seed in enumerate(taken)}
    met = ((plan.turns.get(_sort(at[one], at[other]), 0), until) for (one, other), until in mates.items())
    return Counter(turn for turn, until in met if 0 < turn <= until)


def put_mates_late(plan: SeedPlan, mates: Mapping[Pair, int]) -> list[int]:
    """Return the seed for each place, so that as few pairs of mates (of one team or club) as could be found meet in the
    first round or stage, then in the second, and so on; of such orders one in which the fewest seeds leave their
    places."""
    places = len(plan.levels)
    weigh = _build_weight(plan, mates)
    exchanges = [pair for pair in combinations(range(places), 2) if plan.levels[pair[0]] == plan.levels[pair[1]]]
    exchanges.sort(key=lambda pair: pair[1] - pair[0])
    latest, best = max(plan.turns.values(), default=0), None
    for start in range(max(1, SEARCHED // max(1, places))):
        taken = _improve(_shuffle(plan.levels, start), exchanges, weigh)
        met, moved = count_turns(plan, taken, mates), sum(seed != place for place, seed in enumerate(taken))
        merit = [met[turn] for turn in range(1, latest + 1)], moved
        if best is None or merit < best[0]:
            best = merit, taken
    return best[1] if best else []


def part_finalists(seeds: Sequence[int], group: Mapping[int, int], mates: Collection[Pair]) -> tuple[int, ...]:
    """Return the finalists in the order of seeds, moved so that mates meet late and players of one group not in the
    first stage, where that can be. `group`: each finalist's; `mates`: pairs of one team or club, the lower number
    first."""
    apart = {}
    for places in combinations(range(len(seeds)), 2):
        one, other = (seeds[place] for place in places)
        if _sort(one, other) in mates:
            apart[places] = len(seeds)
        elif group[one] == group[other]:
            apart[places] = 1
    if max(apart.values(), default=1) == 1:
        return tuple(seeds)
    return tuple(seeds[taken] for taken in put_mates_late(plan_knockout(len(seeds)), apart))


def _shuffle(levels: Sequence[Hashable], start: int) -> list[int]:
    """Return an order of seeds to search from. `start`: 0 for the seeds as they are; any other number mixes each level
    by lot."""
    taken, lots = list(range(len(levels))), Random(start)
    for level in dict.fromkeys(levels) if start else ():
        alike = [place for place, each in enumerate(levels) if each == level]
        for place, seed in zip(alike, lots.sample(alike, len(alike)), strict=True):
            taken[place] = seed
    return taken


Weight = Callable[[int, int, Sequence[int], int], int]


def _build_weight(plan: SeedPlan, mates: Mapping[Pair, int]) -> Weight:
    """Return a function that weighs how early a seed meets its mates at a place; one meeting in an earlier round or
    stage outweighs all in later ones. Its arguments: the seed, the place, `at` (by seed, the place of each), a mate not
    to count."""
    base, latest = len(mates) + 1, max(plan.turns.values(), default=0)
    of: dict[int, list[Pair]] = {}
    for (one, other), until in mates.items():
        of.setdefault(one, []).append((other, until))
        of.setdefault(other, []).append((one, until))

    def weigh(seed: int, place: int, at: Sequence[int], but: int) -> int:
        met = ((plan.turns.get(_sort(place, at[mate]), 0), until) for mate, until in of.get(seed, ()) if mate != but)
        return sum(base ** (latest - turn) for turn, until in met if 0 < turn <= until)

    return weigh


def _improve(taken: list[int], exchanges: Sequence[Pair], weigh: Weight) -> list[int]:
    """Exchange two seeds as long as that makes mates meet later, or puts more seeds in their own places. `taken`: the
    seed at each place, which is returned changed; `exchanges`: the pairs of places to try, the nearest first; `weigh`:
    how early a seed meets its mates at a place (`_build_weight`)."""
    at = sorted(range(len(taken)), key=taken.__getitem__)
    better = True
    while better:
        better = False
        for a, b in exchanges:
            one, other = taken[a], taken[b]
            now = weigh(one, a, at, other) + weigh(other, b, at, one), (one != a) + (other != b)
            then = weigh(one, b, at, other) + weigh(other, a, at, one), (one != b) + (other != a)
            if then < now:
                taken[a], taken[b], at[one], at[other] = other, one, b, a
                better = True
    return taken


def _sort(one: int, other: int) -> Pair:
    """Return the two numbers, the lower first."""
    return (one, other) if one < other else (other, one)
