"""Scores: what each table, and each rest, brings a player; a player's score is their sum.

One score is the event's main one; opponents' metrics (`opponents`) are made of it. Exact: fractions, never floats.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from .played import Played, Result, Scales

Number = int | Fraction
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Score:
    """`at(played, result)`: what a table brings. `rest(scales)`: what a rested round brings. `won(scales)`: what a
    round brings that is granted as won; None: the `average` of his tables."""

    at: Callable[[Played, Result], Number]
    rest: Callable[[Scales], Number] = lambda scales: 0
    won: Callable[[Scales], Number] | None = None
    average: Callable[[Number, int], Number] = Fraction

    def of(self, played: Played, entry: int) -> Number:
        brought = sum((self.at(played, result) for result in played.mine(entry)), start=0)
        rested = len(played.rested(entry)) * self.rest(played.scales)
        return brought + rested + len(played.granted.get(entry, ())) * self.grant(played, entry)

    def grant(self, played: Played, entry: int) -> Number:
        """What each round brings that is granted to him as won."""
        if self.won is not None:
            return self.won(played.scales)
        mine = [self.at(played, result) for result in played.mine(entry)]
        return self.average(sum(mine, start=0), len(mine)) if mine else 0

    def after_each_round(self, played: Played, entry: int) -> list[Number]:
        """The score as it stood after each round, from the first."""
        by_round: dict[int, Number] = dict.fromkeys(range(1, played.last_round + 1), 0)
        for result in played.mine(entry):
            by_round[result.round] += self.at(played, result)
        for n in played.rested(entry):
            by_round[n] += self.rest(played.scales)
        for n in played.granted.get(entry, ()):
            by_round[n] += self.grant(played, entry)
        sums: list[Number] = []
        for n in sorted(by_round):
            sums.append((sums[-1] if sums else 0) + by_round[n])
        return sums


def half_up(total: Number, tables: int) -> int:
    """The average of so many tables in whole jetons or points, halves upwards."""
    return floor(Fraction(total) / tables + HALF)


def _won(played: Played, result: Result) -> Number:
    """A table won alone counts one; shared by several sides, its part."""
    sides = {other.side for other in played.everybody(result) if other.place == 1}
    return Fraction(1, len(sides)) if result.place == 1 else 0


def _victory(played: Played, result: Result) -> Number:
    if result.place > 1:
        return played.scales.loss
    shared = any(other.place == 1 for other in played.others(result))
    return played.scales.draw if shared else played.scales.win


def _place_points(played: Played, result: Result) -> Number:
    """Sides that share a place share the points of the places that they fill."""
    sides = {other.side for other in played.everybody(result) if other.place == result.place}
    filled = range(result.place - 1, result.place - 1 + len(sides))
    scale = played.scales.places
    return Fraction(sum(scale[place] for place in filled if place < len(scale)), len(sides))


def _share(played: Played, result: Result) -> Number:
    """His part of all that lay on the table at the end: purses and gains, or points; an equal part where that is 0."""
    there = played.places(result)
    whole = sum(other.purse + other.total for other in there)
    return Fraction(result.purse + result.total, whole) if whole else Fraction(1, len(there))


def _beaten(played: Played, result: Result) -> Number:
    """The part of his opponents that he is placed before, equal ones by half: from 0 to 1 at a table of any size, in
    any game."""
    others = [other for other in played.places(result) if other.side != result.side]
    beaten = sum((won_against(result, other) for other in others), start=0)
    return Fraction(beaten) / len(others) if others else HALF


def won_against(result: Result, other: Result) -> Number:
    """1 for who is placed before the other, one half for an equal place, 0."""
    if result.place == other.place:
        return HALF
    return int(result.place < other.place)


SCORES = {
    "total": Score(lambda played, result: result.total, lambda scales: scales.flat, average=half_up),
    "parties_won": Score(_won, won=lambda scales: 1),
    "victory": Score(_victory, lambda scales: scales.rest, lambda scales: scales.win),
    "place_points": Score(_place_points, won=lambda scales: scales.places[0]),
    "share": Score(_share),
    "beaten": Score(_beaten),
}
