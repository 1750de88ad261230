"""Random coups of Briscola: real cards by rules BLA-01 to 04."""

from random import Random

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

ORDER = ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2")


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event. `tricks`: the chance that it is recorded trick by
    trick."""
    players, options = state.setting.players, state.setting.options
    rules = TrickRules(ORDER, hand=3, duty=list_legal_cards if options["follow_after_talon"] else None)
    cards = build_pack(ORDER, choose_removed_twos(len(players), options["three_player_pack"], chance))
    return write_coup(state, deal_and_play(rules, cards, state, chance), chance, tricks)


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
