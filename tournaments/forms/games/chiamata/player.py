"""Random coups of Briscola chiamata: eight cards each, a bid, a card called, then written as tricks or as totals."""

from random import Random
from typing import Any

from scoring import TableState
from tournaments.forms.games.briscola.player import ORDER, POINTS
from tournaments.forms.games.cards import PlayedDeal, TrickRules, build_pack, count_card_points, play_tricks, suit

LEAST_BID, MOST_BID = 61, 120  # CHI-01
HAND, PLAYERS = 8, 5

Event = dict[str, Any]


def play_next_event(state: TableState, chance: Random, tricks: float) -> Event:
    """Play the table's next coup at random and return its event."""
    players = state.setting.players
    assert state.leader is not None
    cards = build_pack(ORDER)
    chance.shuffle(cards)
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(PLAYERS)]
    caller, called = chance.randrange(PLAYERS), chance.choice(cards)
    holder = next(seat for seat, hand in enumerate(hands) if called in hand)
    bid = min(MOST_BID, LEAST_BID + int(chance.expovariate(0.1)))
    event: Event = {"type": "coup", "caller": players[caller], "bid": bid, "called": called}
    played = play_tricks(TrickRules(ORDER, HAND), hands, [], players.index(state.leader), suit(called), chance)
    if chance.random() < tricks:
        return event | {"tricks": [list(trick) for trick in played.tricks]}
    return event | count_totals(players, caller, holder, played)


def count_totals(players: tuple[str, ...], caller: int, holder: int, played: PlayedDeal) -> Event:
    """Return the part of the event that the caller's side states at the end."""
    taken = count_card_points(played, POINTS, PLAYERS)
    told: Event = {"points": sum(taken[seat] for seat in {caller, holder})}
    if holder != caller:
        told["partner"] = players[holder]
    if set(played.takers) <= {caller, holder}:
        told["cappotto"] = True
    return told
