"""How a game's fields stand side by side on a score sheet: groups of columns, each knowing its figure in a coup.

One function a game; the fields come from the game's own declaration, so no rule is told twice.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import scoring
from tournaments.templatetags.corbillon import counted

LETTERS = "ABCDEF"

Figure = Callable[[scoring.Step], str]


@dataclass(frozen=True)
class Column:
    """One cell a row. `sign`: what stands small above it; `sum`: worked out from the others, shaded on paper."""

    head: str
    figure: Figure
    sign: str = ""
    sum: bool = False


@dataclass(frozen=True)
class Group:
    """Columns under one title; `heads` are the titles inside it with the columns that each spans."""

    title: str
    columns: tuple[Column, ...]

    @property
    def heads(self) -> list[tuple[str, str, int]]:
        """Head, signs, span: «as», «+ −», 2."""
        spans: dict[str, list[str]] = {}
        for column in self.columns:
            spans.setdefault(column.head, []).append(column.sign)
        return [(head, signs, len(signs)) for head, signs in spans.items()]


def groups(setting: scoring.Setting) -> tuple[Group, ...]:
    """The groups of columns of a table's score sheet."""
    return GROUPS[setting.game](setting)


def brusquembille(setting: scoring.Setting) -> tuple[Group, ...]:
    """Card points by player or side; each one's aces and tens won and lost, where they are settled; what each then has."""
    fields = scoring.game(setting.game).fields(setting)
    marked = [each.player for each in fields if each.path.startswith("points.")]
    settled = {each.player for each in fields if each.path.startswith("brusquembilles.")}
    points = Group(_("Points (120)"), tuple(_points(setting, name) for name in marked if name))
    aces_and_tens = [_aces_and_tens(setting, name) for name in setting.players if name in settled]
    return (points, *aces_and_tens, _sums(setting))


def _points(setting: scoring.Setting, name: str) -> Column:
    side = next((side for side in setting.sides or () if name in side), (name,))
    head = " ".join(letter(setting, partner) for partner in side)
    return Column(head, lambda step: counted(step.outcome.points[name]))


def _aces_and_tens(setting: scoring.Setting, name: str) -> Group:
    def cell(head: str, sign: str, key: str) -> Column:
        return Column(head, lambda step: str(step.outcome.extra["brusquembilles"][name][key] or ""), sign)

    return Group(
        f"{letter(setting, name)} · {name}",
        (
            cell(_("as"), "+", "aces_won"),
            cell(_("as"), "−", "aces_lost"),
            cell(_("dix"), "+", "tens_won"),
            cell(_("dix"), "−", "tens_lost"),
        ),
    )


def _sums(setting: scoring.Setting) -> Group:
    """What each holds after the coup, in jetons; in a game of points, his total."""
    if scoring.opening(setting).purses:
        title, figure = _("Avoir, en jetons"), lambda name: lambda step: counted(step.state.purses[name].total)
    else:
        title, figure = _("Total des points"), lambda name: lambda step: counted(step.state.totals[name])
    return Group(title, tuple(Column(letter(setting, name), figure(name), sum=True) for name in setting.players))


def letter(setting: scoring.Setting, name: str) -> str:
    """A place's letter on paper: A for the first."""
    return LETTERS[setting.players.index(name)]


GROUPS: dict[str, Callable[[scoring.Setting], tuple[Group, ...]]] = {"brusquembille": brusquembille}
