"""Briscola chiamata for five players (rules CHI)."""

from tests.scoring.plain.purses import build_marked_outcome
from tests.scoring.plain.reading import add_error, check_keys, is_integer, read_card, read_integer, read_player
from tests.scoring.plain.seats import get_player_to_the_right
from tests.scoring.plain.tricks import (
    CARD_POINTS_40,
    ORDER_40,
    check_pack,
    count_points,
    find_card,
    list_pack,
    read_tricks,
    replay_tricks,
)


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
    """Return the next dealer, the player on the right (CHI-08)."""
    return get_player_to_the_right(setting, dealer)


def dealer_rule(setting):
    """Return the rule that a wrong dealer contradicts."""
    return "CHI-08"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """Read a coup in either form. Return {"caller", "bid", "partner", "points", "all_tricks"}."""
    needed = ["type", "caller", "bid", "called"]
    if "tricks" in event:
        check_keys(event, path, [*needed, "tricks"], ["dealer"], errors)
    else:
        check_keys(event, path, [*needed, "points"], ["dealer", "partner", "cappotto"], errors)
    record = {
        "caller": read_caller(setting, event, path, errors),
        "bid": read_bid(event, path, errors),
    }
    called = read_called(event, path, errors)
    if "tricks" in event:
        record.update(read_play(setting, event, record["caller"], called, dealer, path, errors))
    else:
        record.update(read_totals(setting, event, record["caller"], path, errors))
    return record


def read_caller(setting, event, path, errors):
    """Read the caller. Return None where the name is wrong or left out."""
    if "caller" not in event:
        return None
    return read_player(event["caller"], setting["players"], f"{path}.caller", errors)


def read_bid(event, path, errors):
    """Read the bid, 61 to 120 (CHI-01). Return None where it is left out."""
    if "bid" not in event:
        return None
    bid = event["bid"]
    if not is_integer(bid):
        add_error(errors, f"{path}.bid")
    elif not 61 <= bid <= 120:
        add_error(errors, f"{path}.bid", "CHI-01")
    return bid


def read_called(event, path, errors):
    """Read the called card. Return None where it is wrong or left out."""
    if "called" not in event:
        return None
    card = read_card(event["called"], f"{path}.called", errors)
    if card is not None and card not in list_pack(ORDER_40):
        add_error(errors, f"{path}.called", "BLA-01")
        return None
    return card


def read_totals(setting, event, caller, path, errors):
    """Read partner, points of the caller's side and cappotto from the totals form."""
    partner = points = None
    if event.get("partner") is not None:
        partner = read_player(event["partner"], setting["players"], f"{path}.partner", errors)
        if partner is not None and partner == caller:
            add_error(errors, f"{path}.partner", "CHI-04")
    if "points" in event:
        points = read_integer(event["points"], 0, None, f"{path}.points", errors)
        if points is not None and points > 120:
            add_error(errors, f"{path}.points", "BLA-01")
    cappotto = event.get("cappotto", False)
    if not isinstance(cappotto, bool):
        add_error(errors, f"{path}.cappotto")
    elif cappotto and points is not None and points != 120:
        add_error(errors, f"{path}.cappotto", "CHI-05")
    return {"partner": partner, "points": points, "all_tricks": cappotto}


def read_play(setting, event, caller, called, dealer, path, errors):
    """Work out partner, points and cappotto from the tricks: who plays the called card is the partner."""
    players, here = setting["players"], f"{path}.tricks"
    tricks = read_tricks(event["tricks"], 8, 5, here, "BLA-01", errors)
    if tricks is None or not check_pack(tricks, list_pack(ORDER_40), here, "BLA-01", errors):
        return {}
    if called is None or caller is None:
        return {}
    walked = replay_tricks(tricks, players, dealer, called[1], ORDER_40)
    _, holder = find_card(walked, called)
    partner = holder if holder != caller else None
    side = [caller, partner]
    points = count_points(walked, players, CARD_POINTS_40)
    return {
        "partner": partner,
        "points": sum(points[player] for player in players if player in side),
        "all_tricks": all(trick["winner"] in side for trick in walked),
    }


def settle(setting, state, record, dealer):
    """Return the coup's lines and winners, and add the lines to the totals (CHI-02 to CHI-06)."""
    reached = record["points"] >= record["bid"]
    times = compute_multiplier(setting, record)
    lines = []
    for player in setting["players"]:
        points = compute_share(setting, record, player) * times
        lines.append(
            {
                "player": player,
                "points": points if reached else -points,
                "rule": choose_rule(record, reached),
            }
        )
    for line in lines:
        state["totals"][line["player"]] += line["points"]
    side = [record["caller"], record["partner"]]
    winners = [player for player in setting["players"] if (player in side) == reached]
    return {
        "side_points": record["points"],
        "partner": record["partner"],
        **build_marked_outcome(setting, lines),
        "winners": winners,
    }


def choose_rule(record, reached):
    """Return the rule of the coup's lines: CHI-04 for a caller alone, else CHI-02 or CHI-03."""
    if record["partner"] is None:
        return "CHI-04"
    return "CHI-02" if reached else "CHI-03"


def compute_share(setting, record, player):
    """Return what this player gains when the bid is reached, before the multiplier."""
    if record["partner"] is None:
        solo = setting["options"]["solo"]
        return solo if player == record["caller"] else -solo // 4
    return {record["caller"]: 2, record["partner"]: 1}.get(player, -1)


def compute_multiplier(setting, record):
    """Return how many times the coup counts (CHI-05, CHI-06)."""
    times = 1
    if setting["options"]["multiplier"]:
        times += sum(record["bid"] >= step for step in (71, 81, 91, 101))
    if setting["options"]["cappotto"] and record["all_tricks"]:
        times *= 2
    return times


# Leaving, ending


def leave(setting, state, player):
    """Do nothing: no points move when a player leaves (GEN-01)."""


def is_over(setting, state):
    """True once all coups are played."""
    return state["played"] == setting["options"]["coups"]
