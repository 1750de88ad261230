"""Random coups of Briscan and Brisque: real cards by rules BRC-01, 18 and 21; mariages, and the ace of trump where the
table allows it, are announced when held.

Sequences, carrés, runs and the exchange are not announced, as no player is obliged to.
"""

from dataclasses import dataclass, field
from random import Random

from scoring import TableState
from tournaments.forms.games.brusquembille.player import ORDER
from tournaments.forms.games.cards import (
    SUITS,
    Card,
    Event,
    TrickRules,
    build_pack,
    find_leader,
    play_tricks,
    rank,
    suit,
    write_coup,
)


@dataclass
class CoupInPlay:
    """What may be announced in a coup being played: the hands of the `players`, retourne, whether mariages alone are
    announced (BRC-22), the announcements so far, and the (kind, suit) pairs that can no longer be announced
    (`no_longer_announced`)."""

    players: tuple[str, ...]
    hands: list[list[Card]]
    retourne: Card
    mariages_only: bool
    announced: list[Event] = field(default_factory=list)
    no_longer_announced: set[tuple[str, str]] = field(default_factory=set)


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event. `tricks`: the chance, from 0 to 1, that it is recorded
    trick by trick, as in all games."""
    options = state.setting.options
    hand = options["cards"]
    cards = build_pack(ORDER)
    chance.shuffle(cards)
    hands, (retourne, *talon) = [cards[:hand], cards[hand : 2 * hand]], cards[2 * hand :]
    table = CoupInPlay(state.setting.players, hands, retourne, options["announcements"] == "mariages")
    rules, played = TrickRules(ORDER, hand, duty=list_legal_cards), list[list[Card]]()
    announce_held_cards(table, 1)
    for trick in play_tricks(rules, hands, [*talon, retourne], find_leader(state), suit(retourne), chance):
        played.append(trick)
        if {rank(card) for card in trick} == {"R", "D"} and suit(trick[0]) == suit(trick[1]):
            table.no_longer_announced.add(("mariage", suit(trick[0])))
        announce_held_cards(table, len(played) + 1)
    coup: Event = {"type": "coup", "retourne": retourne, "announcements": table.announced, "tricks": played}
    return write_coup(state, coup, chance, tricks)


def announce_held_cards(table: CoupInPlay, number: int) -> None:
    """Announce what the hands of both players hold before the trick of this number; adds to the table's
    announcements."""
    for name, hand in zip(table.players, table.hands, strict=True):
        announce_hand(table, name, hand, number)


def announce_hand(table: CoupInPlay, name: str, hand: list[Card], number: int) -> None:
    """Announce, before trick `number`, the mariages and the ace of trump of this player's hand, each once per coup
    (BRC-04 and 11)."""
    trumps = suit(table.retourne)
    for symbol in SUITS:
        if {"R" + symbol, "D" + symbol} <= set(hand) and ("mariage", symbol) not in table.no_longer_announced:
            table.no_longer_announced.add(("mariage", symbol))
            table.announced.append({"player": name, "kind": "mariage", "suit": symbol, "before_trick": number})
    ace = "A" + trumps
    if table.mariages_only or ace not in hand or ace == table.retourne:
        return
    if ("as", trumps) not in table.no_longer_announced:
        table.no_longer_announced.add(("as", trumps))
        table.announced.append({"player": name, "kind": "as_atout", "before_trick": number})


def list_legal_cards(hand: list[Card], led: Card, trumps: str) -> list[Card]:
    """Return the cards that may be played (BRC-18): follow suit and beat, else follow, else trump, else any."""
    same = [card for card in hand if suit(card) == suit(led)]
    higher = [card for card in same if ORDER.index(rank(card)) < ORDER.index(rank(led))]
    return higher or same or [card for card in hand if suit(card) == trumps] or hand
