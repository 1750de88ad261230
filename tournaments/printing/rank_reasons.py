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
from tournaments.presentation.text.provisional_text import describe_printed_state
from tournaments.presentation.text.rank_text import describe_rank
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.open_tables import list_unread_tables
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
    """What one table, or one round not played, did for a player's rank. `who`: whom he met, or why he did not play;
    `at`: how he ended at the table, or None; `parts`: what it added to each ranking score made of tables, as texts;
    `total`: what it added to his total."""

    round: int
    who: list[str]
    at: TableOutcome | None
    parts: list[str]
    total: int


@dataclass(frozen=True)
class RankExplainer:
    """A tournament's ranking with all that explains it. `rows`: the standings; `lines`: the cross-table; `precedence`:
    the keys of the metrics that rank; `unit`: what totals are counted in; `adjustments`: bonuses and penalties;
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
        """The reader that gives a player's value in each metric."""
        return MetricReader(self.played, find_main_score(self.precedence))

    @cached_property
    def table_scores(self) -> list[str]:
        """The keys of those ranking metrics that are scores added up table by table."""
        return list_table_scores(self.precedence)

    @cached_property
    def opponents_score(self) -> str:
        """The key of the score by which the strength of opponents is measured; "" if opponents do not count in the
        ranking."""
        return find_main_score(self.precedence) if depends_on_opponents(self.precedence) else ""

    @cached_property
    def opponent_labels(self) -> dict[int, str]:
        """Each player's name by his number in the cross-table; if opponents count, with the score that measures him:
        «Anne (+42)»."""
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
        """Return the template context of one player: his row, the sentences on his rank, figures, bonuses, average and
        rounds."""
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
        """Yield what each table that a player played, and each round that he did not play, did for his rank."""
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
        """Return what one table that a player played did for his rank. `row`: what it added to each score."""
        who = [self.opponent_labels[n] for n in meeting.opponents]
        return RankEvidence(cell.round, who, row.outcome, self.format_parts(row), meeting.result.total)

    def format_parts(self, row: RoundFigures | None) -> list[str]:
        """Return what one table or round added to each ranking score made of tables, as texts; "" for a score if `row`
        is None."""
        return [format_figure(key, row.figures[key], self.unit) if row else "" for key in self.table_scores]


def build_reasons(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the reasons for ranks: each player's rank explained, with his figures and what
    each round added to them."""
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
        "provisional": describe_printed_state(tournament, list_unread_tables(tournament)),
        "measured": get_metric_text(appeal.opponents_score, unit).name if appeal.opponents_score else "",
    }
