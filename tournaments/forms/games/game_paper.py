"""The parts of a score sheet on paper, for every game. Each cell knows how to read its figure from a coup.

A *grid* has a row for each coup, its columns in groups. A *ledger* has a column for each coup, for games whose coup is
a list of marks that cannot be counted beforehand; its entries are the lines of that column. `GamePaper` declares the
sheet of one game.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.forms.phone.coup import PACK_POINTS
from tournaments.presentation.text.numbers import format_holding
from tournaments.presentation.text.option_text import localise

LETTERS = "ABCDEF"
LETTERS_ABOVE_COLUMNS = 14  # of a name; a longer one would be cut, and stands whole in its seat
SPARE_COUPS = 1  # where a target ends the partie, equal totals need one more coup
MOST_COUPS = 60  # rows printed for coups to come; a longer partie takes a second sheet

Figure = Callable[[scoring.Step], str]


@dataclass(frozen=True)
class Column:
    """A column of a score sheet with a row for each coup. `figure`: the function that gives the cell's text for a coup;
    `sign`: small text above the column («+»); `sum`: True if computed from other columns, and shaded on paper."""

    head: str
    figure: Figure
    sign: str = ""
    sum: bool = False


@dataclass(frozen=True)
class ColumnGroup:
    """Columns under one title. `is_of_player`: the columns are one player's own, and each player has the same ones; the
    title is then his letter, with his name if it is short, so that it differs from table to table."""

    title: str
    columns: tuple[Column, ...]
    is_of_player: bool = False

    @property
    def heads(self) -> list[tuple[str, list[str], int]]:
        """The titles of the columns, each with its signs and how many columns it spans: ("as", ["+", "−"], 2)."""
        signs: dict[str, list[str]] = {}
        for column in self.columns:
            signs.setdefault(column.head, []).append(column.sign)
        return [(head, each, len(each)) for head, each in signs.items()]

    @property
    def styles(self) -> list[str]:
        """Each column's CSS classes: `sep` for the first of the group, `sum` for a computed one, `lost` for the «−» of
        a pair."""
        styles = [f"{'sum ' if each.sum else ''}{'lost' if each.sign == '−' else ''}" for each in self.columns]
        return ["sep " + styles[0], *styles[1:]]


def even_out(groups: Iterable[ColumnGroup], widths: Iterable[float]) -> list[float]:
    """Return the widths of all columns. In a group that has one column for each player, every column gets the width of
    its widest one: 6, 9 and 7 become 9, 9 and 9. The columns of a group that is one player's own keep their widths."""
    left, found = iter(widths), list[float]()
    for group in groups:
        some = list(islice(left, len(group.columns)))
        found += some if group.is_of_player else [max(some)] * len(some)
    return found


@dataclass(frozen=True)
class PaperCell:
    """One filled-in line of a score sheet with a column for each coup: words, and a figure under each player's
    letter."""

    words: str = ""
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaperEntry:
    """One entry of a score sheet with a column for each coup. `read_cells`: returns its filled-in lines for a coup;
    `lines`: how many blank lines it has; `hint`: what to remember there; `prompt`: small words where one writes; `sum`:
    as in `Column`. On half a page an entry is a column: `head` is its title (empty: no column), `room` its width in mm
    (0: the rest)."""

    label: str
    read_cells: Callable[[scoring.Step], Sequence[PaperCell]]
    hint: str = ""
    prompt: str = ""
    lines: int = 1
    sum: bool = False
    head: str = ""
    room: float = 8

    @property
    def explanation(self) -> str:
        """What the half-page sheet says of this entry below its columns: what the short title means, and what to
        remember."""
        rest = self.prompt or self.hint
        if not rest or self.head == self.label:
            return ""
        words = f"{self.label}, {rest}"
        return _("%(head)s : %(words)s") % {"head": self.head, "words": words} if self.head else words


def describe_planned_length(opening: scoring.TableState) -> str:
    """Return how long the partie is, in tours if they are whole, else in coups: «2 tours»."""
    coups = opening.coups_planned or 0
    tours, rest = divmod(coups, len(opening.dealer_rotation.cycle))
    if rest:
        return ngettext("%(n)s coup", "%(n)s coups", coups) % {"n": coups}
    return ngettext("%(n)s tour", "%(n)s tours", tours) % {"n": tours}


def describe_target(opening: scoring.TableState) -> str:
    """Return the target of the partie in words: «en 300 points»."""
    return _("en %(target)s points") % {"target": opening.setting.options["target"]}


def describe_tie() -> str:
    """Return the sentence on a tie at the target, for which no source has a rule."""
    return mark_sentence(_("À égalité, un coup de plus."))


def mark_sentence(sentence: str, *, partly: bool = False) -> str:
    """Return a sentence with the mark that says that the rule is the house's own or, if `partly`, that a part of it
    is."""
    return localise(scoring.mark_sentence(sentence, partly=partly))


def mark_value(words: str) -> str:
    """Return a value in words, with the mark that tells that it is the house's choice."""
    return localise(scoring.mark_value(words))


def count_coups_to_target(setting: scoring.Setting) -> int:
    """Return for how many coups a sheet needs room: as many as a partie can last until somebody has reached the target,
    if the card points alone are scored, and one to spare."""
    players = len(setting.list_scoring_sides())
    return players * (int(setting.options["target"]) - 1) // PACK_POINTS + 1 + SPARE_COUPS


@dataclass(frozen=True)
class GamePaper:
    """What the score sheet of one game has: `groups` of columns, if it has a row for each coup, or `entries`, if a
    column for each; `reminders` of the rules. `describe_length`: says how long a partie is; `count_coups`: how many
    coups to leave room for if their number is not planned; `explain_coup`: sentences on a coup that its cells alone do
    not explain; `describe_end`: sentences on who scores a coup and what ends the partie, where cells do not show it."""

    reminders: Callable[[scoring.Setting], list[str]]
    groups: Callable[[scoring.Setting], tuple[ColumnGroup, ...]] | None = None
    entries: Callable[[scoring.Setting], tuple[PaperEntry, ...]] | None = None
    describe_length: Callable[[scoring.TableState], str] = describe_planned_length
    count_coups: Callable[[scoring.Setting], int] = count_coups_to_target
    explain_coup: Callable[[scoring.TableState, scoring.Step], Sequence[Any]] = lambda before, step: ()
    describe_end: Callable[[scoring.Setting], Sequence[str]] = lambda setting: ()


def get_letter(setting: scoring.Setting, name: str) -> str:
    """Return a player's letter on paper: A for the first seat."""
    return LETTERS[setting.players.index(name)]


def name_columns(setting: scoring.Setting, name: str) -> str:
    """Return the title of a player's own columns: his letter, with his name if four columns have room for it."""
    letter = get_letter(setting, name)
    return f"{letter} · {name}" if len(name) <= LETTERS_ABOVE_COLUMNS else letter


def get_letters(setting: scoring.Setting, names: Sequence[str]) -> str:
    """Return several players' letters: «A C»."""
    return " ".join(get_letter(setting, name) for name in names)


def build_card_points_group(setting: scoring.Setting) -> ColumnGroup:
    """Return the sheet's group of columns for card points: one for each player or side."""
    return build_points_group(setting, _("Points (120)"))


def build_points_group(setting: scoring.Setting, title: str) -> ColumnGroup:
    """Return a group of columns under `title` for the points of a coup: one for each player or side."""

    def read(step: scoring.Step, name: str) -> str:
        return format_holding(step.outcome.points[name]) if step.outcome and step.outcome.points else ""

    return build_side_group(setting, title, read)


def build_totals_group(setting: scoring.Setting, title: str) -> ColumnGroup:
    """Return a group of columns under `title` for the totals after each coup: one for each player or side."""
    return build_side_group(setting, title, lambda step, name: format_holding(step.state.totals[name]), sum=True)


def build_side_group(
    setting: scoring.Setting, title: str, read: Callable[[scoring.Step, str], str], *, sum: bool = False
) -> ColumnGroup:
    """Return a group of columns under `title`, one for each player or side. `read`: gives the cell's text for a coup
    and a player's name; `sum`: as in `Column`."""

    def column(names: Sequence[str]) -> Column:
        return Column(get_letters(setting, names), lambda step: read(step, names[0]), sum=sum)

    return ColumnGroup(title, tuple(column(names) for names in setting.list_scoring_sides()))
