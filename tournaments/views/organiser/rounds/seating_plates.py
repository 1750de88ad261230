"""The tables of free seating with a plate for every player: who sits where, who met before, and what a move of the
picked player would cost."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.book.sheet import needs_sides
from tournaments.book.table_cards import TableCard
from tournaments.draws.exchanges import ExchangePrice, price_exchanges
from tournaments.draws.meetings import count_table_meetings, list_pairs
from tournaments.draws.model import DrawRound
from tournaments.models import Entry, Tournament
from tournaments.presentation.text.option_text import localise
from tournaments.reading.shown_names import turn_names

from .seat_editor import EditedTable, FreePlace, MeasureLine, Pair, SeatEditor, describe_price

PAIRED_TABLE_SIZE = 4  # the number of players at a table where two can play against two
NEW_TABLE, OUT = "new", "out"  # where somebody goes, as the form sends it: to a table made for him, or nowhere


class SeatingEditor(SeatEditor):
    """The editor of seats where tables are free: its tables, and `left_over`, the entries without a place. In `numbers`
    each entry stands for itself.

    `taken`: the entry picked to be moved, ignored if its table has begun."""

    section = "seating"
    met: Counter[Pair]

    def __init__(
        self, tournament: Tournament, cards: Sequence[TableCard], left_over: Sequence[Entry], taken: int | None
    ):
        self.tournament, self.cards, self.left_over = tournament, cards, [entry.pk for entry in left_over]
        self.url = reverse("tournament-place", args=[tournament.pk])
        self.names = {seat.entry_id: seat.shown_name for card in cards for seat in card.seats}
        self.names |= {entry.pk: entry.shown_name for entry in left_over}
        self.names = turn_names(tournament, self.names)
        self.numbers = {entry: entry for entry in self.names}
        self.table_of = {seat.entry_id: card for card in cards if not card.has_records for seat in card.seats}
        self.taken = taken if taken in self.table_of or taken in self.left_over else None
        self.met, self.forbidden = read_meetings(tournament, cards) if cards else (Counter(), frozenset())
        self.prices = self._price_exchanges(self.taken) if self.taken else {}
        self.tables = [self._build_table(card) for card in cards]
        self.aside = self.build_plates(self.left_over, {})
        out, new = FreePlace(OUT, _("Ôter de sa table")), FreePlace(NEW_TABLE, _("Ajouter une table"))
        self.free = [out, new] if cards else [new] if left_over else []

    def _price_exchanges(self, taken: int) -> dict[int, ExchangePrice]:
        """Return, by entry that may move, what exchanging it with the entry `taken` would cost."""
        tables = tuple(tuple(list_entries(card)) for card in self.cards if not card.has_records)
        return price_exchanges(DrawRound(tables, tuple(self.left_over)), self.met, self.forbidden, taken)

    def _build_table(self, card: TableCard) -> EditedTable:
        """Return one table. It ends with a free place if somebody could sit there."""
        entries, four, begun = list_entries(card), len(card.seats) == PAIRED_TABLE_SIZE, card.has_records
        by_itself = card.setting is not None and card.setting.sides is not None and not card.table.sides
        sides = four and (card.table.sides or needs_sides(self.tournament))
        repeats = [] if begun else self.find_pairs(entries, self.met)
        worths = {entry: describe_side(n, sides) for n, entry in enumerate(entries, 1)}
        value, where = find_free_place(card, len(self.left_over)), _("table %(n)s") % {"n": card.table.n}
        price = self._price_move(card) if value and self.taken else None
        return EditedTable(
            n=card.table.n,
            plates=self.build_plates(entries, worths, repeats),
            repeats=self.describe_pairs([] if begun else entries, repeats),
            is_kept=begun,
            by_hand=not begun,
            sides=sides,
            free=[FreePlace(value, _("place libre"), where, price)] if value else [],
            problem=describe_problem(card),
            may_pair=four and not begun and not by_itself,
            pk=card.table.pk,
        )

    def _price_move(self, card: TableCard) -> MeasureLine | None:
        """Return the short line on what it costs to move the entry that is taken to this table's free place; None if
        nothing."""
        old = self.table_of.get(self.taken or 0)
        if old is not None and old.table.pk == card.table.pk:
            return MeasureLine(_("même table"))
        if old is not None and len(old.seats) == min(self.tournament.table_sizes):
            return MeasureLine(_("table %(n)s trop petite") % {"n": old.table.n}, "warn")
        before = list_entries(old) if old else []
        clashes, repeats = (
            self._count_companions(list_entries(card), pairs) - self._count_companions(before, pairs)
            for pairs in (self.forbidden, self.met)
        )
        return describe_price(ExchangePrice(repeats, clashes))

    def _count_companions(self, entries: Iterable[int], pairs: Collection[Pair]) -> int:
        """Count those of these entries with whom the entry that is picked to be moved forms one of `pairs`."""
        me = self.taken or 0
        return sum((min(me, other), max(me, other)) in pairs for other in entries if other != me)


def read_meetings(tournament: Tournament, cards: Sequence[TableCard]) -> tuple[Counter[Pair], frozenset[Pair]]:
    """Return (how often each pair of entries sat together, in the season's other tournaments and this evening at tables
    that have begun; the pairs that must not sit together)."""
    field = build_pool(tournament, first=1)

    def to_entries(players: Iterable[int]) -> tuple[int, ...]:
        return tuple(entry for p in players for entry in field.units[p - 1])

    season = [to_entries(table) for one in field.previous for table in one.tables]
    tonight = [tuple(list_entries(card)) for card in cards if card.has_records]
    apart = frozenset(pair for two in field.list_apart(field.first) for pair in list_pairs(to_entries(two)))
    return count_table_meetings([*season, *tonight]), apart


def list_entries(card: TableCard) -> list[int]:
    """Return the ids of those who sit at the table, in order of position."""
    return [seat.entry_id for seat in card.seats]


def find_free_place(card: TableCard, waiting: int) -> str:
    """Return the table's free place as the form of the seating sends it, TABLE:POSITION; "" for none. A table that has
    begun has none. A table that cannot play with those who sit there has one; a table that can play has one only if it
    lacks a single player to the next size of its game, or if the players without a place (`waiting`, their number) can
    fill it up to that size. None has one at the largest size."""
    n, sizes = len(card.seats), card.tournament.table_sizes
    lacking = min((size - n for size in sizes if size > n), default=0)
    may_sit = lacking and (n not in sizes or lacking <= max(1, waiting))
    return f"{card.table.pk}:{n + 1}" if may_sit and not card.has_records else ""


def list_seat_offers(cards: Sequence[TableCard], entry: Entry, waiting: int = 1) -> list[tuple[str, str]]:
    """Return where the entry may be seated while tables are free, as (place as the form sends it, its words). Offered
    are the free places of tables that are to be played and have not begun, in rounds in which the entry has no seat;
    and a new table, if it has no seat at all. `waiting`: how many players have no seat, this one included."""
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
    """Return the words for the side to which a position belongs («Un camp»); "" where `sides` is false."""
    return (_("Un camp") if position <= PAIRED_TABLE_SIZE // 2 else _("L’autre camp")) if sides else ""


def describe_problem(card: TableCard) -> str:
    """Say why a table cannot play; "" if it can."""
    if card.setting is not None:
        return ""
    if len(card.seats) < min(card.tournament.table_sizes):
        return _("il manque des joueurs")
    return " ".join(localise(problem.message) for problem in card.problems)
