"""Explain one player's figures to somebody who doubts them: what each round brought, whom he met there, with what
outcome. The numbers add up to the figures that rank him.

Pure: knows no database, no game and no language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .metrics import METRICS, MetricKind, MetricReader
from .opponents import FigureTerms, OpponentStrength
from .ranking import StandingsRow
from .scores import SCORES, Number, compare_places
from .tournament_results import TableResult, TournamentResults


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """How a player ended at one table.

    table: the table's id.
    place: his place among the sides there; `sides`: how many there are.
    shared: True if another side has the same place.
    total: what he won there.
    holdings: what he holds in the end: his purse and his total.
    table_total: what all players there hold together.
    """

    table: int
    place: int
    sides: int
    shared: bool
    total: int
    holdings: int
    table_total: int


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """What one round brought a player, or one table of it where he sat at several.

    outcome: how he ended there; None where he played at no table.
    kind: "table", "rest", "won" (granted as won), "withdrawn" (with its round) or "away".
    figures: by key of a score («victory»), what it brought.
    """

    round: int
    outcome: TableOutcome | None
    kind: str
    figures: Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class FacedOpponent:
    """One opponent whom a player met at one table.

    score: the opponent's final score.
    mine, theirs: what the player and the opponent won at the table.
    won: 1 if the player was placed before him, one half if level, else 0.
    """

    round: int
    table: int
    entry: int
    score: Number
    mine: int
    theirs: int
    won: Number


def list_round_figures(results: TournamentResults, entry: int, scores: Iterable[str]) -> list[RoundFigures]:
    """Return what every round brought the entry, in the order of rounds. `scores`: the keys of the scores wanted."""
    wanted = [(key, SCORES[key]) for key in scores]
    rows = []
    for n in range(1, results.last_round + 1):
        for result in (each for each in results.get_entry_results(entry) if each.round == n):
            figures = {key: score.table_value(results, result) for key, score in wanted}
            rows.append(RoundFigures(n, build_table_outcome(results, result), "table", figures))
        if n in results.get_rested_rounds(entry):
            rows.append(RoundFigures(n, None, "rest", {key: score.rest_value(results.scales) for key, score in wanted}))
        if n in results.granted.get(entry, ()):
            rows.append(
                RoundFigures(n, None, "won", {key: score.compute_granted(results, entry) for key, score in wanted})
            )
        if not rows or rows[-1].round != n:
            kind = "withdrawn" if n in results.withdrawn else "away"
            rows.append(RoundFigures(n, None, kind, {key: 0 for key, _score in wanted}))
    return rows


def build_table_outcome(results: TournamentResults, mine: TableResult) -> TableOutcome:
    """Return how the player of this result ended at its table."""
    places = {other.side: other.place for other in results.get_table_results(mine)}
    shared = list(places.values()).count(mine.place) > 1
    whole = sum(other.purse + other.total for other in results.list_seat_results(mine))
    return TableOutcome(mine.table, mine.place, len(places), shared, mine.total, mine.purse + mine.total, whole)


def list_faced_opponents(results: TournamentResults, entry: int, main: str) -> list[FacedOpponent]:
    """Return every opponent at each of the entry's tables, in the order of rounds.

    main: the score that measures opponents.
    """
    strength = OpponentStrength(results, SCORES[main])
    return [_build_faced_opponent(mine, other, strength) for mine, other in results.get_encounters(entry)]


def _build_faced_opponent(mine: TableResult, other: TableResult, strength: OpponentStrength) -> FacedOpponent:
    """Return the opponent of result `other`, as the player of result `mine` met him at their table."""
    won = compare_places(mine, other)
    return FacedOpponent(
        mine.round, mine.table, other.entry, strength.get_score(other.entry), mine.total, other.total, won
    )


def iter_figures(
    reader: MetricReader, rows: Sequence[StandingsRow], mine: StandingsRow
) -> Iterator[tuple[str, Number, FigureTerms | None, int]]:
    """Yield (metric, figure, terms, level) for each figure that ranks the player, the weightiest first.

    terms: what the figure is added up of, where it is made of the opponents met; None otherwise.
    level: how many players are level by all weightier figures, himself included.
    """
    level = rows
    for key in mine.figures:
        for n, figure in enumerate(mine.list_comparisons(key)):
            yield key, figure, reader.get_terms(key, mine.tally.entry, [row.tally.entry for row in level]), len(level)
            level = [row for row in level if row.list_comparisons(key)[n] == figure]


def find_undecided_entries(rows: Sequence[StandingsRow], key: str) -> frozenset[int]:
    """Return the entries for which a metric that compares level players says nothing. `key`: of METRICS.

    Nobody is level with them by the weightier metrics, or, for direct encounters, not all level players have met. Other
    kinds of metrics return an empty set. `rows`: the standings, in the order of their ranks.
    """
    if METRICS[key].kind is not MetricKind.TIED or not rows:
        return frozenset()
    before = list(rows[0].figures)[: list(rows[0].figures).index(key)]
    groups = [list(group) for _, group in groupby(rows, lambda row: [row.list_comparisons(each) for each in before])]
    silent = (group for group in groups if len(group) == 1 or (key == "direct" and not _has_encounters(group)))
    return frozenset(row.tally.entry for group in silent for row in group)


def _has_encounters(group: Iterable[StandingsRow]) -> bool:
    """True if the direct encounters of these players say anything: if all have met, somebody has won one, so that not
    every figure is 0."""
    return any(row.figures["direct"] for row in group)


def list_table_scores(precedence: Iterable[str]) -> list[str]:
    """Return those of these metrics that are scores of tables, which no sum of coups explains."""
    return [key for key in precedence if METRICS[key].kind is MetricKind.SCORE]


def depends_on_opponents(precedence: Iterable[str]) -> bool:
    """True if any of these metrics depends on which opponents a player met."""
    return any(METRICS[key].kind in (MetricKind.OPPONENTS, MetricKind.TIED) for key in precedence)
