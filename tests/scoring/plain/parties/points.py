"""Card points as the totals of brusquembille and briscola write them."""

from tests.scoring.plain.parties.table import shuffled
from tests.scoring.plain.seats import side_of


def by_side(setting, points):
    """Each player's points, or his side's."""
    return {player: sum(points[partner] for partner in side_of(setting, player)) for player in points}


def written_points(table, own):
    """Points by name; with sides one name of each side, or all with the side's points split."""
    rng, setting = table.rng, table.setting
    given = {}
    if setting["sides"] and rng.random() < 0.5:
        for side in setting["sides"]:
            given[table.name(rng.choice(side))] = sum(own.get(player, 0) for player in side)
    else:
        for player in setting["players"]:
            given[table.name(player)] = own.get(player, 0)
    return shuffled(rng, given)


def fill(players, least, room, total):
    """Numbers between least and room with that sum."""
    found = dict(zip(players, least, strict=True))
    total -= sum(least)
    for player, most in zip(players, room, strict=True):
        more = min(total, most - found[player])
        found[player] += more
        total -= more
    return found
