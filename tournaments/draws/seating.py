"""Drawing rounds: the best way that is known for the case, then swaps, and the proof beside it.

The objective in order, each level never traded for a lower one: forbidden neighbours apart; rests in turn;
pairs meet as rarely as possible; score spread (by standing); balanced seats and first deals; fixed places,
small tables shared out. The same request gives the same draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournaments.draws import bounds, casting, meetings, openings, places, seats, swiss
from tournaments.draws.algebra import Rounds
from tournaments.draws.bounds import Bound, Coming
from tournaments.draws.casting import Cast
from tournaments.draws.divisions import Division, divide
from tournaments.draws.model import Draw, Proof, Request, Round, Table
from tournaments.draws.rests import Rests
from tournaments.draws.sharing import share_small_tables, small_tables
from tournaments.draws.swaps import APART, Rows, Swaps, rows

MOVES = 400_000
"""Swaps that each of a few searches of full effort may try: together some seconds' worth."""
MOVES_A_SEAT = 5000
"""Swaps that such a search may try for each seat of all rounds: small evenings need no more."""
RANDOM_OPENINGS = 4
SMALL_SEATS = 1000
"""With fewer seats than this over all rounds, more and shorter searches from random tables serve better."""


def draw(request: Request) -> Draw:
    """The rounds asked for, and their proof. Players are numbered from 1."""
    return _Drawing(request).run()


def one_round(players: int, sizes: Sequence[int], seed: int = 0) -> Round:
    """One random round of an evening, at tables of the sizes the game allows."""
    return draw(Request(players, tuple(sizes), seed=seed)).rounds[0]


@dataclass(frozen=True)
class Hall:
    """One round's frame: who is there, the tables that stay, and how everybody else is divided."""

    present: tuple[int, ...]
    kept: tuple[tuple[int, Table], ...]
    division: Division

    @property
    def sizes(self) -> tuple[int, ...]:
        return (*(len(table) for _, table in self.kept), *self.division.sizes)

    @property
    def free(self) -> list[int]:
        """Who is there and not at a table that stays."""
        held = {p for _, table in self.kept for p in table}
        return [p for p in self.present if p not in held]


class _Drawing:
    """One request on its way. Inside, players are numbered from 0, as in the lists they index."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.rng = Random(request.seed)
        self.previous = tuple(_renumbered(one, -1) for one in request.previous)
        self.apart = {(min(a, b) - 1, max(a, b) - 1) for a, b in request.forbidden}
        self.halls = [self._hall(r) for r in range(request.rounds)]
        groups = {hall.present: frozenset(hall.present) for hall in self.halls}
        self.coming = [Coming(groups[hall.present], hall.sizes) for hall in self.halls]
        self.past = meetings.count(self.previous)
        self.seats = sum(one.seats for one in self.coming)
        self.moves = int(min(MOVES, MOVES_A_SEAT * self.seats) * request.effort)
        self.locked = {(r, t) for r, hall in enumerate(self.halls) for t in range(len(hall.kept))}

    def _hall(self, index: int) -> Hall:
        present = tuple(p - 1 for p in self.request.present(index))
        kept = tuple((n, tuple(p - 1 for p in table)) for n, table in self.request.kept(index))
        held = sum(len(table) for _, table in kept)
        return Hall(present, kept, divide(len(present) - held, self.request.sizes))

    def run(self) -> Draw:
        bound = bounds.lower(self.coming, self.past, self.previous, self.apart)
        goal = bound.pair_cost - meetings.pair_cost(self.past)
        tables, resting = self._by_standing(goal) if self.request.standing is not None else self._by_lot(goal)
        tables = seats.arrange(tables, self.previous, self.locked, self.rng)
        fixed = [(player - 1, number) for player, number in self.request.fixed]
        rounds = [
            Round(seats.number(one, fixed, hall.kept), tuple(out))
            for one, hall, out in zip(tables, self.halls, resting, strict=True)
        ]
        return Draw(tuple(_renumbered(one, 1) for one in rounds), self._proof(rounds, bound))

    def _proof(self, rounds: list[Round], bound: Bound) -> Proof:
        drawn = meetings.count(rounds)
        clashes = sum(drawn[pair] for pair in self.apart)
        if clashes:
            bound = bounds.lower(self.coming, self.past, self.previous)
        met = drawn + self.past
        return Proof(
            repeats=meetings.repeats(met),
            lower_bound=bound.repeats,
            pair_cost=meetings.pair_cost(met),
            pair_cost_bound=bound.pair_cost,
            forbidden_met=clashes,
            seat_gap=seats.gap([*self.previous, *rounds]),
        )

    def _met(self) -> Rows:
        """Meetings before the draw; forbidden pairs count as met so often that they are kept apart."""
        before = [*self.past.items(), *((pair, APART) for pair in self.apart)]
        return rows(self.request.players, before)

    # --- by lot ---

    def _by_lot(self, goal: int) -> Cast:
        """Opening after opening, each improved by swaps, until the goal is reached."""
        best: tuple[int, Cast] | None = None
        for opening, heat, moves in self._openings():
            cost, improved = self._improve(opening, goal, heat, moves)
            if best is None or cost < best[0]:
                best = cost, improved
            if cost <= goal:
                break
        assert best is not None
        return best[1]

    def _openings(self) -> Iterator[tuple[Cast, float, int]]:
        """Ways to begin, each with the heat at which its search starts and the swaps that it may try."""
        request = self.request
        if self.halls and not (self.previous or any(request.absent) or any(request.locked)):
            division = self.halls[0].division
            for opening in openings.plain(request.players, division, request.rounds, self.moves, self.rng):
                yield casting.draw_names(opening, request.players, self._named_apart(), self.rng), 0.2, self.moves
        times = max(RANDOM_OPENINGS, min(10 * RANDOM_OPENINGS, SMALL_SEATS // (self.seats + 1)))
        for turn in range(times):
            yield self._at_random(spread=not turn), 0.5, self.moves * RANDOM_OPENINGS // times

    def _named_apart(self) -> set[tuple[int, int]]:
        """Pairs to give to points that do not meet: forbidden ones; where there are none, those who keep two tables."""
        fixed = {player - 1: number for player, number in self.request.fixed}
        return self.apart or {(a, b) for a, b in combinations(sorted(fixed), 2) if fixed[a] != fixed[b]}

    def _at_random(self, spread: bool) -> Cast:
        rests = Rests(self.previous)
        tables: Rounds = []
        resting = []
        for hall in self.halls:
            free = hall.free
            out = rests.choose(free, hall.division.resting, self.rng, spread=spread)
            rests.add(out)
            resting.append(out)
            playing = sorted(set(free) - set(out))
            kept = [list(table) for _, table in hall.kept]
            tables.append(kept + openings.random_tables(playing, hall.division.sizes, self.rng))
        return tables, resting

    def _improve(self, opening: Cast, goal: int, heat: float, moves: int) -> tuple[int, Cast]:
        tables, resting = opening
        state = Swaps(tables, self._met(), self.rng, self.locked)
        state.search(moves, heat, 0.1, goal)
        if any(len(set(hall.sizes)) > 1 for hall in self.halls):
            share_small_tables(state, small_tables(self.previous))
        places.settle(state, {player - 1: number for player, number in self.request.fixed})
        return state.cost, (state.rounds(), resting)

    # --- by standing ---

    def _by_standing(self, goal: int) -> Cast:
        """One round of neighbours in the ranking; the lowest of those who rested least rest."""
        assert self.request.standing is not None
        rank = swiss.ranks(self.request.standing)
        hall = self.halls[0]
        out = Rests(self.previous).choose(hall.free, hall.division.resting, self.rng, dict(enumerate(rank)))
        playing = sorted(set(hall.free) - set(out))
        sizes = self.rng.sample(hall.division.sizes, len(hall.division.sizes))
        tables = swiss.tables_by_rank(playing, rank, sizes, self.rng)
        settled = swiss.settle(tables, rank, self._met(), goal, self.moves, self.rng)
        return [[list(table) for _, table in hall.kept] + settled], [out]


def _renumbered(one: Round, by: int) -> Round:
    return Round(tuple(tuple(p + by for p in table) for table in one.tables), tuple(p + by for p in one.resting))
