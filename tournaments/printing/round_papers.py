"""Documents of a round and of all rounds: who is expected, each player's tables round by round, results, cross-table;
where two sides meet, the bracket and the groups with their results so far, the calendar of all meetings.

Each function reads a tournament (`n`: one round of it, else all) and returns its template's context.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from scoring import TotalUnit
from tournaments.book.loading import load_sheet
from tournaments.book.table_cards import TableCard, load_cards
from tournaments.forms.games.game_paper import LETTERS
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Entry, Seat, SeatSummary, Tournament
from tournaments.models.people import read_detail
from tournaments.presentation import brackets
from tournaments.presentation.group_tables import describe_ties
from tournaments.presentation.tables.cross_table import CrossResultsTable
from tournaments.presentation.tables.matches import list_phase_tables
from tournaments.presentation.tables.round_papers import (
    CalendarRow,
    CalendarTable,
    ItineraryTable,
    ProgramTable,
    TableRankingTable,
    format_seat,
)
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.text.attendance import describe_attendance
from tournaments.presentation.text.main_score import find_cross_score
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.presentation.text.provisional_text import describe_printed_state
from tournaments.presentation.text.sheet_text import describe_replacements
from tournaments.presentation.text.unit_text import add_unit, format_total, get_full_heading
from tournaments.reading.byes import list_resting, list_resting_entries
from tournaments.reading.call_list import group_by_round, list_seated_cards
from tournaments.reading.final_order import list_final_rows, order_final_standings
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.grouping import group_pairs
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.open_tables import list_seats_in_play, list_unread_tables
from tournaments.reading.phases import find_round_day, list_phases, read_phase_state
from tournaments.reading.shown_names import Viewer, get_listed_names
from tournaments.reading.tallies import get_counted_results
from tournaments.standings.balances import PlayerBalance
from tournaments.standings.cross_table import CrossTable, build_cross_table

ROUNDS_ABREAST = 8
"""Rounds whose columns fit side by side on a page, beside the names."""
MOST_UPRIGHT, MOST_IN_GRID = 10, 24
"""Players of a round robin whose columns fit side by side on a page upright; across."""
SPARE_LINES, FEWEST_SPARE = 12, 3
"""Empty lines at the end of the check-in list, for people who come unannounced."""
FIRST_PAGE, LATER_PAGE = 30, 31
"""Lines of 22 pt, as one writes on, that the first page of a list and each later page hold."""


@dataclass(frozen=True)
class ItineraryRound:
    """One player's part in one round; if he has no table, he rests or is not there. `letter`: his seat; `net`: his gain
    there, None until something is recorded; `idle`: why he did not play the round to its end, a key as
    `list_unplayed_rounds` gives it."""

    n: int
    card: TableCard | None = None
    letter: str = ""
    rests: bool = False
    net: int | None = None
    idle: str = ""

    @property
    def table(self) -> int:
        """The number of the player's table; 0 if he has none."""
        return self.card.table.n if self.card else 0

    @property
    def seat(self) -> str:
        """The player's table and seat as papers write them: «3 B»."""
        return format_seat(self)

    def list_companions(self) -> list[str]:
        """Return the names of the others at the player's table, in seat order from the one after him."""
        if self.card is None or not self.letter:
            return []
        names, at = self.card.names, LETTERS.index(self.letter)
        return [*names[at + 1 :], *names[:at]]


@dataclass(frozen=True)
class Itinerary:
    """One player's way through the tournament: his rank (None before he has played), his total so far, and his part in
    each round (`turns`); `unit`: what totals are counted in; `adjustment`: his bonuses and penalties as text, or ""."""

    entry: int
    name: str
    rank: int | None
    total: int
    turns: tuple[ItineraryRound, ...]
    unit: TotalUnit
    adjustment: str = ""

    @property
    def shown_total(self) -> str:
        """The player's total as text with its unit: «+42 jetons»."""
        return add_unit(format_total(self.total, self.unit), self.total, self.unit)

    def get_turn(self, n: int) -> ItineraryRound:
        """Return the player's part in round n: his table and seat, or that he rests."""
        return next(turn for turn in self.turns if turn.n == n)

    @property
    def table(self) -> ItineraryTable:
        """The table (for a page) of the player's rounds."""
        return ItineraryTable(self.companions, self.unit, medium=PAPER)

    @property
    def companions(self) -> list[tuple[ItineraryRound, list[str]]]:
        """Each of the player's rounds, with the names of the others at his table."""
        return [(turn, turn.list_companions()) for turn in self.turns]


def list_itineraries(tournament: Tournament) -> list[Itinerary]:
    """Return each player's itinerary, in standings order. If somebody was replaced at a table, both he and his
    substitute have the seat."""
    cards = list_seated_cards(tournament, None)
    numbers = [number for number, _cards in group_by_round(cards)]
    card_of = {card.table.pk: card for card in cards}
    sat = {
        (entry, card_of[table].table.round.n): (card_of[table], LETTERS[position - 1])
        for entry, table, position in list_sitters(tournament).values_list("entry", "table", "position")
        if table in card_of
    }
    resting = list_resting_entries(tournament)
    gains, unit = sum_nets(tournament), get_game_figures(tournament).unit
    idle = list_unplayed_rounds(tournament)
    itineraries = []
    for row in list_final_rows(tournament):
        entry = row.tally.entry
        turns = []
        for number in numbers:
            card, letter = sat.get((entry, number), (None, ""))
            net = gains.get((entry, card.table.pk)) if card and not card.is_never_played else None
            why = idle.get(entry, {}).get(number, "")
            turns.append(ItineraryRound(number, card, letter, entry in resting.get(number, ()), net, why))
        tally = row.tally
        given = format_signed(tally.adjustment) if tally.adjustments else ""
        itineraries.append(Itinerary(entry, tally.player, row.shown_rank, tally.total, tuple(turns), unit, given))
    return itineraries


def list_itineraries_by_name(tournament: Tournament) -> list[Itinerary]:
    """Return each player's itinerary in alphabetical order, under the name that alphabetical lists show."""
    ways = {way.entry: way for way in list_itineraries(tournament)}
    names = get_listed_names(Viewer.CLUB, tournament)
    return [replace(ways[entry], name=name) for entry, name in names.items() if entry in ways]


def list_sitters(tournament: Tournament) -> "QuerySet[Seat]":
    """Return all seats at the tournament's tables, also those of players who were replaced there."""
    return Seat.objects.filter(table__round__tournament=tournament).order_by("table", "position", "since")


def sum_nets(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Return each player's gain at each table, by (entry id, table id)."""
    seats = SeatSummary.objects.filter(seat__table__round__tournament=tournament).order_by()
    sums = seats.values_list("seat__entry", "seat__table").annotate(total=Sum("net"))
    return {(entry, table): net for entry, table, net in sums}


def build_check_in(tournament: Tournament, balances: Mapping[int, PlayerBalance] | None = None) -> dict[str, Any]:
    """Return the template context of the check-in list: each entry by name with its partners, remarks, and, if
    `balances` (by entry id) are given, whether it has paid; then empty lines for more players."""
    known = balances or {}
    entries = sort_by_name(tournament.entries.select_related("player__details"))
    paired = entries if tournament.pairing == Tournament.Pairing.FIXED else []
    mates = {(entry.pair, entry.pk): entry.shown_name for entry in paired if entry.pair is not None}
    rows = [
        (
            entry,
            [name for (pair, pk), name in mates.items() if pair == entry.pair and pk != entry.pk],
            list_known(entry),
            entry.pk in known and known[entry.pk].missing <= 0,
        )
        for entry in entries
    ]
    return {"rows": rows, "spare": range(count_spare_lines(len(rows)))}


def list_known(entry: Entry) -> list[str]:
    """Return remarks on an entry for whoever checks players in, as texts: «absent», «à partir de la ronde 2», «pas de
    photo»."""
    away = [_("absent")] if entry.presence == Entry.Presence.ABSENT else []
    unseen = [_("pas de photo")] if read_detail(entry.player, "pictures") is False else []
    return [*away, *describe_attendance(entry), *unseen]


def count_spare_lines(people: int, most: int = SPARE_LINES) -> int:
    """Return how many empty lines to add to a list of so many people: as many as the last page has room for, at most
    `most`; if too few would fit, `most`."""
    room = FIRST_PAGE - people
    while room < 0:
        room += LATER_PAGE
    return min(room, most) if room >= FEWEST_SPARE else most


def build_program(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the programme: each player by name, with the table and seat of each round.
    `example`: the first seat in it, to explain in words how to read it."""
    itineraries = list_itineraries_by_name(tournament)
    numbers = [turn.n for turn in itineraries[0].turns] if itineraries else []
    return {
        "ways": itineraries,
        "tables": [ProgramTable(itineraries, some, medium=PAPER) for some in split_rounds(numbers)],
        "example": next((turn for way in itineraries for turn in way.turns if turn.card), None),
    }


def split_rounds(numbers: Sequence[int]) -> list[Sequence[int]]:
    """Split the numbers of the rounds into about equally long parts, each with room for its columns on a page."""
    parts = max(1, -(-len(numbers) // ROUNDS_ABREAST))
    length = -(-len(numbers) // parts)
    return [numbers[n * length : (n + 1) * length] for n in range(parts)]


def build_results(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of the results: by round (round `n` alone, if given), each table with its players'
    gains and ranks, and who was replaced there; and who rested. `counted`: the heading with the unit of these figures,
    "" if tables differ in it."""
    rounds, units, rested = [], set(), list_resting(tournament)
    replaced = set(
        Seat.objects.filter(table__round__tournament=tournament, since__gt=1).values_list("table", flat=True)
    )
    for number, cards in group_by_round(list_seated_cards(tournament, n)):
        replacements = {
            pk: describe_replacements(load_sheet(pk)) for card in cards if (pk := card.table.pk) in replaced
        }
        tables = [(card, rank_table(card), replacements.get(card.table.pk, [])) for card in cards]
        rounds.append((number, tables, rested.get(number, [])))
        units |= {card.unit for card in cards}
    return {"rounds": rounds, "counted": get_full_heading(units.pop()) if len(units) == 1 else ""}


def rank_table(card: TableCard) -> TableRankingTable | None:
    """Return the table (for a page) of the ranks at one card table, the best first; None before its first record."""
    return TableRankingTable(card.ranking, card.unit, medium=PAPER) if card.ranking else None


def build_cross_table_sheet(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the cross-table: a row for each player in standings order, a column for each
    round, or for each player where `has_grid`."""
    order, in_play = order_final_standings(tournament), list_seats_in_play(tournament)
    rows = order.rows
    table = build_cross_table(rows, get_counted_results(tournament), list_unplayed_rounds(tournament))
    main, unit = find_cross_score(order), get_game_figures(tournament).unit
    grid = has_grid(tournament, table)
    parts = [table] if grid else [CrossTable(tuple(some), table.lines) for some in split_rounds(table.rounds)]
    named = tournament.names_round(table.rounds[-1] if table.rounds else 1)
    tables = [
        CrossResultsTable(part, main, unit, are_rounds_named=named, each_with_each=grid, in_play=in_play, medium=PAPER)
        for part in parts
    ]
    wide = grid and len(table.lines) > MOST_UPRIGHT
    ties = read_phase_state(tournament, list_phases(tournament)[-1]).ties if order.points else ()
    context = {"tables": tables, "rows": table.lines, "unit": unit.value, "named": named, "grid": grid, "wide": wide}
    state = {"in_play": in_play, "provisional": describe_printed_state(tournament, list_unread_tables(tournament))}
    return {**context, **state, "order": describe_ties(ties) if order.points else ""}


def has_grid(tournament: Tournament, table: CrossTable) -> bool:
    """True if the cross-table can have a column for each player: a round robin of one against one, with few enough
    players for a page."""
    meetings = [meeting for line in table.lines for cell in line.cells for meeting in cell.meetings]
    alone = all(len(meeting.opponents) == 1 and not (meeting.partners or meeting.relays) for meeting in meetings)
    return tournament.format == Tournament.Format.ALL and alone and len(table.lines) <= MOST_IN_GRID


def build_records(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of each player's own results, by name: for each round, with whom he sat and what he
    won."""
    ways = list_itineraries_by_name(tournament)
    if tournament.has_bracket:  # who is out, or waits for an opponent, is not absent
        ways = [replace(way, turns=tuple(turn for turn in way.turns if turn.card or turn.rests)) for way in ways]
    return {"ways": ways}


def build_bracket(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the brackets and groups, with their tables."""
    return {"phases": list_phase_tables(brackets.build_phase_displays(tournament), PAPER)}


def build_calendar(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the fixtures of a league: each published or drawn round as (number, its day or
    None, its table of meetings, who rests)."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    rows_by_round = group_pairs(
        (card.table.round.n, CalendarRow(card.table.n, *describe_sides(list(card.names)), describe_result(card)))
        for card in load_cards(tournament)
        if card.seats
    )
    rests = tournament.rounds.filter(rests__isnull=False).values_list("n", "rests__entry__shown_name")
    rested = group_pairs(rests)
    rounds = [(n, tables, rested.get(n, [])) for n, tables in sorted(rows_by_round.items())]
    draft = tournament.drafts.filter(chosen=True).first()
    for n, row in enumerate(draft.rounds, draft.first) if draft else ():
        tables = [
            CalendarRow(at, *describe_sides([names.get(e, "") for e in table]))
            for at, table in enumerate(row["tables"], 1)
        ]
        rounds.append((n, tables, [names.get(entry, "") for entry in row["resting"]]))
    return {
        "rounds": [
            (n, find_round_day(tournament, n), CalendarTable(tables, medium=PAPER), resting)
            for n, tables, resting in rounds
        ]
    }


def describe_result(card: TableCard) -> str:
    """Return how a meeting of two sides ended, «+12 / −12», or why it is not played; "" until it is over, as the result
    is then written by hand."""
    if card.unplayed:
        return str(card.unplayed.get_kind_display())
    if not (card.complete and card.summary and card.setting):
        return ""
    totals = card.summary.totals
    figures = (totals[0], totals[len(totals) // 2])
    return " / ".join(map(format_signed if card.has_purses else format_holding, figures))


def describe_sides(names: list[str]) -> tuple[str, str]:
    """Return the names of the two sides of a table, as texts: «Anne – Basile». `names`: the first half is one side."""
    half = len(names) // 2
    return " – ".join(names[:half]), " – ".join(names[half:])
