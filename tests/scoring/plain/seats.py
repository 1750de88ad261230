"""Who sits at the table: the players, and the sides where there are any."""

import unicodedata

from tests.scoring.plain.reading import add_error, normalise_name

SIZES = {
    "brusquembille": [2, 3, 4, 5],
    "briscan": [2],
    "brisque": [2],
    "briscola": [2, 3, 4, 6],
    "chiamata": [5],
    "marque": [2, 3, 4, 5, 6],
}
SIDES_RULE = {"brusquembille": "BRU-19", "briscola": "BLA-02"}


def read_players(document, game, options, errors):
    """Return the names in order, or None where they cannot be a table."""
    given = document["players"]
    if not isinstance(given, list):
        add_error(errors, "players")
        return None
    before = len(errors)
    players = []
    for place, value in enumerate(given):
        name = read_name(value)
        if name is None or name in players:
            add_error(errors, f"players[{place}]")
        else:
            players.append(name)
    if len(given) not in list_sizes(game, options):
        add_error(errors, "players")
    return players if len(errors) == before else None


def list_sizes(game, options):
    """Return how many may play under these options."""
    return [4, 6] if options.get("play") == "sides" else SIZES[game]


def read_name(value):
    """Return the name, trimmed and NFC; None when it is not allowed."""
    if not isinstance(value, str):
        return None
    name = normalise_name(value)
    forbidden = [letter for letter in name if unicodedata.category(letter) in ("Cc", "Cs")]
    if not 1 <= len(name) <= 80 or forbidden or name in ("pot", "bank"):
        return None
    return name


def read_sides(document, game, players, options, errors):
    """Return (right, sides): whether the sides are allowed, and None or two lists of names, each in the order of
    `players`."""
    given = document.get("sides")
    size = len(players)
    if given is None:
        if options.get("play") == "sides" or (game == "briscola" and size in (4, 6)):
            return True, [players[0::2], players[1::2]]
        if game == "brusquembille" and size == 4 and options["four"] == "sides":
            add_error(errors, "sides", "BRU-19")
            return False, None
        return True, None
    before = len(errors)
    names = read_side_names(given, players, errors)
    if len(errors) > before:
        return False, None
    sides = [[player for player in players if player in side] for side in names]
    sides.sort(key=lambda side: players.index(side[0]) if side else size)
    whole = sorted(names[0] + names[1]) == sorted(players)
    if not whole or sides not in list_arrangements(game, players, options):
        add_error(errors, "sides", SIDES_RULE.get(game))
        return False, None
    return True, sides


def read_side_names(given, players, errors):
    """Return the two lists of names; add an error for every wrong name."""
    if not isinstance(given, list) or len(given) != 2:
        add_error(errors, "sides")
        return None
    names = [[], []]
    for number, side in enumerate(given):
        if not isinstance(side, list):
            add_error(errors, f"sides[{number}]")
            continue
        for place, value in enumerate(side):
            if isinstance(value, str) and normalise_name(value) in players:
                names[number].append(normalise_name(value))
            else:
                add_error(errors, f"sides[{number}][{place}]")
    return names


def list_arrangements(game, players, options):
    """Return the sides that this table may have, each in the order of `players`."""
    if game == "brusquembille" and len(players) == 4:
        a, b, c, d = players
        return [[[a, b], [c, d]], [[a, d], [b, c]]]
    if options.get("play") == "sides" or (game == "briscola" and len(players) in (4, 6)):
        return [[players[0::2], players[1::2]]]
    return []


def get_side(setting, player):
    """Return everyone who shares this player's points, himself included, in the order of `players`."""
    for side in setting["sides"] or []:
        if player in side:
            return side
    return [player]


def get_sides(setting):
    """Return the sides, or each player as a side of one."""
    return setting["sides"] or [[player] for player in setting["players"]]


def get_player_to_the_right(setting, player, steps=1):
    """Return the player that many seats to the right."""
    players = setting["players"]
    return players[(players.index(player) + steps) % len(players)]


def list_from_the_right(setting, player):
    """Return the other players, beginning with the one on his right."""
    return [get_player_to_the_right(setting, player, steps) for steps in range(1, len(setting["players"]))]
