"""Documents of meetings of two sides: the bracket and the groups with their results so far, the calendar of all
meetings.

Each function reads a tournament and returns its template's context.
"""

import datetime
from typing import Any

from tournaments.book.table_cards import TableCard, load_cards
from tournaments.models import Tournament
from tournaments.presentation import brackets
from tournaments.presentation.tables.matches import list_phase_tables
from tournaments.presentation.tables.round_papers import CalendarRow, CalendarTable
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.reading.phases import list_phases


def build_bracket(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the bracket and the groups."""
    return {"phases": list_phase_tables(brackets.build_phase_displays(tournament), PAPER)}


def build_calendar(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the calendar: every round, published or drafted, as (number, its day in a league, its
    tables, who rests)."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    rounds: list[tuple[int, list[CalendarRow], list[str]]] = []
    found: dict[int, list[CalendarRow]] = {}
    for card in load_cards(tournament):
        if card.seats:
            row = CalendarRow(card.table.n, *describe_sides(list(card.names)), describe_result(card))
            found.setdefault(card.table.round.n, []).append(row)
    rested: dict[int, list[str]] = {}
    for n, name in tournament.rounds.filter(rests__isnull=False).values_list("n", "rests__entry__shown_name"):
        rested.setdefault(n, []).append(name)
    rounds += [(n, tables, rested.get(n, [])) for n, tables in sorted(found.items())]
    draft = tournament.drafts.filter(chosen=True).first()
    for n, row in enumerate(draft.rounds, draft.first) if draft else ():
        tables = [
            CalendarRow(at, *describe_sides([names.get(e, "") for e in table]))
            for at, table in enumerate(row["tables"], 1)
        ]
        rounds.append((n, tables, [names.get(entry, "") for entry in row["resting"]]))
    shown = []
    for n, tables, resting in rounds:
        table = CalendarTable(tables, medium=PAPER)
        shown.append((n, find_round_day(tournament, n), table, resting))
    return {"rounds": shown}


def describe_result(card: TableCard) -> str:
    """Return how a meeting ended, the first side's figure before the second's, or why it is not played; empty while it
    goes on, for one writes there."""
    if card.unplayed:
        return str(card.unplayed.get_kind_display())
    if not (card.complete and card.summary and card.setting):
        return ""
    totals = card.summary.totals
    figures = (totals[0], totals[len(totals) // 2])
    return " / ".join(map(format_signed if card.has_purses else format_holding, figures))


def find_round_day(tournament: Tournament, n: int) -> datetime.date | None:
    """Return the day of round n; None where its phase is not played over weeks."""
    there = [phase for phase in list_phases(tournament) if phase.since <= n]
    return there[-1].day_of(n, tournament.date) if there else None


def describe_sides(names: list[str]) -> tuple[str, str]:
    """Return the two sides of a table as text; partners sit side by side in `names`."""
    half = len(names) // 2
    return " – ".join(names[:half]), " – ".join(names[half:])
