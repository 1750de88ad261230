"""The document «reasons»: why each player has his rank. It gives the sentences, his figures, and round by round what
the figures are made of, so that they can be checked with a pencil."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.results.game_figures import figures_of
from tournaments.results.idle_rounds import not_played
from tournaments.results.tallies import counted, standing
from tournaments.standings.cross_table import Cell, Line, Meeting, crossing
from tournaments.standings.evidence import At, Brought, brought, made_of_opponents, made_of_tables
from tournaments.standings.explain import why
from tournaments.standings.metrics import Reader
from tournaments.standings.opponents import Strength
from tournaments.standings.ranking import Row, main_score
from tournaments.standings.ranking_orders import Order
from tournaments.standings.scores import SCORES
from tournaments.standings.tournament_results import Played
from tournaments.text.metric_text import CALLED, UNPLAYED, averaged, called, called_with, criteria, sentences, shown


@dataclass(frozen=True)
class Evidence:
    """A player's table in one round, or a round that he did not play. `who`: whom he met, or why it was not played;
    `at`: how he ended at the table; `parts`: what it added to each score made of tables; `total`: what it adds to his
    total."""

    round: int
    who: list[str]
    at: At | None
    parts: list[str]
    total: int


@dataclass(frozen=True)
class Appeal:
    """One tournament's ranking with what is needed to explain it. `precedence`: the keys of the metrics that rank;
    `lines`: the cross-table; `in_jetons`: figures are jetons, not points."""

    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    played: Played
    precedence: tuple[str, ...]
    in_jetons: bool

    @cached_property
    def reader(self) -> Reader:
        """The reader of each metric's value for a player."""
        return Reader(self.played, main_score(self.precedence))

    @cached_property
    def scores(self) -> list[str]:
        """The keys of the ranking metrics that are scores made of tables."""
        return made_of_tables(self.precedence)

    @cached_property
    def measured(self) -> str:
        """The key of the score that opponents are measured by; empty where opponents do not count."""
        return main_score(self.precedence) if made_of_opponents(self.precedence) else ""

    @cached_property
    def opponents(self) -> dict[int, str]:
        """Each player's name by his number in the cross-table, with the score that he is measured by, if any."""
        names = {line.number: line.row.tally.player for line in self.lines}
        if not self.measured:
            return names
        strength = Strength(self.played, SCORES[self.measured])
        entries = {line.number: line.row.tally.entry for line in self.lines}
        return {n: f"{name} ({shown(self.measured, strength.of(entries[n]))})" for n, name in names.items()}

    def person(self, line: Line) -> dict[str, Any]:
        """Return the template's context of one player: row, sentences, figures, average, rounds."""
        entry = line.row.tally.entry
        totals = [meeting.result.total for cell in line.cells for meeting in cell.meetings]
        return {
            "row": line.row,
            "why": sentences(why(self.rows, entry, self.precedence), in_jetons=self.in_jetons),
            "figures": criteria(self.reader, self.rows, line.row, in_jetons=self.in_jetons),
            "average": averaged(totals) if totals and self.played.granted.get(entry) else "",
            "rounds": list(self.rounds(line)),
        }

    def rounds(self, line: Line) -> Iterator[Evidence]:
        """Yield one player's rounds: each table that he played, and each round that he did not play."""
        there = brought(self.played, line.row.tally.entry, self.scores)
        found = {(row.round, row.at and row.at.table): row for row in there}
        for cell in line.cells:
            for meeting in cell.meetings:
                yield self.at_table(cell, meeting, found[cell.round, meeting.result.table])
            if cell.idle or cell.counts:
                row, why_not = found.get((cell.round, None)), UNPLAYED[cell.idle] if cell.idle else _("en cours")
                yield Evidence(cell.round, [str(why_not)], None, self.parts(row), cell.counts)

    def at_table(self, cell: Cell, meeting: Meeting, row: Brought) -> Evidence:
        """Describe one table that a player played."""
        who = [self.opponents[n] for n in meeting.opponents]
        return Evidence(cell.round, who, row.at, self.parts(row), meeting.result.total)

    def parts(self, row: Brought | None) -> list[str]:
        """Return what one table or round added to each score made of tables; empty texts where it added nothing."""
        return [shown(key, row.figures[key]) if row else "" for key in self.scores]


def reasons(event: Event) -> dict[str, Any]:
    """Return the document's context: each player's rank with its reasons, his figures, and what makes them round by
    round."""
    rows, played = standing(event), counted(event)
    lines = crossing(rows, played, not_played(event)).lines
    main = main_score(Order.of(event.ranking).precedence)
    appeal = Appeal(rows, lines, played, Order.of(event.ranking).precedence, figures_of(event).in_jetons)
    return {
        "people": [appeal.person(line) for line in lines],
        "criteria": [called_with(key, played.scales, main, in_jetons=appeal.in_jetons) for key in appeal.precedence],
        "scores": [CALLED[key].name for key in appeal.scores],
        "measured": called(appeal.measured, in_jetons=appeal.in_jetons).name if appeal.measured else "",
        "total": called("total", in_jetons=appeal.in_jetons).name,
    }
