"""Score a corbillon.partie/1: return its corbillon.decompte/1, or all its errors.

Knows what the games have in common: the document, the passing of the deal, void, leave, end, ranking.
"""

from tests.scoring.plain import briscan, briscola, brusquembille, chiamata, marque
from tests.scoring.plain.options import OPTIONS, read_options
from tests.scoring.plain.purses import build_unchanged_outcome
from tests.scoring.plain.reading import add_error, check_keys, read_player
from tests.scoring.plain.seats import get_side, read_players, read_sides

GAMES = {
    "brusquembille": brusquembille,
    "briscan": briscan,
    "brisque": briscan,
    "briscola": briscola,
    "chiamata": chiamata,
    "marque": marque,
}


def score(document):
    """Return the answer, without the text of lines; or ``{"errors": [{"path", "rule"}, …]}``."""
    errors = []
    setting = read_setting(document, errors)
    if setting is None:
        return {"errors": errors}
    events = document.get("events")
    if "events" in document and not isinstance(events, list):
        add_error(errors, "events")
    state = start_table(setting)
    outcomes = []
    for index, event in enumerate(events if isinstance(events, list) else []):
        told = []
        outcome = play_event(setting, state, event, f"events[{index}]", told)
        errors += told
        outcomes.append({"n": index + 1, **(outcome or {})})
    if errors:
        return {"errors": errors}
    return build_answer(setting, state, outcomes)


def read_setting(document, errors):
    """Read game, options, players and sides. Return None where they are too wrong to read the events."""
    if not isinstance(document, dict):
        add_error(errors, "")
        return None
    check_keys(document, "", ["format", "game", "players", "events"], ["preset", "options", "sides"], errors)
    for error in errors:
        error["path"] = error["path"].removeprefix(".")
    if "format" in document and document["format"] != "corbillon.partie/1":
        add_error(errors, "format")
    game = document.get("game")
    if not isinstance(game, str) or game not in OPTIONS:
        if "game" in document:
            add_error(errors, "game")
        return None
    options = read_options(document, game, errors)
    players = read_players(document, game, options, errors) if "players" in document else None
    if players is None:
        return None
    right, sides = read_sides(document, game, players, options, errors)
    if not right:
        return None
    return {"game": game, "options": options, "players": players, "sides": sides}


def start_table(setting):
    """Return the state of a table before its first event."""
    state = {
        "totals": dict.fromkeys(setting["players"], 0),
        "played": 0,
        "dealer": None,
        "complete": False,
        "left": None,
        "won_by_rule": None,
    }
    GAMES[setting["game"]].start(setting, state)
    return state


def play_event(setting, state, event, path, errors):
    """Play one event. Return its outcome, or None when something is wrong; the state then follows formats.md."""
    if state["complete"]:
        add_error(errors, path)
        return None
    if not isinstance(event, dict):
        add_error(errors, path)
        return None
    game = GAMES[setting["game"]]
    others = getattr(game, "OTHER_EVENTS", {})
    kind = event.get("type")
    if kind == "coup":
        return play_coup(setting, state, event, path, errors)
    if kind == "void":
        return play_void(setting, state, event, path, errors)
    if kind == "leave":
        return play_leave(setting, state, event, path, errors)
    if kind == "end":
        return play_end(setting, state, event, path, errors)
    if isinstance(kind, str) and kind in others:
        return others[kind](setting, state, event, path, errors)
    add_error(errors, f"{path}.type")
    return None


def play_coup(setting, state, event, path, errors):
    """Play a coup. It counts as dealt even when something in it is wrong."""
    game = GAMES[setting["game"]]
    named = read_dealer(setting, state, event, path, errors)
    if state["dealer"] is None:
        state["dealer"] = named or game.first_dealer(setting)
    dealer = state["dealer"]
    record = game.read_coup(setting, state, event, dealer, path, errors)
    state["played"] += 1
    state["dealer"] = game.next_dealer(setting, dealer)
    outcome = None
    if not errors:
        outcome = {"type": "coup", "dealer": dealer, **game.settle(setting, state, record, dealer)}
    state["complete"] = game.is_over(setting, state)
    return outcome


def read_dealer(setting, state, event, path, errors):
    """Read the dealer that the event names. Return None where it names none or a wrong one."""
    if event.get("dealer") is None:
        return None
    game = GAMES[setting["game"]]
    named = read_player(event["dealer"], setting["players"], f"{path}.dealer", errors)
    if named is None:
        return None
    if state["dealer"] is None and game.may_deal_first(setting, named):
        return named
    if state["dealer"] == named:
        return named
    add_error(errors, f"{path}.dealer", game.dealer_rule(setting))
    return None


def play_void(setting, state, event, path, errors):
    """Play a void deal (GEN-03): nothing moves; the first dealer ever named settles who deals."""
    check_keys(event, path, ["type"], ["dealer", "reason"], errors)
    named = read_dealer(setting, state, event, path, errors)
    if state["dealer"] is None and named is not None:
        state["dealer"] = named
    if "reason" in event and not isinstance(event["reason"], str):
        add_error(errors, f"{path}.reason")
    if errors:
        return None
    given = {"type": "void"}
    if named is not None:
        given["dealer"] = named
    if "reason" in event:
        given["reason"] = event["reason"]
    return {**given, **build_unchanged_outcome(setting, state)}


def play_leave(setting, state, event, path, errors):
    """Play a player's leaving (GEN-01, PEN-12): the partie ends there."""
    check_keys(event, path, ["type", "player"], [], errors)
    player = None
    if "player" in event:
        player = read_player(event["player"], setting["players"], f"{path}.player", errors)
    if errors:
        return None
    moved = GAMES[setting["game"]].leave(setting, state, player)
    state["complete"] = True
    state["left"] = player
    return {"type": "leave", "player": player, **(moved or build_unchanged_outcome(setting, state))}


def play_end(setting, state, event, path, errors):
    """Play the end of the partie (GEN-02): it is ranked as it stands."""
    check_keys(event, path, ["type"], [], errors)
    if errors:
        return None
    state["complete"] = True
    return {"type": "end", **build_unchanged_outcome(setting, state)}


def build_answer(setting, state, outcomes):
    """Return the whole corbillon.decompte/1."""
    ranking = rank_players(setting, state)
    return {
        "format": "corbillon.decompte/1",
        "game": setting["game"],
        "complete": state["complete"],
        "winners": find_winners(setting, state, ranking),
        "events": outcomes,
        "totals": {player: state["totals"][player] for player in setting["players"]},
        "ranking": ranking,
    }


def rank_players(setting, state):
    """Rank the players by total: who won by a rule is first, who left is last, with his side."""
    players, totals = setting["players"], state["totals"]
    key = {}
    for player in players:
        group = 1
        if state["left"] is not None and player in get_side(setting, state["left"]):
            group = 2
        if state["won_by_rule"] == player:
            group = 0
        key[player] = (group, -totals[player])
    rows = []
    for player in sorted(players, key=lambda player: (key[player], players.index(player))):
        better = [other for other in players if key[other] < key[player]]
        rows.append({"rank": len(better) + 1, "player": player, "total": totals[player]})
    return rows


def find_winners(setting, state, ranking):
    """Return nobody until the partie is complete; then who won by a rule, else everybody at rank 1."""
    if not state["complete"]:
        return []
    if state["won_by_rule"] is not None:
        return [state["won_by_rule"]]
    nothing_won = all(total == 0 for total in state["totals"].values())
    if setting["game"] == "briscola" and nothing_won and state["left"] is None:
        return []
    first = [row["player"] for row in ranking if row["rank"] == 1]
    return [player for player in setting["players"] if player in first]
