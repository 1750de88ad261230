"""Random legal parties of clubs' own games: what is declared is random too."""

from tests.scoring.plain.options import PRESETS
from tests.scoring.plain.parties.table import PartieBuilder, random_head, shuffle_keys
from tests.scoring.plain.seats import get_sides

NAMES = ["Belote", "Capot", "Dernière", "Petit au bout", "𝔓oignée"]


def random_table(rng):
    """Play one partie: whole, cut short, ended early or empty."""
    preset = rng.choice([*PRESETS["marque"], None])
    sides = rng.random() < 0.4 or preset == "belote"
    written, players = random_head(rng, "marque", [4, 6] if sides else None)
    written.update(preset=preset, options=random_rules(rng, preset, sides))
    if sides and rng.random() < 0.5:
        written["sides"] = [players[1::2], players[0::2]]
    table = PartieBuilder(rng, written)
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8])):
        if table.is_over():
            break
        while rng.random() < 0.1:
            table.add_void()
        table.add(coup(table))
    table.finish()
    return table


def random_rules(rng, preset, sides):
    """Return options under which a coup of any table can be counted: the sum is a multiple where there is one."""
    multiple = rng.choice([1, 1, 2, 5, 10])
    options = {"play": "sides" if sides else "singly", "multiple_of": multiple}
    options["sum"] = rng.choice([multiple * rng.randrange(10, 40), 0 if preset == "tarot" else None])
    options["least"] = rng.choice([0, 0, -100 * multiple])
    if preset != "belote" and rng.random() < 0.5:
        options["most"] = rng.choice([1000 * multiple, None])
    if rng.random() < 0.6:
        keys = rng.sample(["belote", "capot", "x", "0_9", "a" * 20], rng.randrange(5))
        options["marks"] = [
            {
                "key": key,
                "name": rng.choice(NAMES),
                "points": rng.choice([20, -5, 90, 1]),
                "who": rng.choice(["one", "each"]),
            }
            for key in keys
        ]
    if rng.random() < 0.4:
        options["deals"] = rng.randrange(1, 6)
    options["target"] = rng.choice([None, 1, 150, 600])
    return options


def coup(table):
    """Return one coup's event."""
    rng, setting = table.rng, table.setting
    _dealer, named = table.choose_dealer()
    points = random_points(rng, setting)
    event = {"type": "coup", **named, "points": {}}
    for group, number in zip(get_sides(setting), points, strict=True):
        event["points"][table.spell(rng.choice(group))] = number
    marks = random_marks(table)
    if marks or rng.random() < 0.3:
        event["marks"] = marks
    return shuffle_keys(rng, event)


def random_points(rng, setting):
    """Return points for each side, or player, within what was declared."""
    options, parties = setting["options"], len(get_sides(setting))
    multiple, least = options["multiple_of"], options["least"]
    lowest = -(-max(least, -100 * multiple) // multiple)
    points = [multiple * rng.randrange(lowest, lowest + 20) for _ in range(parties)]
    if options["sum"] is not None:
        points = [multiple * lowest] * parties
        points[rng.randrange(parties)] += options["sum"] - multiple * lowest * parties
    return points


def random_marks(table):
    """Return some of the marks that were declared, each with who may have it."""
    rng, sides, found = table.rng, get_sides(table.setting), []
    for mark in table.setting["options"]["marks"]:
        holders = rng.sample(sides, rng.randint(0, 1 if mark["who"] == "one" else len(sides)))
        found += [{"mark": mark["key"], "player": table.spell(rng.choice(side))} for side in holders]
    rng.shuffle(found)
    return found
