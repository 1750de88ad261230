"""Why everybody has his rank, on paper: the sentences, his figures, and round by round what makes them, so that they
can be reckoned again with a pencil."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.ranks import CALLED, UNPLAYED, averaged, called, called_with, criteria, sentences, shown
from tournaments.standings.crossing import Cell, Line, Meeting, crossing
from tournaments.standings.evidence import At, Brought, brought, made_of_opponents, made_of_tables
from tournaments.standings.explain import why
from tournaments.standings.game import figures_of
from tournaments.standings.idle import not_played
from tournaments.standings.metrics import Reader
from tournaments.standings.opponents import Strength
from tournaments.standings.orders import Order
from tournaments.standings.played import Played
from tournaments.standings.queries import counted, standing
from tournaments.standings.ranking import Row, main_score
from tournaments.standings.scores import SCORES


@dataclass(frozen=True)
class Evidence:
    """One table of one round, or a round that was not played. `who`: whom he met, or why it was not played; `at`: how
    he ended there; `parts`: what it brought of each score made of tables; `total`: what it adds to the total."""

    round: int
    who: list[str]
    at: At | None
    parts: list[str]
    total: int


@dataclass(frozen=True)
class Appeal:
    """One event's ranking, ready to be explained."""

    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    played: Played
    precedence: tuple[str, ...]
    in_jetons: bool

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.played, main_score(self.precedence))

    @cached_property
    def scores(self) -> list[str]:
        return made_of_tables(self.precedence)

    @cached_property
    def measured(self) -> str:
        """The score that opponents are measured by; nothing where they do not count."""
        return main_score(self.precedence) if made_of_opponents(self.precedence) else ""

    @cached_property
    def opponents(self) -> dict[int, str]:
        """By number in the cross-table, the name with the score that he is measured by."""
        names = {line.number: line.row.tally.player for line in self.lines}
        if not self.measured:
            return names
        strength = Strength(self.played, SCORES[self.measured])
        entries = {line.number: line.row.tally.entry for line in self.lines}
        return {n: f"{name} ({shown(self.measured, strength.of(entries[n]))})" for n, name in names.items()}

    def person(self, line: Line) -> dict[str, Any]:
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
        there = brought(self.played, line.row.tally.entry, self.scores)
        found = {(row.round, row.at and row.at.table): row for row in there}
        for cell in line.cells:
            for meeting in cell.meetings:
                yield self.at_table(cell, meeting, found[cell.round, meeting.result.table])
            if cell.idle or cell.counts:
                row, why_not = found.get((cell.round, None)), UNPLAYED[cell.idle] if cell.idle else _("en cours")
                yield Evidence(cell.round, [str(why_not)], None, self.parts(row), cell.counts)

    def at_table(self, cell: Cell, meeting: Meeting, row: Brought) -> Evidence:
        who = [self.opponents[n] for n in meeting.opponents]
        return Evidence(cell.round, who, row.at, self.parts(row), meeting.result.total)

    def parts(self, row: Brought | None) -> list[str]:
        return [shown(key, row.figures[key]) if row else "" for key in self.scores]


def reasons(event: Event) -> dict[str, Any]:
    """Everybody's rank with its reason, his figures, and round by round what makes them."""
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
