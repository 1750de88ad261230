"""A pack dealt and played out at random, trick by trick. Knows how cards are held, drawn and won; scores nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

SUITS = "♠♥♦♣"

Card = str  # rank and suit: "10♥"


@dataclass(frozen=True)
class Play:
    """One deal played out: by trick, who led, the cards in order of play, who took it. Seats count from 0."""

    retourne: Card | None
    leaders: tuple[int, ...]
    tricks: tuple[tuple[Card, ...], ...]
    takers: tuple[int, ...]


@dataclass(frozen=True)
class Way:
    """How a game plays its tricks: `order`, the ranks from high to low; `hand`, cards each; `duty`, once the talon is
    gone: which cards of a hand may follow what is led, given the trumps' suit."""

    order: Sequence[str]
    hand: int
    duty: Callable[[list[Card], Card, str], list[Card]] | None = None


def pack(ranks: Sequence[str], without: Sequence[Card] = ()) -> list[Card]:
    return [rank + suit for suit in SUITS for rank in ranks if rank + suit not in without]


def rank(card: Card) -> str:
    return card[:-1]


def suit(card: Card) -> str:
    return card[-1]


def play(way: Way, cards: list[Card], size: int, leader: int, chance: Random) -> Play:
    """Shuffle, deal, turn a card up (drawn last), and play until no card is left; who takes a trick leads the next."""
    chance.shuffle(cards)
    hands = [cards[way.hand * seat : way.hand * (seat + 1)] for seat in range(size)]
    talon = cards[way.hand * size :]
    return play_out(way, hands, [*talon[1:], talon[0]], leader, suit(talon[0]), chance)


def play_out(way: Way, hands: list[list[Card]], talon: list[Card], leader: int, trumps: str, chance: Random) -> Play:
    """From the deal to the last card; the talon's last card, if there is a talon, is the turn-up."""
    retourne = talon[-1] if talon else None
    leaders, tricks, takers = [], [], []
    while hands[leader]:
        trick = one_trick(way, hands, leader, trumps, not talon, chance)
        taker = (leader + best(way, trick, trumps)) % len(hands)
        leaders.append(leader)
        tricks.append(trick)
        takers.append(taker)
        draw(hands, talon, taker)
        leader = taker
    return Play(retourne, tuple(leaders), tuple(tricks), tuple(takers))


def points_taken(played: Play, worth: Mapping[str, int], size: int) -> list[int]:
    """The card points of each seat's tricks; `worth` by rank."""
    taken = [0] * size
    for trick, taker in zip(played.tricks, played.takers, strict=True):
        taken[taker] += sum(worth.get(rank(card), 0) for card in trick)
    return taken


def one_trick(
    way: Way, hands: list[list[Card]], leader: int, trumps: str, strict: bool, chance: Random
) -> tuple[Card, ...]:
    trick: list[Card] = []
    for place in range(len(hands)):
        hand = hands[(leader + place) % len(hands)]
        allowed = way.duty(hand, trick[0], trumps) if trick and strict and way.duty else hand
        card = chance.choice(allowed)
        hand.remove(card)
        trick.append(card)
    return tuple(trick)


def best(way: Way, trick: Sequence[Card], trumps: str) -> int:
    """The place in the trick of the highest trump, else of the highest card of the suit led."""
    winning = trumps if any(suit(card) == trumps for card in trick) else suit(trick[0])
    places = [place for place, card in enumerate(trick) if suit(card) == winning]
    return min(places, key=lambda place: way.order.index(rank(trick[place])))


def draw(hands: list[list[Card]], talon: list[Card], taker: int) -> None:
    """Each draws one, the taker first; the talon lasts for everybody or for nobody."""
    for place in range(len(hands) if talon else 0):
        hands[(taker + place) % len(hands)].append(talon.pop(0))
