"""Random coups of Brusquembille: real cards by rules BRU-01 to 05 and 22."""

import math
from random import Random

import scoring
from scoring import TableState
from tournaments.forms.games.cards import (
    SUITS,
    Card,
    Event,
    TrickRules,
    build_pack,
    deal_and_play,
    suit,
    write_coup,
)

ORDER = ("A", "10", "R", "D", "V", "9", "8", "7")
BLACK_SEVENS, RED_SEVENS = ("7♠", "7♣"), ("7♥", "7♦")


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Return the table's next event: a coup played at random, or the recave of a player who must buy fiches first
    (BRU-20). `tricks`: the chance that a coup is recorded trick by trick."""
    players, options = state.setting.players, state.setting.options
    if options["exhausted"] == "recave":
        for name, purse in state.purses.items():
            if purse.total < scoring.FICHE:
                lacking = math.ceil((scoring.FICHE - purse.total) / scoring.FICHE)
                return {"type": "recave", "player": name, "fiches": lacking}
    rules = TrickRules(ORDER, hand=3, duty=list_legal_cards if options["follow_after_talon"] else None)
    cards = build_pack(ORDER, choose_removed_sevens(len(players), options["sevens"], chance))
    return write_coup(state, deal_and_play(rules, cards, state, chance), chance, tricks)


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
