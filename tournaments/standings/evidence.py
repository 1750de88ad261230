"""What one player's figures are made of, for who doubts them: what each round brought him, and whom he met there, with
what outcome. The numbers add up to the figures that rank him.

Pure: knows no database, no game and no language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .metrics import METRICS, Kind, Reader
from .opponents import Strength, Terms
from .played import Played, Result
from .ranking import Row
from .scores import SCORES, Number, won_against


@dataclass(frozen=True, slots=True)
class At:
    """How he ended at a table (its id): `place` of so many `sides`, `shared` with another; his `total` there; what he
    `has` in the end, of `whole` that everybody there has."""

    table: int
    place: int
    sides: int
    shared: bool
    total: int
    has: int
    whole: int


@dataclass(frozen=True, slots=True)
class Brought:
    """One round, or one table of it where he sat at several. `at`: how he ended there, None where he played at none;
    `kind`: "table", "rest", "won" (granted as won) or "away"; `figures`: by score, what it brought."""

    round: int
    at: At | None
    kind: str
    figures: Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class Faced:
    """One opponent at one table: the `score` that he has in the end, what each of the two won there, and how much of
    an encounter won it is: 1, one half, 0."""

    round: int
    table: int
    entry: int
    score: Number
    mine: int
    theirs: int
    won: Number


def brought(played: Played, entry: int, scores: Iterable[str]) -> list[Brought]:
    """Every round in its order."""
    wanted = [(key, SCORES[key]) for key in scores]
    rows = []
    for n in range(1, played.last_round + 1):
        for result in (each for each in played.mine(entry) if each.round == n):
            figures = {key: score.at(played, result) for key, score in wanted}
            rows.append(Brought(n, ended(played, result), "table", figures))
        if n in played.rested(entry):
            rows.append(Brought(n, None, "rest", {key: score.rest(played.scales) for key, score in wanted}))
        if n in played.granted.get(entry, ()):
            rows.append(Brought(n, None, "won", {key: score.grant(played, entry) for key, score in wanted}))
        if not rows or rows[-1].round != n:
            rows.append(Brought(n, None, "away", {key: 0 for key, _score in wanted}))
    return rows


def ended(played: Played, mine: Result) -> At:
    places = {other.side: other.place for other in played.everybody(mine)}
    shared = list(places.values()).count(mine.place) > 1
    whole = sum(other.purse + other.total for other in played.places(mine))
    return At(mine.table, mine.place, len(places), shared, mine.total, mine.purse + mine.total, whole)


def faced(played: Played, entry: int, main: str) -> list[Faced]:
    """Everybody on another side at each of his tables, in the order of rounds. `main`: the score that they are measured
    by."""
    strength = Strength(played, SCORES[main])
    return [_faced(result, other, strength) for result in played.mine(entry) for other in played.others(result)]


def _faced(mine: Result, other: Result, strength: Strength) -> Faced:
    won = won_against(mine, other)
    return Faced(mine.round, mine.table, other.entry, strength.of(other.entry), mine.total, other.total, won)


def reckoned(reader: Reader, rows: Sequence[Row], mine: Row) -> Iterator[tuple[str, Number, Terms | None, int]]:
    """Each figure that ranks him, the weightiest first; what it is added up of where it is made of whom he met; how
    many are level by what comes before it, himself among them."""
    level = rows
    for key, figure in mine.figures.items():
        yield key, figure, reader.terms(key, mine.tally.entry, [row.tally.entry for row in level]), len(level)
        level = [row for row in level if row.figures[key] == figure]


def unsaid(rows: Sequence[Row], key: str) -> frozenset[int]:
    """The entries of which a figure made among those who are level says nothing: nobody is level with them by what
    comes before it, or, in encounters, not all of the level have met. `rows` in the order of their ranks."""
    if METRICS[key].kind is not Kind.TIED or not rows:
        return frozenset()
    before = list(rows[0].figures)[: list(rows[0].figures).index(key)]
    groups = [list(group) for _, group in groupby(rows, lambda row: [row.figures[each] for each in before])]
    silent = (group for group in groups if len(group) == 1 or (key == "direct" and not _encounters(group)))
    return frozenset(row.tally.entry for group in silent for row in group)


def _encounters(group: Iterable[Row]) -> bool:
    """Who all met each other have won some encounter between them."""
    return any(row.figures["direct"] for row in group)


def made_of_tables(precedence: Iterable[str]) -> list[str]:
    """The scores among these metrics that no sum of coups explains."""
    return [key for key in precedence if METRICS[key].kind is Kind.SCORE]


def made_of_opponents(precedence: Iterable[str]) -> bool:
    """Does any of these metrics look at whom one met?"""
    return any(METRICS[key].kind in (Kind.OPPONENTS, Kind.TIED) for key in precedence)
