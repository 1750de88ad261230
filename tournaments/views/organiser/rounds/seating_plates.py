"""The tables of free seating as plates around them: who sits where, who met before, and what a move of the player who
is taken would cost."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.book.sheet import needs_sides
from tournaments.book.table_cards import TableCard
from tournaments.draws.exchanges import ExchangePrice, price_exchanges
from tournaments.draws.meetings import count_table_meetings, list_pairs
from tournaments.draws.model import DrawRound
from tournaments.models import Entry, Tournament
from tournaments.presentation.text.option_text import localise

from .draft_plates import Plate, Repeat, describe_price
from .draft_quality import MeasureLine

PAIRED_TABLE_SIZE = 4  # the number of players at a table where two can play against two
NEW_TABLE = "new"  # where somebody is seated, as the form sends it: at a table made for him


@dataclass(frozen=True)
class FreePlace:
    """The place that a table has left. `value`: as the form sends it; `price`: what it costs to go there."""

    value: str
    price: MeasureLine | None


@dataclass(frozen=True)
class SeatedTable:
    """A table of the seating page. `free`: its free place, None for none; `fixed`: it has begun, so its places stay;
    `sides`: two play against two; `may_pair`: the organiser may choose sides; `problem`: why it cannot play, else "";
    `repeats`: who at it met before."""

    pk: int
    n: int
    plates: tuple[Plate, ...]
    free: FreePlace | None
    fixed: bool
    sides: bool
    may_pair: bool
    problem: str
    repeats: tuple[Repeat, ...]

    @property
    def places(self) -> int:
        """The number of places that are shown: of the plates, and the free one."""
        return len(self.plates) + bool(self.free)

    @property
    def empty(self) -> bool:
        """True if nobody sits there and it has not begun."""
        return not self.fixed and not self.plates


class SeatingPlates:
    """The tables of a free seating and those without a place, as plates.

    picked: the entry that is taken; it counts only where it may move.
    """

    def __init__(
        self, tournament: Tournament, cards: Sequence[TableCard], left_over: Sequence[Entry], picked: int | None
    ):
        self.tournament, self.cards, self.left_over = tournament, cards, left_over
        self.names = {seat.entry_id: seat.entry.shown_name for card in cards for seat in card.seats}
        self.names |= {entry.pk: entry.shown_name for entry in left_over}
        self.table_of = {seat.entry_id: card for card in cards if not card.has_records for seat in card.seats}
        movable = {*self.table_of, *(entry.pk for entry in left_over)}
        self.picked = picked if picked in movable else None

    @cached_property
    def prices(self) -> Mapping[int, ExchangePrice]:
        """What exchanging the picked entry with each other one costs; empty while nobody is picked."""
        if self.picked is None:
            return {}
        tables = tuple(tuple(list_entries(card)) for card in self.cards if not card.has_records)
        resting = tuple(entry.pk for entry in self.left_over)
        return price_exchanges(DrawRound(tables, resting), self.met, self.forbidden, self.picked)

    @cached_property
    def met(self) -> Counter[tuple[int, int]]:
        """How often each pair sat together: in the season, and this evening at tables that have begun."""
        tonight = count_table_meetings(tuple(list_entries(card)) for card in self.cards if card.has_records)
        return self._history[0] + tonight

    @property
    def forbidden(self) -> Collection[tuple[int, int]]:
        """The pairs that must not sit together."""
        return self._history[1]

    @cached_property
    def _history(self) -> tuple[Counter[tuple[int, int]], frozenset[tuple[int, int]]]:
        """Return how often each pair met in the season's other tournaments, and the pairs that must not meet."""
        field = build_pool(self.tournament, first=1)

        def to_entries(players: Iterable[int]) -> tuple[int, ...]:
            return tuple(sorted(entry for p in players for entry in field.units[p - 1]))

        season = count_table_meetings(to_entries(table) for one in field.previous for table in one.tables)
        apart = (to_entries(pair) for pair in field.forbidden)
        return season, frozenset(pair for entries in apart for pair in list_pairs(entries))

    def build_tables(self) -> list[SeatedTable]:
        """Return all tables, with their plates."""
        return [self._build_table(card) for card in self.cards]

    def _build_table(self, card: TableCard) -> SeatedTable:
        """Return one table. It ends with a free place if somebody could sit there."""
        four = len(card.seats) == PAIRED_TABLE_SIZE
        by_itself = card.setting is not None and card.setting.sides is not None and not card.table.sides
        sides = four and (card.table.sides or needs_sides(self.tournament))
        again = [pair for pair in list_pairs(list_entries(card)) if pair in self.met and not card.has_records]
        lit = {entry for pair in again for entry in pair}
        return SeatedTable(
            pk=card.table.pk,
            n=card.table.n,
            plates=tuple(
                self._build_plate(seat.entry_id, lit, describe_side(n, sides)) for n, seat in enumerate(card.seats, 1)
            ),
            free=self._build_free_place(place, card) if (place := find_free_place(card, len(self.left_over))) else None,
            fixed=card.has_records,
            sides=sides,
            may_pair=four and not card.has_records and not by_itself,
            problem=describe_problem(card),
            repeats=tuple(Repeat((self.names[p], self.names[q]), None) for p, q in again),
        )

    def build_left_over(self) -> list[Plate]:
        """Return the plates of those who have no place."""
        return [self._build_plate(entry.pk, (), "") for entry in self.left_over]

    def _build_plate(self, entry: int, lit: Collection[int], side: str) -> Plate:
        price = self.prices.get(entry)
        return Plate(
            entry,
            self.names[entry],
            worth=side,
            is_lit=entry in lit,
            is_taken=entry == self.picked,
            price=describe_price(price) if price else None,
        )

    def _build_free_place(self, value: str, card: TableCard) -> FreePlace:
        """Return the free place of this value, after the table's last one."""
        return FreePlace(value, self._price_move(card) if self.picked else None)

    def _price_move(self, card: TableCard) -> MeasureLine:
        """Say what it would cost to move the picked entry to this table's free place."""
        old = self.table_of.get(self.picked or 0)
        if old is not None and old.table.pk == card.table.pk:
            return MeasureLine(_("même table"))
        if old is not None and len(old.seats) == min(scoring.get_game(self.tournament.game).sizes):
            return MeasureLine(_("table %(n)s trop petite") % {"n": old.table.n}, "warn")
        before = list_entries(old) if old else []
        clashes, repeats = (
            self._count_companions(list_entries(card), pairs) - self._count_companions(before, pairs)
            for pairs in (self.forbidden, self.met)
        )
        return describe_price(ExchangePrice(repeats, clashes))

    def _count_companions(self, entries: Iterable[int], pairs: Collection[tuple[int, int]]) -> int:
        """Return with how many of these entries the picked one makes one of the pairs."""
        me = self.picked or 0
        return sum((min(me, other), max(me, other)) in pairs for other in entries if other != me)


def list_entries(card: TableCard) -> list[int]:
    """Return the ids of those who sit at the table, in order of position."""
    return [seat.entry_id for seat in card.seats]


def find_free_place(card: TableCard, waiting: int) -> str:
    """Return the table's free place as the form of the seating sends it, TABLE:POSITION; "" where the table has begun,
    or can play as it is and not with more: the game has no larger table, or one so large that those without a place, so
    many as `waiting`, do not fill it."""
    n, sizes = len(card.seats), scoring.get_game(card.tournament.game).sizes
    lacking = min((size - n for size in sizes if size > n), default=0)
    may_sit = lacking and (n not in sizes or lacking <= max(1, waiting))
    return f"{card.table.pk}:{n + 1}" if may_sit and not card.has_records else ""


def list_seat_offers(cards: Sequence[TableCard], entry: Entry, waiting: int = 1) -> list[tuple[str, str]]:
    """Return where the entry may be seated while tables are free, each place as the form sends it, with its words: a
    table that is to be played and has not begun, in a round in which the entry has no seat, or a new table for whoever
    sits nowhere. `waiting`: how many have no seat, with the entry."""
    mine = {card.table.round_id for card in cards if entry.pk in list_entries(card)}
    played = [card for card in cards if not card.is_never_played]
    free = [(find_free_place(card, waiting), card) for card in played if card.table.round_id not in mine]
    offers = [(place, describe_open_table(card)) for place, card in free if place]
    return offers if mine else [*offers, (NEW_TABLE, _("à une table nouvelle"))]


def describe_open_table(card: TableCard) -> str:
    """Say which table it is and how many sit there: «à la table 2, 3 joueurs»."""
    n = len(card.seats)
    words = ngettext("à la table %(table)s, %(n)s joueur", "à la table %(table)s, %(n)s joueurs", n)
    return words % {"table": card.table.n, "n": n}


def describe_side(position: int, sides: bool) -> str:
    """Return the name of the side that a place belongs to, else ""."""
    return (_("Un camp") if position <= PAIRED_TABLE_SIZE // 2 else _("L’autre camp")) if sides else ""


def describe_problem(card: TableCard) -> str:
    """Say why a table cannot play; "" if it can."""
    if card.setting is not None:
        return ""
    if len(card.seats) < min(scoring.get_game(card.tournament.game).sizes):
        return _("il manque des joueurs")
    return " ".join(localise(problem.message) for problem in card.problems)
