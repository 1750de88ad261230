"""The card points of a coup given in totals, by player or one number a side; a whole pack holds 120.

Shared by the games that count card points; each passes the id of the rule that a wrong sum contradicts.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.cards import Pack
from scoring.language import Text
from scoring.model import CoupField, Problem, Setting
from scoring.reading import build_missing_problem, join_path, read_bounded, read_by_seat, read_natural
from scoring.tricks import Play

PACK_POINTS = 120  # card points of a pack, in every game


def build_points_field(
    side: tuple[str, ...], bounds: tuple[int, int] = (0, PACK_POINTS), total: int | None = PACK_POINTS
) -> CoupField:
    """Build the form field for the points of `side` (one player, or partners, who share the field under the first one's
    name); `bounds`: the least and the most of its value; `total`: what all players' fields sum to. By default card
    points, 0 to 120, which sum to 120."""
    label = Text("points pour {players}", players=side) if len(side) > 1 else Text("points")
    return CoupField(f"points.{side[0]}", side[0], "integer", *bounds, True, label, total)


class GivenPoints(NamedTuple):
    """The card points that a record gives, and the path of each number («points.Anne»), both by seat.

    With sides, one seat of each side may be all that is there.
    """

    by_seat: dict[int, int]
    paths: dict[int, str]


def read_points(
    setting: Setting,
    event: Mapping[str, Any],
    rule: str | None,
    path: str,
    problems: list[Problem],
    key: str = "points",
) -> GivenPoints | None:
    """Read the card points under `key` of an event: one number for each player, or one for each side.

    Return None and append problems where something is wrong. The numbers must sum to 120, else they contradict `rule`;
    without a rule the sum is not checked, only that each number is between 0 and 120.
    """
    before = len(problems)
    read = read_natural if rule else _read_within_pack
    given = read_given_points(setting, event, key, path, problems, read)
    if rule and given is not None:
        check_sum(sum(given.by_seat.values()), PACK_POINTS, rule, join_path(path, key), problems)
    return given if len(problems) == before else None


def _read_within_pack(value: object, path: str, problems: list[Problem]) -> int | None:
    """Return `value` if it is an integer from 0 to 120, the card points of a pack; else None and a problem."""
    return read_bounded(value, 0, PACK_POINTS, path, problems)


def read_given_points(
    setting: Setting,
    event: Mapping[str, Any],
    key: str,
    path: str,
    problems: list[Problem],
    read: Callable[[object, str, list[Problem]], int | None],
) -> GivenPoints | None:
    """Read the points under `key` of an event, each by `read`: one number for each player, or one for each side.

    Return None and append problems where something is wrong. Their sum is not checked.
    """
    at = join_path(path, key)
    if key not in event:
        problems.append(build_missing_problem(at))
        return None
    before = len(problems)
    given = GivenPoints({}, {})
    for seat, (spot, value) in read_by_seat(setting, event[key], at, problems).items():
        given.paths[seat] = spot
        number = read(value, spot, problems)
        if number is not None:
            given.by_seat[seat] = number
    if type(event[key]) is dict:
        _check_all_named(setting, set(given.paths), at, problems)
    return given if len(problems) == before else None


def _check_all_named(setting: Setting, named: set[int], path: str, problems: list[Problem]) -> None:
    """Report the players whose points are missing; with sides, one name of each side is enough, else all are needed.
    `named`: the seats whose points the record gives."""
    side_of = setting.side_of
    absent = [seat for seat in range(setting.size) if seat not in named]
    if side_of is None:
        problems += [build_missing_problem(join_path(path, setting.players[seat])) for seat in absent]
        return
    by_side = [sum(side_of[seat] == side for seat in named) for side in (0, 1)]
    if not absent or by_side == [1, 1]:
        return
    if 0 not in by_side:
        problems += [build_missing_problem(join_path(path, setting.players[seat])) for seat in absent]
        return
    assert setting.sides is not None
    lacking = next(side for side in (0, 1) if not by_side[side])
    text = Text("Il manque les points du camp de {players}.", players=setting.sides[lacking])
    problems.append(Problem(path, None, text))


def check_sum(found: int, total: int, rule: str, path: str, problems: list[Problem]) -> None:
    """Append a problem, with this rule, if the points found do not sum to `total`."""
    gap = abs(total - found)
    if found < total:
        text = Text("Les points font {total} : il en manque {gap} pour {whole}.", total=found, gap=gap, whole=total)
        problems.append(Problem(path, rule, text))
    elif found > total:
        text = Text(
            "Les points font {total} : c’est {gap} de trop, un coup en compte {whole}.",
            total=found,
            gap=gap,
            whole=total,
        )
        problems.append(Problem(path, rule, text))


def pool_given_points(setting: Setting, given: GivenPoints) -> tuple[int, ...]:
    """Return by seat the points that a record gives; with sides, each seat has the points of its side."""
    return pool_points(setting, [given.by_seat.get(seat, 0) for seat in range(setting.size)])


def pool_points(setting: Setting, points: Sequence[int]) -> tuple[int, ...]:
    """Return `points` by seat; with sides, each seat has the sum of its side."""
    side_of = setting.side_of
    if side_of is None:
        return tuple(points)
    sums = [0, 0]
    for seat, side in enumerate(side_of):
        sums[side] += points[seat]
    return tuple(sums[side] for side in side_of)


def sum_trick_points(pack: Pack, play: Play, size: int) -> list[int]:
    """Return by seat the card points of the tricks that the player took."""
    points, worth = [0] * size, iter(play.cards.translate(pack.points))
    for taker, taken in zip(play.takers, zip(*[worth] * size, strict=True), strict=True):
        points[taker] += sum(taken)
    return points
