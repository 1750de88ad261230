"""A coup of a club's own game: the points that the table counted, and the marks (MAR-01 to 04)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.card_points import GivenPoints, check_sum, pool_given_points, read_given_points
from scoring.games.marque.config import MarqueConfig
from scoring.language import Text
from scoring.model import Problem, Setting
from scoring.reading import (
    build_missing_problem,
    build_type_problem,
    check_keys,
    describe_choices,
    get_named_dealer,
    join_path,
    read_integer,
    read_object,
    read_player_seat,
)

LARGEST = 10**1000  # JSON writes no number of more than 4,300 digits
KEYS = frozenset(("type", "dealer", "points", "marks"))


class MarqueCoup(NamedTuple):
    """One valid coup. `points` by seat, each with those of its side; `given`: as the record has them; `marks`: each
    declared mark as (its key, the seat that has it)."""

    dealer: int | None
    points: tuple[int, ...]
    given: Mapping[int, int]
    marks: tuple[tuple[str, int], ...]

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the coup as `corbillon.partie/1` writes it."""
        names = setting.players
        event: dict[str, Any] = {"type": "coup"}
        if self.dealer is not None:
            event["dealer"] = names[self.dealer]
        event["points"] = {names[seat]: points for seat, points in self.given.items()}
        if self.marks:
            event["marks"] = [{"mark": key, "player": names[seat]} for key, seat in self.marks]
        return event


def read_coup(
    setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> MarqueCoup | None:
    """Read the coup of an event; where there are problems the result, None or a coup, is not used."""
    check_keys(event, KEYS, path, problems)
    given = read_given_points(setting, event, "points", path, problems, _read_countable)
    marks = _read_marks(setting, event.get("marks", []), join_path(path, "marks"), problems)
    if given is None:
        return None
    _check_points(setting.config, given, join_path(path, "points"), problems)
    return MarqueCoup(get_named_dealer(event, dealer), pool_given_points(setting, given), given.by_seat, marks)


def _check_points(config: MarqueConfig, given: GivenPoints, path: str, problems: list[Problem]) -> None:
    """Report each number out of its bounds or no multiple (MAR-04), and a wrong sum (MAR-03)."""
    for seat, number in given.by_seat.items():
        fault = _find_fault(config, number)
        if fault is not None:
            problems.append(Problem(given.paths[seat], "MAR-04", fault))
    if config.sum is not None:
        check_sum(sum(given.by_seat.values()), config.sum, "MAR-03", path, problems)


def _read_countable(value: object, path: str, problems: list[Problem]) -> int | None:
    """Return `value` if it is an integer small enough that sums of it can still be stored; else None and a problem."""
    number = read_integer(value, path, problems)
    if number is None or abs(number) <= LARGEST:
        return number
    problems.append(Problem(path, None, Text("Ce nombre est trop grand.")))
    return None


def _find_fault(config: MarqueConfig, number: int) -> Text | None:
    """Return why a player cannot have this number of points, out of bounds or no multiple; None if he can."""
    if config.most is not None and not config.least <= number <= config.most:
        return Text("Il faut ici un nombre de {low} à {high}.", low=config.least, high=config.most)
    if number < config.least:
        return Text("Il faut ici un nombre à partir de {low}.", low=config.least)
    return Text("Il faut ici un multiple de {n}.", n=config.multiple_of) if number % config.multiple_of else None


def _read_marks(setting: Setting, value: object, path: str, problems: list[Problem]) -> tuple[tuple[str, int], ...]:
    """Read the declared marks of a coup, each as (its key, the seat that has it) (MAR-02)."""
    if type(value) is not list:
        problems.append(build_type_problem(path, Text("la liste des primes")))
        return ()
    marks: list[tuple[str, int]] = []
    for place, entry in enumerate(value):
        read = _read_mark(setting, entry, f"{path}[{place}]", problems)
        if read is not None:
            _check_mark(setting, marks, read, f"{path}[{place}]", problems)
            marks.append(read)
    return tuple(marks)


def _read_mark(setting: Setting, value: object, path: str, problems: list[Problem]) -> tuple[str, int] | None:
    """Read one declared mark as (its key, the seat that has it); None and problems where it is wrong."""
    entry = read_object(value, path, problems)
    if type(value) is not dict:
        return None
    check_keys(entry, {"mark", "player"}, path, problems)
    seat, keys = read_player_seat(setting, entry, "player", path, problems), [*setting.config.marks]
    if "mark" not in entry:
        problems.append(build_missing_problem(join_path(path, "mark")))
    elif entry["mark"] not in keys:
        fault = describe_choices(keys) if keys else Text("Aucune prime n’est déclarée à ce jeu.")
        problems.append(Problem(join_path(path, "mark"), None, fault))
    elif seat is not None:
        return entry["mark"], seat
    return None


def _check_mark(
    setting: Setting, before: list[tuple[str, int]], mark: tuple[str, int], path: str, problems: list[Problem]
) -> None:
    """Report a mark that this player or side has already, or that another has where only one may have it."""
    key, seat = mark
    declared, side = setting.config.marks[key], setting.find_scoring_side(seat)
    holders = [setting.find_scoring_side(each) for other, each in before if other == key]
    if side in holders:
        fault = Text("{mark} : déjà marquée pour {name}.", mark=declared.name, name=side)
    elif holders and declared.by_one:
        fault = Text("{mark} : un seul peut l’avoir dans un coup.", mark=declared.name)
    else:
        return
    problems.append(Problem(path, "MAR-02", fault))
