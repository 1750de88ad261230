"""An event's players, renamed: a stored record names seats ("1"…"n"), people see and send names.

Knows the keys of corbillon.partie/1 that hold players, of every game, and nothing of what they mean.
"""

from collections.abc import Callable, Iterable
from typing import Any

Event = dict[str, Any]
Rename = Callable[[Any], Any]

A_PLAYER = frozenset({"dealer", "player", "to", "caller", "partner", "last_trick", "last_talon_card", "last_five"})
BY_PLAYER = frozenset({"points", "brusquembilles", "claimed", "tricks_won", "card_points"})
EVENTS_INSIDE = frozenset({"announcements", "exchange"})


def to_seats(event: Event, names: tuple[str, ...]) -> Event:
    """The event with seats for names; `names` by position. Raises KeyError for a name that is not at the table."""
    seats = {name: str(position) for position, name in enumerate(names, 1)}
    return renamed(event, lambda name: None if name is None else seats[name])


def to_names(event: Any, names: tuple[str, ...]) -> Any:
    """The event with names for seats. What is no seat becomes a name that nobody here bears, for scoring to refuse; so
    does what is no event at all, as it is."""
    if not isinstance(event, dict):
        return event
    shown = {str(position): name for position, name in enumerate(names, 1)}
    return renamed(event, lambda seat: shown[seat] if is_in(seat, shown) else unknown(seat, names))


def renamed(event: Event, rename: Rename) -> Event:
    return {key: value_renamed(key, value, rename) for key, value in event.items()}


def value_renamed(key: str, value: Any, rename: Rename) -> Any:
    if key in A_PLAYER:
        return rename(value)
    if key in BY_PLAYER and isinstance(value, dict):
        return {rename(player): its for player, its in value.items()}
    if key in EVENTS_INSIDE and isinstance(value, list):
        return [renamed(each, rename) if isinstance(each, dict) else each for each in value]
    if key in EVENTS_INSIDE and isinstance(value, dict):
        return renamed(value, rename)
    return value


def is_in(seat: Any, shown: Iterable[str]) -> bool:
    return isinstance(seat, str) and seat in shown


def unknown(seat: Any, names: tuple[str, ...]) -> Any:
    """A string that is nobody's name here; what is no string at all stays as it is."""
    label = seat
    while is_in(label, names):
        label += "?"
    return label
