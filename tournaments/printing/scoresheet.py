"""The score sheet of one table on paper, blank or filled in: players, columns, rows. Knows no page size and no rule.

Its cells are the fields of the game's own totals form, in their order, then the sums; so paper is typed in later in the
same order. How a game lays its fields out, as a grid or as a ledger, is declared by its `GamePaper`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.book.table_keys import table_code
from tournaments.games import PARTS_BY_GAME
from tournaments.games.game_paper import (
    LETTERS,
    MOST_COUPS,
    ColumnGroup,
    GamePaper,
    get_letter,
    get_letters,
    list_scoring_sides,
)
from tournaments.templatetags.corbillon import localise_html
from tournaments.text.numbers import format_holding, format_signed
from tournaments.text.option_text import localise
from tournaments.text.rule_book import RuleValues

from .qr import draw_phone_qr, get_table_address
from .score_ledger import COUPS_A_PAGE, LedgerPage, PaperCoup, split_into_pages

SHARES = (4, 3, 2, 1)  # how many sheets a page may hold, the most first
ROOM_ON_A_HALF = 226  # pt for the rows and the final count: half an A4 without what is above and below them
ROW, COUNT_ROW, CAVE = 22.5, 22, 24  # pt: a row to write in, a row of the final count, the line on the cave
NARROW = {4: (91, 365), 3: (85, 540)}
"""By sheets a page, four on an A4 upright or three on one across: the width of such a narrow sheet in mm, and the room
above its foot in points."""
NARROWEST_WRITTEN, MOST_ABREAST = 8, 3  # of a narrow sheet: mm of a column that is written in; players
SMALL_LETTER, NAME_LETTER, TITLE_LETTERS, DATE_LETTERS = 1.65, 1.85, 26, 36
"""Of a narrow sheet: mm of a letter, of one of a name; letters of a line beside the code, of its date and round."""
NARROW_FRAME, TITLE_LINE, SMALL_LINE, HEAD_LINES = 130, 11.4, 10.6, 20
"""Of a narrow sheet, in points: what is always there, a line beside the code, one of reminders, heads that wrap."""
PEN_COLUMN, FRAME = 10.5, 5  # mm on a narrow sheet: the column of the coup or its dealer, the frame of a box
CAVE_LETTERS, COUNT_SHARE = 85, 0.64  # letters of the line on the cave; its part of a narrow sheet's width
NAME_LINE, LETTERS_ABREAST = 15, 80  # pt: a line of names; how many letters such a line holds
ROWS_UPRIGHT, ROWS_WIDE = 20, 10  # rows that certainly fit on a whole page
WIDEST = 19  # columns on an upright page: one that is written in is 8 mm wide at the least
WIDEST_A5 = 24  # columns on an A5 across: one that is written in is 7 mm wide at the least
LETTER, ROOM = 1.9, 1.5  # mm: a figure's width, the room around a number
SMALL = 0.9  # of a figure's width: a letter in a column's head
NARROWEST, NUMBER_COLUMN = 4.5, 9.0  # mm: a filled-in column, that of the coup's number or its dealer


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
    """The score sheet of one table. `filled`: with what is recorded; else as before the first coup."""

    sheet: Sheet
    setting: scoring.Setting
    filled: bool

    @cached_property
    def opening(self) -> scoring.TableState:
        """The table before its first event."""
        return scoring.build_initial_state(self.setting)

    @property
    def state(self) -> scoring.TableState:
        """The table as the paper shows it: at the opening, or after what is recorded."""
        return (self.sheet.state if self.filled else None) or self.opening

    @cached_property
    def paper(self) -> GamePaper:
        """How this game's score sheet is laid out."""
        return PARTS_BY_GAME[self.setting.game].paper

    @cached_property
    def groups(self) -> tuple[ColumnGroup, ...]:
        """The columns of a grid; empty where the sheet is a ledger."""
        return self.paper.groups(self.setting) if self.paper.groups else ()

    @property
    def ledger(self) -> list[LedgerPage]:
        """The pages of a ledger; empty where the sheet is a grid."""
        if self.paper.entries is None:
            return []
        return split_into_pages(list(self._list_coups()), self.paper.entries(self.setting), len(self.setting.players))

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
    def tables(self) -> list[RuleValues]:
        """The tables of values that this table plays by."""
        game = scoring.get_game(self.setting.game)
        return [RuleValues("", table) for table in game.list_value_tables(self.setting.options)]

    @property
    def width(self) -> int:
        """The number of columns."""
        return sum(len(group.columns) for group in self.groups)

    @property
    def column_widths(self) -> SafeString | str:
        """The `colgroup` of the grid: each column as wide as its longest figure needs, in percent; the coup and its
        dealer come first. Empty on blank paper, where all columns are alike."""
        if not self.filled:
            return ""
        heads = [
            len(head) / len(signs) * SMALL for group in self.groups for head, signs, _n in group.heads for _ in signs
        ]
        columns = zip(*(row.cells for row in self.rows if row.cells), strict=True)
        longest = [max(head, *(len(text) for text, _ in cells)) for head, cells in zip(heads, columns, strict=True)]
        widths = [NUMBER_COLUMN] * 2 + [max(NARROWEST, ROOM + LETTER * letters) for letters in longest]
        shares = [(f"{100 * width / sum(widths):.2f}",) for width in widths]
        return format_html("<colgroup>{}</colgroup>", format_html_join("", '<col style="width: {}%">', shares))

    @property
    def title(self) -> str:
        """«Table 3»."""
        return _("Table %(n)s") % {"n": self.sheet.table.n}

    @property
    def partie(self) -> str:
        """What is played: «Brusquembille à trois, deux tours», «Brisque, ou Mariage, à deux, en 600 points»."""
        name = localise(scoring.get_game(self.setting.game).name)
        comma = "," if "," in name else ""
        length = self.paper.describe_length(self.opening)
        if scoring.find_house_length(self.setting):
            length = localise(scoring.mark_value(length))
        return f"{name}{comma} {_describe_players(self.setting)}, {length}"

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
        """Return the names of the player's side; empty where all play alone."""
        name = self.setting.players[position]
        return next((side for side in self.setting.sides or () if name in side), ())

    @property
    def rows(self) -> Iterator[PaperRow]:
        """The rows of a grid."""
        for coup in self._list_coups():
            yield PaperRow(coup.n, coup.dealer, () if coup.note else self._build_cells(coup.step), coup.note)

    def _list_coups(self) -> Iterator[PaperCoup]:
        """Yield the recorded coups, where the paper is filled in, then a blank for each coup to come."""
        if self.filled:
            yield from self._list_recorded_coups()
        yield from self._list_coups_to_come()

    def _list_coups_to_come(self) -> Iterator[PaperCoup]:
        """Yield a blank for each coup still to be played, with its dealer, who is known as long as every coup
        counts."""
        cycle, first = self.state.dealer_rotation.cycle, self.state.next_dealer_seat
        played = self.state.coups_played
        for ahead in range(0 if self.state.complete else max(self.rows_planned - played, 1)):
            dealer = cycle[(cycle.index(first) + ahead) % len(cycle)]
            yield PaperCoup(played + ahead + 1, LETTERS[dealer])

    @property
    def rows_planned(self) -> int:
        """The number of coups: those to be played, or, where a target ends the partie, as many as the game leaves room
        for. A ledger fills its last page."""
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
        """Describe what the cells do not show of an event: a whole event, or what the game adds on a coup; empty where
        nothing."""
        if step.outcome is None:
            return ""
        whole = step.outcome.type != "coup"
        texts = scoring.narrate_event(before, step) if whole else self.paper.explain_coup(before, step)
        return mark_safe(" ".join(localise_html(text, self.setting.players) for text in texts))

    def _build_cells(self, step: scoring.Step | None) -> tuple[tuple[str, str], ...]:
        """Return the cells of a coup, each with its CSS classes; empty texts without a coup."""
        return tuple(
            (column.figure(step) if step else "", style)
            for group in self.groups
            for column, style in zip(group.columns, group.styles, strict=True)
        )

    @property
    def final_count(self) -> Iterator[tuple[str, list[str]]]:
        """The final count, for each player (for each side, in points): letters, and figures that are empty until the
        partie is over. The figures are fiches, jetons, sum in jetons and gain; in points, total and rank."""
        ranks = {row.player: row.rank for row in self.state.ranking}
        one_by_one = tuple((name,) for name in self.setting.players)
        rows = one_by_one if self.in_fiches else list_scoring_sides(self.setting)
        for names in rows:
            purse, total = self.state.purses.get(names[0]), self.state.totals[names[0]]
            if purse:
                figures = [*map(format_holding, (purse.fiches, purse.jetons, purse.total)), format_signed(total)]
            else:
                figures = [format_holding(total), str(1 + sum(ranks[other[0]] < ranks[names[0]] for other in rows))]
            yield get_letters(self.setting, names), figures if self.state.complete else [""] * len(figures)

    @property
    def in_fiches(self) -> bool:
        """True where the game is played with fiches and jetons."""
        return bool(self.opening.purses)

    @property
    def cave(self) -> scoring.Purse:
        """What each player brings; only where there are fiches."""
        return next(iter(self.opening.purses.values()))

    @property
    def cave_mark(self) -> str:
        """What says that no source gives the cave; empty where one does."""
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
        """True where a pen finds room in each column on an A5 across, or none is needed."""
        return self.filled or bool(self.paper.entries) or self.width <= WIDEST_A5

    @property
    def pages(self) -> int:
        """Roughly how many pages the sheet takes, where it does not share one."""
        if self.paper.entries:
            return len(self.ledger)
        rows = max(self.rows_planned, len(self.sheet.steps) if self.filled else 0)
        return 1 + rows // (ROWS_WIDE if self.wide else ROWS_UPRIGHT)

    @cached_property
    def shares(self) -> frozenset[int]:
        """How many such sheets an A4 may hold: some of SHARES."""
        if self.filled or self.wide or self.paper.entries:
            return frozenset({1})
        narrow = {n for n, (width, room) in NARROW.items() if self._estimate_narrow_height(width) <= room}
        return frozenset({1, *narrow, *({2} if self._fits_half_page else ())})

    def _estimate_narrow_height(self, width: float) -> float:
        """Return the height of the sheet where it is so many mm wide, without its foot, in points, rather too much;
        infinite where a pen or a word of a name finds no room."""
        column, seat = (width - 2 * PEN_COLUMN) / max(self.width, 1), width / len(self.setting.players) - FRAME
        words = [word for player in self.players for word in player.name.split()]
        if column < NARROWEST_WRITTEN or len(self.setting.players) > MOST_ABREAST:
            return math.inf
        if any(len(word) * NAME_LETTER > seat for word in words):
            return math.inf
        event = len(self.sheet.table.round.tournament.name) if self.sheet else 0
        title = sum(-(-letters // TITLE_LETTERS) for letters in (len(self.partie), event + DATE_LETTERS))
        names = max(math.ceil(len(f"{player.letter} {player.name}") * NAME_LETTER / seat) for player in self.players)
        told = [len(line) * SMALL_LETTER / (width - FRAME) for line in self.reminders]
        if self.in_fiches:
            told.append((CAVE_LETTERS + len(self.cave_mark)) * SMALL_LETTER / (COUNT_SHARE * width - FRAME))
        wraps = any(len(group.title) * SMALL_LETTER > column * len(group.columns) for group in self.groups)
        return (
            NARROW_FRAME
            + TITLE_LINE * title
            + NAME_LINE * (names + any(player.note for player in self.players))
            + HEAD_LINES * wraps
            + ROW * self.rows_planned
            + SMALL_LINE * sum(map(math.ceil, told))
            + COUNT_ROW * len(list(self.final_count))
        )

    @property
    def _fits_half_page(self) -> bool:
        """True where two such sheets fit on one A4, one over the other."""
        names = max(
            NAME_LINE * (len(name) * len(self.setting.players) // LETTERS_ABREAST) for name in self.setting.players
        )
        height = names + ROW * self.rows_planned + COUNT_ROW * len(list(self.final_count)) + CAVE * self.in_fiches
        return height <= ROOM_ON_A_HALF


def _describe_players(setting: scoring.Setting) -> str:
    """Say how many play, and whether in sides: «à trois», «deux contre deux»."""
    if setting.sides:
        return _("deux contre deux") if len(setting.players) == 4 else _("trois contre trois")
    return {2: _("à deux"), 3: _("à trois"), 4: _("à quatre"), 5: _("à cinq"), 6: _("à six")}[len(setting.players)]
