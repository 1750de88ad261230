"""Where one player sits now in a tournament, and the round that comes next: for the player's page and the hall's
screen; and what a player wants to know first. Knows no rule of a game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Entry, Round, Tournament
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.presentation.text.sheet_text import SheetPlayer, list_players
from tournaments.reading.byes import is_resting
from tournaments.reading.open_tables import list_unread_tables
from tournaments.standings.ranking import StandingsRow

from .table_view import TableView


@dataclass(frozen=True)
class NextRound:
    """The round that follows: `n`, its number, of `planned` rounds in all. `due`: all tables are done, so it may
    begin."""

    n: int
    planned: int
    due: bool

    @property
    def last(self) -> bool:
        """True if the round being played is the last one, so that none follows."""
        return self.n > self.planned


def find_next_round(tournament: Tournament, current: Round | None, *, due: bool = False) -> NextRound | None:
    """Return the round that follows the current one. Return None if there is nothing to announce: tables are free, the
    tournament is not open, or no round is published yet. `due`: all tables of the current round are done."""
    if current is None or tournament.format == Tournament.Format.FREE or tournament.status != Tournament.Status.OPEN:
        return None
    return NextRound(current.n + 1, max(tournament.planned_rounds, current.n), due)


def is_round_done(cards: Iterable[TableCard]) -> bool:
    """True if every table of a round is over, or is marked as not played now."""
    return all(card.is_over or card.unplayed is not None for card in cards)


@dataclass(frozen=True)
class CurrentSeat:
    """Where a player sits now. `holds`: the player with his holding, None if the table cannot play yet; `dealer`: who
    deals the next coup, "" once the partie is over; `partners` and `opponents`: their names."""

    view: TableView
    position: int
    holds: SheetPlayer | None
    dealer: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The letter of his place, as on papers."""
        return LETTERS[self.position - 1]


def find_current_seat(
    tournament: Tournament, entry: int, current: Round | None, sheets: Sequence[Sheet]
) -> CurrentSeat | None:
    """Return where an entry sits in the current round, or None. `sheets`: all tables at which it ever sat, in order;
    where tables are free, the last one is its present table."""
    if tournament.format != Tournament.Format.FREE:
        sheets = [sheet for sheet in sheets if current is not None and sheet.table.round_id == current.pk]
    for sheet in reversed(sheets):
        for position, seat in enumerate(sheet.seats, 1):
            if seat.entry_id == entry:
                players = list_players(sheet)
                holds = next((each for each in players if each.position == position), None)
                dealer = next((each.name for each in players if each.deals and not sheet.is_over), "")
                view = TableView(TableCard.from_sheet(sheet))
                return CurrentSeat(view, position, holds, dealer, *split_sides(sheet, sheet.names[position - 1]))
    return None


def split_sides(sheet: Sheet, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (partners, opponents) of a player at a table, by name; without sides all others are opponents."""
    others = tuple(other for other in sheet.names if other != name)
    two = sheet.setting.sides if sheet.setting else None
    mine = next((side for side in two if name in side), ()) if two else ()
    return tuple(other for other in others if other in mine), tuple(other for other in others if other not in mine)


def explain_closed(tournament: Tournament) -> str:
    """Return why the standings of a closed tournament are still provisional; "" while it is open, and once all is
    read."""
    if tournament.status != Tournament.Status.CLOSED:
        return ""
    return describe_provisional(tournament, list_unread_tables(tournament))


def build_present_context(tournament: Tournament, entry: int, sheets: list[Sheet], row: StandingsRow) -> dict[str, Any]:
    """Return, for a template, what a player wants to know first: where he sits `now`, or that he `rests` or is `gone`;
    his `row`; the `round` and the one `coming`. `sheets`: the sheets of all tables at which he sat; `row`: his row of
    the standings."""
    current = tournament.find_shown_round()
    withdrawn = current is not None and current.withdrawn
    now = None if withdrawn else find_current_seat(tournament, entry, current, sheets)
    if (coming := find_next_round(tournament, current)) and current:
        coming = replace(coming, due=current.has_ended())
    last, player, presence = tournament.entries.values_list("last_round", "player", "presence").get(pk=entry)
    left = last is not None and current is not None and last < current.n
    gone = left or presence == Entry.Presence.ABSENT
    return {
        "tournament": tournament,
        "entry": entry,
        "player": player,
        "round": current,
        "now": now,
        "rests": current is not None and not withdrawn and now is None and is_resting(current, entry),
        "row": row,
        "provisional": explain_closed(tournament),
        "gone": gone,
        "coming": coming if coming and not gone and (last is None or coming.n <= last) else None,
    }
