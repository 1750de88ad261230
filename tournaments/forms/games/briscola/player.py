"""Random coups of Briscola: real cards by rules BLA-01 to 04, then written as tricks or as totals."""

from random import Random
from typing import Any

from scoring import TableState
from tournaments.forms.games.cards import (
    SUITS,
    Card,
    PlayedDeal,
    TrickRules,
    build_pack,
    count_card_points,
    deal_and_play,
    suit,
)

ORDER = ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2")
POINTS = {"A": 11, "3": 10, "R": 4, "D": 3, "V": 2}

Event = dict[str, Any]


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event."""
    players = state.setting.players
    assert state.leader is not None
    way = TrickRules(ORDER, hand=3, duty=list_legal_cards if state.setting.options["follow_after_talon"] else None)
    cards = build_pack(ORDER, choose_removed_twos(len(players), state.setting.options["three_player_pack"], chance))
    played = deal_and_play(way, cards, len(players), players.index(state.leader), chance)
    if chance.random() < tricks:
        return {"type": "coup", "retourne": played.retourne, "tricks": [list(trick) for trick in played.tricks]}
    return {"type": "coup", "points": count_totals(state, played)}


def choose_removed_twos(size: int, three_player_pack: str, chance: Random) -> tuple[Card, ...]:
    """Return the twos that are taken out of the pack (BLA-03): three players leave out all of them, or one; six leave
    out all."""
    twos = tuple("2" + symbol for symbol in SUITS)
    if size == 3 and three_player_pack == "one":
        return (chance.choice(twos),)
    return twos if size in (3, 6) else ()


def list_legal_cards(hand: list[Card], led: Card, trumps: str) -> list[Card]:
    """Return the cards that may be played where players must follow (BLA-04): the suit led, else any."""
    return [card for card in hand if suit(card) == suit(led)] or hand


def count_totals(state: TableState, played: PlayedDeal) -> dict[str, int]:
    """Return each player's card points; with sides, those of the whole side under its first player."""
    players = state.setting.players
    taken = dict(zip(players, count_card_points(played, POINTS, len(players)), strict=True))
    if state.setting.sides is None:
        return taken
    return {side[0]: sum(taken[name] for name in side) for side in state.setting.sides}
