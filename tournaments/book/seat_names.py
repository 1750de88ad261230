"""Conversion of an event's players between seats ("1"…"n"), as records store them, and names, as people see them.

Knows the keys of corbillon.partie/1 that hold players, of every game, and nothing of what they mean.
"""

from collections.abc import Callable, Iterable
from typing import Any

EventBody = dict[str, Any]
Rename = Callable[[Any], Any]

PLAYER_KEYS = frozenset({"dealer", "player", "to", "caller", "partner", "last_trick", "last_talon_card", "last_five"})
BY_PLAYER_KEYS = frozenset({"points", "brusquembilles", "claimed", "tricks_won", "card_points"})
NESTED_EVENT_KEYS = frozenset({"announcements", "exchange"})


def to_seats(event: EventBody, names: tuple[str, ...]) -> EventBody:
    """Return the event with seats for names; `names` by position. Raise KeyError for a name not at the table."""
    seats = {name: str(position) for position, name in enumerate(names, 1)}
    return rename_players(event, lambda name: None if name is None else seats[name])


def to_names(event: Any, names: tuple[str, ...]) -> Any:
    """Return the event with names for seats; `names` by position.

    A value that is no seat becomes a name that nobody at the table has, so that scoring refuses it. What is not a dict
    is returned unchanged, and scoring refuses that too.
    """
    if not isinstance(event, dict):
        return event
    shown = {str(position): name for position, name in enumerate(names, 1)}
    return rename_players(
        event, lambda seat: shown[seat] if is_listed(seat, shown) else build_unknown_name(seat, names)
    )


def rename_players(event: EventBody, rename: Rename) -> EventBody:
    """Return the event with `rename` applied to every player in it, also in nested events."""
    return {key: rename_players_in_value(key, value, rename) for key, value in event.items()}


def rename_players_in_value(key: str, value: Any, rename: Rename) -> Any:
    """Return the value of one key of an event with `rename` applied to the players in it."""
    if key in PLAYER_KEYS:
        return rename(value)
    if key in BY_PLAYER_KEYS and isinstance(value, dict):
        return {rename(player): its for player, its in value.items()}
    if key in NESTED_EVENT_KEYS and isinstance(value, list):
        return [rename_players(each, rename) if isinstance(each, dict) else each for each in value]
    if key in NESTED_EVENT_KEYS and isinstance(value, dict):
        return rename_players(value, rename)
    return value


def is_listed(seat: Any, shown: Iterable[str]) -> bool:
    return isinstance(seat, str) and seat in shown


def build_unknown_name(seat: Any, names: tuple[str, ...]) -> Any:
    """Return `seat` with as many "?" appended as make it nobody's name at the table; a non-string unchanged."""
    label = seat
    while is_listed(label, names):
        label += "?"
    return label
