"""Fiches and jetons: transfers, the purses after them, and the part of an event's outcome that shows them."""

FICHE = 20
RULE_ORDER = ["BRU-08", "BRU-14", "BRU-15", "BRU-10", "BRU-11", "BRU-12", "PEN-02"]


def build_transfers(setting, moves):
    """Sum the moves (payer, payee, jetons, rule) by payer, payee and rule. Return them as transfers, in the order of
    formats.md."""
    sums = {}
    for payer, payee, jetons, rule in moves:
        sums[rule, payer, payee] = sums.get((rule, payer, payee), 0) + jetons
    seats = [*setting["players"], "pot", "bank"]

    def place(key):
        """Return the sort key of a transfer."""
        rule, payer, payee = key
        known = RULE_ORDER.index(rule) if rule in RULE_ORDER else 0
        return known, seats.index(payer), seats.index(payee)

    return [
        {"from": payer, "to": payee, "jetons": sums[rule, payer, payee], "rule": rule}
        for rule, payer, payee in sorted(sums, key=place)
        if sums[rule, payer, payee] != 0
    ]


def compute_net(setting, transfers):
    """Return what the transfers bring each player, less what they take."""
    net = dict.fromkeys(setting["players"], 0)
    for transfer in transfers:
        if transfer["from"] in net:
            net[transfer["from"]] -= transfer["jetons"]
        if transfer["to"] in net:
            net[transfer["to"]] += transfer["jetons"]
    return net


def compute_pot_change(transfers):
    """Return what the transfers put into the pot, less what they take out."""
    came = sum(transfer["jetons"] for transfer in transfers if transfer["to"] == "pot")
    left = sum(transfer["jetons"] for transfer in transfers if transfer["from"] == "pot")
    return came - left


def apply_transfers(purse, player, transfers):
    """Change one purse {"fiches", "jetons"} by the transfers of one event."""
    for transfer in transfers:
        if transfer["from"] == player and transfer["to"] == "pot":
            put_stake(purse)
    for transfer in transfers:
        if transfer["to"] == player and transfer["from"] in ("pot", "bank"):
            purse["fiches"] += transfer["jetons"] // FICHE
            purse["jetons"] += transfer["jetons"] % FICHE
        elif transfer["to"] == player:
            purse["jetons"] += transfer["jetons"]
        elif transfer["from"] == player and transfer["to"] != "pot":
            purse["jetons"] -= transfer["jetons"]
    while purse["jetons"] < 0 and purse["fiches"] > 0:
        purse["fiches"] -= 1
        purse["jetons"] += FICHE


def put_stake(purse):
    """Put one fiche into the pot; who has none pays it in jetons."""
    if purse["fiches"] > 0:
        purse["fiches"] -= 1
    else:
        purse["jetons"] -= FICHE


def compute_total(purse):
    """Return the value of a purse, in jetons."""
    return FICHE * purse["fiches"] + purse["jetons"]


def build_holding(purse):
    """Return a purse as `holdings` writes it."""
    return {"total": compute_total(purse), "fiches": purse["fiches"], "jetons": purse["jetons"]}


# The outcome of an event


def apply_moves(setting, state, moves):
    """Carry out the moves. Return transfers, net, holdings and pot (brusquembille in fiches)."""
    transfers = build_transfers(setting, moves)
    state["pot"] += compute_pot_change(transfers)
    cave = FICHE * (setting["coups"] + 1)
    for player, purse in state["purses"].items():
        apply_transfers(purse, player, transfers)
        state["totals"][player] = compute_total(purse) - cave - state["bought"][player]
    return {
        "transfers": transfers,
        "lines": [],
        "net": compute_net(setting, transfers),
        "holdings": {player: build_holding(purse) for player, purse in state["purses"].items()},
        "pot": state["pot"],
    }


def build_marked_outcome(setting, lines):
    """Return the outcome of lines in a game of points: lines and net."""
    net = dict.fromkeys(setting["players"], 0)
    for line in lines:
        net[line["player"]] += line["points"]
    return {"transfers": [], "lines": lines, "net": net}


def build_unchanged_outcome(setting, state):
    """Return the outcome of an event that moves nothing."""
    return apply_moves(setting, state, []) if "purses" in state else build_marked_outcome(setting, [])
