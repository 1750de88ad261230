"""Draw rounds of tables: choose the best known method for the case, improve by swaps, and prove how good the result is.

The objective in order, each level never traded for a lower one: forbidden pairs apart; rests in turn; mates apart;
pairs meet as rarely as possible; small spread of scores at a table (if drawn by scores); balanced seats and first
deals; fixed tables; small tables shared out. The same request gives the same draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from operator import itemgetter
from random import Random

from tournaments.draws import (
    balance,
    bounds,
    design_seating,
    exhaustive,
    fixed_tables,
    mates,
    meetings,
    openings,
    seats,
    swiss,
    table_weights,
)
from tournaments.draws.algebra import Rounds
from tournaments.draws.bounds import Bound, RoundShape
from tournaments.draws.design_seating import SeatedRounds
from tournaments.draws.divisions import RoundFrame, divide
from tournaments.draws.evaluation import build_evaluation_proof
from tournaments.draws.model import Draw, DrawRequest, DrawRound
from tournaments.draws.proofs import build_proof
from tournaments.draws.rests import RestHistory
from tournaments.draws.seat_costs import LARGEST_TABLE
from tournaments.draws.small_tables import count_small_tables, share_small_tables
from tournaments.draws.swaps import FORBIDDEN_MEETINGS, MetRows, SwapSearch, build_met_rows

MOVES = 400_000
"""How many swaps each of a few searches at full effort may try: together some seconds' worth."""
MOVES_A_SEAT = 5000
"""How many swaps such a search may try for each seat of all rounds: small evenings need no more."""
RANDOM_OPENINGS = 4
"""How many random openings are tried, at least."""
OTHER_RESTS = 8
"""How many other choices of resting players are tried where the first one repeats meetings."""
RETRIES, RETRIES_AT_FULL = 8, 80
"""How many more times a round by scores is tried in a small hall, to bring players close in the ranking together: the
first number at most, and the second one times the effort."""
FEW_SEATS = 40
"""The number of seats up to which more openings are tried for fewer repeats at the same cost."""
MANY_SEATS = 600
"""The number of seats beyond which seats are balanced at each table alone."""
LOOKS = 20_000
"""How many swaps are tried to balance seats, at full effort."""
ALL_LOOKS = 1_000_000
"""How many tables are tried, at full effort, where every round of a small field of players is compared."""
SMALL_SEATS = 1000
"""The number of seats over all rounds below which more and shorter searches from random tables work better."""
TRIAL_SEATS, TRIAL = 300, 6
"""Beyond so many seats each opening is searched with one TRIAL-th of the moves, then the best one with all of them."""


def draw_rounds(request: DrawRequest) -> Draw:
    """Return the rounds asked for, and their proof. Players are numbered from 1. Where later rounds have other mates,
    they are drawn after those before them."""
    if (cut := mates.find_next_mates(request)) is None:
        return _Drawing(request).run()
    early = draw_rounds(request.take_rounds(0, cut)).rounds
    later = replace(request.take_rounds(cut, request.rounds), previous=(*request.previous, *early))
    rounds = (*early, *draw_rounds(later).rounds)
    return Draw(rounds, build_evaluation_proof(request, rounds))


class _Drawing:
    """One request while it is drawn. Inside, players are numbered from 0, as in the lists that they index."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.rng = Random(request.seed)
        self.previous = tuple(one.renumber(-1) for one in request.previous)
        self.forbidden = {(min(a, b) - 1, max(a, b) - 1) for a, b in request.forbidden}
        self.mates = mates.list_mate_pairs(tuple(p - 1 for p in group) for group in request.list_mates(0))
        self.apart = self.forbidden | self.mates
        self.fixed = {player - 1: number for player, number in request.fixed}
        self.rank = None if request.scores is None else swiss.compute_ranks(request.scores)
        self.frames = [self._build_frame(r) for r in range(request.rounds)]
        groups = {hall.present: frozenset(hall.present) for hall in self.frames}
        self.coming = [RoundShape(groups[hall.present], hall.sizes) for hall in self.frames]
        self.past = meetings.count_meetings(self.previous)
        self.seats = sum(one.seats for one in self.coming)
        self.moves = int(min(MOVES, MOVES_A_SEAT * self.seats) * request.effort)
        self.trial_moves = self.moves // TRIAL if self.seats > TRIAL_SEATS else self.moves
        self.retries = min(RETRIES, int(RETRIES_AT_FULL * request.effort)) if self.seats <= FEW_SEATS else 0
        self.locked = {(r, t) for r, hall in enumerate(self.frames) for t in range(len(hall.locked_tables))}

    def _build_frame(self, index: int) -> RoundFrame:
        """Return the frame of the round `index` (from 0)."""
        present = tuple(p - 1 for p in self.request.list_present(index))
        kept = tuple((n, tuple(p - 1 for p in table)) for n, table in self.request.get_locked_tables(index))
        held = [len(table) for _, table in kept]
        return RoundFrame(present, kept, divide(len(present) - sum(held), self.request.sizes, held))

    def run(self) -> Draw:
        """Draw the rounds and their proof.

        Every seating of a small field of players is tried; otherwise rounds are drawn by scores or by lot. Then seats
        are balanced, players ordered in seats, and tables numbered.
        """
        bound = bounds.compute_lower_bound(self.coming, self.past, self.previous, self.apart)
        found, ended = self._search_all(bound)
        if not ended:
            further = self._draw_by_lot(bound) if self.rank is None else self._draw_by_scores(self.rank, bound)
            found = further if found is None else min(found, further, key=self._weigh_round)
        assert found is not None
        tables, resting = found
        tables = tables if ended else self._balance_seats(tables)
        if self.mates and len(set(self.frames)) == 1:
            tables, resting = mates.put_mates_late(tables, resting, self.mates)
        tables = seats.arrange_seats(tables, self.previous, self.locked, self.rng)
        fixed = list(self.fixed.items())
        rounds = [
            DrawRound(seats.number_tables(one, fixed, hall.locked_tables), tuple(out))
            for one, hall, out in zip(tables, self.frames, resting, strict=True)
        ]
        proof = build_proof(rounds, self.previous, self.past, self.coming, self.forbidden, bound, self.mates)
        return Draw(tuple(one.renumber(1) for one in rounds), proof)

    def _build_met_rows(self) -> MetRows:
        """Return the meetings before the draw; forbidden pairs count as met so often that they are kept apart."""
        before = [*self.past.items(), *((pair, FORBIDDEN_MEETINGS) for pair in self.forbidden)]
        before += [(pair, mates.MATE_MEETINGS) for pair in self.mates]
        return build_met_rows(self.request.players, before)

    # --- every round of a small field of players ---

    def _search_all(self, bound: Bound) -> tuple[SeatedRounds | None, bool]:
        """Search all rounds of a small field of players.

        Returns (the best round found, or None; whether every other round was compared with it).
        """
        if not self._is_small_field():
            return None, False
        hall = self.frames[0]
        free, sizes = hall.free, hall.division.sizes
        weigh = self._build_weights()
        search = exhaustive.ExhaustiveSearch(sizes, weigh, int(ALL_LOOKS * self.request.effort))
        best: tuple[int, list[list[int]], list[int]] | None = None
        merit = (0, 0)
        for again, height, out in self._list_rests():
            playing, rest = sorted(set(free) - set(out)), weigh.weigh_rest(out)
            below = None
            if best is not None and again > merit[0]:
                below = table_weights.round_to_multiple(best[0], FORBIDDEN_MEETINGS)
            elif best is not None:
                below = table_weights.round_to_meetings(best[0]) if height > merit[1] else best[0] - rest
            if below == 0 or (best and height > merit[1] and self._is_fewest(best[0], bound)):
                break
            found = search.find_best(self.rng.sample(playing, len(playing)), below)
            if found:
                best, merit = (found[0] + rest, found[1], out), (again, height)
            if not search.is_complete:
                break
        if best is None:
            return None, False
        return ([[list(table) for _, table in hall.locked_tables] + best[1]], [best[2]]), search.is_complete

    def _is_small_field(self) -> bool:
        """True for a single round with so few players that every draw can be tried, and where not all draws are equally
        good."""
        if len(self.frames) != 1 or not (self.previous or self.apart or self.request.scores or self.request.fixed):
            return False
        hall = self.frames[0]
        sizes = hall.division.sizes
        playing = len(hall.free) - hall.division.resting
        return bool(sizes) and exhaustive.is_small(playing, sizes) and max(sizes) <= LARGEST_TABLE

    def _is_fewest(self, weight: int, bound: Bound) -> bool:
        """True if it is known that no round has fewer repeated meetings than one whose tables have this weight."""
        cost, repeats = table_weights.unpack_meetings(weight)
        return cost <= self._compute_goal(bound) and repeats <= bound.repeats - meetings.count_repeats(self.past)

    def _list_rests(self) -> list[tuple[int, int, list[int]]]:
        """Return the choices of who rests, the best first: (how many rest before their turn, how many players stand
        below each who rests, added up, who rests). Before his turn one rests only to keep a forbidden pair apart."""
        hall, rests = self.frames[0], RestHistory(self.previous)
        below, count = swiss.count_players_below(self.rank or [0] * self.request.players), hall.division.resting
        first = rests.choose_resting(hall.free, count, self.rng, dict(enumerate(self.rank)) if self.rank else None)
        found = [(0, sum(below[p] for p in first), first)]
        choices = combinations(hall.free, count) if self._can_separate_by_rest() else ()
        for out in (*rests.iter_choices_in_turn(hall.free, count, self.rng), *choices):
            found.append((rests.count_before_turn(out, hall.free), sum(below[p] for p in out), list(out)))
        return sorted(found, key=lambda one: one[:2])

    def _build_weights(self) -> table_weights.TableWeights:
        """Return the function that weighs one table of the first round."""
        return table_weights.TableWeights(
            met=self._build_met_rows(),
            rank=self.rank,
            seat_costs=seats.compute_seat_costs(self.previous, max(self.frames[0].division.sizes)),
            wanted=self.fixed,
            full=max(self.frames[0].sizes),
            small=count_small_tables(self.previous),
        )

    def _weigh_round(self, cast: SeatedRounds) -> int:
        """Return the weight of the tables of one round; smaller is better."""
        weigh = self._build_weights()
        return sum(weigh(tuple(sorted(table))) for table in cast[0][0])

    # --- by lot ---

    def _draw_by_lot(self, bound: Bound) -> SeatedRounds:
        """Improve opening after opening by swaps, until no repeated meeting can be avoided. Return the best rounds. Of
        more than TRIAL_SEATS seats, openings are only tried in a few moves, and the best is improved further."""
        best = self._draw_by_turns(bound)
        if best is not None and self._is_good_enough(best, bound):
            return best[2]
        for opening, heat, moves in self._iter_openings():
            improved = self._improve(opening, self._compute_goal(bound), heat, moves)
            if best is None or improved[:2] < best[:2]:
                best = improved
            if self._is_good_enough(best, bound):
                return best[2]
        assert best is not None
        if self.seats > TRIAL_SEATS:
            best = min(best, self._improve(best[2], self._compute_goal(bound), 0.2, self.moves), key=itemgetter(0, 1))
        return best[2]

    def _draw_by_turns(self, bound: Bound) -> tuple[int, int, SeatedRounds] | None:
        """Draw a single round with everybody, as far as possible, in a seat that he has had less often than others.

        Returns (cost, repeats, the round); None where there are several rounds, or none before, or a table is too
        large.
        """
        hall = self.frames[0] if len(self.frames) == 1 and self.previous else None
        if hall is None or not hall.division.sizes or hall.division.sizes[0] > LARGEST_TABLE:
            return None
        out = RestHistory(self.previous).choose_resting(hall.free, hall.division.resting, self.rng)
        playing = sorted(set(hall.free) - set(out))
        needs = seats.compute_seat_costs(self.previous, hall.division.sizes[0])
        tables = seats.build_tables_by_seat(playing, hall.division.sizes, needs, self.rng)
        state = SwapSearch(
            [[list(table) for _, table in hall.locked_tables] + tables], self._build_met_rows(), self.rng, self.locked
        )
        seats.restrict_to_same_seat(state)
        return self._search(state, [out], self._compute_goal(bound), 0.5, self.moves)

    def _compute_goal(self, bound: Bound) -> int:
        """Return the pair cost below which no draw of these rounds can come."""
        return bound.pair_cost - meetings.compute_pair_cost(self.past)

    def _is_good_enough(self, best: tuple[int, int, SeatedRounds], bound: Bound) -> bool:
        """True if the search may stop at `best`, (cost, repeats, the rounds); fewer repeats at the same cost are looked
        for only where there are few seats."""
        if best[0] > self._compute_goal(bound):
            return False
        return self.seats > FEW_SEATS or best[1] <= bound.repeats

    def _iter_openings(self) -> Iterator[tuple[SeatedRounds, float, int]]:
        """Yield (opening, starting temperature of its search, number of swaps that the search may try)."""
        request, moves = self.request, self.trial_moves
        if self.frames and not (self.previous or any(request.absent) or any(request.locked)):
            division = self.frames[0].division
            for opening in openings.iter_plain_openings(request.players, division, request.rounds, moves, self.rng):
                named = design_seating.draw_names(opening, request.players, self._list_pairs_to_separate(), self.rng)
                yield named, 0.2, moves
        times = max(RANDOM_OPENINGS, min(10 * RANDOM_OPENINGS, SMALL_SEATS // (self.seats + 1)))
        for turn in range(times):
            yield self._draw_at_random(spread=not turn), 0.5, moves * RANDOM_OPENINGS // times
        if self._can_separate_by_rest():
            for _ in range(RANDOM_OPENINGS):
                yield self._draw_at_random(spread=True, part_by_rest=True), 0.5, moves // RANDOM_OPENINGS

    def _list_pairs_to_separate(self) -> set[tuple[int, int]]:
        """Return the pairs to whom the opening must give points of a design that do not meet.

        They are the forbidden pairs, or where there are none, players with different fixed tables.
        """
        pairs = combinations(sorted(self.fixed), 2)
        return self.apart or {(a, b) for a, b in pairs if self.fixed[a] != self.fixed[b]}

    def _can_separate_by_rest(self) -> bool:
        """True if letting one of a forbidden pair rest can keep the two apart."""
        return bool(self.forbidden) and any(hall.division.resting for hall in self.frames)

    def _draw_at_random(self, spread: bool, part_by_rest: bool = False) -> SeatedRounds:
        """Return random tables for all rounds.

        spread: among equals, those whose last rest is longest ago rest first.
        part_by_rest: one player of each forbidden pair rests before everybody else.
        """
        rests = RestHistory(self.previous)
        tables: Rounds = []
        resting = []
        for hall in self.frames:
            free = hall.free
            first = rests.choose_one_of_each(self.forbidden, free, self.rng) if part_by_rest else set()
            out = rests.choose_resting(free, hall.division.resting, self.rng, spread=spread, first=first)
            rests.add_round(out)
            resting.append(out)
            playing = sorted(set(free) - set(out))
            kept = [list(table) for _, table in hall.locked_tables]
            tables.append(kept + openings.draw_random_tables(playing, hall.division.sizes, self.rng))
        return tables, resting

    def _improve(self, opening: SeatedRounds, goal: int, heat: float, moves: int) -> tuple[int, int, SeatedRounds]:
        """Improve an opening by swaps. `goal`: a cost that cannot be beaten; `heat`: the temperature at the start;
        `moves`: how many swaps may be tried. Return (cost, repeats, the rounds)."""
        tables, resting = opening
        state = SwapSearch(tables, self._build_met_rows(), self.rng, self.locked)
        return self._search(state, resting, goal, heat, moves)

    def _search(
        self, state: SwapSearch, resting: list[list[int]], goal: int, heat: float, moves: int
    ) -> tuple[int, int, SeatedRounds]:
        """Search by swaps, then share out small tables and settle fixed ones. `resting`: who rests in each round;
        `goal`: a cost that cannot be beaten; `heat`: the temperature at the start; `moves`: how many swaps may be
        tried. Return (cost, repeats, the rounds)."""
        state.search(moves, heat, 0.1, goal)
        if any(len(set(hall.sizes)) > 1 for hall in self.frames):
            share_small_tables(state, count_small_tables(self.previous))
        fixed_tables.settle_fixed_tables(state, self.fixed)
        rounds = state.list_rounds()
        return state.cost, self._count_repeats(rounds), (rounds, resting)

    def _count_repeats(self, rounds: Rounds) -> int:
        """Return the repeated meetings of all rounds together; 0 where there are too many seats to count them."""
        if self.seats > FEW_SEATS:
            return 0
        return meetings.count_repeats(
            self.past + meetings.count_table_meetings(tuple(table) for one in rounds for table in one)
        )

    def _balance_seats(self, tables: list[list[list[int]]]) -> list[list[list[int]]]:
        """Let players of one round change tables, at no cost in meetings, where seats are then shared out better."""
        if (
            len(tables) != 1
            or not self.previous
            or self.seats > MANY_SEATS
            or seats.get_largest_size(tables) > LARGEST_TABLE
        ):
            return tables
        state = SwapSearch(tables, self._build_met_rows(), self.rng, self.locked)
        needs = seats.compute_seat_costs(self.previous, seats.get_largest_size(tables))
        balance.balance_seats(state, needs, self.fixed.keys(), self.rank, int(LOOKS * self.request.effort))
        return state.list_rounds()

    # --- by scores ---

    def _draw_by_scores(self, rank: list[int], bound: Bound) -> SeatedRounds:
        """Draw one round with players close in the ranking at one table. `rank`: each player's place in it, from 0.

        The lowest of those who rested least rest, or others of them where that repeats fewer meetings.
        """
        best: tuple[tuple[int, int, int], SeatedRounds] | None = None
        for n, out in enumerate(self._iter_rests_by_scores(rank)):
            merit, found = self._draw_neighbours(
                rank, out, self._compute_goal(bound), self.moves // (OTHER_RESTS if n else 1)
            )
            if best is None or merit < best[0]:
                best = merit, found
            least = best[0][0] <= self._compute_goal(bound)
            if (least and n >= self.retries) or (n >= self.retries + OTHER_RESTS and best[0][0] < FORBIDDEN_MEETINGS):
                break
        assert best is not None
        return best[1]

    def _iter_rests_by_scores(self, rank: list[int]) -> Iterator[list[int]]:
        """Yield choices of resting players: the lowest, then others in turn.

        At last, out of turn, one player of each forbidden pair. `rank`: each player's place in the ranking, from 0.
        """
        hall, rests = self.frames[0], RestHistory(self.previous)
        free, count = hall.free, hall.division.resting
        for _ in range(self.retries + 1):
            yield rests.choose_resting(free, count, self.rng, dict(enumerate(rank)))
        for _ in range(OTHER_RESTS if 0 < count < len(free) else 0):
            yield rests.choose_resting(free, count, self.rng, spread=False)
        for _ in range(OTHER_RESTS if self._can_separate_by_rest() else 0):
            first = rests.choose_one_of_each(self.forbidden, free, self.rng)
            yield rests.choose_resting(free, count, self.rng, dict(enumerate(rank)), first=first)

    def _draw_neighbours(
        self, rank: list[int], out: list[int], goal: int, moves: int
    ) -> tuple[tuple[int, int, int], SeatedRounds]:
        """Draw the round in which the players in `out` rest, by the ranking. `goal`: a cost that cannot be beaten;
        `moves`: how many swaps may be tried. Return ((cost, repeats, spread), the round)."""
        hall = self.frames[0]
        playing = sorted(set(hall.free) - set(out))
        sizes = self.rng.sample(hall.division.sizes, len(hall.division.sizes))
        tables = swiss.cut_by_rank(playing, rank, sizes, self.rng)
        cost, settled = swiss.settle_by_rank(tables, rank, self._build_met_rows(), goal, moves, self.rng)
        found = [[list(table) for _, table in hall.locked_tables] + settled]
        return (cost, self._count_repeats(found), sum(swiss.compute_spread(table, rank) for table in settled)), (
            found,
            [out],
        )
