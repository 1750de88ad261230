"""Random coups of Briscola chiamata: eight cards each, a bid, a card called."""

from random import Random

from scoring import TableState
from tournaments.forms.games.briscola.player import ORDER
from tournaments.forms.games.cards import Event, TrickRules, build_pack, find_leader, play_tricks, suit, write_coup

LEAST_BID, MOST_BID = 61, 120  # CHI-01
HAND, PLAYERS = 8, 5


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event. `tricks`: the chance that it is recorded trick by
    trick."""
    cards = build_pack(ORDER)
    chance.shuffle(cards)
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(PLAYERS)]
    caller, called = chance.choice(state.setting.players), chance.choice(cards)
    bid = min(MOST_BID, LEAST_BID + int(chance.expovariate(0.1)))
    played = play_tricks(TrickRules(ORDER, HAND), hands, [], find_leader(state), suit(called), chance)
    coup: Event = {"type": "coup", "caller": caller, "bid": bid, "called": called, "tricks": list(played)}
    return write_coup(state, coup, chance, tricks)
