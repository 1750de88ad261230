"""Random legal parties of brusquembille."""

from tests.scoring.plain import brusquembille_coup as coup_rules
from tests.scoring.plain.parties import deals
from tests.scoring.plain.parties.points import fill_points, sum_by_side, write_points
from tests.scoring.plain.parties.spelling import write_card, write_tricks
from tests.scoring.plain.parties.table import PartieBuilder, random_head, shuffle_keys
from tests.scoring.plain.purses import compute_total
from tests.scoring.plain.seats import get_side, get_sides
from tests.scoring.plain.tricks import CARD_POINTS_32, ORDER_32, count_points, replay_tricks


def random_table(rng):
    """Play one partie: whole, cut short, ended early or empty."""
    written, players = random_head(rng, "brusquembille")
    options = written.get("options") or {}
    if options.get("target"):
        options["target"] = rng.choice([1, 61, 120, 240, 300])
    four = options.get("four")
    if four is None and written.get("preset") == "encyclopedie-1751":
        four = "sides"
    if len(players) == 4 and (four == "sides" or rng.random() < 0.5):
        written["sides"] = random_sides(rng, players)
    table = PartieBuilder(rng, written)
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8, 12])):
        if table.is_over():
            break
        add_between(table)
        if not table.is_over():
            table.add(coup(table))
    table.finish()
    return table


def random_sides(rng, players):
    """Return two sides of neighbours, written in any order."""
    a, b, c, d = players
    sides = rng.choice([[[a, b], [c, d]], [[b, c], [d, a]]])
    for side in sides:
        rng.shuffle(side)
    rng.shuffle(sides)
    return sides


# Between coups


def add_between(table):
    """Add penalties, voids and recaves between coups, and each recave that is needed before the next coup."""
    rng = table.rng
    while rng.random() < 0.3:
        table.add(random_penalty(table))
    while rng.random() < 0.1:
        table.add_void()
    if table.setting["options"]["exhausted"] == "recave" and table.setting["in_fiches"]:
        for player in table.setting["players"]:
            purse = table.state["purses"][player]
            while compute_total(purse) < 20 or rng.random() < 0.05:
                fiches = rng.choice([1, 1, 2, 3, 1000])
                table.add({"type": "recave", "player": table.spell(player), "fiches": fiches})


def random_penalty(table):
    """Return any penalty that this table allows."""
    players = table.setting["players"]
    rules = ["PEN-01", "PEN-04", "PEN-05", "PEN-06", "PEN-06", "PEN-07", "PEN-08"]
    if table.setting["sides"]:
        rules += ["PEN-09", "PEN-10"]
    rule = table.rng.choice(rules)
    player = table.rng.choice(players)
    event = {"type": "penalty", "rule": rule, "player": table.spell(player)}
    if rule == "PEN-06" and len(players) > 2:
        event["to"] = table.spell(table.rng.choice([who for who in players if who != player]))
    return event


# A coup


def coup(table):
    """Deal and play one coup. Return its event, in either form."""
    rng, setting = table.rng, table.setting
    players = setting["players"]
    dealer, named = table.choose_dealer()
    allowed = deals.follow_else_trump if setting["options"]["follow_after_talon"] else None
    cards = deals.pack_of_32(rng, players, setting["options"]["sevens"])
    deal = deals.play_deal(rng, cards, players, dealer, ORDER_32, allowed=allowed)
    walked = replay_tricks(deal["tricks"], players, dealer, deal["retourne"][1], ORDER_32)
    event = {"type": "coup", **named}
    if rng.random() < 0.4:
        event["retourne"] = write_card(rng, deal["retourne"])
        event["tricks"] = write_tricks(rng, deal["tricks"])
        points = sum_by_side(setting, count_points(walked, players, CARD_POINTS_32))
    elif rng.random() < 0.15:
        return shuffle_keys(rng, event | write_short_coup(table, walked))
    else:
        points = add_totals(table, event, deal, walked)
    if rng.random() < 0.15:
        event["claimed"] = random_claims(table, points)
    return shuffle_keys(rng, event)


def add_totals(table, event, deal, walked):
    """Add the totals of the deal to the event; where BRU-24 allows it, sometimes tied points instead of the true ones.
    Return the points."""
    rng, setting = table.rng, table.setting
    own = count_points(walked, setting["players"], CARD_POINTS_32)
    counts = coup_rules.count_brusquembilles(setting, walked)
    points = sum_by_side(setting, own)
    if rng.random() < 0.4:
        tied = find_tied_points(rng, setting, counts)
        if tied is not None:
            points = tied
            own = {group[0]: tied[group[0]] for group in get_sides(setting)}
    event["points"] = write_points(table, own)
    if setting["paid"] or rng.random() < 0.5:
        event["brusquembilles"] = write_counts(table, counts)
    if rng.random() < 0.3:
        event["retourne"] = write_card(rng, deal["retourne"])
    return points


def write_counts(table, counts):
    """Return the brusquembilles as a document writes them; zeros may be left out."""
    rng = table.rng
    given = {}
    for player, count in counts.items():
        kept = {key: number for key, number in count.items() if number or rng.random() < 0.3}
        if kept or rng.random() < 0.3:
            given[table.spell(player)] = shuffle_keys(rng, kept)
    return shuffle_keys(rng, given)


def find_tied_points(rng, setting, counts):
    """Return points in which two or more share the first place, as BRU-24 allows; None if no such points are found."""
    sides = get_sides(setting)
    low, high = {}, {}
    for group in sides:
        others = [player for player in setting["players"] if player not in group]
        low[group[0]] = sum(coup_rules.compute_worth(counts[player], "won") for player in group)
        high[group[0]] = 120 - sum(coup_rules.compute_worth(counts[player], "won") for player in others)
        if not setting["sides"]:
            high[group[0]] -= coup_rules.compute_worth(counts[group[0]], "lost")
    heads = [group[0] for group in sides]
    tied = rng.sample(heads, rng.randrange(2, len(heads) + 1))
    rest = [player for player in heads if player not in tied]
    for height in deals.shuffle(rng, range(121)):
        left = 120 - height * len(tied)
        fits = all(low[player] <= height <= high[player] for player in tied)
        room = [min(high[player], height) for player in rest]
        least = [low[player] for player in rest]
        possible = all(a <= b for a, b in zip(least, room, strict=True))
        if fits and possible and sum(least) <= left <= sum(room):
            found = dict.fromkeys(tied, height) | fill_points(rest, least, room, left)
            return {player: found[get_side(setting, player)[0]] for player in setting["players"]}
    return None


def random_claims(table, points):
    """Return random claims (PEN-11) of at most what the player has, sometimes exactly what another one has."""
    rng, setting = table.rng, table.setting
    given = {}
    for group in rng.sample(get_sides(setting), rng.choice([1, 1, 2])):
        had = points[group[0]]
        others = [number for number in points.values() if number <= had]
        number = rng.choice([rng.randrange(had + 1), had, rng.choice(others), 0])
        given[table.spell(rng.choice(group))] = number
    return given


def write_short_coup(table, walked):
    """Return the keys of a coup with a short pack (PEN-02, PEN-03): what was settled before it was noticed, with the
    points so far, or without either."""
    rng, setting = table.rng, table.setting
    played = walked[: rng.randrange(len(walked))]
    event = {"short_pack": rng.choice([1, 2])}
    if rng.random() < 0.7:
        event["brusquembilles"] = write_counts(table, coup_rules.count_brusquembilles(setting, played))
    if rng.random() < 0.5:
        event["points"] = write_points(table, count_points(played, setting["players"], CARD_POINTS_32))
    return event
