"""Briscola for 2, 3, 4 and 6 players (rules BLA)."""

from tests.scoring.plain.card_points import read_points
from tests.scoring.plain.purses import build_marked_outcome
from tests.scoring.plain.reading import add_error, check_keys, read_card
from tests.scoring.plain.seats import get_player_to_the_right, get_side, get_sides
from tests.scoring.plain.tricks import (
    CARD_POINTS_40,
    ORDER_40,
    check_pack,
    check_play,
    count_points,
    find_last_to_draw,
    list_hand,
    list_pack,
    read_tricks,
    replay_tricks,
)

HAND = 3


def start(setting, state):
    """Do nothing: the game has no state but the totals."""


# The deal


def may_deal_first(setting, player):
    """True: anybody may deal first."""
    return True


def first_dealer(setting):
    """Return the player who deals first when nobody is named."""
    return setting["players"][0]


def next_dealer(setting, dealer):
    """Return the next dealer, the player on the right (BLA-09)."""
    return get_player_to_the_right(setting, dealer)


def dealer_rule(setting):
    """Return the rule that a wrong dealer contradicts."""
    return "BLA-09"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """Read a coup in either form. Return each player's card points, where there are sides those of his side."""
    if "tricks" in event:
        return read_tricks_form(setting, event, dealer, path, errors)
    check_keys(event, path, ["type", "points"], ["dealer"], errors)
    if "points" not in event:
        return None
    return read_points(setting, event["points"], f"{path}.points", "BLA-01", errors)


def read_tricks_form(setting, event, dealer, path, errors):
    """Read the tricks form. Return card points by player, or None if it is wrong."""
    check_keys(event, path, ["type", "retourne", "tricks"], ["dealer"], errors)
    whole = get_pack(setting)[0]
    retourne = None
    if "retourne" in event:
        retourne = read_card(event["retourne"], f"{path}.retourne", errors)
        if retourne is not None and retourne not in whole:
            add_error(errors, f"{path}.retourne", get_foreign_rule(retourne))
            retourne = None
    walked = read_play(setting, event["tricks"], retourne, dealer, path, errors)
    if walked is None:
        return None
    own = count_points(walked, setting["players"], CARD_POINTS_40)
    return {player: sum(own[partner] for partner in get_side(setting, player)) for player in setting["players"]}


def get_pack(setting):
    """Return (the cards that may be in the pack, how many of them are, the rule that says so): BLA-01, BLA-03."""
    size = len(setting["players"])
    if size in (2, 4):
        return list_pack(ORDER_40), 40, "BLA-01"
    if size == 3 and setting["options"]["three_player_pack"] == "one":
        return list_pack(ORDER_40), 39, "BLA-03"
    return list_pack([rank for rank in ORDER_40 if rank != "2"]), 36, "BLA-03"


def get_foreign_rule(card):
    """Return the rule that keeps this card out of the pack: a removed two, or a card that briscola never has."""
    return "BLA-03" if card[0] == "2" else "BLA-01"


def read_play(setting, value, retourne, dealer, path, errors):
    """Read the tricks and work out who played what (see `tricks.walk`). Return None if a card is wrong or illegal."""
    players, here = setting["players"], f"{path}.tricks"
    size = len(players)
    whole, count, rule = get_pack(setting)
    before = len(errors)
    tricks = read_tricks(value, count // size, size, here, rule, errors)
    if tricks is None or not check_pack(tricks, whole, here, "BLA-01", errors, get_foreign_rule):
        return None
    check_removed_two(tricks, whole, retourne, path, errors)
    if retourne is None or len(errors) > before:
        return None
    walked = replay_tricks(tricks, players, dealer, retourne[1], ORDER_40)
    check_play(walked, make_legality_rule(setting, walked, retourne), here, errors)
    return walked if len(errors) == before else None


def check_removed_two(tricks, whole, retourne, path, errors):
    """With the option `one`, check that the missing card is a two, and not the turn-up (BLA-03)."""
    played = [card for trick in tricks for card in trick]
    for card in whole:
        if card not in played and card[0] != "2":
            add_error(errors, f"{path}.tricks", "BLA-03")
        elif card not in played and card == retourne:
            add_error(errors, f"{path}.retourne", "BLA-03")


def make_legality_rule(setting, walked, retourne):
    """Return the function that gives the rule against a card played (BLA-04): the turn-up before it is drawn or by
    another player; with the option, the suit not followed."""
    draws = len(walked) - HAND
    drawer = find_last_to_draw(walked, setting["players"], draws)
    follow = setting["options"]["follow_after_talon"]

    def rule(number, place, player, card):
        """Return the rule that this card breaks, or None."""
        if card == retourne and (number < draws or player != drawer):
            return "BLA-04"
        led = walked[number]["plays"][0][1][1]
        if follow and number >= draws and card[1] != led:
            held = [suit for _, suit in list_hand(walked, number, player)]
            if led in held:
                return "BLA-04"
        return None

    return rule


def settle(setting, state, points, dealer):
    """Return the coup's points, lines and winners, and add the lines to the totals."""
    rule, winners = find_deal_winners(setting, points)
    if setting["options"]["match"] == "target":
        marks = {player: points[player] for player in winners}
        if setting["options"]["target_marks"] == "all" and not is_void(setting, points):
            marks = points
        rule = "BLA-10"
    else:
        marks = dict.fromkeys(winners, 1)
    lines = [
        {"player": player, "points": marks[player], "rule": rule}
        for player in setting["players"]
        if marks.get(player, 0) != 0
    ]
    for line in lines:
        state["totals"][line["player"]] += line["points"]
    return {"points": points, **build_marked_outcome(setting, lines), "winners": winners}


def is_void(setting, points):
    """True if all sides have equal points, so that the coup counts for nobody (BLA-06)."""
    return len({points[group[0]] for group in get_sides(setting)}) == 1


def find_deal_winners(setting, points):
    """Return (rule, winners of the coup): BLA-06, or BLA-07 of three players."""
    if is_void(setting, points):
        return None, []
    over_half = [player for player in setting["players"] if points[player] >= 61]
    if over_half or setting["options"]["three_player_win"] == "61":
        return "BLA-06", over_half
    most = max(points.values())
    return "BLA-07", [player for player in setting["players"] if points[player] == most]


# Leaving, ending


def leave(setting, state, player):
    """Do nothing: no points move when a player leaves (GEN-01)."""


def is_over(setting, state):
    """True once the match is decided (BLA-08, BLA-10)."""
    options = setting["options"]
    totals = [state["totals"][group[0]] for group in get_sides(setting)]
    most = max(totals)
    if options["match"] == "single":
        return True
    if options["match"] == "best_of":
        return most >= (options["match_n"] + 1) // 2
    if options["match"] == "fixed":
        return state["played"] == options["match_n"]
    return most >= options["target"] and totals.count(most) == 1
