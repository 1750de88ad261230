"""A club's own game (rules MAR)."""

from tests.scoring.plain.briscola import first_dealer, leave, may_deal_first, next_dealer, start
from tests.scoring.plain.card_points import pool, read_given
from tests.scoring.plain.purses import build_marked_outcome
from tests.scoring.plain.reading import add_error, check_keys, read_player
from tests.scoring.plain.seats import get_side, get_sides

__all__ = ["first_dealer", "leave", "may_deal_first", "next_dealer", "start"]  # as at briscola (MAR-05)
LARGEST = 10**1000


def dealer_rule(setting):
    """Return the rule that a wrong dealer contradicts."""
    return "MAR-05"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """Read a coup. Return {"points": by player, "marks": [(mark, player)]}."""
    check_keys(event, path, ["type", "points"], ["dealer", "marks"], errors)
    points = read_points(setting, event["points"], f"{path}.points", errors) if "points" in event else None
    return {"points": points, "marks": read_marks(setting, event.get("marks", []), f"{path}.marks", errors)}


def read_points(setting, value, path, errors):
    """Return the points by player, where there are sides those of his side; None where they cannot be read."""
    options = setting["options"]
    given = read_given(setting, value, path, -LARGEST, LARGEST, errors)
    if given is None:
        return None
    for key, number in value.items():
        too_much = options["most"] is not None and number > options["most"]
        if too_much or number < options["least"] or number % options["multiple_of"]:
            add_error(errors, f"{path}.{key}", "MAR-04")
    if options["sum"] is not None and sum(given.values()) != options["sum"]:
        add_error(errors, path, "MAR-03")
    return pool(setting, given)


def read_marks(setting, value, path, errors):
    """Return the marks of a coup in their order, each with a player who has it."""
    if not isinstance(value, list):
        add_error(errors, path)
        return []
    declared = {mark["key"]: mark for mark in setting["options"]["marks"]}
    found = []
    for place, entry in enumerate(value):
        here = f"{path}[{place}]"
        if not isinstance(entry, dict):
            add_error(errors, here)
            continue
        check_keys(entry, here, ["mark", "player"], [], errors)
        player, key = None, entry.get("mark")
        if "player" in entry:
            player = read_player(entry["player"], setting["players"], f"{here}.player", errors)
        known = isinstance(key, str) and key in declared
        if "mark" in entry and not known:
            add_error(errors, f"{here}.mark")
        if not known or player is None:
            continue
        holders = [get_side(setting, other) for mark, other in found if mark == key]
        if get_side(setting, player) in holders or (holders and declared[key]["who"] == "one"):
            add_error(errors, here, "MAR-02")
        found.append((key, player))
    return found


def settle(setting, state, record, dealer):
    """Return the coup's points, lines and winners, and add the lines to the totals (MAR-01, MAR-02)."""
    players, points = setting["players"], record["points"]
    lines = [
        {"player": player, "points": points[player], "rule": "MAR-01"} for player in players if points[player] != 0
    ]
    for key, holder in record["marks"]:
        worth = next(mark["points"] for mark in setting["options"]["marks"] if mark["key"] == key)
        side = get_side(setting, holder)
        lines += [{"player": player, "points": worth, "rule": "MAR-02"} for player in players if player in side]
    outcome = build_marked_outcome(setting, lines)
    for player in players:
        state["totals"][player] += outcome["net"][player]
    best = max(outcome["net"].values())
    return {"points": points, **outcome, "winners": [player for player in players if outcome["net"][player] == best]}


def is_over(setting, state):
    """True after the deals declared, or once a total has reached the target (MAR-06)."""
    deals, target = setting["options"]["deals"], setting["options"]["target"]
    highest = max(state["totals"][group[0]] for group in get_sides(setting))
    return state["played"] == deals or (target is not None and highest >= target)
