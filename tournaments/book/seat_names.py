"""Conversion of an event's players between seats ("1"…"n"), as records store them, and names, as people see them.

Each game declares which keys hold players (`scoring.PlayerKeys`); what they mean is not known here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import scoring

EventBody = dict[str, Any]
Rename = Callable[[Any], Any]


def to_seats(event: EventBody, names: tuple[str, ...], game: str) -> EventBody:
    """Return an event of that game with seats in place of names; `names` by position. Raise KeyError for an unknown
    name."""
    return to_these_seats(event, {name: position for position, name in enumerate(names, 1)}, game)


def to_these_seats(event: EventBody, positions: Mapping[str, int], game: str) -> EventBody:
    """Return an event of that game with seats in place of names; `positions` by name. Raise KeyError for an unknown
    name."""
    seats = {name: str(position) for name, position in positions.items()}
    keys = scoring.get_game(game).player_keys
    return rename_players(event, keys, lambda name: None if name is None else seats[name])


def to_names(event: Any, names: tuple[str, ...], game: str) -> Any:
    """Return an event of that game with names in place of seats; `names` by position.

    A value that is no seat becomes a name that nobody at the table has, so that scoring refuses it. What is not a dict
    is returned unchanged, and scoring refuses that too.
    """
    if not isinstance(event, dict):
        return event
    shown = {str(position): name for position, name in enumerate(names, 1)}
    return rename_players(
        event,
        scoring.get_game(game).player_keys,
        lambda seat: shown[seat] if is_listed(seat, shown) else build_unknown_name(seat, names),
    )


def rename_players(event: EventBody, keys: scoring.PlayerKeys, rename: Rename) -> EventBody:
    """Return the event with `rename` applied to every player in it, also in nested events."""
    return {key: rename_players_in_value(key, value, keys, rename) for key, value in event.items()}


def rename_players_in_value(key: str, value: Any, keys: scoring.PlayerKeys, rename: Rename) -> Any:
    """Return the value of one key of an event with `rename` applied to the players in it."""
    if key in keys.single:
        return rename(value)
    if key in keys.by_player and isinstance(value, dict):
        return {rename(player): its for player, its in value.items()}
    if key in keys.nested and isinstance(value, list):
        return [rename_players(each, keys, rename) if isinstance(each, dict) else each for each in value]
    if key in keys.nested and isinstance(value, dict):
        return rename_players(value, keys, rename)
    return value


def is_listed(seat: Any, shown: Iterable[str]) -> bool:
    return isinstance(seat, str) and seat in shown


def build_unknown_name(seat: Any, names: tuple[str, ...]) -> Any:
    """Return `seat` with as many "?" appended as make it nobody's name at the table; a non-string unchanged."""
    label = seat
    while is_listed(label, names):
        label += "?"
    return label
