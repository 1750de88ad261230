"""Scores: what each table, and each rest, brings a player; a player's score is their sum.

One score is the tournament's main one; opponents' metrics (`opponents`) are made of it. Exact: fractions, never floats.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from .tournament_results import Scales, TableResult, TournamentResults

Number = int | Fraction
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Score:
    """How one score is computed, from functions that each return points:

    table_value: for a table played, given the results and the player's result.
    rest_value: for a rested round, given the scales.
    win_value: for a round granted as won, given the scales; None for the average of the player's tables.
    average: the average for one table, given the sum of several and their number.
    known_scores: by entry, the scores that need not be added up since they are known, given the results.
    """

    table_value: Callable[[TournamentResults, TableResult], Number]
    rest_value: Callable[[Scales], Number] = lambda scales: 0
    win_value: Callable[[Scales], Number] | None = None
    average: Callable[[Number, int], Number] = Fraction
    known_scores: Callable[[TournamentResults], Mapping[int, Number]] = lambda played: {}

    def compute(self, results: TournamentResults, entry: int) -> Number:
        """Return the entry's score."""
        if (known := self.known_scores(results).get(entry)) is not None:
            return known
        score: Number = sum([self.table_value(results, result) for result in results.get_entry_results(entry)])
        if rested := results.get_rested_rounds(entry):
            score += len(rested) * self.rest_value(results.scales)
        if granted := results.granted.get(entry):
            score += len(granted) * self.compute_granted(results, entry)
        return score

    def compute_granted(self, results: TournamentResults, entry: int) -> Number:
        """Return what one round granted to the entry as won brings it."""
        if self.win_value is not None:
            return self.win_value(results.scales)
        mine = [self.table_value(results, result) for result in results.get_entry_results(entry)]
        return self.average(sum(mine, start=0), len(mine)) if mine else 0

    def list_after_each_round(self, results: TournamentResults, entry: int) -> list[Number]:
        """Return the score as it was after each round that was not withdrawn, from the first."""
        counted = (n for n in range(1, results.last_round + 1) if n not in results.withdrawn)
        by_round: dict[int, Number] = dict.fromkeys(counted, 0)
        for result in results.get_entry_results(entry):
            by_round[result.round] += self.table_value(results, result)
        for n in results.get_rested_rounds(entry):
            by_round[n] += self.rest_value(results.scales)
        for n in results.granted.get(entry, ()):
            by_round[n] += self.compute_granted(results, entry)
        sums: list[Number] = []
        for n in sorted(by_round):
            sums.append((sums[-1] if sums else 0) + by_round[n])
        return sums


def average_half_up(total: Number, tables: int) -> int:
    """Return the average over so many tables in whole jetons or points, halves rounded up."""
    return floor(Fraction(total) / tables + HALF)


def _compute_parties_won(results: TournamentResults, result: TableResult) -> Number:
    """Return 1 for a table won alone, an equal part where several sides share the first place, 0 otherwise."""
    sides = {other.side for other in results.get_table_results(result) if other.place == 1}
    return Fraction(1, len(sides)) if result.place == 1 else 0


def _compute_victory_points(results: TournamentResults, result: TableResult) -> Number:
    """Return the victory points of a table: won alone, won together with another side, or lost."""
    if result.place > 1:
        return results.scales.loss
    shared = any(other.place == 1 and other.side != result.side for other in results.get_table_results(result))
    return results.scales.draw if shared else results.scales.win


def _compute_place_points(results: TournamentResults, result: TableResult) -> Number:
    """Return the points of the place; sides that share a place share the points of the places that they fill."""
    sides = {other.side for other in results.get_table_results(result) if other.place == result.place}
    filled = range(result.place - 1, result.place - 1 + len(sides))
    scale = results.scales.places
    return Fraction(sum(scale[place] for place in filled if place < len(scale)), len(sides))


def _compute_share(results: TournamentResults, result: TableResult) -> Number:
    """Return the player's part (a fraction) of all that was on the table in the end: purses and gains, or points.

    If all together is 0, each seat has an equal part.
    """
    seat_results = results.list_seat_results(result)
    whole = sum(other.purse + other.total for other in seat_results)
    return Fraction(result.purse + result.total, whole) if whole else Fraction(1, len(seat_results))


def _compute_beaten(results: TournamentResults, result: TableResult) -> Number:
    """Return what part of the opponents was placed behind the player, with those level with him counted by half.

    It is from 0 to 1 at a table of any size, in any game; one half without an opponent.
    """
    others = [other for other in results.list_seat_results(result) if other.side != result.side]
    beaten = sum((compare_places(result, other) for other in others), start=0)
    return Fraction(beaten) / len(others) if others else HALF


def compare_places(result: TableResult, other: TableResult) -> Number:
    """Return 1 if the player is placed before the other, one half for an equal place, otherwise 0."""
    if result.place == other.place:
        return HALF
    return int(result.place < other.place)


SCORES = {
    "total": Score(
        lambda played, result: result.total,
        lambda scales: scales.flat,
        None,
        average_half_up,
        lambda played: played.totals,
    ),
    "parties_won": Score(_compute_parties_won, win_value=lambda scales: 1),
    "victory": Score(_compute_victory_points, lambda scales: scales.rest, lambda scales: scales.win),
    "place_points": Score(_compute_place_points, win_value=lambda scales: scales.places[0]),
    "share": Score(_compute_share),
    "beaten": Score(_compute_beaten),
}
