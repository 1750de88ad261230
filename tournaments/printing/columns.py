"""What a score sheet on paper is made of, whatever the game. Each cell knows its figure.

A *grid* has a row a coup, its columns in groups. A *ledger* has a column a coup, for games whose coup is a list of
marks that nobody can count beforehand: its entries are the lines of that column. `GamePaper` is what one game says.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.templatetags.corbillon import counted

LETTERS = "ABCDEF"
DECK = 120  # card points in a pack
SPARE_COUPS = 1  # where a target ends the partie, equal totals call for one more coup
MOST_COUPS = 60  # printed before they are played; a longer partie takes a second sheet

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
    """Columns under one title."""

    title: str
    columns: tuple[Column, ...]

    @property
    def heads(self) -> list[tuple[str, list[str], int]]:
        """The titles inside it, each with the signs and the number of its columns: "as", ["+", "−"], 2."""
        signs: dict[str, list[str]] = {}
        for column in self.columns:
            signs.setdefault(column.head, []).append(column.sign)
        return [(head, each, len(each)) for head, each in signs.items()]

    @property
    def styles(self) -> list[str]:
        """How each column is ruled: `sep` before a group, `sum` where nobody writes, `lost` inside a pair."""
        styles = [f"{'sum ' if each.sum else ''}{'lost' if each.sign == '−' else ''}" for each in self.columns]
        return ["sep " + styles[0], *styles[1:]]


@dataclass(frozen=True)
class Written:
    """One line of a ledger as it is filled in: words, and what stands under each player's letter."""

    words: str = ""
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One entry of a ledger, and what it says of a coup. `lines`: how many blank ones it has; `hint`: what to remember
    there; `prompt`: small words where one writes; `sum` as in `Column`."""

    label: str
    read: Callable[[scoring.Step], Sequence[Written]]
    hint: str = ""
    prompt: str = ""
    lines: int = 1
    sum: bool = False


def coups_of(opening: scoring.TableState) -> str:
    """How long it is: in tours where they are whole, else in coups."""
    coups = opening.coups_planned or 0
    tours, rest = divmod(coups, len(opening.deal.cycle))
    if rest:
        return ngettext("%(n)s coup", "%(n)s coups", coups) % {"n": coups}
    return ngettext("%(n)s tour", "%(n)s tours", tours) % {"n": tours}


def to_the_target(opening: scoring.TableState) -> str:
    """«en 300 points»."""
    return _("en %(target)s points") % {"target": opening.setting.options["target"]}


def points_to_the_target(setting: scoring.Setting) -> int:
    """The most coups that a target can take where everybody marks his card points, and one to spare."""
    players = len(setting.sides or setting.players)
    return players * (int(setting.options["target"]) - 1) // DECK + 1 + SPARE_COUPS


def no_words(before: scoring.TableState, step: scoring.Step) -> Sequence[Any]:
    """The cells explain every coup."""
    return ()


@dataclass(frozen=True)
class GamePaper:
    """One game's sheet: a grid's `groups` or a ledger's `entries`, and what to remember at the table. `length` says how
    long a partie is; `coups`, how many to leave room for where none are planned; `words`, what to say of a coup that
    its cells alone do not explain."""

    reminders: Callable[[scoring.Setting], list[str]]
    groups: Callable[[scoring.Setting], tuple[Group, ...]] | None = None
    entries: Callable[[scoring.Setting], tuple[Entry, ...]] | None = None
    length: Callable[[scoring.TableState], str] = coups_of
    coups: Callable[[scoring.Setting], int] = points_to_the_target
    words: Callable[[scoring.TableState, scoring.Step], Sequence[Any]] = no_words


def letter(setting: scoring.Setting, name: str) -> str:
    """A place's letter on paper: A for the first."""
    return LETTERS[setting.players.index(name)]


def letters(setting: scoring.Setting, names: Sequence[str]) -> str:
    """«A C»."""
    return " ".join(letter(setting, name) for name in names)


def parties(setting: scoring.Setting) -> tuple[tuple[str, ...], ...]:
    """Who marks together: each side, or each player alone."""
    return setting.sides or tuple((name,) for name in setting.players)


def card_points(setting: scoring.Setting) -> Group:
    """What each player or side wins in cards, a column a party, in the order of the game's own fields."""

    def column(names: Sequence[str]) -> Column:
        return Column(
            letters(setting, names),
            lambda step: counted(step.outcome.points[names[0]]) if step.outcome and step.outcome.points else "",
        )

    return Group(_("Points (120)"), tuple(column(names) for names in parties(setting)))


def totals(setting: scoring.Setting, title: str) -> Group:
    """What each player or side then has."""

    def column(names: Sequence[str]) -> Column:
        return Column(letters(setting, names), lambda step: counted(step.state.totals[names[0]]), sum=True)

    return Group(title, tuple(column(names) for names in parties(setting)))
