"""Read single values of a document: numbers, names, cards, keys. Knows no rule of any game.

Every function takes the path of what it reads and the list `errors`, to which it adds
``{"path": …, "rule": …}`` for each thing that is wrong.
"""

import functools
import unicodedata

SUITS = ["♠", "♥", "♦", "♣"]
SUIT_LETTERS = {"P": "♠", "C": "♥", "K": "♦", "T": "♣"}
RANKS = ["A", "R", "D", "V", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def add_error(errors, path, rule=None):
    """Add one error to the list."""
    errors.append({"path": path, "rule": rule})


def is_integer(value):
    """True for a JSON integer: neither a boolean nor 40.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_integer(value, low, high, path, errors):
    """Return the number, or None when it is no integer or out of its bounds (a bound may be None)."""
    wrong = not is_integer(value) or (low is not None and value < low) or (high is not None and value > high)
    if wrong:
        add_error(errors, path)
        return None
    return value


def normalise_name(value):
    """Return a name as it is compared and given back: trimmed and NFC."""
    return unicodedata.normalize("NFC", value.strip())


def read_player(value, players, path, errors):
    """Return the player of that name, or None."""
    if isinstance(value, str) and normalise_name(value) in players:
        return normalise_name(value)
    add_error(errors, path)
    return None


def read_by_player(value, players, path, errors):
    """Read a dict keyed by names. Return (player, path, value) of each right name; None if it is no dict."""
    if not isinstance(value, dict):
        add_error(errors, path)
        return None
    found = []
    for key in value:
        name = normalise_name(key)
        if name not in players or name in [player for player, _, _ in found]:
            add_error(errors, f"{path}.{key}")
        else:
            found.append((name, f"{path}.{key}", value[key]))
    return found


def check_keys(event, path, needed, optional, errors):
    """Add an error for every key that is missing or unknown."""
    for key in needed:
        if key not in event:
            add_error(errors, f"{path}.{key}")
    for key in event:
        if key not in needed and key not in optional:
            add_error(errors, f"{path}.{key}")


def normalise_text(text):
    """Return the text in capitals, without spaces and U+FE0F, which do not matter."""
    return "".join(text.split()).replace("\ufe0f", "").upper()


def parse_suit(text):
    """Return the suit, ♠ for "♠" or "p"; None when it is no suit."""
    text = normalise_text(text)
    text = SUIT_LETTERS.get(text, text)
    return text if text in SUITS else None


def parse_rank(text):
    """Return the rank, or None when it is no rank."""
    text = normalise_text(text)
    return text if text in RANKS else None


def read_card(value, path, errors):
    """Read a card. Return (rank, suit), or None."""
    card = parse_card(value) if isinstance(value, str) else None
    if card is None:
        add_error(errors, path)
    return card


@functools.lru_cache(maxsize=10_000)
def parse_card(text):
    """Return the card (rank, suit) that a text names, or None."""
    text = normalise_text(text)
    rank, suit = parse_rank(text[:-1]), parse_suit(text[-1:])
    return None if rank is None or suit is None else (rank, suit)
