"""The events of brusquembille that are no coup: penalties (PEN) and the recave (BRU-20)."""

from tests.scoring.plain.purses import FICHE, apply_moves, build_unchanged_outcome
from tests.scoring.plain.reading import add_error, check_keys, read_integer, read_player

MOVING_NOTHING = ["PEN-01", "PEN-04", "PEN-05", "PEN-09", "PEN-10"]
MOVING = ["PEN-06", "PEN-07", "PEN-08"]
OF_SIDES = ["PEN-09", "PEN-10"]


def play_penalty(setting, state, event, path, errors):
    """Play one penalty. Return its outcome, or None where it is wrong."""
    check_keys(event, path, ["type", "rule", "player"], ["to"], errors)
    rule = read_rule(setting, event, path, errors)
    player = to = None
    if "player" in event:
        player = read_player(event["player"], setting["players"], f"{path}.player", errors)
    if rule is not None:
        to = read_to(setting, event, rule, player, path, errors)
    if errors:
        return None
    given = {"type": "penalty", "rule": rule, "player": player}
    if to is not None:
        given["to"] = to
    if not setting["in_fiches"]:
        return {**given, **build_unchanged_outcome(setting, state)}
    moves = penalty_moves(setting, state, rule, player, to)
    return {**given, **apply_moves(setting, state, moves)}


def read_rule(setting, event, path, errors):
    """Read the penalty's rule. Return None where it is unknown or left out."""
    if "rule" not in event:
        return None
    rule = event["rule"]
    if not isinstance(rule, str) or rule not in MOVING_NOTHING + MOVING:
        add_error(errors, f"{path}.rule")
        return None
    if rule in OF_SIDES and setting["sides"] is None:
        add_error(errors, f"{path}.rule", rule)
    return rule


def read_to(setting, event, rule, player, path, errors):
    """Read who receives a PEN-06: needed from three players on, an error elsewhere."""
    needed = rule == "PEN-06" and len(setting["players"]) > 2
    if "to" not in event:
        if needed:
            add_error(errors, f"{path}.to")
        return None
    if not needed:
        add_error(errors, f"{path}.to")
        return None
    to = read_player(event["to"], setting["players"], f"{path}.to", errors)
    if to is not None and to == player:
        add_error(errors, f"{path}.to", "PEN-06")
    return to


def penalty_moves(setting, state, rule, player, to):
    """Return the moves of a penalty. PEN-06: half of what is in the pot; PEN-07, PEN-08: 2 jetons to each other
    player."""
    others = [other for other in setting["players"] if other != player]
    if rule == "PEN-06":
        in_the_pot = state["pot"] + FICHE * len(setting["players"])
        return [(player, to or others[0], in_the_pot // 2, "PEN-06")]
    if rule in MOVING:
        return [(player, other, 2, rule) for other in others]
    return []


def play_recave(setting, state, event, path, errors):
    """Play a recave (BRU-20): fiches bought from the bank, where the option allows it."""
    if not setting["in_fiches"]:
        add_error(errors, f"{path}.type", "BRU-23")
    elif setting["options"]["exhausted"] != "recave":
        add_error(errors, f"{path}.type", "BRU-20")
    check_keys(event, path, ["type", "player", "fiches"], [], errors)
    player = fiches = None
    if "player" in event:
        player = read_player(event["player"], setting["players"], f"{path}.player", errors)
    if "fiches" in event:
        fiches = read_integer(event["fiches"], 1, 1000, f"{path}.fiches", errors)
    if errors:
        return None
    state["bought"][player] += FICHE * fiches
    moves = [("bank", player, FICHE * fiches, "BRU-20")]
    outcome = apply_moves(setting, state, moves)
    return {"type": "recave", "player": player, "fiches": fiches, **outcome}
