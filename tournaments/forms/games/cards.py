"""Dealing a pack and playing it out at random, trick by trick. Knows how cards are drawn and tricks won; scores
nothing."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import scoring

SUITS = "♠♥♦♣"

Card = str  # rank and suit: "10♥"
Event = dict[str, Any]


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


def find_leader(state: scoring.TableState) -> int:
    """Return the seat, from 0, of who leads to the next coup."""
    assert state.leader is not None
    return state.setting.players.index(state.leader)


def deal_and_play(rules: TrickRules, cards: list[Card], state: scoring.TableState, chance: Random) -> Event:
    """Shuffle, deal, turn up a card (it is drawn last), and play until no card is left; return the coup, in tricks."""
    chance.shuffle(cards)
    dealt = rules.hand * len(state.setting.players)
    hands = [cards[first : first + rules.hand] for first in range(0, dealt, rules.hand)]
    retourne, *talon = cards[dealt:]
    tricks = play_tricks(rules, hands, [*talon, retourne], find_leader(state), suit(retourne), chance)
    return {"type": "coup", "retourne": retourne, "tricks": list(tricks)}


def play_tricks(
    rules: TrickRules, hands: list[list[Card]], talon: list[Card], leader: int, trumps: str, chance: Random
) -> Iterator[list[Card]]:
    """Play a deal to its last card at random and yield each trick once cards are drawn after it; the taker leads to the
    next. `leader`: a seat, from 0."""
    while hands[leader]:
        trick = play_trick(rules, hands, leader, trumps, not talon, chance)
        leader = (leader + find_winning_card(rules, trick, trumps)) % len(hands)
        draw_cards(hands, talon, leader)
        yield trick


def play_trick(
    rules: TrickRules, hands: list[list[Card]], leader: int, trumps: str, strict: bool, chance: Random
) -> list[Card]:
    """Play one trick, in which each player plays a random card that is allowed, and return its cards in order of play;
    they leave the `hands` (by seat). `leader`: a seat, from 0; `strict`: whether the duty to follow suit holds."""
    trick: list[Card] = []
    for place in range(len(hands)):
        hand = hands[(leader + place) % len(hands)]
        allowed = rules.duty(hand, trick[0], trumps) if trick and strict and rules.duty else hand
        card = chance.choice(allowed)
        hand.remove(card)
        trick.append(card)
    return trick


def find_winning_card(rules: TrickRules, trick: Sequence[Card], trumps: str) -> int:
    """Return the index in the trick of the highest trump, or else of the highest card of the suit led."""
    winning = trumps if any(suit(card) == trumps for card in trick) else suit(trick[0])
    places = [place for place, card in enumerate(trick) if suit(card) == winning]
    return min(places, key=lambda place: rules.order.index(rank(trick[place])))


def draw_cards(hands: list[list[Card]], talon: list[Card], taker: int) -> None:
    """Move one card from the talon to each hand, the taker's first; nothing if the talon is empty."""
    for place in range(len(hands) if talon else 0):
        hands[(taker + place) % len(hands)].append(talon.pop(0))


def write_coup(state: scoring.TableState, coup: Event, chance: Random, share: float) -> Event:
    """Return the coup as an event: in tricks, as it is given, with the chance `share` (0 to 1), else as the totals that
    players would count from those tricks."""
    if chance.random() < share:
        return coup
    game = scoring.get_game(state.setting.game)
    typed_fields = {"type", *(field.path.partition(".")[0] for field in game.list_fields(state.setting))}
    totals = game.to_totals_form(scoring.play_event(state, coup))
    return {key: value for key, value in totals.items() if key in typed_fields}
