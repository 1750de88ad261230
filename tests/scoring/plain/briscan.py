"""Briscan and brisque: the deal, what a coup is worth, who has won. Rules BRC."""

from tests.scoring.plain.briscan_marks import won_by_mark
from tests.scoring.plain.briscan_totals import read_totals
from tests.scoring.plain.briscan_tricks import read_tricks_form
from tests.scoring.plain.purses import marked
from tests.scoring.plain.seats import on_the_right


def start(setting, state):
    """BRC-01: the hand, and the tricks after which a card is drawn."""
    setting["hand"] = setting["options"]["cards"]
    setting["draws"] = 16 - setting["hand"]


# The deal


def may_deal_first(setting, player):
    """Either."""
    return True


def first_dealer(setting):
    """Who deals when nobody is named."""
    return setting["players"][0]


def next_dealer(setting, dealer):
    """BRC-20."""
    return on_the_right(setting, dealer)


def dealer_rule(setting):
    """The rule that a wrong dealer contradicts."""
    return "BRC-20"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """The record {"marks", "end", "vole", "points"}; marks and end are (player, points, rule)."""
    if "tricks" in event:
        return read_tricks_form(setting, event, dealer, path, errors)
    return read_totals(setting, state, event, dealer, path, errors)


def settle(setting, state, record, dealer):
    """BRC-19: the lines, and whether the partie is won."""
    by_mark = won_by_mark(setting, state["totals"], record["marks"])
    lines = [
        {"player": player, "points": points, "rule": rule}
        for player, points, rule in record["marks"] + record["end"]
        if points != 0
    ]
    for line in lines:
        state["totals"][line["player"]] += line["points"]
    state["won_by_rule"] = by_mark or record["vole"] or won_at_the_end(setting, state)
    shown = marked(setting, lines)
    highest = max(shown["net"].values())
    winners = [player for player in setting["players"] if shown["net"][player] == highest]
    return {"points": record["points"], **shown, "winners": winners}


def won_at_the_end(setting, state):
    """BRC-19: at or over the target the higher total wins; equal, nobody yet."""
    one, other = setting["players"]
    totals = state["totals"]
    if max(totals.values()) < setting["options"]["target"] or totals[one] == totals[other]:
        return None
    return max(setting["players"], key=totals.get)


# Leaving, ending


def leave(setting, state, player):
    """GEN-01: nothing moves."""


def is_over(setting, state):
    """BRC-17, BRC-19."""
    return state["won_by_rule"] is not None
