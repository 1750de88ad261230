"""Change something at random in a document: a value, a key, the place of an element in a list."""

import copy
import pickle
import random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    5,
    -1,
    119,
    121,
    10**30,
    0.5,
    40.0,
    "",
    "Anne",
    "PEN-06",
    "A♠",
    "7t",
    [],
    {},
    [[]],
)


def list_places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) inside a document."""
    found = []
    boxes = [value]
    for box in boxes:
        for key, inner in box.items() if isinstance(box, dict) else enumerate(box):
            found.append((box, key))
            if isinstance(inner, (dict, list)):
                boxes.append(inner)
    return found


def mutate_document(rng: random.Random, document: dict[str, Any], changes: int = 1) -> dict[str, Any]:
    """Return a copy of the document with so many random changes."""
    changed = pickle.loads(pickle.dumps(document))  # as copy.deepcopy, and faster
    for _ in range(changes):
        spots = list_places(changed)
        if spots:
            _change(rng, *rng.choice(spots))
    return changed


def _change(rng: random.Random, holder: Any, key: Any) -> None:
    """Make one random change at this place."""
    kind = rng.choice(("strange", "nudge", "drop", "twin", "swap", "add"))
    if kind == "drop":
        del holder[key]
    elif kind == "nudge" and type(holder[key]) is int:
        holder[key] += rng.choice((-1, 1, 10))
    elif kind == "swap":
        other = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif kind == "twin" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == "add" and isinstance(holder, dict):
        holder["surplus"] = holder[key]
    else:
        holder[key] = copy.deepcopy(rng.choice(STRANGE))
