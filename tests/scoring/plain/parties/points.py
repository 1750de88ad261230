"""Card points as the totals of brusquembille and briscola write them."""

from tests.scoring.plain.parties.table import shuffle_keys
from tests.scoring.plain.seats import get_side


def sum_by_side(setting, points):
    """Return each player's points, where there are sides those of his side."""
    return {player: sum(points[partner] for partner in get_side(setting, player)) for player in points}


def write_points(table, own):
    """Return points as a document writes them; where there are sides, one name of each side or all names."""
    rng, setting = table.rng, table.setting
    given = {}
    if setting["sides"] and rng.random() < 0.5:
        for side in setting["sides"]:
            given[table.spell(rng.choice(side))] = sum(own.get(player, 0) for player in side)
    else:
        for player in setting["players"]:
            given[table.spell(player)] = own.get(player, 0)
    return shuffle_keys(rng, given)


def fill_points(players, least, room, total):
    """Return numbers between `least` and `room` that sum to `total`."""
    found = dict(zip(players, least, strict=True))
    total -= sum(least)
    for player, most in zip(players, room, strict=True):
        more = min(total, most - found[player])
        found[player] += more
        total -= more
    return found
