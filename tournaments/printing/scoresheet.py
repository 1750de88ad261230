"""The score sheet of a table on paper, blank or filled in: players, columns, rows. Knows no page size and no rule.

Its columns are the fields of the game's own totals form, in their order, and after them the sums; so what is written on
paper is typed in that order later. `columns` says how one game's fields are set side by side.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.keys import table_code
from tournaments.sheets import Sheet
from tournaments.templatetags.corbillon import counted, said, signed

from .columns import LETTERS, Group, letter
from .games import PAPER
from .qr import qr, table_address

ROOM_ON_A_HALF = 9  # coups and players together, so that half an A4 leaves 22 pt to write in
WIDEST = 26  # columns on an upright page
SPARE_ROWS = 1  # where a target ends the partie, equal totals call for one more coup


@dataclass(frozen=True)
class PaperPlayer:
    """A place at the table: its letter in the columns, the shown name, what to know at the start."""

    letter: str
    name: str
    note: str


@dataclass(frozen=True)
class PaperRow:
    """One line of the grid: coup `n`, who deals it, its cells, each a text (empty on blank paper) and how it is ruled;
    or, between coups, a `note`."""

    n: int = 0
    dealer: str = ""
    cells: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """One table's paper. `filled`: with what is recorded; else as it is before the first coup."""

    sheet: Sheet
    setting: scoring.Setting
    filled: bool

    @cached_property
    def opening(self) -> scoring.TableState:
        return scoring.opening(self.setting)

    @property
    def state(self) -> scoring.TableState:
        """Where the paper stands: at the opening, or after what is recorded."""
        return (self.sheet.state if self.filled else None) or self.opening

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        groups: tuple[Group, ...] = PAPER[self.setting.game].groups(self.setting)
        return groups

    @property
    def signed(self) -> bool:
        """Do some columns stand in pairs, won and lost?"""
        return any(column.sign for group in self.groups for column in group.columns)

    @property
    def head_rows(self) -> int:
        return 3 if self.signed else 2

    @property
    def reminders(self) -> list[str]:
        reminders: list[str] = PAPER[self.setting.game].reminders(self.setting)
        return reminders

    @property
    def width(self) -> int:
        """Columns to write and sum in, all told."""
        return sum(len(group.columns) for group in self.groups)

    @property
    def title(self) -> str:
        return _("Table %(n)s") % {"n": self.sheet.table.n}

    @property
    def partie(self) -> str:
        """«Brusquembille à trois, deux tours»."""
        return f"{said(scoring.game(self.setting.game).name)} {_how_many_play(self.setting)}, {_how_long(self.opening)}"

    @property
    def round_number(self) -> int:
        return self.sheet.table.round.n

    @property
    def code(self) -> str:
        return table_code(self.sheet.table)

    @property
    def qr(self) -> SafeString:
        return qr(table_address(self.sheet.table))

    @property
    def players(self) -> list[PaperPlayer]:
        return [
            PaperPlayer(LETTERS[position], name, self._note(position))
            for position, name in enumerate(self.setting.players)
        ]

    def _note(self, position: int) -> str:
        """With whom he plays."""
        partners = [name for name in self._side(position) if name != self.setting.players[position]]
        return _("avec %(names)s") % {"names": ", ".join(partners)} if partners else ""

    def _side(self, position: int) -> tuple[str, ...]:
        name = self.setting.players[position]
        return next((side for side in self.setting.sides or () if name in side), ())

    def _to_come(self) -> Iterator[PaperRow]:
        """A blank row for each coup that is still to be played, with its dealer as long as every coup counts."""
        cycle, first = self.state.deal.cycle, self.state.next_dealer
        played = self.state.coups_played
        for ahead in range(0 if self.state.complete else self.rows_planned - played):
            dealer = cycle[(cycle.index(first) + ahead) % len(cycle)]
            yield PaperRow(played + ahead + 1, LETTERS[dealer], self._cells(None))

    @property
    def rows_planned(self) -> int:
        """As many rows as there are coups to play; where a target ends the partie, as many as it can take."""
        if self.opening.coups_planned is not None:
            return self.opening.coups_planned
        players = len(self.setting.sides or self.setting.players)
        return players * (int(self.setting.options["target"]) - 1) // 120 + 1 + SPARE_ROWS

    @property
    def rows(self) -> Iterator[PaperRow]:
        if self.filled:
            yield from self._recorded()
        yield from self._to_come()

    def _recorded(self) -> Iterator[PaperRow]:
        before = self.opening
        for step in self.sheet.steps:
            if step.outcome and step.outcome.dealer and step.outcome.type == "coup":
                dealer = letter(self.setting, step.outcome.dealer)
                yield PaperRow(step.state.coups_played, dealer, self._cells(step))
            if step.outcome and (step.outcome.type != "coup" or PAPER[self.setting.game].needs_words(step)):
                yield PaperRow(note=" ".join(said(text) for text in scoring.told(before, step)))
            before = step.state

    def _cells(self, step: scoring.Step | None) -> tuple[tuple[str, str], ...]:
        return tuple(
            (column.figure(step) if step else "", style)
            for group in self.groups
            for column, style in zip(group.columns, group.styles, strict=True)
        )

    @property
    def count(self) -> Iterator[tuple[str, list[str]]]:
        """The final count, player by player: letter; fiches, jetons, in all, gain (or total, rank), once it is over."""
        ranks = {row.player: row.rank for row in self.state.ranking}
        for name in self.setting.players:
            purse, total = self.state.purses.get(name), self.state.totals[name]
            if purse:
                figures = [*map(counted, (purse.fiches, purse.jetons, purse.total)), signed(total)]
            else:
                figures = [counted(total), str(ranks[name])]
            yield letter(self.setting, name), figures if self.state.complete else [""] * len(figures)

    @property
    def in_fiches(self) -> bool:
        return bool(self.opening.purses)

    @property
    def cave(self) -> scoring.Purse:
        """What each brings; only where there are fiches."""
        return next(iter(self.opening.purses.values()))

    @property
    def all_caves(self) -> int:
        return sum(purse.total for purse in self.opening.purses.values())

    @property
    def wide(self) -> bool:
        """Too many columns for an upright page."""
        return self.width > WIDEST

    @property
    def half(self) -> bool:
        """Two of these stand on one A4."""
        return not self.filled and not self.wide and self.rows_planned + len(self.setting.players) <= ROOM_ON_A_HALF


def _how_many_play(setting: scoring.Setting) -> str:
    if setting.sides:
        return _("deux contre deux")
    return {2: _("à deux"), 3: _("à trois"), 4: _("à quatre"), 5: _("à cinq"), 6: _("à six")}[len(setting.players)]


def _how_long(opening: scoring.TableState) -> str:
    """In tours where they are whole, else in coups; or to a target."""
    coups = opening.coups_planned
    if coups is None:
        return _("en %(target)s points") % {"target": opening.setting.options["target"]}
    tours, rest = divmod(coups, len(opening.deal.cycle))
    if rest:
        return ngettext("%(n)s coup", "%(n)s coups", coups) % {"n": coups}
    return ngettext("%(n)s tour", "%(n)s tours", tours) % {"n": tours}
