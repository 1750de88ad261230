"""Brusquembille: a coup read and settled (rules BRU and PEN). `penalties` has the penalties and the recave."""

from tests.scoring.plain import penalties, purses
from tests.scoring.plain.brusquembille_coup import read_totals, read_tricks_form
from tests.scoring.plain.purses import FICHE, apply_moves, build_marked_outcome
from tests.scoring.plain.seats import get_player_to_the_right, get_side, get_sides, list_from_the_right

OTHER_EVENTS = {"penalty": penalties.play_penalty, "recave": penalties.play_recave}


def start(setting, state):
    """Set the number of coups and each player's cave (BRU-06, BRU-07)."""
    options, players = setting["options"], setting["players"]
    setting["in_fiches"] = options["mode"] == "fiches"
    setting["paid"] = are_brusquembilles_paid(setting)
    setting["coups"] = options["coups"]
    if setting["coups"] is None:
        a_tour = 2 if setting["sides"] else len(players)
        setting["coups"] = options["tours"] * a_tour
    state["pot"] = 0
    state["short_in_pot"] = 0
    state["bought"] = dict.fromkeys(players, 0)
    if setting["in_fiches"]:
        cave = {"fiches": setting["coups"], "jetons": FICHE}
        state["purses"] = {player: dict(cave) for player in players}


def are_brusquembilles_paid(setting):
    """True if aces and tens are paid for at this table (BRU-18, BRU-23)."""
    if setting["options"]["mode"] == "points":
        return False
    if setting["options"]["payments"] == "auto":
        return len(setting["players"]) > 2 and setting["sides"] is None
    return setting["options"]["payments"] == "on"


# The deal


def list_right_hand_players(setting):
    """Return of each side the partner who sits on the other's right (BRU-06)."""
    found = []
    for side in setting["sides"]:
        for player in side:
            partner = next(other for other in side if other != player)
            if get_player_to_the_right(setting, partner) == player:
                found.append(player)
    return found


def may_deal_first(setting, player):
    """True if this player may deal first: anybody, but only right-hand players where there are sides."""
    return setting["sides"] is None or player in list_right_hand_players(setting)


def first_dealer(setting):
    """Return the first of `players` who may deal first, when nobody is named."""
    return next(player for player in setting["players"] if may_deal_first(setting, player))


def next_dealer(setting, dealer):
    """Return the next dealer (BRU-04; where there are sides BRU-06)."""
    if setting["sides"] is None:
        return get_player_to_the_right(setting, dealer)
    return next(player for player in list_right_hand_players(setting) if player != dealer)


def dealer_rule(setting):
    """Return the rule that a wrong dealer contradicts."""
    return "BRU-06" if setting["sides"] else "BRU-04"


# A coup


def read_coup(setting, state, event, dealer, path, errors):
    """Read a coup in either form. Return {"points", "counted", "brusquembilles", "short"}; add an error (BRU-20) if a
    player must buy a recave first."""
    if setting["in_fiches"] and setting["options"]["exhausted"] == "recave":
        poor = [purse for purse in state["purses"].values() if purses.compute_total(purse) < FICHE]
        if poor:
            errors.append({"path": path, "rule": "BRU-20"})
    if "tricks" in event:
        return read_tricks_form(setting, event, dealer, path, errors)
    return read_totals(setting, event, path, errors)


def settle(setting, state, record, dealer):
    """Return what the coup moves (in fiches) or marks (in points), and its winners."""
    shown = {"points": record["points"]}
    best = find_best(setting, record)
    if not setting["in_fiches"]:
        lines = [] if record["short"] else build_lines(setting, record["counted"])
        for line in lines:
            state["totals"][line["player"]] += line["points"]
        won = [] if record["short"] else best
        return {**shown, **build_marked_outcome(setting, lines), "winners": sort_players(setting, won)}
    last = state["played"] == setting["coups"]
    moves = [(player, "pot", FICHE, "BRU-08") for player in setting["players"]]
    if setting["paid"] and record["brusquembilles"] is not None:
        moves += build_payments(setting, record["brusquembilles"])
    pot = state["pot"] + FICHE * len(setting["players"])
    if record["short"]:
        moves += return_stakes(setting, state, last)
        best = []
    else:
        state["short_in_pot"] = 0
        moves += share_the_pot(setting, pot, best, dealer, last)
    return {**shown, **apply_moves(setting, state, moves), "winners": sort_players(setting, best)}


def sort_players(setting, names):
    """Return these names in the order of `players`."""
    return [player for player in setting["players"] if player in names]


def find_best(setting, record):
    """Return the players with the most points, claimed ones included (PEN-11); with sides, whole sides."""
    counted = record["counted"]
    most = max(counted.values())
    return [player for player in setting["players"] if counted[player] == most]


def build_lines(setting, counted):
    """Return a line with his points for each player who has any (BRU-23)."""
    return [
        {"player": player, "points": counted[player], "rule": "BRU-23"}
        for player in setting["players"]
        if counted[player] != 0
    ]


def build_payments(setting, brusquembilles):
    """Return the moves that pay for aces and tens won and lost (BRU-13, BRU-14, BRU-15)."""
    moves = []
    for player in setting["players"]:
        count = brusquembilles[player]
        won = 2 * count["aces_won"] + count["tens_won"]
        lost = 2 * count["aces_lost"] + count["tens_lost"]
        for other in setting["players"]:
            if other != player:
                moves.append((other, player, won, "BRU-14"))
                moves.append((player, other, lost, "BRU-15"))
    return moves


def share_the_pot(setting, pot, best, dealer, last):
    """Return the moves by which the players with most points take the pot (BRU-10, BRU-11, BRU-12, BRU-19)."""
    takers = [group for group in get_sides(setting) if group[0] in best]
    rule = {1: "BRU-10", 2: "BRU-11"}.get(len(takers), "BRU-12")
    share = pot // len(best)
    left_over = pot - share * len(best)
    moves = [("pot", player, share, rule) for player in best]
    if last and left_over:
        first = next(player for player in [*list_from_the_right(setting, dealer), dealer] if player in best)
        moves.append(("pot", first, left_over, "BRU-12"))
    return moves


def return_stakes(setting, state, last):
    """Return the moves after a short pack (PEN-02): each takes his stake back, or none while the stakes stay in the
    pot."""
    if setting["options"]["short_pack_pot"] == "returned":
        coups = 1
    elif last:
        coups = state["short_in_pot"] + 1
    else:
        state["short_in_pot"] += 1
        return []
    return [("pot", player, FICHE * coups, "PEN-02") for player in setting["players"]]


# Leaving, ending


def leave(setting, state, player):
    """Settle for a player who leaves (PEN-12): he pays a fiche for each coup not finished, in equal shares to the
    others; what is left over and the pot go to the first of them."""
    if not setting["in_fiches"]:
        return None
    own = get_side(setting, player)
    others = [other for other in list_from_the_right(setting, player) if other not in own]
    owed = FICHE * (setting["coups"] - state["played"])
    share = owed // len(others)
    moves = [(player, other, share, "PEN-12") for other in others]
    moves.append((player, others[0], owed - share * len(others), "PEN-12"))
    moves.append(("pot", others[0], state["pot"], "PEN-12"))
    return apply_moves(setting, state, moves)


def is_over(setting, state):
    """True once the coups are played; in the mode `points` once the highest total is alone at the target (BRU-23)."""
    if setting["in_fiches"]:
        return state["played"] == setting["coups"]
    totals = [state["totals"][group[0]] for group in get_sides(setting)]
    most = max(totals)
    return most >= setting["options"]["target"] and totals.count(most) == 1
