"""Read the announcements of briscan and brisque, and check which card may count for which (rules BRC and USE).

A ledger (a dict) holds what was counted in the coup so far. The totals form and the tricks form both use it, in the
order in which the announcements are marked.
"""

from tests.scoring.plain.reading import (
    add_error,
    check_keys,
    parse_rank,
    parse_suit,
    read_card,
    read_integer,
    read_player,
)

PIQUET = ["7", "8", "9", "10", "V", "D", "R", "A"]
FIGURES = ["R", "D", "V"]
NAMES = {3: "tierce", 4: "quatrieme", 5: "quinte"}
CARRES = {"A": 150, "10": 100, "R": 80, "D": 60, "V": 40}
QUINTES = {"A": 600, "R": 300, "D": 200, "V": 100}
VALUES = {
    "litteral": {
        "quinte": QUINTES,
        "quatrieme": {"A": 120, "R": 100, "D": 80, "V": 60, "10": 40},
        "tierce": {"A": 60, "R": 50, "D": 40, "V": 30, "10": 20, "9": 10},
    },
    "reconstitue": {
        "quinte": QUINTES,
        "quatrieme": {"A": 140, "R": 120, "D": 100, "V": 80, "10": 60},
        "tierce": {"A": 120, "R": 100, "D": 80, "V": 60, "10": 40, "9": 20},
    },
}
OWN_KEYS = {
    "mariage": ["suit"],
    "sequence": ["cards"],
    "carre": ["rank"],
    "figures": [],
    "blanches": [],
    "as_atout": [],
    "cinq_atouts": [],
}
RUNS = {"figures": ("BRC-08", 20), "blanches": ("BRC-09", 10)}


# Reading


def read_announcements(setting, event, in_tricks, path, errors):
    """Return the announcements that are well-formed, in the order of the list; add an error for each other."""
    given = event.get("announcements", [])
    if not isinstance(given, list):
        add_error(errors, f"{path}.announcements")
        return []
    read = []
    for number, one in enumerate(given):
        here = f"{path}.announcements[{number}]"
        before = len(errors)
        announcement = read_announcement(setting, one, in_tricks, here, errors)
        if len(errors) == before:
            read.append(announcement)
    return read


def read_announcement(setting, given, in_tricks, path, errors):
    """Read one announcement: {"player", "kind", "before_trick", "path", and the keys of its kind}."""
    if not isinstance(given, dict):
        add_error(errors, path)
        return None
    kind = given.get("kind")
    known = isinstance(kind, str) and kind in OWN_KEYS
    if known and not is_allowed(setting, kind):
        add_error(errors, f"{path}.kind", "BRC-22")
        return None
    needed = ["player", "kind"] + (["before_trick"] if in_tricks else [])
    optional = [] if in_tricks else ["before_trick"]
    if known:
        if kind == "mariage" and not in_tricks:
            optional.append("rencontre")
        check_keys(given, path, needed + OWN_KEYS[kind], optional, errors)
    else:
        check_keys(given, path, needed, list(given), errors)
        if "kind" in given:
            add_error(errors, f"{path}.kind")
    read = {"kind": kind, "path": path, "player": None, "before_trick": None, "rencontre": False}
    if "player" in given:
        read["player"] = read_player(given["player"], setting["players"], f"{path}.player", errors)
    if "before_trick" in given:
        read["before_trick"] = read_integer(given["before_trick"], 1, 16, f"{path}.before_trick", errors)
    if known:
        read_own_keys(given, read, optional, path, errors)
    return read


def is_allowed(setting, kind):
    """True if the table's options allow this kind of announcement (BRC-22)."""
    return setting["options"]["announcements"] == "all" or kind == "mariage"


def read_own_keys(given, read, optional, path, errors):
    """Read the keys that only this kind of announcement has into `read`."""
    kind = read["kind"]
    if kind == "mariage" and "suit" in given:
        read["suit"] = parse_suit(given["suit"]) if isinstance(given["suit"], str) else None
        if read["suit"] is None:
            add_error(errors, f"{path}.suit")
    if "rencontre" in optional and "rencontre" in given:
        read["rencontre"] = given["rencontre"]
        if not isinstance(given["rencontre"], bool):
            add_error(errors, f"{path}.rencontre")
    if kind == "sequence" and "cards" in given:
        read["cards"] = read_sequence(given["cards"], f"{path}.cards", errors)
    if kind == "carre" and "rank" in given:
        read["rank"] = parse_rank(given["rank"]) if isinstance(given["rank"], str) else None
        if read["rank"] is None:
            add_error(errors, f"{path}.rank")
        elif read["rank"] not in CARRES:
            add_error(errors, f"{path}.rank", "BRC-07")


def read_sequence(value, path, errors):
    """Read a sequence (BRC-06): three to five cards of one suit that follow each other. Return them lowest first, or
    None."""
    if not isinstance(value, list):
        add_error(errors, path)
        return None
    cards = [read_card(card, f"{path}[{place}]", errors) for place, card in enumerate(value)]
    if None in cards:
        return None
    if not is_sequence(cards):
        add_error(errors, path, "BRC-06")
        return None
    return sorted(cards, key=lambda card: PIQUET.index(card[0]))


def is_sequence(cards):
    """True if the cards are a tierce, a quatrième or a quinte."""
    if len(cards) not in NAMES or len({suit for _, suit in cards}) != 1:
        return False
    if any(rank not in PIQUET for rank, _ in cards):
        return False
    places = sorted(PIQUET.index(rank) for rank, _ in cards)
    return places == list(range(places[0], places[0] + len(cards)))


# Cards and points of an announcement


def list_cards(announcement, trump):
    """Return the cards that an announcement shows; none for the runs and the five trumps."""
    kind = announcement["kind"]
    if kind == "mariage":
        return [("R", announcement["suit"]), ("D", announcement["suit"])]
    if kind == "sequence":
        return announcement["cards"]
    if kind == "carre":
        return [(announcement["rank"], suit) for suit in "♠♥♦♣"]
    if kind == "as_atout" and trump is not None:
        return [("A", trump)]
    return []


def compute_worth(setting, announcement, trump):
    """Return an announcement's (points, rule)."""
    kind = announcement["kind"]
    if kind == "mariage":
        points = 40 if announcement["suit"] == trump else 20
        return points, "BRC-05" if announcement["rencontre"] else "BRC-04"
    if kind == "sequence":
        return compute_sequence_points(setting, announcement["cards"], trump), "BRC-06"
    if kind == "carre":
        return CARRES[announcement["rank"]], "BRC-07"
    if kind in RUNS:
        return RUNS[kind][1], RUNS[kind][0]
    return 30, {"as_atout": "BRC-11", "cinq_atouts": "BRC-12"}[kind]


def compute_sequence_points(setting, cards, trump):
    """Return the points of a sequence by its highest card (BRC-06); half of them in another suit than trump."""
    table = setting["options"]["sequence_values"] or VALUES[setting["options"]["sequences"]]
    points = table[NAMES[len(cards)]][cards[-1][0]]
    return points if cards[-1][1] == trump else points // 2


# What was counted before


def create_ledger():
    """Return the ledger of a coup in which nothing was counted yet."""
    return {"counted": []}


def get_identity(announcement):
    """Return a key that two announcements share if they are the same one."""
    kind = announcement["kind"]
    if kind == "mariage":
        return kind, announcement["suit"]
    return kind, announcement.get("rank"), tuple(announcement.get("cards", []))


def check_use(setting, ledger, announcement, retourne, errors):
    """Check an announcement against those counted before it: USE-01, USE-02, USE-04, BRC-11, and BRC-12 for a second
    one."""
    kind, path, player = announcement["kind"], announcement["path"], announcement["player"]
    earlier = ledger["counted"]
    sequences = [one for one in earlier if one["kind"] == "sequence"]
    if kind in ("mariage", "carre", "sequence"):
        if any(get_identity(one) == get_identity(announcement) for one in earlier):
            add_error(errors, path, "USE-04")
        elif kind == "sequence" and any(have_common_card(one, announcement) for one in sequences):
            add_error(errors, path, "USE-01")
    if kind == "mariage" and not announcement["rencontre"]:
        inside = any(get_mariage_cards(announcement["suit"]) <= set(one["cards"]) for one in sequences)
        if inside and setting["options"]["mariage_of_sequence"] == "refused":
            add_error(errors, path, "USE-02")
    if kind == "as_atout":
        twice = any(one["kind"] == kind and one["player"] == player for one in earlier)
        if twice or (retourne is not None and retourne[0] == "A"):
            add_error(errors, path, "BRC-11")
    if kind == "cinq_atouts" and any(one["kind"] == kind for one in earlier):
        add_error(errors, path, "BRC-12")


def get_mariage_cards(suit):
    """Return the roi and the dame of the suit, as a set."""
    return {("R", suit), ("D", suit)}


def have_common_card(one, other):
    """True if the two sequences share a card."""
    return bool(set(one["cards"]) & set(other["cards"]))


def count_marks(ledger, player, kind):
    """Count the marks of this run that the player has; refused ones do not count."""
    return len([one for one in ledger["counted"] if one["player"] == player and one["kind"] == kind])
