"""Small random damage to a document, such as a faulty program or a typing error may cause."""

import copy
import pickle

STRANGE = [
    0, -1, 1, 2, 3, 5, 6, 17, 61, 120, 121, 10**400, -(10**400), 40.0, 0.5, 1e300, True, False, None, "", " ",
    "40", "Anne", "nobody", "pot", "bank", "\x07", "\ud800", "A♠", "7P", "6♠", "10 k", "1♠", "♠", "R", "9",
    "x" * 81, [], {}, [[]], [None], {"": 0}, "coup", "PEN-02", "PEN-06", "PEN-09", "fiches", "points",
    "sides", "libre",
]  # fmt: skip
UNKNOWN_KEYS = ["foo", "", "Dealer", "text", "points", "tricks", "retourne", "to", "sides", "cappotto"]


OTHER_OPTIONS = [
    ("four", "sides"), ("payments", "on"), ("payments", "off"), ("mode", "points"), ("coups", 1),
    ("tours", 101), ("exhausted", "recave"), ("exhausted", "debt"), ("sevens", "one_colour"), ("target", 1),
    ("solo", 8), ("follow_after_talon", True), ("match", "best_of"), ("match_n", 2),
    ("three_player_pack", "one"),
    ("sequences", "libre"), ("sequence_values", {}), ("cards", 6), ("cards", 7), ("order", "end_of_coup"),
    ("last_ten", "trick"), ("exchange", "before_last"), ("mariage_of_sequence", "refused"),
    ("announcements", "mariages"), ("announcements", "all"),
    ("play", "sides"), ("play", "singly"), ("sum", 162), ("least", 10), ("multiple_of", 10), ("marks", []),
    ("deals", 1),
    ("marks", [{"key": "x", "name": "X", "points": 0, "who": "each"}] * 2),
]  # fmt: skip


def mutate(rng, document):
    """Return a copy of the document with one to three small damages."""
    damaged = pickle.loads(pickle.dumps(document))  # as copy.deepcopy, and faster
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if not isinstance(damaged, dict):
            break
        damaged = rng.choice(DAMAGES)(rng, damaged)
    return damaged


def list_places(value):
    """Return every (container, key) inside the document."""
    found, boxes = [], [value]
    for box in boxes:
        for key, inner in box.items() if isinstance(box, dict) else enumerate(box):
            found.append((box, key))
            if isinstance(inner, (dict, list)):
                boxes.append(inner)
    return found


def choose_place(rng, document):
    """Choose a place, from the top level in one case of five."""
    if rng.random() < 0.2:
        return document, rng.choice(list(document))
    return rng.choice(list_places(document))


def put_wrong_value(rng, document):
    """Put a strange value somewhere."""
    container, key = choose_place(rng, document)
    container[key] = copy.deepcopy(rng.choice(STRANGE))
    return document


def shift_number(rng, document):
    """Change a number a little."""
    numbers = [
        (container, key)
        for container, key in list_places(document)
        if isinstance(container[key], int) and not isinstance(container[key], bool)
    ]
    if numbers:
        container, key = rng.choice(numbers)
        container[key] += rng.choice([-1, 1, 1, 10, -120, 120])
    return document


def remove_value(rng, document):
    """Remove a key or a list element."""
    container, key = choose_place(rng, document)
    del container[key]
    return document


def add_unknown_key(rng, document):
    """Add an unknown key."""
    dicts = [document] + [box[key] for box, key in list_places(document) if isinstance(box[key], dict)]
    rng.choice(dicts)[rng.choice(UNKNOWN_KEYS)] = copy.deepcopy(rng.choice(STRANGE))
    return document


def swap_values(rng, document):
    """Exchange two values: two cards, two names, two events."""
    lists = [box[key] for box, key in list_places(document) if isinstance(box[key], list)]
    tricks = [trick for trick in lists if trick and isinstance(trick[0], str)]
    pool = [(trick, place) for trick in tricks for place in range(len(trick))]
    if len(pool) < 2 or rng.random() < 0.3:
        pool = list_places(document)
    (one, first), (other, second) = rng.sample(pool, 2) if len(pool) > 1 else [pool[0]] * 2
    a, b = copy.deepcopy(one[first]), copy.deepcopy(other[second])
    one[first] = b
    if second in other if isinstance(other, dict) else second < len(other):
        other[second] = a
    return document


def copy_value(rng, document):
    """Replace one value by another of its type."""
    found = list_places(document)
    container, key = rng.choice(found)
    alike = [box[name] for box, name in found if type(box[name]) is type(container[key])]
    container[key] = copy.deepcopy(rng.choice(alike))
    return document


def add_event(rng, document):
    """Add an event, at the end or in between."""
    events = document.get("events")
    if not isinstance(events, list):
        return document
    players = document.get("players")
    player = rng.choice(players) if isinstance(players, list) and players else "Anne"
    more = [
        {"type": "end"},
        {"type": "leave", "player": player},
        {"type": "void", "dealer": player},
        {"type": "penalty", "rule": rng.choice(["PEN-01", "PEN-06", "PEN-08", "PEN-09"]), "player": player},
        {"type": "recave", "player": player, "fiches": 2},
        {"type": "coup"},
        {"type": "coup", "dealer": player, "points": {}},
        {"type": "song"},
        "end",
        {},
    ]
    more += events
    events.insert(rng.choice([len(events), rng.randrange(len(events) + 1)]), copy.deepcopy(rng.choice(more)))
    return document


def change_game(rng, document):
    """Give the partie the name of another game, or other options."""
    if rng.random() < 0.3:
        document["game"] = rng.choice(
            ["brusquembille", "briscan", "brisque", "briscola", "chiamata", "marque", "belote"]
        )
        return document
    options = document.get("options")
    if not isinstance(options, dict):
        options = document["options"] = {}
    key, value = rng.choice(OTHER_OPTIONS)
    options[key] = copy.deepcopy(value)
    return document


def move_between_numbers(rng, document):
    """Move part of one number to another in the same dict: their sum stays, the record is wrong."""
    boxes = [document] + [box[key] for box, key in list_places(document) if isinstance(box[key], dict)]
    pairs = []
    for box in boxes:
        numbers = [key for key, value in box.items() if type(value) is int]
        if len(numbers) > 1:
            pairs.append((box, *rng.sample(numbers, 2)))
    if pairs:
        box, one, other = rng.choice(pairs)
        some = rng.choice([1, 2, 10, 11, box[one]])
        box[one] -= some
        box[other] += some
    return document


def list_coups(document):
    """Return the coups of a document, if it has any."""
    events = document.get("events")
    return [
        event
        for event in (events if isinstance(events, list) else [])
        if isinstance(event, dict) and event.get("type") == "coup"
    ]


def change_player(rng, document):
    """Replace a player's name in an event by another player's."""
    players = document.get("players")
    found = [box for box, key in list_places(document) if key in ("player", "dealer", "caller", "partner", "to")]
    if found and isinstance(players, list) and players:
        box = rng.choice(found)
        key = rng.choice([key for key in box if key in ("player", "dealer", "caller", "partner", "to")])
        box[key] = copy.deepcopy(rng.choice(players))
    return document


def add_announcement(rng, document):
    """Add an announcement or an exchange that the cards may not allow."""
    events = [event for event in list_coups(document) if "retourne" in event]
    players = document.get("players")
    if not events or not isinstance(players, list) or not players:
        return document
    event = rng.choice(events)
    player = rng.choice(players)
    if rng.random() < 0.2:
        event["exchange"] = {"player": player, "before_trick": rng.randrange(1, 13)}
        return document
    made = event.get("announcements")
    if not isinstance(made, list):
        made = event["announcements"] = []
    suit, rank, place = rng.choice("♠♥♦♣"), rng.choice(["A", "R", "9", "6"]), rng.randrange(6)
    cards = [f"{name}{suit}" for name in ["7", "8", "9", "10", "V", "D", "R", "A"]]
    more = [
        {"kind": "mariage", "suit": suit},
        {"kind": "mariage", "suit": suit, "rencontre": True},
        {"kind": "sequence", "cards": cards[place : place + rng.choice([2, 3, 3, 4, 5, 6])]},
        {"kind": "carre", "rank": rank},
        {"kind": "figures"},
        {"kind": "blanches"},
        {"kind": "as_atout"},
        {"kind": "cinq_atouts"},
    ]
    one = {"player": player, **rng.choice(more)}
    if rng.random() < 0.8:
        one["before_trick"] = rng.choice([1, 2, 11, 12, rng.randrange(1, 17)])
    if made and rng.random() < 0.4:
        one = copy.deepcopy(rng.choice(made))
    made.insert(rng.randrange(len(made) + 1), one)
    return document


def give_last_five(rng, document):
    """Give the last five tricks of a coup to a player, whether or not he can have taken them."""
    events = [event for event in list_coups(document) if "retourne" in event and "tricks" not in event]
    players = document.get("players")
    if events and isinstance(players, list) and players:
        rng.choice(events)["last_five"] = rng.choice([*players, None])
    return document


def shorten_pack(rng, document):
    """Let a pack be short, or whole, without a word of what was settled."""
    events = list_coups(document)
    if events:
        event = rng.choice(events)
        for key in rng.sample(["points", "brusquembilles"], rng.choice([0, 1, 2])):
            event.pop(key, None)
        if rng.random() < 0.7:
            event["short_pack"] = rng.choice([1, 2])
        else:
            event.pop("short_pack", None)
    return document


DAMAGES = [
    put_wrong_value,
    put_wrong_value,
    shift_number,
    shift_number,
    remove_value,
    remove_value,
    add_unknown_key,
    swap_values,
    swap_values,
]
DAMAGES += [copy_value, add_event, change_game]
DAMAGES += [move_between_numbers, move_between_numbers, change_player, add_announcement, add_announcement]
DAMAGES += [give_last_five, shorten_pack]
