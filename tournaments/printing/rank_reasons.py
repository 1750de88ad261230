"""The document «reasons»: why each player has his rank. It gives the sentences, his figures, and round by round what
the figures are made of, so that they can be checked with a pencil."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

import scoring
from scoring import TotalUnit
from tournaments.models import Adjustment, Tournament
from tournaments.presentation.tables.rank_evidence import RankReasonsTable
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.text.adjustment_text import list_adjustment_lines
from tournaments.presentation.text.metric_text import (
    UNPLAYED_REASON_TEXTS,
    format_average,
    format_figure,
    get_metric_text,
    get_scaled_metric_text,
    has_left,
    list_criteria,
    repeats_total,
)
from tournaments.presentation.text.rank_text import describe_rank
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_counted_results, get_standings
from tournaments.standings.cross_table import CrossTableCell, CrossTableMeeting, CrossTableRow, build_cross_table
from tournaments.standings.evidence import (
    RoundFigures,
    TableOutcome,
    depends_on_opponents,
    list_round_figures,
    list_table_scores,
)
from tournaments.standings.explain import explain_rank
from tournaments.standings.metrics import MetricReader
from tournaments.standings.opponents import OpponentStrength
from tournaments.standings.ranking import StandingsRow, find_main_score
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.scores import SCORES
from tournaments.standings.tournament_results import TournamentResults


@dataclass(frozen=True)
class RankEvidence:
    """A player's table in one round, or a round that he did not play. `who`: whom he met, or why it was not played;
    `at`: how he ended at the table; `parts`: what it added to each score made of tables; `total`: what it adds to his
    total."""

    round: int
    who: list[str]
    at: TableOutcome | None
    parts: list[str]
    total: int


@dataclass(frozen=True)
class RankExplainer:
    """One tournament's ranking with what is needed to explain it. `precedence`: the keys of the metrics that rank;
    `lines`: the cross-table; `unit`: what totals count; `adjustments`: the bonuses and penalties;
    `sides_change`: those at a table are partners and opponents in turn."""

    rows: tuple[StandingsRow, ...]
    lines: tuple[CrossTableRow, ...]
    played: TournamentResults
    precedence: tuple[str, ...]
    unit: TotalUnit
    adjustments: Sequence[Adjustment]
    sides_change: bool

    @cached_property
    def reader(self) -> MetricReader:
        """The reader of each metric's value for a player."""
        return MetricReader(self.played, find_main_score(self.precedence))

    @cached_property
    def table_scores(self) -> list[str]:
        """The keys of the ranking metrics that are scores made of tables."""
        return list_table_scores(self.precedence)

    @cached_property
    def opponents_score(self) -> str:
        """The key of the score that opponents are measured by; empty where opponents do not count."""
        return find_main_score(self.precedence) if depends_on_opponents(self.precedence) else ""

    @cached_property
    def opponent_labels(self) -> dict[int, str]:
        """Each player's name by his number in the cross-table, with the score that he is measured by, if any."""
        names = {line.number: line.row.tally.player for line in self.lines}
        if not self.opponents_score:
            return names
        strength = OpponentStrength(self.played, SCORES[self.opponents_score])
        entries = {line.number: line.row.tally.entry for line in self.lines}
        return {
            n: f"{name} ({format_figure(self.opponents_score, strength.get_score(entries[n]), self.unit)})"
            for n, name in names.items()
        }

    def build_person(self, line: CrossTableRow) -> dict[str, Any]:
        """Return the template's context of one player: row, sentences, figures, average, rounds."""
        entry = line.row.tally.entry
        totals = [meeting.result.total for cell in line.cells for meeting in cell.meetings]
        mine = [each for each in self.adjustments if each.entry_id == entry]
        return {
            "row": line.row,
            "why": describe_rank(explain_rank(self.rows, entry, self.precedence), self.unit),
            "figures": list_criteria(self.reader, self.rows, line.row, self.unit),
            "adjustments": list_adjustment_lines(mine, {entry: line.row.tally.player}, self.unit),
            "average": format_average(totals) if totals and self.played.granted.get(entry) else "",
            "rounds": RankReasonsTable(
                self.list_evidence(line),
                [get_metric_text(key, self.unit).name for key in self.table_scores],
                self.unit,
                sides_change=self.sides_change,
                medium=PAPER,
            ),
        }

    def list_evidence(self, line: CrossTableRow) -> Iterator[RankEvidence]:
        """Yield one player's rounds: each table that he played, and each round that he did not play."""
        round_figures = list_round_figures(self.played, line.row.tally.entry, self.table_scores)
        found = {(row.round, row.outcome and row.outcome.table): row for row in round_figures}
        for cell in line.cells:
            for meeting in cell.meetings:
                yield self.build_table_evidence(cell, meeting, found[cell.round, meeting.result.table])
            if cell.idle or cell.extra_total:
                parts = self.format_parts(found.get((cell.round, None)))
                why_not = UNPLAYED_REASON_TEXTS[cell.idle] if cell.idle else _("en cours")
                yield RankEvidence(cell.round, [str(why_not)], None, parts, cell.extra_total)

    def build_table_evidence(self, cell: CrossTableCell, meeting: CrossTableMeeting, row: RoundFigures) -> RankEvidence:
        """Describe one table that a player played."""
        who = [self.opponent_labels[n] for n in meeting.opponents]
        return RankEvidence(cell.round, who, row.outcome, self.format_parts(row), meeting.result.total)

    def format_parts(self, row: RoundFigures | None) -> list[str]:
        """Return what one table or round added to each score made of tables; empty texts where it added nothing."""
        return [format_figure(key, row.figures[key], self.unit) if row else "" for key in self.table_scores]


def build_reasons(tournament: Tournament) -> dict[str, Any]:
    """Return the document's context: each player's rank with its reasons, his figures, and what makes them round by
    round."""
    rows = tuple(row for row in place_waiting_last(tournament, get_standings(tournament)) if not row.waiting)
    played = get_counted_results(tournament)
    lines = build_cross_table(rows, played, list_unplayed_rounds(tournament)).lines
    precedence = RankingOrder.from_json(tournament.ranking).precedence
    unit, sides_change = get_game_figures(tournament).unit, scoring.get_game(tournament.game).sides_change
    given = list(Adjustment.objects.for_tournament(tournament))
    appeal = RankExplainer(rows, lines, played, precedence, unit, given, sides_change)
    return {
        "people": [appeal.build_person(line) for line in lines],
        "criteria": [
            get_scaled_metric_text(key, played.scales, find_main_score(precedence), unit)
            for key in precedence
            if (has_left(rows) if key == "left" else not all(repeats_total(key, row.figures, unit) for row in rows))
        ],
        "measured": get_metric_text(appeal.opponents_score, unit).name if appeal.opponents_score else "",
    }
