"""What is known of the two hands of a coup, and whether an announcement agrees with it (BRC-08 to 12, 21, USE-05).

`Shown` knows only what was announced so far, from totals. `Played` knows who played each card, and in which trick.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from scoring.games._announcements import Announcement
from scoring.games._briscan_law import COURT, PACK, SEVEN, Law
from scoring.language import Text
from scoring.tricks import Play

Fault = tuple[str, Text]

KIND_RULES = {"figures": "BRC-08", "blanches": "BRC-09"}
OF_KIND = {
    "figures": frozenset(card for card in PACK.cards() if card & 15 in COURT),
    "blanches": frozenset(card for card in PACK.cards() if card & 15 not in COURT),
}


class Talon(NamedTuple):
    """The turn-up and what became of it: who took it for the seven, before which trick, who drew the last card.

    None, or trick 0, for what is not known or did not happen.
    """

    turn_up: int
    taker: int | None = None
    taken: int = 0
    drawer: int | None = None

    @property
    def seven(self) -> int:
        """The seven of trump."""
        return self.turn_up >> 4 << 4 | SEVEN


class Hands(Protocol):
    """What an announcement is held against."""

    def faults(self, announcement: Announcement) -> Iterator[Fault]:
        """Why the player cannot have had these cards then."""

    def run_fault(self, announcement: Announcement, number: int) -> Fault | None:
        """Why the hand cannot have been all figures, or all blanches, for the `number`-th time."""

    def trumps_fault(self, announcement: Announcement) -> Fault | None:
        """Why the hand cannot have been all trumps."""

    def show(self, announcement: Announcement) -> None:
        """The announcement counts: its cards are known from now on."""


def not_his(cards: str) -> Text:
    """These cards are in the other's hand, or gone."""
    return Text("{cards} : ce joueur ne l’a pas en main à ce moment.", cards=cards)


def not_all(kind: str) -> Fault:
    """The run's hand holds a card of the other sort."""
    if kind == "figures":
        return KIND_RULES[kind], Text("La main n’est pas toute de figures à ce moment.")
    return KIND_RULES[kind], Text("La main n’est pas toute de blanches à ce moment.")


class Shown:
    """What the announcements of a coup in totals have shown so far."""

    def __init__(self, law: Law, talon: Talon | None) -> None:
        self.law = law
        self.talon = talon
        self.owners: dict[int, int] = {}
        self.gone: set[int] = set()  # played: they met in a trick
        self.runs: dict[tuple[int, str], int] = {}
        self.all_trumps: set[int] = set()

    def faults(self, announcement: Announcement) -> Iterator[Fault]:
        seat = announcement.seat
        if announcement.rencontre:
            low, high = announcement.cards
            if not (self._may_hold(seat, high) and self._may_hold(1 - seat, low)) or not self.gone.isdisjoint(
                (low, high)
            ):
                yield "USE-05", Text("Un mariage de rencontre : le roi est à qui le marque, la dame à l’autre.")
            return
        wrong = [card for card in announcement.cards if card in self.gone or not self._may_hold(seat, card)]
        if wrong:
            yield "USE-05", not_his(PACK.write(wrong[0]))

    def _may_hold(self, seat: int, card: int) -> bool:
        """Whether this seat may have had the card in hand, as far as is known."""
        talon = self.talon
        if talon is not None and card == talon.turn_up:
            holder = talon.drawer if talon.taker is None else talon.taker
            if holder is not None:
                return holder == seat
        if talon is not None and talon.taker is not None and card == talon.seven:
            return seat in (talon.taker, talon.drawer) or talon.drawer is None
        return self.owners.get(card, seat) == seat

    def run_fault(self, announcement: Announcement, number: int) -> Fault | None:
        seat, kind = announcement.seat, announcement.kind
        talon = self.talon
        known = {card for card, owner in self.owners.items() if owner == seat}
        if talon is not None and talon.taker == seat:
            known.discard(talon.turn_up)
        if known - OF_KIND[kind]:
            return not_all(kind)
        if self.law.hand - 1 + number > self._within_reach(seat, kind, number):
            return "BRC-10", Text("Il n’y a pas assez de cartes de cette sorte pour une suite aussi longue.")
        return None

    def _within_reach(self, seat: int, kind: str, number: int) -> int:
        """How many cards of that kind this seat can have had, at most, by the run's `number`-th mark."""
        talon, other = self.talon, 1 - seat
        taken = {card for card, owner in self.owners.items() if owner == other} & OF_KIND[kind]
        needed = self.runs.get((other, kind), 0)
        least = max(len(taken), self.law.hand - 1 + needed if needed else 0)
        if talon is None:
            return len(OF_KIND[kind]) - least
        exchanged = talon.taker is not None
        last = talon.seven if exchanged else talon.turn_up
        may_draw = number > self.law.draws and talon.drawer in (seat, None)
        waiting = last in OF_KIND[kind] and not may_draw and talon.taker != seat and last not in taken
        return len(OF_KIND[kind]) - least - waiting + (exchanged and kind == "blanches")

    def trumps_fault(self, announcement: Announcement) -> Fault | None:
        if self.all_trumps - {announcement.seat}:
            return "BRC-12", Text("Il n’y a que huit atouts : l’autre joueur en a déjà annoncé une main entière.")
        return None

    def show(self, announcement: Announcement) -> None:
        seat, kind = announcement.seat, announcement.kind
        if announcement.rencontre:
            low, high = announcement.cards
            self.owners[high], self.owners[low] = seat, 1 - seat
            self.gone.update(announcement.cards)
        elif kind in OF_KIND:
            self.runs[seat, kind] = self.runs.get((seat, kind), 0) + 1
        elif kind == "cinq_atouts":
            self.all_trumps.add(seat)
        else:
            for card in announcement.cards:
                self.owners[card] = seat


class Played:
    """What the tricks of a coup show: who had each card, and until which trick."""

    def __init__(self, law: Law, talon: Talon, play: Play) -> None:
        self.law = law
        self.talon = talon
        self.places: dict[int, tuple[int, int]] = {}  # by card: who played it, in which trick (from 1)
        for number, ((first, second), leader) in enumerate(zip(play.tricks, play.leaders, strict=True), 1):
            self.places[first] = (leader, number)
            self.places[second] = (1 - leader, number)
        self.shown: list[Announcement] = []

    def faults(self, announcement: Announcement) -> Iterator[Fault]:
        wrong = [card for card in announcement.cards if not self._has(announcement, card)]
        if wrong:
            yield "USE-05", not_his(PACK.write(wrong[0]))
        elif self._too_early(announcement):
            yield (
                "BRC-21",
                Text("La retourne ne sert qu’une fois en main : à partir de l’échange, ou tirée en dernier."),
            )

    def _has(self, announcement: Announcement, card: int) -> bool:
        """Whether he plays the card in that trick or later; the seven, also until he exchanges it."""
        talon, seat, trick = self.talon, announcement.seat, announcement.before_trick
        player, played = self.places[card]
        if talon.taker is not None and card == talon.seven:
            if seat == talon.taker and trick <= talon.taken:
                return True
            return seat == player and self.law.draws < trick <= played
        return seat == player and trick <= played

    def _too_early(self, announcement: Announcement) -> bool:
        """Whether the turn-up is named before it is had, or together with the seven that it was taken for."""
        talon, trick = self.talon, announcement.before_trick
        if talon.turn_up not in announcement.cards:
            return False
        if talon.taker is None:
            return trick <= self.law.draws
        return trick < talon.taken or (trick <= self.law.draws and talon.seven in announcement.cards)

    def run_fault(self, announcement: Announcement, number: int) -> Fault | None:
        seat, kind = announcement.seat, announcement.kind
        if announcement.before_trick != number:
            return "BRC-10", Text(
                "La suite se marque dès la donne et sans manquer une fois : la marque {n} se fait avant la levée {n}.",
                n=number,
            )
        held = self._may_be_held(seat, number)
        of_kind = OF_KIND[kind]
        surely = {card for card in held if self.places[card][1] == number and self.places[card][0] == seat}
        for each in self.shown:
            if each.seat == seat:
                surely.update(held.intersection(each.cards))
        if seat == self.talon.taker and number == self.talon.taken:
            surely.add(self.talon.seven)
        if seat == self.talon.taker and number > self.talon.taken:
            surely.update(held & {self.talon.turn_up})
        if surely <= of_kind and len(held & of_kind) >= self.law.hand:
            return None
        return not_all(kind)

    def _may_be_held(self, seat: int, number: int) -> set[int]:
        """The cards that this seat may have in hand when trick `number` is to be led, before any exchange."""
        talon = self.talon
        held = {card for card, (player, trick) in self.places.items() if player == seat and trick >= number}
        if talon.taker is None:
            return held if number > self.law.draws else held - {talon.turn_up}
        if number <= talon.taken:
            held.discard(talon.turn_up)
        if number <= self.law.draws:
            held.discard(talon.seven)
        if seat == talon.taker and number <= talon.taken:
            held.add(talon.seven)
        return held

    def trumps_fault(self, announcement: Announcement) -> Fault | None:
        first = self.law.draws + 1
        if announcement.before_trick != first:
            return "BRC-12", Text("Une main toute d’atouts s’annonce le talon épuisé, avant la levée {n}.", n=first)
        trump = self.talon.turn_up >> 4
        played = [card for card, (seat, trick) in self.places.items() if seat == announcement.seat and trick >= first]
        if any(card >> 4 != trump for card in played):
            return "BRC-12", Text("La main n’est pas toute d’atouts.")
        return None

    def show(self, announcement: Announcement) -> None:
        self.shown.append(announcement)
