"""The documents on who sits where: by table for the hall's wall, by name for the entrance."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.book.table_cards import TableCard, load_cards
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.seats import SeatRow, SeatsTable
from tournaments.reading.byes import list_resting
from tournaments.reading.group_names import letter_of, map_round_groups, name_group
from tournaments.reading.phases import is_available
from tournaments.reading.shown_names import Viewer, get_listed_names
from tournaments.standings.ranking import get_name_key

from .remainder import Remainder
from .round_papers import list_sitters


@dataclass(frozen=True)
class TableSeating:
    """A table's players in seat order, each as (letter, name). `group_number`: the group that it plays in, from 0;
    None where there are no groups; `first_dealer`: the position that deals first."""

    n: int
    lettered: list[tuple[str, str]]
    group_number: int | None = None
    first_dealer: int = 1

    @property
    def group(self) -> str:
        """The name of the group, or ""."""
        return "" if self.group_number is None else name_group(self.group_number)

    @property
    def group_letter(self) -> str:
        """The letter of the group, or ""."""
        return "" if self.group_number is None else letter_of(self.group_number)


@dataclass(frozen=True)
class RoundSeating:
    """One round: its tables, and each player by name, also those who rest."""

    n: int
    tables: list[TableSeating]
    places: list[SeatRow]

    @property
    def by_name(self) -> SeatsTable:
        """The seats as a table."""
        return SeatsTable(self.places, medium=PAPER, style="lines")

    @property
    def resting(self) -> list[str]:
        """The names of those who have no table, sorted."""
        return [place.name for place in self.places if not place.table]


def build_seating(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the context of the seating of every round, or of round `n` alone."""
    everybody = list(tournament.entries.all())
    rounds: dict[int, list[TableSeating]] = defaultdict(list)
    for card in load_cards(tournament):
        if card.names and n in (None, card.table.round.n):
            lettered = list(zip(LETTERS, card.names, strict=False))
            seating = TableSeating(card.table.n, lettered, _find_group(card), card.first_dealer)
            rounds[card.table.round.n].append(seating)
    if tournament.has_bracket:  # who is out of it does not rest
        there = list_resting(tournament)
    else:
        began = set(list_sitters(tournament).values_list("table__round__n", "entry"))  # also who was replaced
        there = {
            number: [
                each.shown_name for each in everybody if is_available(each, number) and (number, each.pk) not in began
            ]
            for number in rounds
        }
    by_list = get_listed_names(Viewer.CLUB, tournament)
    listed = {each.shown_name: by_list[each.pk] for each in everybody}
    places = {number: _list_player_seats(some, there.get(number, ()), listed) for number, some in rounds.items()}
    return {"rounds": [RoundSeating(number, some, places[number]) for number, some in sorted(rounds.items())]}


def _find_group(card: TableCard) -> int | None:
    """Return the number of the group that a table with players belongs to; None where there are no groups."""
    return map_round_groups(card.tournament, card.table.round.n).get(card.seats[0].entry_id)


def build_left_seating(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the context of the seating of the rounds in which a table is left."""
    return {"rounds": [each for each in build_seating(tournament)["rounds"] if each.n in left.tables]}


def _list_player_seats(
    tables: Iterable[TableSeating], everybody: Iterable[str], listed: Mapping[str, str]
) -> list[SeatRow]:
    """Return each player's seat under the name that lists show (`listed`, by the shown name), sorted by it; those of
    `everybody` who have no table rest."""
    seated = [
        SeatRow(0, name, None, table.n, letter, table.group_letter)
        for table in tables
        for letter, name in table.lettered
    ]
    resting = set(everybody) - {place.name for place in seated}
    places = [place._replace(name=listed[place.name]) for place in (*seated, *(SeatRow(0, name) for name in resting))]
    return sorted(places, key=lambda place: get_name_key(place.name))
