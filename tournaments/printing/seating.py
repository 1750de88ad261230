"""The documents on who sits where: by table for the hall's wall, by name for the entrance, and where to go next."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.rounds.draft_evaluation import name_movement
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.book.table_cards import TableCard, load_cards
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.seats import SeatRow, SeatsTable
from tournaments.presentation.text.numbers import NARROW_SPACE
from tournaments.reading.byes import list_resting
from tournaments.reading.group_names import letter_of, map_round_groups, name_group, name_match
from tournaments.reading.phases import is_available
from tournaments.reading.shown_names import Viewer, get_listed_names
from tournaments.standings.ranking import get_name_key

from .cut_cards import build_card_pages
from .remainder import Remainder
from .round_papers import list_sitters


@dataclass(frozen=True)
class TableSeating:
    """Who sits at one table. `lettered`: (letter of the seat, name) in seat order; `group_number`: the group that plays
    there, from 0, None if there are no groups; `match`: the teams that meet there, or ""; `first_dealer`: the seat,
    from 1, that deals first."""

    n: int
    lettered: list[tuple[str, str]]
    group_number: int | None = None
    first_dealer: int = 1
    match: str = ""

    @property
    def group(self) -> str:
        """The name of the group that plays at the table, or of the teams that meet there, or ""."""
        return self.match if self.group_number is None else name_group(self.group_number)

    @property
    def group_letter(self) -> str:
        """The letter of the group that plays at the table, or ""."""
        return "" if self.group_number is None else letter_of(self.group_number)


@dataclass(frozen=True)
class RoundSeating:
    """The seating of one round: its tables, and all players by name, also those who rest (`places`)."""

    n: int
    tables: list[TableSeating]
    places: list[SeatRow]

    @property
    def by_name(self) -> SeatsTable:
        """The seats of the round as a table for a page, sorted by player."""
        return SeatsTable(self.places, medium=PAPER, style="lines")

    @property
    def resting(self) -> list[str]:
        """The sorted names of the players who have no table in the round."""
        return [place.name for place in self.places if not place.table]


def build_seating(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of who sits where: in every round, or in round `n` alone."""
    everybody = list(tournament.entries.all())
    rounds: dict[int, list[TableSeating]] = defaultdict(list)
    for card in load_cards(tournament):
        if card.names and n in (None, card.table.round.n):
            lettered = list(zip(LETTERS, card.names, strict=False))
            match = name_match(tournament, [seat.entry_id for seat in card.seats])
            seating = TableSeating(card.table.n, lettered, _find_group(card), card.first_dealer, match)
            rounds[card.table.round.n].append(seating)
    if tournament.has_bracket:  # who is out of it does not rest
        resting = list_resting(tournament)
    else:
        began = set(list_sitters(tournament).values_list("table__round__n", "entry"))  # also who was replaced
        resting = {
            number: [
                each.shown_name for each in everybody if is_available(each, number) and (number, each.pk) not in began
            ]
            for number in rounds
        }
    by_list = get_listed_names(Viewer.CLUB, tournament)
    listed = {each.shown_name: by_list[each.pk] for each in everybody}
    places = {number: _list_player_seats(some, resting.get(number, ()), listed) for number, some in rounds.items()}
    return {"rounds": [RoundSeating(number, some, places[number]) for number, some in sorted(rounds.items())]}


def _find_group(card: TableCard) -> int | None:
    """Return the number of the group, from 0, that plays at this table; None if there are no groups."""
    return map_round_groups(card.tournament, card.table.round.n).get(card.seats[0].entry_id)


def build_left_seating(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of who sits where, in the rounds in which a table is still to be played."""
    return {"rounds": [each for each in build_seating(tournament)["rounds"] if each.n in left.tables]}


def _list_player_seats(
    tables: Iterable[TableSeating], everybody: Iterable[str], listed: Mapping[str, str]
) -> list[SeatRow]:
    """Return each player's seat in the round, sorted by name; those of `everybody` who sit at no table rest. `listed`:
    by the name shown at tables, the name in alphabetical lists («Anne Dupont»: «Dupont Anne»)."""
    seated = [
        SeatRow(0, name, None, table.n, letter, table.group_letter)
        for table in tables
        for letter, name in table.lettered
    ]
    resting = set(everybody) - {place.name for place in seated}
    places = [place._replace(name=listed[place.name]) for place in (*seated, *(SeatRow(0, name) for name in resting))]
    return sorted(places, key=lambda place: get_name_key(place.name))


# --- guide cards: where whoever sits at a table goes after each round ---

MOST_ON_A_CARD, MOST_ON_A_TALL_CARD = 5, 8  # rows
MOVEMENTS = {
    "": "",
    "whist": gettext_lazy("Tournoi de whist"),
    "triple whist": gettext_lazy("Tournoi de whist triple"),
    "mitchell": gettext_lazy("Mouvement Mitchell"),
    "howell": gettext_lazy("Mouvement Howell"),
    "rainbow": gettext_lazy("Mouvement arc-en-ciel (rainbow)"),
}
Places = dict[int, tuple[int, int]]
"""The table and the seat (from 1) of each entry in one round."""


@dataclass(frozen=True)
class GuideCard:
    """The card on a table that tells its players where to go after each round. `n`: the table's number, 0 for the card
    of those who rest; `letters`: of its seats; `rows`: (after which round, where the player of each seat goes); a
    single row with "" if it is the same after each round."""

    n: int
    letters: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


def build_guide_cards(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a guide card for every table, for the rounds published or drawn ahead: tall cards
    for many rounds, several cards for even more. `movement`: the words for the movement that all these rounds
    follow."""
    rounds = dict(sorted(iterate_rounds(tournament)))
    tables = sorted({n for places in rounds.values() for n, _seat in places.values()})
    cards = [_build_card(n, rounds) for n in tables] if len(rounds) > 1 else []
    parts = [part for card in (*cards, *_list_rest_cards(rounds)) for part in _split_card(card)]
    movement = name_movement(build_pool(tournament, history=False), _list_rows(rounds)) if cards else ""
    tall = any(len(card.rows) > MOST_ON_A_CARD for card in parts)
    return build_card_pages(parts, tall=tall) | {"movement": MOVEMENTS[movement]}


def _list_rows(rounds: Mapping[int, Places]) -> list[dict[str, Any]]:
    """Return the rounds as a draft stores them, tables and who rests, whether they are published or drawn ahead."""
    everybody = sorted({entry for places in rounds.values() for entry in places})
    rows = []
    for places in rounds.values():
        tables: dict[int, list[int]] = defaultdict(list)
        for entry, (table, _seat) in sorted(places.items(), key=itemgetter(1)):
            tables[table].append(entry)
        rows.append({"tables": [*tables.values()], "resting": [entry for entry in everybody if entry not in places]})
    return rows


def _split_card(card: GuideCard) -> Iterator[GuideCard]:
    """Yield the card, split into several if it has more rows than a tall card holds."""
    for start in range(0, len(card.rows), MOST_ON_A_TALL_CARD):
        yield replace(card, rows=card.rows[start : start + MOST_ON_A_TALL_CARD])


def _list_rest_cards(rounds: dict[int, Places]) -> list[GuideCard]:
    """Return a list with the card that says where those who rest go next; empty if nobody rests."""
    rows = [
        (str(n), [", ".join(sorted(_describe_place((0, 0), entry, there) for entry in there.keys() - here.keys()))])
        for (n, here), (_next, there) in pairwise(rounds.items())
    ]
    return [GuideCard(0, (), _merge_equal(rows))] if any(places != [""] for _n, places in rows) else []


def iterate_rounds(tournament: Tournament) -> Iterator[tuple[int, Places]]:
    """Yield (number, table and seat of each entry) for each round that is published or drawn ahead."""
    published: dict[int, Places] = {}
    for n, entry, table, seat in list_sitters(tournament).values_list(
        "table__round__n", "entry", "table__n", "position"
    ):
        published.setdefault(n, {})[entry] = table, seat
    yield from published.items()
    if draft := tournament.drafts.filter(chosen=True).first():
        for n, row in enumerate(draft.rounds, draft.first):
            tables = enumerate(row["tables"], 1)
            yield n, {entry: (number, seat) for number, table in tables for seat, entry in enumerate(table, 1)}


def _build_card(table: int, rounds: dict[int, Places]) -> GuideCard:
    """Return the guide card of the table with this number."""
    size = max(seat for places in rounds.values() for n, seat in places.values() if n == table)
    rows = []
    for (n, here), (_next, there) in pairwise(rounds.items()):
        at = {place: entry for entry, place in here.items()}
        whose = [at.get((table, seat)) for seat in range(1, size + 1)]
        rows.append((str(n), [_describe_place((table, seat), whose[seat - 1], there) for seat in range(1, size + 1)]))
    return GuideCard(table, LETTERS[:size], _merge_equal(rows))


def _merge_equal(rows: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Return the rows of a guide card, or, if all say the same, a single row for all rounds."""
    return rows if any(places != rows[0][1] for _n, places in rows) else [("", rows[0][1])]


def _describe_place(here: tuple[int, int], entry: int | None, places: Places) -> str:
    """Return where an entry goes from its place `here`, as text: «4 A», «reste», «repos»; "" for nobody. `places`:
    table and seat of each entry in the next round."""
    if entry is None:
        return ""
    if entry not in places:
        return _("repos")
    table, seat = places[entry]
    return _("reste") if (table, seat) == here else f"{table}{NARROW_SPACE}{LETTERS[seat - 1]}"
