"""Dealing a pack and playing it out at random, trick by trick. Knows how cards are drawn and tricks won; scores
nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

SUITS = "♠♥♦♣"

Card = str  # rank and suit: "10♥"


@dataclass(frozen=True)
class PlayedDeal:
    """One deal played out: by trick, the seat that led, the cards in order of play, and the seat that took it. Seats
    count from 0."""

    retourne: Card | None
    leaders: tuple[int, ...]
    tricks: tuple[tuple[Card, ...], ...]
    takers: tuple[int, ...]


@dataclass(frozen=True)
class TrickRules:
    """How a game plays its tricks. `order`: the ranks from high to low; `hand`: cards per player; `duty`: from the
    hand, the card led and the trump suit, the cards that may be played once the talon is used up (None: any)."""

    order: Sequence[str]
    hand: int
    duty: Callable[[list[Card], Card, str], list[Card]] | None = None


def build_pack(ranks: Sequence[str], without: Sequence[Card] = ()) -> list[Card]:
    """Return the cards of these ranks in all four suits, but for those in `without`."""
    return [rank + suit for suit in SUITS for rank in ranks if rank + suit not in without]


def rank(card: Card) -> str:
    return card[:-1]


def suit(card: Card) -> str:
    return card[-1]


def deal_and_play(rules: TrickRules, cards: list[Card], size: int, leader: int, chance: Random) -> PlayedDeal:
    """Shuffle, deal, turn up a card (it is drawn last), and play until no card is left; the taker of a trick leads the
    next one."""
    chance.shuffle(cards)
    hands = [cards[rules.hand * seat : rules.hand * (seat + 1)] for seat in range(size)]
    talon = cards[rules.hand * size :]
    return play_tricks(rules, hands, [*talon[1:], talon[0]], leader, suit(talon[0]), chance)


def play_tricks(
    rules: TrickRules, hands: list[list[Card]], talon: list[Card], leader: int, trumps: str, chance: Random
) -> PlayedDeal:
    """Play from the deal to the last card. The last card of the talon, if there is a talon, is the retourne."""
    retourne = talon[-1] if talon else None
    leaders, tricks, takers = [], [], []
    while hands[leader]:
        trick = play_trick(rules, hands, leader, trumps, not talon, chance)
        taker = (leader + find_winning_card(rules, trick, trumps)) % len(hands)
        leaders.append(leader)
        tricks.append(trick)
        takers.append(taker)
        draw_cards(hands, talon, taker)
        leader = taker
    return PlayedDeal(retourne, tuple(leaders), tuple(tricks), tuple(takers))


def count_card_points(played: PlayedDeal, worth: Mapping[str, int], size: int) -> list[int]:
    """Return the card points of each seat's tricks; `worth`: points by rank."""
    taken = [0] * size
    for trick, taker in zip(played.tricks, played.takers, strict=True):
        taken[taker] += sum(worth.get(rank(card), 0) for card in trick)
    return taken


def play_trick(
    rules: TrickRules, hands: list[list[Card]], leader: int, trumps: str, strict: bool, chance: Random
) -> tuple[Card, ...]:
    """Play one trick: each player in turn plays a random card that is allowed. `strict`: the duty to follow holds."""
    trick: list[Card] = []
    for place in range(len(hands)):
        hand = hands[(leader + place) % len(hands)]
        allowed = rules.duty(hand, trick[0], trumps) if trick and strict and rules.duty else hand
        card = chance.choice(allowed)
        hand.remove(card)
        trick.append(card)
    return tuple(trick)


def find_winning_card(rules: TrickRules, trick: Sequence[Card], trumps: str) -> int:
    """Return the index in the trick of the highest trump, or else of the highest card of the suit led."""
    winning = trumps if any(suit(card) == trumps for card in trick) else suit(trick[0])
    places = [place for place, card in enumerate(trick) if suit(card) == winning]
    return min(places, key=lambda place: rules.order.index(rank(trick[place])))


def draw_cards(hands: list[list[Card]], talon: list[Card], taker: int) -> None:
    """Let each player draw one card, the taker first; the talon holds a card for everybody, or is empty."""
    for place in range(len(hands) if talon else 0):
        hands[(taker + place) % len(hands)].append(talon.pop(0))
