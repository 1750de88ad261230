"""Read the key `points` of the totals form, as brusquembille and briscola write it."""

from tests.scoring.plain.reading import add_error, read_by_player, read_integer
from tests.scoring.plain.seats import get_side


def read_points(setting, value, path, rule, errors):
    """Return card points by player, where there are sides those of his side; None where they are wrong. With a `rule`
    they must sum to 120; without one, each must be 0 to 120."""
    given = read_given(setting, value, path, 0, None if rule else 120, errors)
    if given is None:
        return None
    if rule and sum(given.values()) != 120:
        add_error(errors, path, rule)
        return None
    return pool(setting, given)


def read_given(setting, value, path, low, high, errors):
    """Return the points that are given, by player, each within its bounds (None: no bound); None where one is wrong,
    or somebody's are missing."""
    before = len(errors)
    found = read_by_player(value, setting["players"], path, errors)
    if found is None:
        return None
    given = {player: read_integer(number, low, high, here, errors) for player, here, number in found}
    check_who_is_there(setting, given, path, errors)
    return given if len(errors) == before else None


def pool(setting, given):
    """Return the points of each player, where there are sides those of his side."""
    return {
        player: sum(given.get(partner, 0) for partner in get_side(setting, player)) for player in setting["players"]
    }


def check_who_is_there(setting, given, path, errors):
    """Check that everybody has points; where there are sides, one name of each side is enough."""
    if setting["sides"]:
        counts = [len([player for player in side if player in given]) for side in setting["sides"]]
        if counts == [1, 1]:
            return
        if 0 in counts:
            add_error(errors, path)
            return
    for player in setting["players"]:
        if player not in given:
            add_error(errors, f"{path}.{player}")
