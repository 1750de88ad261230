"""Random coups of Brusquembille: real cards by rules BRU-01 to 05 and 22, then written as tricks or as totals."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import scoring
from scoring import TableState
from tournaments.forms.games.cards import (
    SUITS,
    Card,
    PlayedDeal,
    TrickRules,
    build_pack,
    count_card_points,
    deal_and_play,
    rank,
    suit,
)

ORDER = ("A", "10", "R", "D", "V", "9", "8", "7")
POINTS = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
BRUSQUEMBILLES = {"A": "aces", "10": "tens"}
BLACK_SEVENS, RED_SEVENS = ("7♠", "7♣"), ("7♥", "7♦")

Event = dict[str, Any]


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Return the table's next event: a coup played at random, or the recave of a player who must buy fiches first
    (BRU-20)."""
    if state.setting.options["exhausted"] == "recave":
        for name, purse in state.purses.items():
            if purse.total < scoring.FICHE:
                lacking = math.ceil((scoring.FICHE - purse.total) / scoring.FICHE)
                return {"type": "recave", "player": name, "fiches": lacking}
    played = play_coup(state, chance)
    return build_tricks_event(played) if chance.random() < tricks else build_totals_event(state, played)


def play_coup(state: TableState, chance: Random) -> PlayedDeal:
    """Play one coup at random."""
    players = state.setting.players
    assert state.leader is not None
    way = TrickRules(ORDER, hand=3, duty=list_legal_cards if state.setting.options["follow_after_talon"] else None)
    cards = build_pack(ORDER, choose_removed_sevens(len(players), state.setting.options["sevens"], chance))
    return deal_and_play(way, cards, len(players), players.index(state.leader), chance)


def choose_removed_sevens(size: int, sevens: str, chance: Random) -> tuple[Card, ...]:
    """Return the two sevens that are taken out of the pack: three or five play with 30 cards (BRU-01)."""
    if size in (2, 4):
        return ()
    if sevens == "any":
        return tuple("7" + symbol for symbol in chance.sample(SUITS, 2))
    return chance.choice((BLACK_SEVENS, RED_SEVENS))


def list_legal_cards(hand: list[Card], led: Card, trumps: str) -> list[Card]:
    """Return the cards that may be played (BRU-22): the suit led, else a trump, else any."""
    for wanted in (suit(led), trumps):
        allowed = [card for card in hand if suit(card) == wanted]
        if allowed:
            return allowed
    return hand


def build_tricks_event(played: PlayedDeal) -> Event:
    """Return the coup's event, written trick by trick."""
    return {"type": "coup", "retourne": played.retourne, "tricks": [list(trick) for trick in played.tricks]}


def build_totals_event(state: TableState, played: PlayedDeal) -> Event:
    """Return the coup's event, written as totals that the players read from their tricks: card points, and
    brusquembilles if they are paid."""
    players = state.setting.players
    points = dict(zip(players, count_card_points(played, POINTS, len(players)), strict=True))
    counts: dict[str, dict[str, int]] = {name: {} for name in players}
    for leader, trick, taker in zip(played.leaders, played.tricks, played.takers, strict=True):
        for place, card in enumerate(trick):
            seat = (leader + place) % len(players)
            count_brusquembille(counts[players[seat]], card, seat == taker)
    event = {"type": "coup", "points": points}
    return event | {"brusquembilles": counts} if are_brusquembilles_paid(state) else event


def count_brusquembille(counts: dict[str, int], card: Card, won: bool) -> None:
    """Add the card to the player's counts as a brusquembille won or lost, if it is one."""
    if kind := BRUSQUEMBILLES.get(rank(card)):
        key = f"{kind}_{'won' if won else 'lost'}"
        counts[key] = counts.get(key, 0) + 1


def are_brusquembilles_paid(state: TableState) -> bool:
    """True if brusquembilles are paid (BRU-18); in a game to points they are not."""
    options: Mapping[str, Any] = state.setting.options
    if options["mode"] == "points":
        return False
    by_itself = len(state.setting.players) != 2 and state.setting.sides is None
    return bool(options["payments"] == "on" or (options["payments"] == "auto" and by_itself))
