"""Random coups of Briscan and Brisque: real cards by rules BRC-01, 18 and 21; mariages, and the ace of trump where the
table allows it, are announced when held.

Sequences, carrés, runs and the exchange are not announced, as no player is obliged to.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring import TableState
from tournaments.forms.games.brusquembille.player import ORDER, POINTS
from tournaments.forms.games.cards import (
    SUITS,
    Card,
    PlayedDeal,
    TrickRules,
    build_pack,
    count_card_points,
    draw_cards,
    find_winning_card,
    play_trick,
    rank,
    suit,
)

Event = dict[str, Any]
TRICKS, LAST_TRICKS = 16, 5


@dataclass
class CoupInPlay:
    """The state of one coup being played: hands, talon, retourne, whether mariages alone are announced (BRC-22), the
    announcements so far, and the (kind, suit) pairs that can no longer be announced (`no_longer_announced`). Seats
    count from 0."""

    hands: list[list[Card]]
    talon: list[Card]
    retourne: Card
    mariages_only: bool
    announced: list[Event] = field(default_factory=list)
    no_longer_announced: set[tuple[str, str]] = field(default_factory=set)


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event."""
    players = state.setting.players
    assert state.leader is not None
    hand = state.setting.options["cards"]
    cards = build_pack(ORDER)
    chance.shuffle(cards)
    hands, retourne = [cards[:hand], cards[hand : 2 * hand]], cards[2 * hand]
    only = state.setting.options["announcements"] == "mariages"
    table = CoupInPlay(hands, [*cards[2 * hand + 1 :], retourne], retourne, only)
    played = play_coup(
        table, TrickRules(ORDER, hand, duty=list_legal_cards), players, players.index(state.leader), chance
    )
    event: Event = {"type": "coup", "retourne": table.retourne, "announcements": table.announced}
    if chance.random() < tricks:
        return event | {"tricks": [list(trick) for trick in played.tricks]}
    return event | count_totals(state, played)


def play_coup(
    table: CoupInPlay, rules: TrickRules, players: tuple[str, ...], leader: int, chance: Random
) -> PlayedDeal:
    """Play the coup trick by trick; before each trick, both players announce what they hold."""
    trumps = suit(table.retourne)
    leaders, tricks, takers = [], [], []
    for number in range(1, TRICKS + 1):
        for seat, name in enumerate(players):
            announce_held_cards(table, seat, name, number)
        trick = play_trick(rules, table.hands, leader, trumps, not table.talon, chance)
        taker = (leader + find_winning_card(rules, trick, trumps)) % len(players)
        met = {suit(card) for card in trick if {rank(each) for each in trick} == {"R", "D"}}
        table.no_longer_announced |= {("mariage", symbol) for symbol in met if len(met) == 1}
        leaders.append(leader)
        tricks.append(trick)
        takers.append(taker)
        draw_cards(table.hands, table.talon, taker)
        leader = taker
    return PlayedDeal(table.retourne, tuple(leaders), tuple(tricks), tuple(takers))


def announce_held_cards(table: CoupInPlay, seat: int, name: str, number: int) -> None:
    """Announce the mariages and the ace of trump of one hand, each once per coup (BRC-04 and 11)."""
    hand, trumps = table.hands[seat], suit(table.retourne)
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


def count_totals(state: TableState, played: PlayedDeal) -> Event:
    """Return the part of the event that the two players count when the cards are played out."""
    players = state.setting.players
    won = [played.takers.count(seat) for seat in range(len(players))]
    points = count_card_points(played, POINTS, len(players))
    told: Event = {
        "tricks_won": dict(zip(players, won, strict=True)),
        "card_points": dict(zip(players, points, strict=True)),
    }
    if state.setting.options["last_ten"] == "trick":
        told["last_trick"] = players[played.takers[-1]]
    else:
        told["last_talon_card"] = players[1 - played.takers[TRICKS - 1 - state.setting.options["cards"]]]
    if len(set(played.takers[-LAST_TRICKS:])) == 1:
        told["last_five"] = players[played.takers[-1]]
    return told
