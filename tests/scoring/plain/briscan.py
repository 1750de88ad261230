"""Briscan and brisque: the deal, the value of a coup, the winner (rules BRC)."""

from tests.scoring.plain.briscan_marks import find_winner_by_mark
from tests.scoring.plain.briscan_totals import read_totals
from tests.scoring.plain.briscan_tricks import read_tricks_form
from tests.scoring.plain.purses import build_marked_outcome
from tests.scoring.plain.seats import get_player_to_the_right


def start(setting, state):
    """Set the hand size and the number of tricks after which a card is drawn (BRC-01)."""
    setting["hand"] = setting["options"]["cards"]
    setting["draws"] = 16 - setting["hand"]


# The deal


def may_deal_first(setting, player):
    """True: either player may deal first."""
    return True


def first_dealer(setting):
    """Return the player who deals first when nobody is named."""
    return setting["players"][0]


def next_dealer(setting, dealer):
    """Return the next dealer, the other player (BRC-20)."""
    return get_player_to_the_right(setting, dealer)


def dealer_rule(setting):
    """Return the rule that a wrong dealer contradicts."""
    return "BRC-20"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """Read a coup in either form. Return {"marks", "end", "vole", "points"}; marks and end are lists of (player,
    points, rule)."""
    if "tricks" in event:
        return read_tricks_form(setting, event, dealer, path, errors)
    return read_totals(setting, state, event, dealer, path, errors)


def settle(setting, state, record, dealer):
    """Return the coup's lines, points and winners, and note whether the partie is won (BRC-19)."""
    by_mark = find_winner_by_mark(setting, state["totals"], record["marks"])
    lines = [
        {"player": player, "points": points, "rule": rule}
        for player, points, rule in record["marks"] + record["end"]
        if points != 0
    ]
    for line in lines:
        state["totals"][line["player"]] += line["points"]
    state["won_by_rule"] = by_mark or record["vole"] or find_winner_at_end(setting, state)
    shown = build_marked_outcome(setting, lines)
    highest = max(shown["net"].values())
    winners = [player for player in setting["players"] if shown["net"][player] == highest]
    return {"points": record["points"], **shown, "winners": winners}


def find_winner_at_end(setting, state):
    """Return the player with the higher total, once one is at the target or over it (BRC-19); None if not, or if both
    totals are equal."""
    one, other = setting["players"]
    totals = state["totals"]
    if max(totals.values()) < setting["options"]["target"] or totals[one] == totals[other]:
        return None
    return max(setting["players"], key=totals.get)


# Leaving, ending


def leave(setting, state, player):
    """Do nothing: no points move when a player leaves (GEN-01)."""


def is_over(setting, state):
    """True once the partie is won (BRC-17, BRC-19)."""
    return state["won_by_rule"] is not None
