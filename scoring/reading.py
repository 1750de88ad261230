"""Checks by hand of what a document holds: integers, names, keys. Each tells its problems and goes on.

A path is built only where something is wrong: documents that are right, the many, pay nothing for it.
"""

import unicodedata
from collections.abc import Collection, Mapping, Set
from typing import Any

from scoring.language import Text, verbatim
from scoring.model import Problem, Setting

LONGEST_NAME = 80
RESERVED_NAMES = ("pot", "bank")


def under(path: str, key: str) -> str:
    """The path of `key` inside `path`; at the top, the key alone."""
    return f"{path}.{key}" if path else key


def written(value: object) -> str:
    """A value as a message may show it: never long, whatever the document holds."""
    text = repr(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return text if len(text) <= 40 else f"{text[:39]}…"


def wrong_type(path: str, wanted: Text) -> Problem:
    """The problem of a value of another kind."""
    return Problem(path, None, Text("Il faut ici {wanted}.", wanted=wanted))


def missing(path: str) -> Problem:
    """The problem of a value that is not there."""
    return Problem(path, None, Text("Il manque « {key} ».", key=path.rpartition(".")[2]))


def integer(value: object, path: str, problems: list[Problem]) -> int | None:
    """A JSON integer (not true, not 40.0), else None and a problem."""
    if type(value) is int:
        return value
    problems.append(wrong_type(path, Text("un nombre entier, écrit sans guillemets ni virgule")))
    return None


def natural(value: object, path: str, problems: list[Problem]) -> int | None:
    """A count of something: an integer, not below zero. That it is too high, a sum tells."""
    number = integer(value, path, problems)
    if number is None or number >= 0:
        return number
    problems.append(Problem(path, None, Text("Il faut ici un nombre à partir de 0.")))
    return None


def bounded(
    value: object, low: int, high: int, path: str, problems: list[Problem], rule: str | None = None
) -> int | None:
    """An integer from `low` to `high`; out of bounds it contradicts `rule`, if that is a matter of a rule."""
    number = integer(value, path, problems)
    if number is None or low <= number <= high:
        return number
    text = Text("Il faut ici un nombre de {low} à {high}.", low=low, high=high)
    problems.append(Problem(path, rule, text))
    return None


def mapping(value: object, path: str, problems: list[Problem]) -> Mapping[str, Any]:
    """A JSON object; an empty one and a problem where it is something else."""
    if type(value) is dict:
        return value
    problems.append(wrong_type(path, Text("un objet, entre accolades")))
    return {}


def known_keys(event: Mapping[str, Any], keys: Set[str], path: str, problems: list[Problem]) -> None:
    """Each key that has no business here is a problem."""
    if event.keys() <= keys:
        return
    for key in event:
        if key not in keys:
            text = Text("« {key} » n’a pas sa place ici.", key=shown_key(key))
            problems.append(Problem(under(path, key), None, text))


def shown_key(key: object) -> str:
    """A key as a message may show it."""
    text = str(key)
    return text if len(text) <= 40 else f"{text[:39]}…"


def clean_name(raw: str) -> str:
    """A name as it is compared and given back: trimmed, NFC."""
    return raw.strip() if raw.isascii() else unicodedata.normalize("NFC", raw).strip()


def name_fault(name: str) -> Text | None:
    """What keeps this (clean) text from being a player's name."""
    if not name:
        return Text("Ce nom est vide : écrivez au moins une lettre.")
    if len(name) > LONGEST_NAME:
        return Text("Ce nom est trop long : {most} caractères au plus.", most=LONGEST_NAME)
    if not name.isprintable() and any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name):
        return Text("Ce nom contient un caractère invisible : retapez-le lettre par lettre.")
    if name in RESERVED_NAMES:
        return Text("« {name} » désigne autre chose qu’un joueur : choisissez un autre nom.", name=name)
    return None


def seat(setting: Setting, value: object, path: str, problems: list[Problem]) -> int | None:
    """The seat of the player that `value` names."""
    if type(value) is not str:
        problems.append(wrong_type(path, Text("le nom d’un joueur")))
        return None
    found = setting.seats.get(value)
    if found is None:
        found = setting.seats.get(clean_name(value))
    if found is None:
        problems.append(Problem(path, None, unknown_player(setting, value)))
    return found


def player(setting: Setting, event: Mapping[str, Any], key: str, path: str, problems: list[Problem]) -> int | None:
    """The seat of the player that a needed key of an event names."""
    if key not in event:
        problems.append(missing(under(path, key)))
        return None
    name = event[key]
    found = setting.seats.get(name) if type(name) is str else None
    return seat(setting, name, under(path, key), problems) if found is None else found


def unknown_player(setting: Setting, name: str) -> Text:
    """Nobody here has that name; who does play."""
    return Text(
        "Personne à cette table ne s’appelle « {name} » ; y jouent {players}.",
        name=shown_key(name),
        players=setting.players,
    )


def by_seat(setting: Setting, value: object, path: str, problems: list[Problem]) -> dict[int, tuple[str, Any]]:
    """An object keyed by players: for each seat named, the path (as written there) and the value.

    A name that comes twice, once trimmed, is a problem.
    """
    found: dict[int, tuple[str, Any]] = {}
    for name, inner in mapping(value, path, problems).items():
        number = setting.seats.get(name)
        if number is None:
            number = setting.seats.get(clean_name(name))
        if number is None:
            problems.append(Problem(under(path, name), None, unknown_player(setting, name)))
        elif number in found:
            text = Text("{name} est nommé deux fois.", name=setting.players[number])
            problems.append(Problem(under(path, name), None, text))
        else:
            found[number] = (under(path, name), inner)
    return found


def one_of(values: Collection[Any]) -> Text:
    """«Il faut ici l’un de: …», for a choice."""
    return Text("Il faut ici l’une de ces valeurs : {values}.", values=tuple(verbatim(value) for value in values))
