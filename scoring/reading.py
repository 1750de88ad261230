"""Hand-written checks of a document's values: integers, names, keys. Each check appends its problems and goes on.

A path is built only where something is wrong, so that valid documents, which are most, pay nothing for it.
"""

import unicodedata
from collections.abc import Collection, Mapping, Set
from typing import Any

from scoring.language import Text, verbatim
from scoring.model import Problem, Setting

LONGEST_NAME = 80
RESERVED_NAMES = ("pot", "bank")


def join_path(path: str, key: str) -> str:
    """Return the path of `key` inside `path`; at the top, the key alone."""
    return f"{path}.{key}" if path else key


def shorten_value(value: object) -> str:
    """Return a value as a message may show it: at most 40 characters, whatever the document holds."""
    text = str(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return text if len(text) <= 40 else f"{text[:39]}…"


def build_type_problem(path: str, wanted: Text) -> Problem:
    """Build the problem of a value of the wrong type; `wanted` says what is expected instead."""
    return Problem(path, None, Text("Il faut ici {wanted}.", wanted=wanted))


def build_missing_problem(path: str) -> Problem:
    """Build the problem of a key that is missing."""
    return Problem(path, None, Text("Il manque « {key} ».", key=path.rpartition(".")[2]))


def read_integer(value: object, path: str, problems: list[Problem]) -> int | None:
    """Return `value` if it is a JSON integer (not true, not 40.0); else None and a problem."""
    if type(value) is int:
        return value
    problems.append(build_type_problem(path, Text("un nombre entier, écrit sans guillemets ni virgule")))
    return None


def read_natural(value: object, path: str, problems: list[Problem]) -> int | None:
    """Return `value` if it is an integer from 0 up, else None and a problem.

    There is no upper limit: a number too high shows where a sum is checked.
    """
    number = read_integer(value, path, problems)
    if number is None or number >= 0:
        return number
    problems.append(Problem(path, None, Text("Il faut ici un nombre à partir de 0.")))
    return None


def read_bounded(
    value: object, low: int, high: int, path: str, problems: list[Problem], rule: str | None = None
) -> int | None:
    """Return `value` if it is an integer from `low` to `high`; else None and a problem.

    Out of bounds, it contradicts `rule`, where the bounds come from a rule.
    """
    number = read_integer(value, path, problems)
    if number is None or low <= number <= high:
        return number
    text = Text("Il faut ici un nombre de {low} à {high}.", low=low, high=high)
    problems.append(Problem(path, rule, text))
    return None


def read_number(
    event: Mapping[str, Any],
    key: str,
    low: int,
    high: int,
    path: str,
    problems: list[Problem],
    rule: str | None = None,
) -> int | None:
    """Return the integer from `low` to `high` under a required key of an event; else None and a problem."""
    at = join_path(path, key)
    if key in event:
        return read_bounded(event[key], low, high, at, problems, rule)
    problems.append(build_missing_problem(at))
    return None


def read_object(value: object, path: str, problems: list[Problem]) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object; else an empty one and a problem."""
    if type(value) is dict:
        return value
    problems.append(build_type_problem(path, Text("un objet, entre accolades")))
    return {}


def check_keys(event: Mapping[str, Any], keys: Set[str], path: str, problems: list[Problem]) -> None:
    """Report each key of an event that is not among `keys`."""
    if event.keys() <= keys:
        return
    for key in event:
        if key not in keys:
            text = Text("« {key} » n’a pas sa place ici.", key=shorten_value(key))
            problems.append(Problem(join_path(path, key), None, text))


def clean_name(raw: str) -> str:
    """Return a name as it is compared and given back: trimmed, in Unicode form NFC."""
    return raw.strip() if raw.isascii() else unicodedata.normalize("NFC", raw).strip()


def find_name_fault(name: str) -> Text | None:
    """Return why this text, cleaned already, cannot be a player's name; None if it can."""
    if not name:
        return Text("Ce nom est vide : écrivez au moins une lettre.")
    if len(name) > LONGEST_NAME:
        return Text("Ce nom est trop long : {most} caractères au plus.", most=LONGEST_NAME)
    if not name.isprintable() and any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name):
        return Text("Ce nom contient un caractère invisible : retapez-le lettre par lettre.")
    if name in RESERVED_NAMES:
        return Text("« {name} » désigne autre chose qu’un joueur : choisissez un autre nom.", name=name)
    return None


def read_seat(setting: Setting, value: object, path: str, problems: list[Problem]) -> int | None:
    """Return the seat of the player whom `value` names; None and a problem if it names nobody at this table."""
    if type(value) is not str:
        problems.append(build_type_problem(path, Text("le nom d’un joueur")))
        return None
    seat = _find_seat(setting, value)
    if seat is None:
        problems.append(Problem(path, None, describe_unknown_player(setting, value)))
    return seat


def _find_seat(setting: Setting, name: str) -> int | None:
    """Return the seat of the player of this name, cleaned if need be; None if there is none."""
    seat = setting.seats.get(name)
    return setting.seats.get(clean_name(name)) if seat is None else seat


def read_player_seat(
    setting: Setting, event: Mapping[str, Any], key: str, path: str, problems: list[Problem]
) -> int | None:
    """Return the seat of the player whom a required key of an event names; None and a problem where it does not."""
    if key not in event:
        problems.append(build_missing_problem(join_path(path, key)))
        return None
    name = event[key]
    seat = setting.seats.get(name) if type(name) is str else None
    return read_seat(setting, name, join_path(path, key), problems) if seat is None else seat


def get_named_dealer(event: Mapping[str, Any], dealer: int) -> int | None:
    """Return `dealer`, the seat that deals, if the event itself names the dealer; else None."""
    return None if event.get("dealer") is None else dealer


def describe_unknown_player(setting: Setting, name: str) -> Text:
    """Build the message that nobody at this table has that name; it lists who plays."""
    return Text(
        "Personne à cette table ne s’appelle « {name} » ; y jouent {players}.",
        name=shorten_value(name),
        players=setting.players,
    )


def read_by_seat(setting: Setting, value: object, path: str, problems: list[Problem]) -> dict[int, tuple[str, Any]]:
    """Read an object keyed by players: for each seat named, the path (with the name as written there) and the value.

    A name that comes twice, once trimmed, is a problem.
    """
    values: dict[int, tuple[str, Any]] = {}
    for name, inner in read_object(value, path, problems).items():
        number = _find_seat(setting, name)
        if number is None:
            problems.append(Problem(join_path(path, name), None, describe_unknown_player(setting, name)))
        elif number in values:
            text = Text("{name} est nommé deux fois.", name=setting.players[number])
            problems.append(Problem(join_path(path, name), None, text))
        else:
            values[number] = (join_path(path, name), inner)
    return values


def describe_choices(values: Collection[Any]) -> Text:
    """Build the message that lists the allowed values: «Il faut ici l’une de ces valeurs : …»."""
    return Text("Il faut ici l’une de ces valeurs : {values}.", values=tuple(verbatim(value) for value in values))
