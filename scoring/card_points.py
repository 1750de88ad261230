"""The card points of a coup given in totals: by player, or one of each side; a whole pack holds 120.

What the games of points share; each says which of its rules a wrong sum contradicts.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.cards import Pack
from scoring.language import Text
from scoring.model import Field, Problem, Setting
from scoring.reading import bounded, by_seat, missing, natural, under
from scoring.tricks import Play

WHOLE = 120  # card points of a pack, in every game


def points_field(side: Sequence[str]) -> Field:
    """Where the card points of a player are given; of a side, under the name of its first."""
    label = Text("points pour {players}", players=tuple(side)) if len(side) > 1 else Text("points")
    return Field(f"points.{side[0]}", side[0], "integer", 0, WHOLE, True, label, WHOLE)


class GivenPoints(NamedTuple):
    """The points of a record, by seat as given (with sides, perhaps one name of each), and where each stands."""

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
    """The `key` of an event: everybody's points, or one name's of each side; None and problems.

    Their sum contradicts `rule` where it is not 120. Without a rule it is not looked at, only each of them.
    """
    at = under(path, key)
    if key not in event:
        problems.append(missing(at))
        return None
    before = len(problems)
    given = GivenPoints({}, {})
    for seat, (spot, value) in by_seat(setting, event[key], at, problems).items():
        given.paths[seat] = spot
        number = natural(value, spot, problems) if rule else bounded(value, 0, WHOLE, spot, problems)
        if number is not None:
            given.by_seat[seat] = number
    if type(event[key]) is dict:
        _all_named(setting, set(given.paths), at, problems)
    if rule and len(problems) == before:
        _add_up(sum(given.by_seat.values()), rule, at, problems)
    return given if len(problems) == before else None


def _all_named(setting: Setting, named: set[int], path: str, problems: list[Problem]) -> None:
    """Nobody may be left out; with sides, one name of each side will do, or all."""
    side_of = setting.side_of
    absent = [seat for seat in range(setting.size) if seat not in named]
    if side_of is None:
        problems += [missing(under(path, setting.players[seat])) for seat in absent]
        return
    by_side = [sum(side_of[seat] == side for seat in named) for side in (0, 1)]
    if not absent or by_side == [1, 1]:
        return
    if 0 not in by_side:
        problems += [missing(under(path, setting.players[seat])) for seat in absent]
        return
    assert setting.sides is not None
    lacking = next(side for side in (0, 1) if not by_side[side])
    text = Text("Il manque les points du camp de {players}.", players=setting.sides[lacking])
    problems.append(Problem(path, None, text))


def _add_up(total: int, rule: str, path: str, problems: list[Problem]) -> None:
    if total < WHOLE:
        text = Text("Les points font {total} : il en manque {gap} pour 120.", total=total, gap=WHOLE - total)
    else:
        text = Text(
            "Les points font {total} : c’est {gap} de trop, un coup en compte 120.",
            total=total,
            gap=total - WHOLE,
        )
    if total != WHOLE:
        problems.append(Problem(path, rule, text))


def pooled(setting: Setting, given: GivenPoints) -> tuple[int, ...]:
    """The given points of each; with sides, each has his side's."""
    return pool(setting, [given.by_seat.get(seat, 0) for seat in range(setting.size)])


def pool(setting: Setting, points: Sequence[int]) -> tuple[int, ...]:
    """The points of each; with sides, each has his side's."""
    side_of = setting.side_of
    if side_of is None:
        return tuple(points)
    sums = [0, 0]
    for seat, side in enumerate(side_of):
        sums[side] += points[seat]
    return tuple(sums[side] for side in side_of)


def tally(pack: Pack, play: Play, size: int) -> list[int]:
    """The card points that each seat took in the tricks."""
    points, worth = [0] * size, iter(play.cards.translate(pack.points))
    for taker, taken in zip(play.takers, zip(*[worth] * size, strict=True), strict=True):
        points[taker] += sum(taken)
    return points
