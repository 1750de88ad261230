"""Tricks: who wins one, whether the cards are the whole pack, what they imply. Knows no game by name.

A game says how its tricks go with a `TrickLaw`; `read_play` reads a coup's cards, and the first illegal card
ends the reading. The turn-up is the last card drawn: it is played by who drew it, once the talon is gone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.cards import Pack, is_card
from scoring.language import Text
from scoring.model import Problem
from scoring.reading import written, wrong_type

Duty = Callable[[Sequence[int], Sequence[int], int], Sequence[int]]
"""(hand, cards already in the trick, trump suit) → the cards of the hand that may be played."""


class Ids(NamedTuple):
    """The rule that each kind of fault contradicts in this game."""

    how_many: str
    pack: str
    last_card: str
    follow: str


@dataclass(frozen=True, slots=True)
class TrickLaw:
    """How the tricks of one coup go: `tricks` of them by `size` players, the first `draws` with a talon."""

    pack: Pack
    size: int
    tricks: int
    draws: int
    ids: Ids
    loose: frozenset[int] = frozenset()
    """Cards of which some are left out of the pack before the deal."""
    kept: tuple[frozenset[int], ...] = ()
    """Which of the loose cards may have been kept: one of these sets."""
    duty: Duty | None = None
    """What must be played once the talon is gone; None: anything."""

    def excluded(self, seen: frozenset[int]) -> frozenset[int]:
        """The loose cards that cannot be in the pack once those in `seen` are."""
        possible = frozenset[int]().union(*(kept for kept in self.kept if seen <= kept))
        return self.loose - possible


class Exchange(NamedTuple):
    """Before trick number `before` (from 1) `seat` took the turn-up, and left `card` in its place."""

    seat: int
    before: int
    card: int


class Play(NamedTuple):
    """The tricks of a coup: their cards in order of play, who led each, who took each (seats)."""

    tricks: tuple[tuple[int, ...], ...]
    leaders: tuple[int, ...]
    takers: tuple[int, ...]


def _powers(trump: int) -> tuple[tuple[int, ...], ...]:
    """By suit led, by card: how high it stands in the trick; 0 where it cannot take it."""

    def power(card: int, led: int) -> int:
        if card >> 4 == trump:
            return 32 + (card & 15)
        return 16 + (card & 15) if card >> 4 == led else 0

    return tuple(tuple(power(card, led) for card in range(64)) for led in range(4))


NO_TRUMP = 4
UNREADABLE = -1
POWERS = tuple(_powers(trump) for trump in range(5))


def read_play(
    law: TrickLaw,
    given: Any,
    leader: int,
    turn_up: int | None,
    path: str,
    problems: list[Problem],
    trump: int | None = None,
    exchange: Exchange | None = None,
) -> Play | None:
    """The coup's tricks, or None and the first problem. Trump is the turn-up's suit, or `trump`, or unknown."""
    if type(given) is not list:
        problems.append(wrong_type(path, Text("la liste des plis")))
        return None
    if len(given) != law.tricks:
        text = Text("Il y a {n} plis ; il en faut {wanted}.", n=len(given), wanted=law.tricks)
        problems.append(Problem(path, law.ids.how_many, text))
        return None
    reader = _Reader(law, turn_up, path, trump, exchange)
    play = reader.read(given, leader)
    if play is not None and law.duty is not None and turn_up is not None:
        _check_duty(law, law.duty, play, turn_up, path, problems)
    if reader.problem is not None:
        problems.append(reader.problem)
    return play


class _Reader:
    """Reads the tricks of one coup, card by card in thought, trick by trick where all is well."""

    __slots__ = ("barred", "exchange", "holders", "last", "law", "path", "powers", "problem", "seen_loose", "turn_up")

    def __init__(
        self, law: TrickLaw, turn_up: int | None, path: str, trump: int | None, exchange: Exchange | None
    ) -> None:
        self.law = law
        self.turn_up = turn_up
        self.exchange = exchange
        self.last = turn_up if exchange is None else exchange.card  # what is drawn last
        self.path = path
        self.problem: Problem | None = None
        self.seen_loose = frozenset[int]()
        if trump is None:
            trump = NO_TRUMP if turn_up is None else turn_up >> 4
        self.powers = POWERS[trump]
        self.barred = {UNREADABLE}  # what cannot be played now
        self.holders: dict[int, int] = {}  # which seat alone may play these
        if turn_up is not None:
            if turn_up in law.loose:
                self._see_loose(turn_up)
            if law.draws:
                self.barred.update((turn_up, turn_up if self.last is None else self.last))

    def read(self, given: list[Any], leader: int) -> Play | None:
        law = self.law
        size, loose, barred, holders = law.size, law.loose, self.barred, self.holders
        powers = self.powers
        taken = -1 if self.exchange is None else self.exchange.before - 1
        tricks: list[tuple[int, ...]] = []
        leaders: list[int] = []
        takers: list[int] = []
        for number, texts in enumerate(given):
            if number == law.draws:
                self._hand_over(self.last, (leader - 1) % size)
            if number == taken and self.exchange is not None:
                self._hand_over(self.turn_up, self.exchange.seat)
            cards = self._cards(number, texts)
            if cards is None:
                return None
            plain = loose.isdisjoint(cards) and barred.isdisjoint(cards) and len({*cards}) == size
            if not plain or (holders and not holders.keys().isdisjoint(cards)):
                place = self._first_fault(cards, leader)
                if place is not None:
                    self._tell(number, place, texts[place], cards[place], tricks)
                    return None
            barred.update(cards)
            row = powers[cards[0] >> 4]
            strengths = [row[card] for card in cards]
            tricks.append(cards)
            leaders.append(leader)
            leader = (leader + strengths.index(max(strengths))) % size
            takers.append(leader)
        return Play(tuple(tricks), tuple(leaders), tuple(takers))

    def _hand_over(self, card: int | None, seat: int) -> None:
        """A card that nobody could play is this seat's from now on."""
        if card is not None:
            self.barred.discard(card)
            self.holders[card] = seat

    def _cards(self, number: int, texts: Any) -> tuple[int, ...] | None:
        """The cards of a trick, UNREADABLE those not of this pack; None and a problem if it is no trick."""
        if type(texts) is not list or len(texts) != self.law.size:
            text = Text("Un pli est ici une liste de {n} cartes, une par joueur.", n=self.law.size)
            rule = self.law.ids.how_many if type(texts) is list else None
            self.problem = Problem(f"{self.path}[{number}]", rule, text)
            return None
        try:
            known = self.law.pack.texts
            return tuple([known[text] for text in texts])
        except (KeyError, TypeError):  # another spelling, or no card at all
            found = map(self.law.pack.find, texts)
            return tuple(UNREADABLE if card is None else card for card in found)

    def _first_fault(self, cards: tuple[int, ...], leader: int) -> int | None:
        """The place of the first card that could not be played, or not by that player."""
        here: set[int] = set()
        for place, card in enumerate(cards):
            if card in self.barred or card in here:
                return place
            if card in self.holders and (leader + place) % self.law.size != self.holders[card]:
                return place
            if card in self.law.loose:
                self._see_loose(card)
            here.add(card)
        return None

    def _see_loose(self, card: int) -> None:
        self.seen_loose |= {card}
        self.barred |= self.law.excluded(self.seen_loose)

    def _tell(self, number: int, place: int, given: object, card: int, tricks: list[tuple[int, ...]]) -> None:
        path = f"{self.path}[{number}][{place}]"
        if card == UNREADABLE:
            self.problem = self._unreadable(path, given)
        else:
            self.problem = self._illegal(path, card, number, tricks)

    def _unreadable(self, path: str, given: object) -> Problem:
        if is_card(given):
            text = Text("{card} n’est pas dans le paquet de ce jeu.", card=written(given))
            return Problem(path, self.law.ids.pack, text)
        return not_a_card(path, given)

    def _illegal(self, path: str, card: int, number: int, tricks: list[tuple[int, ...]]) -> Problem:
        shown = self.law.pack.write(card)
        if card in (self.turn_up, self.last) and not any(card in trick for trick in tricks):
            return Problem(path, self.law.ids.last_card, self._not_yet_his(card, shown))
        if card in self.seen_loose or card not in self.law.loose:
            text = Text("Pli {n} : {card} a déjà été jouée.", n=number + 1, card=shown)
        else:
            text = Text("Pli {n} : {card} devait être ôtée du paquet.", n=number + 1, card=shown)
        return Problem(path, self.law.ids.pack, text)

    def _not_yet_his(self, card: int, shown: str) -> Text:
        """Why the turn-up, or what took its place, cannot be played here."""
        after_talon = self.law.draws + 1
        if self.exchange is None:
            return Text(
                "{card} est la retourne : qui l’a tirée du talon, en dernier, la joue à partir du pli {n}.",
                card=shown,
                n=after_talon,
            )
        if card == self.last:
            return Text(
                "{card} a pris la place de la retourne : qui l’a tiré en dernier le joue à partir du pli {n}.",
                card=shown,
                n=after_talon,
            )
        return Text(
            "{card} est la retourne : qui l’a prise en échange la joue, à partir du pli {n}.",
            card=shown,
            n=self.exchange.before,
        )


def not_a_card(path: str, given: object) -> Problem:
    """The problem of a text that is no card."""
    text = Text("{given} n’est pas une carte : écrivez par exemple 10♠ ou RC.", given=written(given))
    return Problem(path, None, text)


def _check_duty(law: TrickLaw, duty: Duty, play: Play, turn_up: int, path: str, problems: list[Problem]) -> None:
    """The first card, once the talon is gone, that was not of those its player had to play."""
    for number in range(law.draws, law.tricks):
        for place, card in enumerate(play.tricks[number]):
            hand = _hand(law, play, (play.leaders[number] + place) % law.size, number)
            allowed = duty(hand, play.tricks[number][:place], turn_up >> 4)
            if card not in allowed:
                text = Text(
                    "Pli {n} : le talon est épuisé, il fallait jouer {allowed} plutôt que {card}.",
                    n=number + 1,
                    allowed=tuple(law.pack.write_all(allowed)),
                    card=law.pack.write(card),
                )
                problems.append(Problem(f"{path}[{number}][{place}]", law.ids.follow, text))
                return


def _hand(law: TrickLaw, play: Play, seat: int, first: int) -> list[int]:
    """What `seat` holds before trick `first`, the talon gone: the cards he plays from there on."""
    return [play.tricks[number][(seat - play.leaders[number]) % law.size] for number in range(first, law.tricks)]
