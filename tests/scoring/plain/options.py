"""The options and presets of the games, as the table in formats.md gives them."""

from tests.scoring.plain.reading import add_error, check_keys, is_integer

BOOLEAN = [False, True]
NUMBER = "number"

BRUSQUEMBILLE = {
    "tours": (1, NUMBER, 1, 100),
    "coups": (None, NUMBER, 1, 1000),
    "mode": ("fiches", ["fiches", "points"]),
    "target": (300, NUMBER, 1, 1000000),
    "payments": ("auto", ["auto", "on", "off"]),
    "sevens": ("one_colour", ["one_colour", "any"]),
    "follow_after_talon": (False, BOOLEAN),
    "short_pack_pot": ("returned", ["returned", "stays"]),
    "exhausted": ("debt", ["debt", "recave"]),
    "four": ("singly_or_sides", ["singly_or_sides", "sides"]),
}
BRISCAN = {
    "target": (600, NUMBER, 1, 1000000),
    "cards": (5, [5, 6]),
    "sequences": ("litteral", ["litteral", "reconstitue", "libre"]),
    "sequence_values": (None, "table"),
    "last_ten": ("trick", ["trick", "talon_card"]),
    "exchange": ("before_last", ["before_last", "until_drawn"]),
    "mariage_of_sequence": ("allowed", ["allowed", "refused"]),
    "announcements": ("all", ["all", "mariages"]),
    "order": ("marked", ["marked", "end_of_coup"]),
}
BRISQUE = dict(
    BRISCAN,
    last_ten=("talon_card", ["trick", "talon_card"]),
    mariage_of_sequence=("refused", ["allowed", "refused"]),
)
BRISCOLA = {
    "match": ("target", ["target", "single", "best_of", "fixed"]),
    "match_n": (3, NUMBER, 1, 99),
    "target": (300, NUMBER, 1, 1000000),
    "target_marks": ("winner", ["winner", "all"]),
    "three_player_pack": ("all", ["all", "one"]),
    "three_player_win": ("61", ["61", "most"]),
    "follow_after_talon": (False, BOOLEAN),
    "signs": ("allowed", ["allowed", "forbidden"]),
}
CHIAMATA = {
    "coups": (5, NUMBER, 1, 1000),
    "solo": (4, [4, 8]),
    "cappotto": (False, BOOLEAN),
    "multiplier": (False, BOOLEAN),
}
FAR = 100000
MARQUE = {
    "play": ("singly", ["singly", "sides"]),
    "sum": (None, NUMBER, -FAR, FAR),
    "least": (0, NUMBER, -FAR, FAR),
    "most": (None, NUMBER, -FAR, FAR),
    "multiple_of": (1, NUMBER, 1, 1000),
    "marks": ([], "marks"),
    "deals": (None, NUMBER, 1, 1000),
    "target": (None, NUMBER, 1, 1000000),
}
OPTIONS = {
    "brusquembille": BRUSQUEMBILLE,
    "briscan": BRISCAN,
    "brisque": BRISQUE,
    "briscola": BRISCOLA,
    "chiamata": CHIAMATA,
    "marque": MARQUE,
}
PRESETS = {
    "brusquembille": {
        "academie-1718": {},
        "encyclopedie-1751": {"sevens": "any", "four": "sides"},
        "aux-points": {"mode": "points"},
    },
    "briscan": {"briscan-1752": {}},
    "brisque": {
        "brisque": {},
        "brisque-1752": {
            "cards": 6,
            "exchange": "until_drawn",
            "last_ten": "trick",
            "target": 300,
            "announcements": "mariages",
        },
    },
    "briscola": {
        "briscola": {},
        "briscola-usage": {
            "three_player_pack": "one",
            "three_player_win": "most",
            "match": "best_of",
        },
    },
    "chiamata": {
        "chiamata": {},
        "chiamata-usage": {"solo": 8, "cappotto": True, "multiplier": True},
    },
    "marque": {
        "points": {},
        "belote": {
            "play": "sides",
            "sum": 162,
            "target": 1000,
            "marks": [
                {"key": "belote", "name": "Belote", "points": 20, "who": "one"},
                {"key": "capot", "name": "Capot", "points": 90, "who": "one"},
            ],
        },
        "tarot": {"sum": 0, "least": -FAR},
    },
}
NULL_MEANS_LEFT_OUT = ["coups", "sequence_values", "exchange"]

CELLS = {
    "quinte": ["A", "R", "D", "V"],
    "quatrieme": ["A", "R", "D", "V", "10"],
    "tierce": ["A", "R", "D", "V", "10", "9"],
}
PACK_RANKS = ["A", "R", "D", "V", "10", "9", "8", "7"]


def is_choice(value, choices):
    """True if the value is one of the choices, of the same type (True is not 1, 5.0 is not 5)."""
    return any(type(value) is type(choice) and value == choice for choice in choices)


def read_options(document, game, errors):
    """Return every option of the game with its value; a wrong value is replaced by the preset's."""
    preset = read_preset(document, game, errors)
    values = {key: declared[0] for key, declared in OPTIONS[game].items()}
    values.update(PRESETS[game][preset])
    of_preset = dict(values)
    given = document.get("options")
    if given is None:
        return values
    if not isinstance(given, dict):
        add_error(errors, "options")
        return values
    for key, value in given.items():
        if key not in OPTIONS[game]:
            add_error(errors, f"options.{key}")
        elif value is None and game == "marque" and MARQUE[key][0] is None:
            values[key] = None
        elif value is None and key in NULL_MEANS_LEFT_OUT:
            continue
        elif check_option(OPTIONS[game][key], value, f"options.{key}", errors):
            values[key] = value
    check_together(values, of_preset, given, errors)
    return values


def read_preset(document, game, errors):
    """Return the preset's name; the game's first where it is left out or wrong."""
    default = next(iter(PRESETS[game]))
    preset = document.get("preset")
    if preset is None:
        return default
    if isinstance(preset, str) and preset in PRESETS[game]:
        return preset
    add_error(errors, "preset")
    return default


def check_option(declared, value, path, errors):
    """True if one option's value is of its type and within its bounds; else add an error."""
    kind = declared[1]
    if kind == "table":
        return check_sequence_values(value, path, errors)
    if kind == "marks":
        return check_marks(value, path, errors)
    if kind == NUMBER:
        right = is_integer(value) and declared[2] <= value <= declared[3]
    else:
        right = is_choice(value, kind)
    if not right:
        add_error(errors, path)
    return right


def check_sequence_values(value, path, errors):
    """True if `sequence_values` has every cell, even and 0 to 10000. A cell for an impossible sequence is an error
    (BRC-06)."""
    if not isinstance(value, dict):
        add_error(errors, path)
        return False
    before = len(errors)
    for kind in value:
        if kind not in CELLS:
            add_error(errors, f"{path}.{kind}")
    for kind, ranks in CELLS.items():
        row = value.get(kind)
        if not isinstance(row, dict):
            add_error(errors, f"{path}.{kind}")
            continue
        for rank in ranks:
            if rank not in row:
                add_error(errors, f"{path}.{kind}.{rank}")
        for rank, cell in row.items():
            check_cell(rank in ranks, rank, cell, f"{path}.{kind}.{rank}", errors)
    return len(errors) == before


def check_marks(value, path, errors):
    """True if these are at most four marks, each whole and with a key of its own."""
    if not isinstance(value, list):
        add_error(errors, path)
        return False
    before = len(errors)
    if len(value) > 4:
        add_error(errors, path)
    for place, mark in enumerate(value):
        here = f"{path}[{place}]"
        if not isinstance(mark, dict):
            add_error(errors, here)
            continue
        check_keys(mark, here, ["key", "name", "points", "who"], [], errors)
        keys = [other.get("key") for other in value[:place] if isinstance(other, dict)]
        tests = {
            "key": lambda key, keys=keys: is_mark_key(key) and key not in keys,
            "name": lambda name: (
                isinstance(name, str) and len(name) <= 40 and bool(name.strip()) and name.isprintable()
            ),
            "points": lambda points: is_integer(points) and -FAR <= points <= FAR and points != 0,
            "who": lambda who: who in ["one", "each"],
        }
        for key, test in tests.items():
            if key in mark and not test(mark[key]):
                add_error(errors, f"{here}.{key}")
    return len(errors) == before


def is_mark_key(value):
    """True for a key of 1 to 20 of a–z, 0–9 and _."""
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
    return isinstance(value, str) and 1 <= len(value) <= 20 and all(letter in letters for letter in value)


def check_cell(possible, rank, cell, path, errors):
    """Check one cell of `sequence_values`."""
    if not possible:
        add_error(errors, path, "BRC-06" if rank in PACK_RANKS else None)
    elif not is_integer(cell) or not 0 <= cell <= 10000:
        add_error(errors, path)
    elif cell % 2:
        add_error(errors, path, "BRC-06")


def check_together(values, of_preset, given, errors):
    """Check options that depend on each other: BLA-08, and BRC-06 for `libre`. Replace wrong values by the preset's."""
    if values.get("match") == "best_of" and values["match_n"] % 2 == 0:
        add_error(errors, "options.match_n", "BLA-08")
        values["match_n"] = of_preset["match_n"]
    if "sequences" not in values:
        return
    if values["sequences"] == "libre" and values["sequence_values"] is None:
        if given.get("sequence_values") is None:
            add_error(errors, "options.sequence_values", "BRC-06")
        values["sequences"] = of_preset["sequences"]
    elif values["sequences"] != "libre" and given.get("sequence_values") is not None:
        add_error(errors, "options.sequence_values", "BRC-06")
        values["sequence_values"] = None
