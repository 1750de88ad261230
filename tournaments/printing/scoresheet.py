"""The score sheet of a table on paper, blank or filled in: players, columns, rows. Knows no page size and no rule.

Its cells are the fields of the game's own totals form, in their order, with the sums after them; so what is written on
paper is typed in that order later. How one game sets its fields out, as a grid or as a ledger, its `GamePaper` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import scoring
from tournaments.declared import said
from tournaments.keys import table_code
from tournaments.sheets import Sheet
from tournaments.templatetags.corbillon import counted, signed, told

from .columns import LETTERS, MOST_COUPS, GamePaper, Group, letter, letters, parties
from .games import PAPER
from .ledger import COUPS_A_PAGE, LedgerPage, PaperCoup, pages
from .qr import qr, table_address

ROOM_ON_A_HALF = 212  # pt for the rows and the final count: half an A4, less what stands above and below them
ROW, COUNT_ROW, CAVE = 22.5, 15, 24  # pt: a row to write in, a row of the final count, what it says of the cave
NAME_LINE, LETTERS_ABREAST = 15, 80  # pt: a line of a name; how many letters of names stand side by side
ROWS_UPRIGHT, ROWS_WIDE = 20, 10  # rows that a page of one's own surely holds
WIDEST = 26  # columns on an upright page


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
    def paper(self) -> GamePaper:
        return PAPER[self.setting.game]

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The columns of a grid; none where the sheet is a ledger."""
        return self.paper.groups(self.setting) if self.paper.groups else ()

    @property
    def ledger(self) -> list[LedgerPage]:
        """The pages of a ledger; none where the sheet is a grid."""
        if self.paper.entries is None:
            return []
        return pages(list(self._coups()), self.paper.entries(self.setting), len(self.setting.players))

    @property
    def signed(self) -> bool:
        """Do some columns stand in pairs, won and lost?"""
        return any(column.sign for group in self.groups for column in group.columns)

    @property
    def head_rows(self) -> int:
        return 3 if self.signed else 2

    @property
    def reminders(self) -> list[str]:
        return self.paper.reminders(self.setting)

    @property
    def tables(self) -> tuple[scoring.ValueTable, ...]:
        """The values that are this table's own."""
        return scoring.game(self.setting.game).tables(self.setting.options)

    @property
    def width(self) -> int:
        """Columns to write and sum in, all told."""
        return sum(len(group.columns) for group in self.groups)

    @property
    def title(self) -> str:
        return _("Table %(n)s") % {"n": self.sheet.table.n}

    @property
    def partie(self) -> str:
        """«Brusquembille à trois, deux tours», «Brisque, ou Mariage, à deux, en 600 points»."""
        name = said(scoring.game(self.setting.game).name)
        comma = "," if "," in name else ""
        return f"{name}{comma} {_how_many_play(self.setting)}, {self.paper.length(self.opening)}"

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
        return _("avec %(letters)s") % {"letters": letters(self.setting, partners)} if partners else ""

    def _side(self, position: int) -> tuple[str, ...]:
        name = self.setting.players[position]
        return next((side for side in self.setting.sides or () if name in side), ())

    @property
    def rows(self) -> Iterator[PaperRow]:
        """The rows of a grid."""
        for coup in self._coups():
            yield PaperRow(coup.n, coup.dealer, () if coup.note else self._cells(coup.step), coup.note)

    def _coups(self) -> Iterator[PaperCoup]:
        if self.filled:
            yield from self._recorded()
        yield from self._to_come()

    def _to_come(self) -> Iterator[PaperCoup]:
        """A blank for each coup that is still to be played, with its dealer as long as every coup counts."""
        cycle, first = self.state.deal.cycle, self.state.next_dealer
        played = self.state.coups_played
        for ahead in range(0 if self.state.complete else max(self.rows_planned - played, 1)):
            dealer = cycle[(cycle.index(first) + ahead) % len(cycle)]
            yield PaperCoup(played + ahead + 1, LETTERS[dealer])

    @property
    def rows_planned(self) -> int:
        """As many as there are coups to play; where a target ends the partie, as many as the game makes room for. A
        ledger's last page is whole."""
        if self.opening.coups_planned is not None:
            return self.opening.coups_planned
        coups = min(self.paper.coups(self.setting), MOST_COUPS)
        return -(-coups // COUPS_A_PAGE) * COUPS_A_PAGE if self.paper.entries else coups

    def _recorded(self) -> Iterator[PaperCoup]:
        before = self.opening
        for step in self.sheet.steps:
            if step.outcome and step.outcome.dealer and step.outcome.type == "coup":
                yield PaperCoup(step.state.coups_played, letter(self.setting, step.outcome.dealer), step)
            if note := self._note_on(before, step):
                yield PaperCoup(note=note)
            before = step.state

    def _note_on(self, before: scoring.TableState, step: scoring.Step) -> SafeString | str:
        """What the cells do not tell of an event: the whole of it, or what the game says of a coup."""
        if step.outcome is None:
            return ""
        whole = step.outcome.type != "coup"
        texts = scoring.told(before, step) if whole else self.paper.words(before, step)
        return mark_safe(" ".join(told(text, self.setting.players) for text in texts))

    def _cells(self, step: scoring.Step | None) -> tuple[tuple[str, str], ...]:
        return tuple(
            (column.figure(step) if step else "", style)
            for group in self.groups
            for column, style in zip(group.columns, group.styles, strict=True)
        )

    @property
    def count(self) -> Iterator[tuple[str, list[str]]]:
        """The final count, player by player (by side, for points): letters; fiches, jetons, in all, gain (or total,
        rank), once it is over."""
        ranks = {row.player: row.rank for row in self.state.ranking}
        one_by_one = tuple((name,) for name in self.setting.players)
        rows = one_by_one if self.in_fiches else parties(self.setting)
        for names in rows:
            purse, total = self.state.purses.get(names[0]), self.state.totals[names[0]]
            if purse:
                figures = [*map(counted, (purse.fiches, purse.jetons, purse.total)), signed(total)]
            else:
                figures = [counted(total), str(1 + sum(ranks[other[0]] < ranks[names[0]] for other in rows))]
            yield letters(self.setting, names), figures if self.state.complete else [""] * len(figures)

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
    def pages(self) -> int:
        """Roughly how many it takes when it does not share one."""
        if self.paper.entries:
            return len(self.ledger)
        rows = max(self.rows_planned, len(self.sheet.steps) if self.filled else 0)
        return 1 + rows // (ROWS_WIDE if self.wide else ROWS_UPRIGHT)

    @property
    def half(self) -> bool:
        """Two of these stand on one A4."""
        if self.filled or self.wide or self.paper.entries:
            return False
        names = max(
            NAME_LINE * (len(name) * len(self.setting.players) // LETTERS_ABREAST) for name in self.setting.players
        )
        height = names + ROW * self.rows_planned + COUNT_ROW * len(list(self.count)) + CAVE * self.in_fiches
        return height <= ROOM_ON_A_HALF


def _how_many_play(setting: scoring.Setting) -> str:
    if setting.sides:
        return _("deux contre deux") if len(setting.players) == 4 else _("trois contre trois")
    return {2: _("à deux"), 3: _("à trois"), 4: _("à quatre"), 5: _("à cinq"), 6: _("à six")}[len(setting.players)]
