"""Random coups of Brusquembille: real cards by rules BRU-01 to 05 and 22, then written as tricks or as totals."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import scoring
from scoring import TableState

from .cards import SUITS, Card, Play, Way, pack, play, points_taken, rank, suit

ORDER = ("A", "10", "R", "D", "V", "9", "8", "7")
POINTS = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
BRUSQUEMBILLES = {"A": "aces", "10": "tens"}
BLACK_SEVENS, RED_SEVENS = ("7♠", "7♣"), ("7♥", "7♦")

Event = dict[str, Any]


def next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Return the table's next event: a coup played at random, or the recave of a player who must buy fiches first
    (BRU-20)."""
    if state.setting.options["exhausted"] == "recave":
        for name, purse in state.purses.items():
            if purse.total < scoring.FICHE:
                lacking = math.ceil((scoring.FICHE - purse.total) / scoring.FICHE)
                return {"type": "recave", "player": name, "fiches": lacking}
    played = a_coup(state, chance)
    return as_tricks(played) if chance.random() < tricks else as_totals(state, played)


def a_coup(state: TableState, chance: Random) -> Play:
    """Play one coup at random."""
    players = state.setting.players
    assert state.leader is not None
    way = Way(ORDER, hand=3, duty=follow if state.setting.options["follow_after_talon"] else None)
    cards = pack(ORDER, without_two_sevens(len(players), state.setting.options["sevens"], chance))
    return play(way, cards, len(players), players.index(state.leader), chance)


def without_two_sevens(size: int, sevens: str, chance: Random) -> tuple[Card, ...]:
    """Return the two sevens that are taken out of the pack: three or five play with 30 cards (BRU-01)."""
    if size in (2, 4):
        return ()
    if sevens == "any":
        return tuple("7" + symbol for symbol in chance.sample(SUITS, 2))
    return chance.choice((BLACK_SEVENS, RED_SEVENS))


def follow(hand: list[Card], led: Card, trumps: str) -> list[Card]:
    """Return the cards that may be played (BRU-22): the suit led, else a trump, else any."""
    for wanted in (suit(led), trumps):
        allowed = [card for card in hand if suit(card) == wanted]
        if allowed:
            return allowed
    return hand


def as_tricks(played: Play) -> Event:
    """Return the coup's event, written trick by trick."""
    return {"type": "coup", "retourne": played.retourne, "tricks": [list(trick) for trick in played.tricks]}


def as_totals(state: TableState, played: Play) -> Event:
    """Return the coup's event, written as totals that the players read from their tricks: card points, and
    brusquembilles if they are paid."""
    players = state.setting.players
    points = dict(zip(players, points_taken(played, POINTS, len(players)), strict=True))
    counts: dict[str, dict[str, int]] = {name: {} for name in players}
    for leader, trick, taker in zip(played.leaders, played.tricks, played.takers, strict=True):
        for place, card in enumerate(trick):
            seat = (leader + place) % len(players)
            note(counts[players[seat]], card, seat == taker)
    event = {"type": "coup", "points": points}
    return event | {"brusquembilles": counts} if are_paid(state) else event


def note(counts: dict[str, int], card: Card, won: bool) -> None:
    """Add the card to the player's counts as a brusquembille won or lost, if it is one."""
    if kind := BRUSQUEMBILLES.get(rank(card)):
        key = f"{kind}_{'won' if won else 'lost'}"
        counts[key] = counts.get(key, 0) + 1


def are_paid(state: TableState) -> bool:
    """True if brusquembilles are paid (BRU-18); in a game to points they are not."""
    options: Mapping[str, Any] = state.setting.options
    if options["mode"] == "points":
        return False
    by_itself = len(state.setting.players) != 2 and state.setting.sides is None
    return bool(options["payments"] == "on" or (options["payments"] == "auto" and by_itself))
