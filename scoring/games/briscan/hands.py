"""What is known of the two hands of a coup, and whether an announcement agrees with it (BRC-08 to 12, 21, USE-05).

Four classes answer: `AnnouncedHands` knows only what was announced so far, in totals; `PlayedHands`, who played each
card, and in which trick; `HandsSoFar`, the cards played so far; `Hands` itself knows nothing: the tricks could not be
read.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scoring.games.briscan.announcements import BriscanAnnouncement
from scoring.games.briscan.config import COURT, PACK, SEVEN, TRICKS, BriscanConfig
from scoring.games.briscan.coup import Exchange
from scoring.language import Text
from scoring.tricks import Play

AnnouncementFault = tuple[str, Text]

CARDS_OF_KIND = {
    "figures": frozenset(card for card in PACK.iter_cards() if card & 15 in COURT),
    "blanches": frozenset(card for card in PACK.iter_cards() if card & 15 not in COURT),
}


class TurnUpHistory(NamedTuple):
    """The turn-up and what became of it.

    `taker`: who took it in exchange for the seven of trump (None: nobody). `taken_before_trick`: before which trick.
    `drawer`: who drew the last card (None: not given). `is_known`: False if the record of the exchange is in doubt.
    """

    turn_up: int
    taker: int | None = None
    taken_before_trick: int = 0
    drawer: int | None = None
    is_known: bool = True

    @property
    def seven(self) -> int:
        """The seven of trump."""
        return self.turn_up >> 4 << 4 | SEVEN

    @classmethod
    def after(cls, turn_up: int, swap: Exchange, drawer: int | None) -> "TurnUpHistory":
        """Build the history of a turn-up from the exchange that a record gives and who drew the last card."""
        taker, taken = (None, 0) if swap.made is None else swap.made
        return cls(turn_up, taker, taken, drawer, swap.known)


class Hands:
    """What is known of both hands, against which announcements are checked; this base class knows nothing."""

    def find_faults(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Return why the player cannot have had these cards in hand at that moment; empty if he can."""
        return ()

    def note_announcement(self, announcement: BriscanAnnouncement) -> None:
        """Take note of an announcement that counts: what it says is known from now on."""


class HandsSoFar(Hands):
    """What the cards played so far show of both hands.

    A card that is played is in no hand any more, and never was in the other one. The seven of trump may change hands
    (BRC-03): nothing is said of it before the tricks are all there.
    """

    def __init__(self, played: Play, trump: int | None) -> None:
        self.seven = None if trump is None else trump << 4 | SEVEN
        self.played_cards = {
            card: ((leader + place) % 2, number)
            for number, (trick, leader) in enumerate(zip(played.tricks, played.leaders, strict=True), 1)
            for place, card in enumerate(trick)
        }

    def find_faults(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        for card in announcement.cards:
            seat, trick = self.played_cards.get(card, (announcement.seat, TRICKS))
            if card != self.seven and (seat != announcement.seat or trick < announcement.before_trick):
                return [_build_not_held_fault(card)]
        return ()


def _build_not_held_fault(card: int) -> AnnouncementFault:
    """Build the fault that a card is not in this hand at that moment."""
    return "USE-05", Text("{card} n’est pas dans cette main à ce moment.", card=PACK.write_card(card))


def _build_not_all_of_kind_fault(kind: str) -> AnnouncementFault:
    """Build the fault that the hand is not all of one kind."""
    if kind == "figures":
        return "BRC-08", Text("La main n’est pas toute de figures à ce moment.")
    return "BRC-09", Text("La main n’est pas toute de blanches à ce moment.")


NOT_ALL_TRUMPS: AnnouncementFault = ("BRC-12", Text("La main n’est pas toute d’atouts."))
BROKEN_RUN: AnnouncementFault = (
    "BRC-10",
    Text("La suite est rompue : une autre carte est déjà venue dans cette main."),
)


class AnnouncedHands(Hands):
    """What the announcements of a coup recorded by its totals show of both hands so far."""

    def __init__(self, config: BriscanConfig, turn_up_history: TurnUpHistory) -> None:
        self.config = config
        self.turn_up_history = turn_up_history
        self.owners: dict[int, int] = {}
        self.met_cards: set[int] = set()  # the cards of mariages that met in a trick: played
        self.run_lengths = {kind: [0, 0] for kind in CARDS_OF_KIND}
        self.all_trumps_seat: int | None = None

    def find_faults(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        seat, kind = announcement.seat, announcement.kind
        if kind in CARDS_OF_KIND:
            return self._check_run(seat, kind)
        if kind == "cinq_atouts":
            return self._check_all_trumps(seat)
        if announcement.rencontre:
            return self._check_rencontre(announcement)
        cards = announcement.cards
        wrong = [card for card in cards if card in self.met_cards or not self._may_hold(seat, card)]
        if not wrong and self._is_still_possible(1 - seat, frozenset(cards)):
            return ()
        return [_build_not_held_fault((wrong or cards)[0])]

    def _check_all_trumps(self, seat: int) -> Sequence[AnnouncementFault]:
        """Check a hand of trumps: one player at most can have it, and only with enough trumps (BRC-12)."""
        if self.all_trumps_seat not in (None, seat):
            text = Text("Il n’y a que huit atouts : l’autre joueur en a déjà annoncé une main entière.")
            return [("BRC-12", text)]
        enough = self._count_possible_trumps(seat, self.met_cards) >= self.config.hand_size
        return () if enough else [NOT_ALL_TRUMPS]

    def _is_still_possible(self, seat: int, taken: frozenset[int]) -> bool:
        """Return True if the hands that this seat announced without naming their cards (all figures, all trumps) are
        still possible once the cards `taken` are in the other hand."""
        for kind, marked in self.run_lengths.items():
            if (
                marked[seat]
                and self._count_reachable_cards(seat, kind, marked[seat], taken)
                < self.config.hand_size - 1 + marked[seat]
            ):
                return False
        if self.all_trumps_seat != seat:
            return True
        exchanged = () if self.turn_up_history.taker is None else (self.turn_up_history.seven,)
        return self._count_possible_trumps(seat, taken.difference(exchanged)) >= self.config.hand_size

    def _count_possible_trumps(self, seat: int, without: Collection[int]) -> int:
        """Return how many trumps this seat may have in hand when the talon is gone; `without`: cards it cannot have."""
        trump = self.turn_up_history.turn_up >> 4
        trumps = (card for card in PACK.iter_cards() if card >> 4 == trump)
        return sum(card not in without and self._may_hold(seat, card) for card in trumps)

    def _check_rencontre(self, rencontre: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Check a mariage that met in a trick: its marker had the king, the other player the queen."""
        low, high = rencontre.cards
        held = self._may_hold(rencontre.seat, high) and self._may_hold(1 - rencontre.seat, low)
        if held and high not in self.met_cards:
            return ()
        text = Text("Dans un mariage de rencontre, le roi est à qui le marque, et la dame à l’autre.")
        return [("USE-05", text)]

    def _may_hold(self, seat: int, card: int) -> bool:
        """Return True if this seat may have had the card in hand, as far as is known."""
        talon = self.turn_up_history
        if not talon.is_known and card in (talon.turn_up, talon.seven):
            return True
        if card == talon.turn_up:
            holder = talon.drawer if talon.taker is None else talon.taker
            if holder is not None:
                return holder == seat
        if talon.taker is not None and card == talon.seven:
            return talon.drawer is None or seat in (talon.taker, talon.drawer)
        return self.owners.get(card, seat) == seat

    def _check_run(self, seat: int, kind: str) -> Sequence[AnnouncementFault]:
        """Check a mark for a hand still all figures, or all blanches: every card must be so (BRC-08, 09, 10)."""
        number = self.run_lengths[kind][seat] + 1
        known = {card for card, owner in self.owners.items() if owner == seat}
        if self.turn_up_history.taker == seat:
            known.discard(self.turn_up_history.turn_up)
        if known - CARDS_OF_KIND[kind]:
            return [_build_not_all_of_kind_fault(kind) if number == 1 else BROKEN_RUN]
        if self.config.hand_size - 1 + number > self._count_reachable_cards(seat, kind, number):
            return [("BRC-10", Text("Il n’y a pas assez de cartes de cette sorte pour une suite aussi longue."))]
        return ()

    def _count_reachable_cards(self, seat: int, kind: str, number: int, taken: frozenset[int] = frozenset()) -> int:
        """Return how many figures, or blanches, this seat can have had, at most, by its `number`-th mark for them.

        The other seat had the cards that it has announced, and those in `taken`.
        """
        talon, other = self.turn_up_history, 1 - seat
        others = CARDS_OF_KIND[kind] & {*taken, *(card for card, owner in self.owners.items() if owner == other)}
        marked = self.run_lengths[kind][other]
        least = max(len(others), self.config.hand_size - 1 + marked if marked else 0)
        exchanged = talon.taker is not None
        last = talon.seven if exchanged else talon.turn_up
        may_draw = number > self.config.draws and talon.drawer in (seat, None)
        waiting = last in CARDS_OF_KIND[kind] and not may_draw and talon.taker != seat and last not in others
        both_had_it = exchanged and kind == "blanches"  # the seven of trump
        return len(CARDS_OF_KIND[kind]) - least - waiting + both_had_it

    def note_announcement(self, announcement: BriscanAnnouncement) -> None:
        seat, kind = announcement.seat, announcement.kind
        if announcement.rencontre:
            low, high = announcement.cards
            self.owners[high], self.owners[low] = seat, 1 - seat
            self.met_cards.update(announcement.cards)
        elif kind in CARDS_OF_KIND:
            self.run_lengths[kind][seat] += 1
        elif kind == "cinq_atouts":
            self.all_trumps_seat = seat
        else:
            self.owners.update(dict.fromkeys(announcement.cards, seat))


def build_announced_hands(config: BriscanConfig, turn_up: int | None, swap: Exchange, drawer: int | None) -> Hands:
    """Return what is known of the hands of a coup recorded by its totals. `swap`: the exchange of the turn-up;
    `drawer`: who drew the talon's last card, None if the record does not say."""
    if turn_up is None:
        return Hands()
    last_drawer = drawer if config.last_ten_on_talon_card else None
    return AnnouncedHands(config, TurnUpHistory.after(turn_up, swap, last_drawer))


class PlayedHands(Hands):
    """What the tricks of a whole coup show of both hands: who had each card, and when."""

    def __init__(self, config: BriscanConfig, turn_up_history: TurnUpHistory, play: Play) -> None:
        self.config = config
        self.turn_up_history = turn_up_history
        self.turn_up_tricks = _build_turn_up_tricks(config, turn_up_history, play)
        self.doubtful_cards = frozenset(
            () if turn_up_history.is_known else (turn_up_history.turn_up, turn_up_history.seven)
        )
        self.announced_cards: tuple[set[int], set[int]] = (set(), set())
        self.play_orders = (play.get_cards_of(0), play.get_cards_of(1))

    def find_faults(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        kind, seat = announcement.kind, announcement.seat
        if kind in CARDS_OF_KIND:
            fine = self._may_be_all_of_kind(seat, announcement.before_trick, CARDS_OF_KIND[kind])
            return () if fine else [_build_not_all_of_kind_fault(kind)]
        if kind == "cinq_atouts":
            trump = self.turn_up_history.turn_up >> 4
            fine = all(card >> 4 == trump for card in self._list_possible_cards(seat, self.config.draws + 1))
            return () if fine else [NOT_ALL_TRUMPS]
        return self._check_cards(announcement)

    def _check_cards(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Check that the announced cards were in this hand at that moment (USE-05, BRC-21)."""
        seat, trick, turn_up = announcement.seat, announcement.before_trick, self.turn_up_history.turn_up
        absent = [card for card in announcement.cards if not self._may_hold_before(seat, card, trick)]
        if not absent and seat != self.turn_up_history.taker:
            return ()
        early = turn_up in absent and turn_up in self.play_orders[seat][trick - 1 :]
        wrong = [card for card in absent if card != turn_up or not early]
        faults = [_build_not_held_fault(wrong[0])] if wrong else []
        if early or self._names_both_exchanged_cards(announcement):
            text = Text("La retourne ne compte qu’une fois en main : prise en échange, ou tirée en dernier.")
            faults.append(("BRC-21", text))
        return faults

    def _may_hold_before(self, seat: int, card: int, trick: int) -> bool:
        """Return True if this seat may have had the card in hand before that trick."""
        tricks = self.turn_up_tricks.get((seat, card))
        return self.play_orders[seat].find(card) >= trick - 1 if tricks is None else trick in tricks

    def _list_possible_cards(self, seat: int, trick: int) -> set[int]:
        """Return the cards that this seat may have had in hand before that trick."""
        held = set(self.play_orders[seat][trick - 1 :])
        for (holder, card), tricks in self.turn_up_tricks.items():
            if holder == seat:
                held.discard(card)
                held.update((card,) if trick in tricks else ())
        return held

    def _names_both_exchanged_cards(self, announcement: BriscanAnnouncement) -> bool:
        """Return True if an announcement names both the turn-up and the seven of trump that is given for it just
        then."""
        talon = self.turn_up_history
        if announcement.seat != talon.taker or announcement.before_trick != talon.taken_before_trick:
            return False
        return {talon.turn_up, talon.seven}.issubset(announcement.cards)

    def _may_be_all_of_kind(self, seat: int, trick: int, of_kind: frozenset[int]) -> bool:
        """Return True if the hand may be all of one kind (cards `of_kind`) before a trick, and before an exchange."""
        talon = self.turn_up_history
        held = self._list_possible_cards(seat, trick)
        if seat == talon.taker and trick == talon.taken_before_trick:
            held.discard(talon.turn_up)
        surely = held & {self.play_orders[seat][trick - 1], *self.announced_cards[seat]}
        if seat == talon.taker:
            surely |= held & {talon.seven if trick == talon.taken_before_trick else talon.turn_up}
        cards = min(self.config.hand_size, TRICKS + 1 - trick)
        return surely - self.doubtful_cards <= of_kind and len(held & of_kind) >= cards

    def note_announcement(self, announcement: BriscanAnnouncement) -> None:
        self.announced_cards[announcement.seat].update(announcement.cards)


def _build_turn_up_tricks(
    config: BriscanConfig, turn_up_history: TurnUpHistory, play: Play
) -> dict[tuple[int, int], Collection[int]]:
    """Return by seat and card before which tricks the seat holds the turn-up, or the seven of trump (BRC-03, 21)."""
    turn_up, seven, drawn = turn_up_history.turn_up, turn_up_history.seven, config.draws + 1
    if not turn_up_history.is_known:
        return {(seat, card): range(1, TRICKS + 1) for seat in (0, 1) for card in (turn_up, seven)}
    assert turn_up_history.drawer is not None
    if turn_up_history.taker is None:
        return {(turn_up_history.drawer, turn_up): range(drawn, play.find_place(turn_up)[0] + 2)}
    had: dict[tuple[int, int], Collection[int]] = {
        (turn_up_history.taker, turn_up): range(turn_up_history.taken_before_trick, play.find_place(turn_up)[0] + 2),
        (turn_up_history.taker, seven): range(1, turn_up_history.taken_before_trick + 1),
    }
    again = range(drawn, play.find_place(seven)[0] + 2)
    had[turn_up_history.drawer, seven] = (*had.get((turn_up_history.drawer, seven), ()), *again)
    return had
