"""The score sheet of one table on paper, blank or filled in: players, columns, rows. Knows no page size and no rule.

Its cells are the fields of the game's own totals form, in their order, then the sums; so paper is typed in later in the
same order. How a game lays its fields out, as a grid or as a ledger, is declared by its `GamePaper`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.book.table_keys import table_code
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.game_paper import (
    LETTERS,
    MOST_COUPS,
    SPARE_COUPS,
    ColumnGroup,
    GamePaper,
    PaperEntry,
    even_out,
    get_letter,
    get_letters,
)
from tournaments.presentation.qr import draw_phone_qr, get_table_address
from tournaments.presentation.tags.corbillon import localise_html
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.presentation.text.option_text import localise, name_rules
from tournaments.presentation.text.rule_book import RuleValues
from tournaments.presentation.text.sheet_text import describe_replacements

from .score_ledger import (
    COUPS_A_PAGE,
    COUPS_ACROSS,
    COUPS_ON_A_HALF,
    LedgerPage,
    PaperCoup,
    build_line_entries,
    split_into_pages,
)

ROWS_UPRIGHT, ROWS_WIDE = 20, 10  # rows that certainly fit on a whole page
WIDEST = 19  # columns on an upright page: one that is written in is 8 mm wide at the least
WIDEST_A5 = 24  # columns on an A5 across: one that is written in is 7 mm wide at the least
FIGURE, LETTER, ROOM = 2.1, 1.65, 1.5  # mm: the width of a figure or a sign, that of a letter, the room around a text
SMALL = 0.8  # of these widths: a letter in a column's head
NARROWEST, NUMBER_COLUMN = 4.5, 9.0  # mm: a filled-in column, that of the coup's number or its dealer
FIGURES = 42.0  # mm that the filled-in columns of a grid take together at least, beside those two


@dataclass(frozen=True)
class PaperPlayer:
    """A player on the sheet: his letter in the columns, his shown name, and a note (his partners)."""

    letter: str
    name: str
    note: str


@dataclass(frozen=True)
class PaperRow:
    """One line of the grid: coup `n`, its dealer's letter, its cells as (text, CSS classes), the text empty on blank
    paper; or, between coups, a `note`."""

    n: int = 0
    dealer: str = ""
    cells: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """One table's score sheet on paper: with a row for each coup (a grid) or a column for each (a ledger), as the game
    has it. `filled`: with the recorded coups; else blank."""

    sheet: Sheet
    setting: scoring.Setting
    filled: bool

    @cached_property
    def opening(self) -> scoring.TableState:
        """The table's state before its first event."""
        return scoring.build_initial_state(self.setting)

    @property
    def state(self) -> scoring.TableState:
        """The table's state that the paper shows: after what is recorded; on blank paper, the opening one."""
        return (self.sheet.state if self.filled else None) or self.opening

    @cached_property
    def paper(self) -> GamePaper:
        """How this game's score sheet is laid out."""
        return PARTS_BY_GAME[self.setting.game].paper

    @cached_property
    def groups(self) -> tuple[ColumnGroup, ...]:
        """The groups of columns of a sheet with a row for each coup; empty for a sheet with a column for each. On a
        filled-in sheet, whose columns are narrow, a player's columns are titled by his letter alone."""
        groups = self.paper.groups(self.setting) if self.paper.groups else ()
        return tuple(replace(each, title=each.title.partition(" · ")[0]) for each in groups) if self.filled else groups

    @property
    def ledger(self) -> list[LedgerPage]:
        """The pages of a sheet with a column for each coup (blank ones in landscape, filled ones upright); empty for a
        sheet with a row for each."""
        return self.upright_ledger if self.filled else self._split_ledger(COUPS_ACROSS)

    @property
    def upright_ledger(self) -> list[LedgerPage]:
        """The same pages as `ledger`, all upright, for small paper and for large print."""
        return self._split_ledger(COUPS_A_PAGE)

    @cached_property
    def half_ledger(self) -> LedgerPage | None:
        """The blank sheet on half a page, with a line for each player in each coup; None if the sheet is filled, if its
        coups have no room there, or if its game needs no such page."""
        if self.filled:
            return None
        if self.paper.entries:
            coups = self.paper.count_coups(self.setting) + SPARE_COUPS
            entries = self.paper.entries(self.setting)
            return self._lay_lines(coups, entries, 1) if coups <= COUPS_ON_A_HALF else None
        if self.setting.sides or not self.wide:
            return None
        page = self._lay_lines(self.rows_planned, build_line_entries(self.groups), 2)
        return page if page.fits_a_half else None

    def _lay_lines(self, coups: int, entries: tuple[PaperEntry, ...], abreast: int) -> LedgerPage:
        """Return a half page of blank coups (`coups` in all, `abreast` side by side), with a line for each player."""
        found = tuple(self._list_coups_to_come(coups))
        return LedgerPage(1, 1, found, (), entries, len(self.setting.players), has_lines=True, abreast=abreast)

    def _split_ledger(self, most: int) -> list[LedgerPage]:
        """Return the pages of a sheet with a column for each coup: as few as possible with `most` coups each, all with
        about as many; empty for a sheet with a row for each."""
        if self.paper.entries is None:
            return []
        entries = self.paper.entries(self.setting)
        coups = list(self._list_coups())
        count = max(1, sum(not coup.note for coup in coups))
        each = math.ceil(count / math.ceil(count / most))
        return split_into_pages(coups, entries, len(self.setting.players), each)

    @property
    def has_signs(self) -> bool:
        """True where some columns come in pairs, won (+) and lost (−)."""
        return any(column.sign for group in self.groups for column in group.columns)

    @property
    def head_rows(self) -> int:
        """The number of header rows of the grid."""
        return 3 if self.has_signs else 2

    @property
    def reminders(self) -> list[str]:
        """What to remember of the rules at the table."""
        return self.paper.reminders(self.setting)

    @property
    def legend(self) -> str:
        """The sentences below the sheet that explain + and −, and say what a coup's card points make together."""
        signs = _("+ : gagné, − : perdu.") if self.has_signs else ""
        points = _("Points (120) : 120 en tout.") if any("(120)" in group.title for group in self.groups) else ""
        return " ".join(filter(None, (signs, points)))

    @property
    def tables(self) -> list[RuleValues]:
        """The tables of values that are part of the rules of this table."""
        game = scoring.get_game(self.setting.game)
        return [RuleValues("", table) for table in game.list_value_tables(self.setting.options)]

    @property
    def width(self) -> int:
        """The number of columns for figures."""
        return sum(len(group.columns) for group in self.groups)

    @property
    def column_widths(self) -> SafeString | str:
        """The `colgroup` of the grid: each column as wide as its longest figure needs, in percent; the coup and its
        dealer come first. Empty on blank paper, where all columns are alike."""
        if not self.filled:
            return ""
        widths = self.least_widths
        shares = [(f"{100 * width / sum(widths):.2f}",) for width in widths]
        return format_html("<colgroup>{}</colgroup>", format_html_join("", '<col style="width: {}%">', shares))

    @cached_property
    def least_widths(self) -> list[float]:
        """The mm that each column of a filled-in grid needs for its longest figure; first the coup and its dealer."""
        heads = [
            SMALL * measure_text(head) / len(signs)
            for group in self.groups
            for head, signs, _n in group.heads
            for _ in signs
        ]
        coups = ([measure_text(text) for text, _style in row.cells] for row in self.rows if row.cells)
        widths = (max(NARROWEST, FIGURES / self.width, ROOM + max(some)) for some in zip(heads, *coups, strict=True))
        return [NUMBER_COLUMN] * 2 + even_out(self.groups, widths)

    @property
    def title(self) -> str:
        """The sheet's title: «Table 3»."""
        return _("Table %(n)s") % {"n": self.sheet.table.n}

    @property
    def partie(self) -> str:
        """What is played, by how many, and how long: «… à trois, deux tours»."""
        return describe_partie(self.setting, self.sheet.tournament.house_rule if self.sheet else "")

    @property
    def round_number(self) -> int:
        """The number of the table's round."""
        return self.sheet.table.round.n

    @property
    def code(self) -> str:
        """The table's code, to be typed where a phone has no camera."""
        return table_code(self.sheet.table)

    @property
    def qr(self) -> SafeString:
        """The table's QR as SVG, or why it has none."""
        return draw_phone_qr(get_table_address(self.sheet.table))

    @property
    def players(self) -> list[PaperPlayer]:
        """The players in seat order."""
        return [
            PaperPlayer(LETTERS[position], name, self._describe_partners(position))
            for position, name in enumerate(self.setting.players)
        ]

    def _describe_partners(self, position: int) -> str:
        """Say with whom the player at this index plays; empty where he plays alone."""
        partners = [name for name in self._find_side(position) if name != self.setting.players[position]]
        return _("avec %(letters)s") % {"letters": get_letters(self.setting, partners)} if partners else ""

    def _find_side(self, position: int) -> tuple[str, ...]:
        """Return the names of the players on the side of the player at this index; empty where all play alone."""
        name = self.setting.players[position]
        return next((side for side in self.setting.sides or () if name in side), ())

    @cached_property
    def rows(self) -> tuple[PaperRow, ...]:
        """The rows of a sheet with a row for each coup: coups, and notes between them."""
        return tuple(
            PaperRow(coup.n, coup.dealer, () if coup.note else self._build_cells(coup.step), coup.note)
            for coup in self._list_coups()
        )

    def _list_coups(self) -> Iterator[PaperCoup]:
        """Yield the recorded coups, where the paper is filled in, then a blank for each coup to come."""
        if self.filled:
            yield from self._list_recorded_coups()
        yield from self._list_coups_to_come(self.rows_planned)

    def _list_coups_to_come(self, planned: int) -> Iterator[PaperCoup]:
        """Yield a blank coup, with its number and dealer, for each of the `planned` ones that is not played yet. The
        dealers are those that follow if every coup counts."""
        cycle, first = self.state.dealer_rotation.cycle, self.state.next_dealer_seat
        played = self.state.coups_played
        for ahead in range(0 if self.state.complete else max(planned - played, 1)):
            dealer = cycle[(cycle.index(first) + ahead) % len(cycle)]
            yield PaperCoup(played + ahead + 1, LETTERS[dealer])

    @property
    def rows_planned(self) -> int:
        """How many coups the sheet has room for: those planned, or, if a target ends the partie, as many as the game's
        paper says. A sheet with a column for each coup fills its last page."""
        if self.opening.coups_planned is not None:
            return self.opening.coups_planned
        coups = min(self.paper.count_coups(self.setting), MOST_COUPS)
        return -(-coups // COUPS_A_PAGE) * COUPS_A_PAGE if self.paper.entries else coups

    def _list_recorded_coups(self) -> Iterator[PaperCoup]:
        """Yield the recorded coups, with a note for each event that the cells do not show."""
        before = self.opening
        for step in self.sheet.steps:
            if step.outcome and step.outcome.dealer and step.outcome.type == "coup":
                yield PaperCoup(step.state.coups_played, get_letter(self.setting, step.outcome.dealer), step)
            if note := self._describe_event(before, step):
                yield PaperCoup(note=note)
            before = step.state

    def _describe_event(self, before: scoring.TableState, step: scoring.Step) -> SafeString | str:
        """Return, as HTML, what the cells do not show of an event: all of it, or of a coup what the game's paper adds;
        empty for nothing."""
        if step.outcome is None:
            return ""
        whole = step.outcome.type != "coup"
        texts = scoring.narrate_event(before, step) if whole else self.paper.explain_coup(before, step)
        return mark_safe(" ".join(localise_html(text, self.setting.players) for text in texts))

    def _build_cells(self, step: scoring.Step | None) -> tuple[tuple[str, str], ...]:
        """Return the cells of a coup's row as (text, CSS classes); texts are empty if `step` is None."""
        return tuple(
            (column.figure(step) if step else "", style)
            for group in self.groups
            for column, style in zip(group.columns, group.styles, strict=True)
        )

    @property
    def final_count(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the rows of the final count, each as (letters, figures): for each player fiches, jetons, sum in jetons
        and gain; in a game of points, for each side total and rank. Figures are empty until the partie is over."""
        ranks = {row.player: row.rank for row in self.state.ranking}
        one_by_one = tuple((name,) for name in self.setting.players)
        rows = one_by_one if self.in_fiches else self.setting.list_scoring_sides()
        for names in rows:
            purse, total = self.state.purses.get(names[0]), self.state.totals[names[0]]
            if purse:
                figures = [*map(format_holding, (purse.fiches, purse.jetons, purse.total)), format_signed(total)]
            else:
                figures = [format_holding(total), str(1 + sum(ranks[other[0]] < ranks[names[0]] for other in rows))]
            yield get_letters(self.setting, names), figures if self.state.complete else [""] * len(figures)

    @cached_property
    def debts(self) -> tuple[scoring.Debt, ...]:
        """What players owe at the end and to whom, as they noted it; empty on blank paper."""
        if not self.filled or all(purse.total >= 0 for purse in self.state.purses.values()):
            return ()  # as nearly always: the counts need not be read
        return tuple(debt for debt in self.sheet.settled_counts.debts if debt.noted)

    @cached_property
    def replacements(self) -> list[str]:
        """Who had a seat before whom, and up to which coup; empty on blank paper."""
        return describe_replacements(self.sheet) if self.filled else []

    @property
    def in_fiches(self) -> bool:
        """True where the game is played with fiches and jetons."""
        return bool(self.opening.purses)

    @property
    def cave(self) -> scoring.Purse:
        """What each player brings to the table, in fiches and jetons; only in a game that has them."""
        return next(iter(self.opening.purses.values()))

    @property
    def cave_mark(self) -> str:
        """The mark that says that the cave is the house's choice, as no source gives it; empty where one does."""
        return localise(scoring.CAVE_OF_OURS) if scoring.has_house_cave(self.setting) else ""

    @property
    def caves_total(self) -> int:
        """The sum of all caves, in jetons."""
        return sum(purse.total for purse in self.opening.purses.values())

    @property
    def wide(self) -> bool:
        """True where there are too many columns for an upright page."""
        return self.width > WIDEST

    @property
    def fits_a5(self) -> bool:
        """True where the columns of a landscape A5 are wide enough to write in, or where nothing is written by hand."""
        return self.filled or bool(self.paper.entries) or self.width <= WIDEST_A5

    @property
    def pages(self) -> int:
        """About how many pages the sheet takes when printed alone."""
        if self.paper.entries:
            return len(self.ledger)
        rows = max(self.rows_planned, len(self.sheet.steps) if self.filled else 0)
        return 1 + rows // (ROWS_WIDE if self.wide else ROWS_UPRIGHT)


def measure_text(text: str) -> float:
    """Return about how many mm wide a text in a cell is."""
    return sum(LETTER if each.isalpha() or each.isspace() else FIGURE for each in text)


def describe_partie(setting: scoring.Setting, house_rule: str = "") -> str:
    """Say what is played, by how many, and how long: «… à trois, deux tours», «… à deux, en 600 points». `house_rule`:
    the name of the club's own rule, or ""."""
    name = name_rules(scoring.get_game(setting.game), setting.preset, house_rule)
    comma = "," if "," in name else ""
    length = PARTS_BY_GAME[setting.game].paper.describe_length(scoring.build_initial_state(setting))
    if scoring.find_house_length(setting):
        length = localise(scoring.mark_value(length))
    return f"{name}{comma} {_describe_players(setting)}, {length}"


def _describe_players(setting: scoring.Setting) -> str:
    """Say how many play, and whether in sides: «à trois», «deux contre deux»."""
    if setting.sides:
        return _("deux contre deux") if len(setting.players) == 4 else _("trois contre trois")
    return {2: _("à deux"), 3: _("à trois"), 4: _("à quatre"), 5: _("à cinq"), 6: _("à six")}[len(setting.players)]


def build_score_sheet(sheet: Sheet, *, filled: bool) -> ScoreSheet | None:
    """Return the table's score sheet, with the coups recorded if `filled`, else blank; None where too few or too many
    sit there to play."""
    return ScoreSheet(sheet, sheet.setting, filled) if sheet.setting else None
