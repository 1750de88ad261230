"""Options and presets as data, and the reading of a document's own choices, which override a preset.

An option is declared once, by its game, with its help, its bounds, its provenance and its rules; the forms, this
validator, the rule sheet and the docs all read that declaration. Knows no option by name.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scoring.language import Text, plural
from scoring.model import Problem
from scoring.reading import (
    RESERVED_NAMES,
    build_missing_problem,
    build_type_problem,
    check_keys,
    clean_name,
    describe_choices,
    find_name_fault,
    join_path,
    read_bounded,
    read_object,
)


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule that may be chosen.

    `choices`: each value with its words; `low`, `high`: the bounds of an integer.
    """

    key: str
    label: Text
    help: Text
    default: Any
    provenance: str
    rules: tuple[str, ...]
    choices: tuple[tuple[Any, Text], ...] = ()
    low: int | None = None
    high: int | None = None
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For a table: the columns of each row; every cell is an even number from `low` to `high`."""
    columns: tuple[str, ...] = ()
    """For a table: all its columns. A row may not fill a column that it lacks: that contradicts the first of
    `rules`."""
    row_names: tuple[Text, ...] = ()
    """For a table: the title of each row."""
    start: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For a table: the values that a form proposes at first."""
    most_entries: int = 0
    """For a list of marks: how many there may be; each is worth from `low` to `high` points, and not 0."""
    nullable: bool = False
    """True where null may be given: no value if that is the default, else the option is left out."""
    only_where: tuple[str, tuple[Any, ...]] | None = None
    """The key of another option, and its values under which this one says anything; None: always."""

    @property
    def kind(self) -> str:
        """What type of value it takes, as its bounds show: "table", "choice", "marks", "integer" or "boolean"."""
        if self.most_entries:
            return "marks"
        if self.rows:
            return "table"
        if self.choices:
            return "choice"
        return "boolean" if self.high is None else "integer"

    def is_in_force(self, values: Mapping[str, Any]) -> bool:
        """Return True if this option has any effect, given `values`, those of all options."""
        return self.only_where is None or values[self.only_where[0]] in self.only_where[1]


@dataclass(frozen=True, slots=True)
class Preset:
    """A whole set of house rules: the values in `sets`, and the defaults for all other options."""

    key: str
    name: Text
    about: Text
    sets: Mapping[str, Any] = field(default_factory=dict, hash=False)
    provenances: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The provenance of a value that it sets, where that is not the option's own; "" for a club's own choice."""
    formerly: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The values that it had before they changed: those of older records and files, which do not name the option."""

    def get_provenance(self, option: Option) -> str:
        """Return where the option's value under this preset comes from («src», «house»)."""
        return self.provenances.get(option.key, option.provenance)

    def build_values(self, options: Sequence[Option]) -> Mapping[str, Any]:
        """Return by key the value of every option under this preset."""
        return MappingProxyType({each.key: self.sets.get(each.key, each.default) for each in options})


def find_preset(presets: Sequence[Preset], given: object, path: str, problems: list[Problem]) -> Preset:
    """Return the preset whose key is `given`; the first one where none is given, or (a problem) it is unknown."""
    if given is None:
        return presets[0]
    for preset in presets:
        if preset.key == given:
            return preset
    problems.append(Problem(path, None, describe_choices([preset.key for preset in presets])))
    return presets[0]


def choose_values(
    options: Sequence[Option], standard: Mapping[str, Any], given: object, path: str, problems: list[Problem]
) -> Mapping[str, Any]:
    """Return by key the value of every option: as `given`, else as in `standard`, the values of the preset.

    A value that is wrong is a problem, and the preset's stands instead.
    """
    if given is None:
        return standard
    chosen = read_object(given, path, problems)
    if not chosen:
        return standard
    values = dict(standard)
    for option in options:
        if option.key in chosen:
            value = chosen[option.key]
            if value is None and option.nullable:
                values[option.key] = None if option.default is None else values[option.key]
            elif CHECK_BY_KIND[option.kind](option, value, join_path(path, option.key), problems):
                values[option.key] = value
    check_keys(chosen, values.keys(), path, problems)
    return MappingProxyType(values)


def _check_choice(option: Option, value: object, path: str, problems: list[Problem]) -> bool:
    """Return True if the value is one of the choices, of the same type; else append a problem."""
    if any(value == key and type(value) is type(key) for key, _ in option.choices):
        return True
    problems.append(Problem(path, None, describe_choices([key for key, _ in option.choices])))
    return False


def _check_integer(option: Option, value: object, path: str, problems: list[Problem]) -> bool:
    """Return True if the value is an integer within the bounds; else append a problem."""
    assert option.low is not None and option.high is not None
    return read_bounded(value, option.low, option.high, path, problems) is not None


def _check_boolean(option: Option, value: object, path: str, problems: list[Problem]) -> bool:
    """Return True if the value is true or false; else append a problem."""
    if type(value) is bool:
        return True
    problems.append(build_type_problem(path, Text("true ou false")))
    return False


def _check_table(option: Option, value: object, path: str, problems: list[Problem]) -> bool:
    """Return True if the value is a complete table; else append its problems."""
    before = len(problems)
    table = read_object(value, path, problems)
    if type(value) is dict:
        check_keys(table, dict(option.rows).keys(), path, problems)
        for row, columns in option.rows:
            if row in table:
                _check_row(option, columns, table[row], join_path(path, row), problems)
            else:
                problems.append(build_missing_problem(join_path(path, row)))
    return len(problems) == before


def _check_row(option: Option, columns: Sequence[str], value: object, path: str, problems: list[Problem]) -> None:
    """Report what is wrong with one row of a table of values; `columns`: those that the row must fill."""
    cells = read_object(value, path, problems)
    if type(value) is not dict:
        return
    check_keys(cells, {*option.columns}, path, problems)
    for column in option.columns:
        if column in columns and column not in cells:
            problems.append(build_missing_problem(join_path(path, column)))
        elif column in cells:
            _check_cell(option, column in columns, cells[column], join_path(path, column), problems)


def _check_cell(option: Option, possible: bool, value: object, path: str, problems: list[Problem]) -> None:
    """Report what is wrong with one cell of a table of values; `possible`: whether the row may have a value there."""
    assert option.low is not None and option.high is not None
    if not possible:
        text = Text("Il n’y a rien à compter ici : cela n’existe pas dans le paquet de ce jeu.")
        problems.append(Problem(path, option.rules[0], text))
        return
    number = read_bounded(value, option.low, option.high, path, problems)
    if number is not None and number % 2:
        text = Text("Il faut ici un nombre pair : dans une autre couleur, c’est la moitié.")
        problems.append(Problem(path, option.rules[0], text))


MARK_KEYS = ("key", "name", "points", "who")
MARK_KEY = re.compile(r"[a-z0-9_]{1,20}")
MARK_HOLDERS = ("one", "each")
LONGEST_MARK_NAME = 40


def _check_marks(option: Option, value: object, path: str, problems: list[Problem]) -> bool:
    """Return True if the value is a list of marks (primes), each with a key of its own; else append its problems."""
    before = len(problems)
    if type(value) is not list:
        problems.append(build_type_problem(path, Text("la liste des primes")))
        return False
    if len(value) > option.most_entries:
        text = plural("Il peut y avoir {n} prime au plus.", "Il peut y avoir {n} primes au plus.", option.most_entries)
        problems.append(Problem(path, None, text))
    keys: set[str] = set()
    for place, mark in enumerate(value):
        _check_mark(option, mark, f"{path}[{place}]", keys, problems)
    return len(problems) == before


def _check_mark(option: Option, value: object, path: str, keys: set[str], problems: list[Problem]) -> None:
    """Report what is wrong with one mark (prime) of a club's game; add its key to `keys`, those seen before."""
    mark = read_object(value, path, problems)
    if type(value) is not dict:
        return
    check_keys(mark, set(MARK_KEYS), path, problems)
    problems += [build_missing_problem(join_path(path, key)) for key in MARK_KEYS if key not in mark]
    checks = {"key": _find_key_fault, "name": _find_mark_name_fault, "who": _find_holder_fault}
    for name, find_fault in checks.items():
        fault = find_fault(mark[name]) if name in mark else None
        if fault is not None:
            problems.append(Problem(join_path(path, name), None, fault))
    if type(mark.get("key")) is str:
        if mark["key"] in keys:
            text = Text("Deux primes ont la même clé.")
            problems.append(Problem(join_path(path, "key"), None, text))
        keys.add(mark["key"])
    if "points" in mark:
        _check_worth(option, mark["points"], join_path(path, "points"), problems)


def _check_worth(option: Option, value: object, path: str, problems: list[Problem]) -> None:
    """Report points that a mark (prime) cannot be worth: 0, or out of the option's bounds."""
    assert option.low is not None and option.high is not None
    if read_bounded(value, option.low, option.high, path, problems) == 0:
        problems.append(Problem(path, None, Text("Une prime vaut au moins un point, en plus ou en moins.")))


def _find_key_fault(value: object) -> Text | None:
    """Return why this value cannot be the key of a mark (prime) of a club's game; None if it can."""
    if type(value) is str and MARK_KEY.fullmatch(value):
        return None
    return Text("Il faut ici {wanted}.", wanted=Text("de 1 à 20 lettres minuscules, chiffres ou tirets bas"))


def _find_mark_name_fault(value: object) -> Text | None:
    """Return why this value cannot be the name of a mark (prime) of a club's game; None if it can."""
    if type(value) is not str or not 0 < len(value) <= LONGEST_MARK_NAME:
        return Text("Il faut ici {wanted}.", wanted=Text("un nom de 1 à 40 caractères"))
    return find_name_fault(clean_name(value)) if value not in RESERVED_NAMES else None


def _find_holder_fault(value: object) -> Text | None:
    """Return why this value does not say who may have a mark (prime), "one" or "each"; None if it does."""
    return None if type(value) is str and value in MARK_HOLDERS else describe_choices(MARK_HOLDERS)


CHECK_BY_KIND: dict[str, Callable[[Option, object, str, list[Problem]], bool]] = {
    "choice": _check_choice,
    "integer": _check_integer,
    "boolean": _check_boolean,
    "table": _check_table,
    "marks": _check_marks,
}
