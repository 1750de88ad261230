"""All the score sheets of a tournament, leaf by leaf: up to four to an A4 where they fit.

How many share a page is judged by measure, before anything is laid out, rather too little than too much: by the room of
an A4's parts, and by what `print.css` gives to each line there. Blank sheets are made in two layers: the empty grid,
laid out once for all tables that play alike, and each table's names, code and QR over it.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from tournaments.book.loading import iterate_sheets, load_sheets
from tournaments.forms.games.score_sheet import PaperPlayer, ScoreSheet, build_score_sheet
from tournaments.models import Table, Tournament
from tournaments.presentation.qr import draw_qr_operators, get_printed_address, get_table_address, has_phone_address
from tournaments.reading.grouping import group_pairs

from .remainder import Remainder
from .text_boxes import TextBoxes


class Share(NamedTuple):
    """How score sheets share an A4: how many of them, and how many side by side. Two sheets side by side are narrower
    than two one above the other, and have more room below."""

    sheets: int
    abreast: int


QUARTERS, THIRDS, HALVES, COLUMNS, WHOLE = Share(4, 2), Share(3, 3), Share(2, 1), Share(2, 2), Share(1, 1)
SHARES = (QUARTERS, THIRDS, HALVES, COLUMNS, WHOLE)  # the most sheets a page first
ROOM_ON_A_HALF = 226  # pt for the rows and the final count: half an A4 without what is above and below them
HALF_WIDTH, MEMORY_LETTER, COUNT_HEAD = 184, 1.25, 12
"""For half an A4: the mm of its width that are printed on; the mm of a letter of the reminders; the points of the heads
of the final count, above its rows, which the reminders beside it do not have."""
MEMORY_SHARE, MEMORY_SHARE_WITHOUT_CAVES = 0.28, 0.45  # of that width: where the reminders stand
ROW, COUNT_ROW, CAVE = 22, 20, 24  # pt: a row to write in, a row of the final count, the line on the cave
NARROW = {QUARTERS: (91, 365), THIRDS: (85, 540), COLUMNS: (132, 546)}
"""By share with sheets side by side (four on an A4 upright; three or two on one across): the width of such a narrow
sheet in mm, and the room above its foot in points."""
MEMORY_ABREAST, MEMORY_ABREAST_LETTER = 0.5, 1.15  # of such a sheet's width: where they stand; mm of their letters
MEMORY_FRAME = 30  # pt: what is around the reminders where they stand above the count
ABREAST_WIDTH = 130  # mm: a wider narrow sheet has room for four seats abreast, and for reminders beside the count
CUT_ALIKE = (QUARTERS, THIRDS)
"""The shares of which a round has only one, so that its whole pile is cut at once."""
NARROWEST_WRITTEN, MOST_ABREAST = 8, 3  # of a narrow sheet: mm of a column that is written in; players
SMALL_LETTER, NAME_LETTER, TITLE_LETTERS, DATE_LETTERS = 1.65, 1.9, 26, 36
"""For a narrow sheet: the mm of a letter, and of one of a name; how many letters fit in a line beside the code on the
narrowest, and in one of date and round."""
NARROW_FRAME, TITLE_LINE, SMALL_LINE, HEAD_LINES = 130, 11.4, 10.6, 20
"""Heights on a narrow sheet, in points: what is always there, a line beside the code, one of reminders, heads that
wrap."""
PEN_COLUMN, FRAME = 10.5, 5  # mm on a narrow sheet: the column of the coup or its dealer, the frame of a box
CAVE_LETTERS, COUNT_SHARE = 108, 0.64  # letters of the line on the cave; its part of a narrow sheet's width
COUNT_COLUMN = 0.16  # of the final count's width: the column of a figure
NOTE_LINE, NOTE_FRAME = 12.5, 5  # pt: a line of a note between coups, what is above and below it
WORD = re.compile(r"[^\s-]+-?")  # of a name, which may go on in the next line after its hyphen
SEAT_FRAME, SEAT_SIDES = 10, 6.5  # pt: what is around a row of seats under another; mm: the sides of a seat
UPRIGHT_PAGE, WIDE_PAGE = (180, 740), (273, 510)  # mm that a whole page is wide within its margins, pt that it is high
WHOLE_FRAME = 195  # pt of a whole page: its head, the heads of its grid and what frames its count
COUNT_LETTERS, COUNT_LETTERS_IN_FICHES = 38, 36  # of a name beside its count, on half an A4 across; two lines have room
NAME_LINE, WIDE_NAME_LETTER = 15, 1.8  # pt: a line of names; mm of a letter of a name on half an A4


def list_shares(score: ScoreSheet) -> frozenset[Share]:
    """Return the ways in which sheets like this one may share an A4: some of SHARES. A filled-in sheet shares a page
    like a blank one if its figures and notes fit; one with debts takes a whole page."""
    if score.half_ledger and _fits_lines(score):
        return frozenset({WHOLE, COLUMNS})
    if score.wide or score.paper.entries or score.debts:
        return frozenset({WHOLE})
    narrow = {share for share, (width, room) in NARROW.items() if _estimate_narrow_height(score, width) <= room}
    return frozenset({WHOLE, *narrow, *({HALVES} if _fits_half_page(score) else ())})


def _fits_lines(score: ScoreSheet) -> bool:
    """True if the names of players who each have a line fit beside their count on half an A4."""
    letters = COUNT_LETTERS_IN_FICHES if score.in_fiches else COUNT_LETTERS
    names = [f"{player.letter} {player.name}" for player in score.players]
    lines = [wrap(name, letters, break_long_words=False) for name in names]
    return all(len(some) <= 2 and max(map(len, some)) <= letters for some in lines)


def _fits_half_page(score: ScoreSheet) -> bool:
    """True if two sheets like this one fit on one A4, one above the other."""
    lines = _count_lines(score.players, int((HALF_WIDTH / len(score.players) - FRAME) / WIDE_NAME_LETTER))
    names = NAME_LINE * (lines - 1) + SMALL_LINE * any(player.note for player in score.players)
    count = COUNT_ROW * len(list(score.final_count)) + CAVE * score.in_fiches
    beside = HALF_WIDTH * (MEMORY_SHARE if score.in_fiches else MEMORY_SHARE_WITHOUT_CAVES)
    reminders = _estimate_lines(score.reminders, beside, MEMORY_LETTER)
    height = names + _estimate_rows_height(score, HALF_WIDTH) + max(count, reminders - COUNT_HEAD)
    return bool(_fit_columns(score, HALF_WIDTH)) and height <= ROOM_ON_A_HALF


def _count_lines(seats: Sequence[PaperPlayer], letters: int) -> int:
    """Return how many lines the longest of these names takes, where seats stand side by side and each has room for
    `letters` letters."""
    return max(len(wrap(f"{player.letter} {player.name}", letters)) for player in seats)


def _fit_columns(score: ScoreSheet, width: float) -> list[float]:
    """Return the width in mm of each column after the dealer's, in a grid `width` mm wide; empty if figures or a pen
    have too little room."""
    if score.filled:
        stretch = width / sum(score.least_widths)
        columns = [stretch * least for least in score.least_widths[2:]]
        fits = stretch >= 1 and (score.state.complete or min(columns) >= NARROWEST_WRITTEN)
    else:
        columns = [(width - 2 * PEN_COLUMN) / score.width] * score.width
        fits = columns[0] >= NARROWEST_WRITTEN
    return columns if fits else []


def _estimate_rows_height(score: ScoreSheet, width: float) -> float:
    """Return the height in points of the rows of a grid `width` mm wide, rather too much than too little."""
    if not score.filled:
        return ROW * score.rows_planned
    notes = [len(strip_tags(row.note)) * SMALL_LETTER / (width - FRAME) for row in score.rows]
    return sum(max(ROW, NOTE_FRAME + NOTE_LINE * math.ceil(lines)) for lines in notes)


def _estimate_narrow_height(score: ScoreSheet, width: float) -> float:
    """Return the height in points of the sheet at a width of `width` mm, without its foot, rather too much than too
    little; infinite if a pen, a figure or a word of a name has too little room."""
    columns, abreast = _fit_columns(score, width), _count_seats_abreast(score, width)
    figures = [figure for _letters, some in score.final_count for figure in some]
    if not (columns and abreast):
        return math.inf
    if max(map(len, figures)) * SMALL_LETTER > COUNT_COLUMN * (COUNT_SHARE * width - FRAME):
        return math.inf
    event = len(score.sheet.table.round.tournament.name) if score.sheet else 0
    line = TITLE_LETTERS + (width - NARROW[THIRDS][0]) / SMALL_LETTER
    title = sum(math.ceil(letters / line) for letters in (len(score.partie), event + DATE_LETTERS))
    if width > ABREAST_WIDTH:
        title = max(2, title - 1)  # a third line has room beside the smaller QR
    seat, rows = width / abreast - SEAT_SIDES, math.ceil(len(score.players) / abreast)
    names = _count_lines(score.players, int(seat / NAME_LETTER))
    count = COUNT_ROW * len(list(score.final_count))
    if width > ABREAST_WIDTH and not score.in_fiches:  # the reminders stand beside the count
        reminders = _estimate_lines([" ".join(score.reminders)], MEMORY_ABREAST * width, MEMORY_ABREAST_LETTER)
        feet = max(count + COUNT_HEAD, reminders) - MEMORY_FRAME
    else:
        feet = count + _estimate_lines(score.reminders, width, SMALL_LETTER)
    if score.in_fiches:
        cave = (CAVE_LETTERS + len(score.cave_mark)) * SMALL_LETTER / (COUNT_SHARE * width - FRAME)
        feet += SMALL_LINE * math.ceil(cave)
    return (
        NARROW_FRAME
        + TITLE_LINE * title
        + rows * (NAME_LINE * names + SMALL_LINE * any(player.note for player in score.players))
        + SEAT_FRAME * (rows - 1)
        + HEAD_LINES * _wraps_a_head(score, columns)
        + _estimate_rows_height(score, width)
        + feet
    )


def _estimate_lines(texts: Sequence[str], width: float, letter: float) -> float:
    """Return the height in points of these small texts, one below the other, in a box `width` mm wide; `letter`: the
    width of a letter in mm."""
    return SMALL_LINE * sum(math.ceil(len(text) * letter / (width - FRAME)) for text in texts)


def _count_seats_abreast(score: ScoreSheet, width: float) -> int:
    """Return how many seats fit side by side on a narrow sheet `width` mm wide without breaking a word of a name but at
    a hyphen, in rows of about as many; 0 if not even one does."""
    longest = NAME_LETTER * max((len(word) for each in score.players for word in WORD.findall(each.name)), default=0)
    most = min(len(score.players), MOST_ABREAST + (width > ABREAST_WIDTH))
    fitting = next((seats for seats in range(most, 0, -1) if longest <= width / seats - SEAT_SIDES), 0)
    return fitting and math.ceil(len(score.players) / math.ceil(len(score.players) / fitting))


def _wraps_a_head(score: ScoreSheet, columns: list[float]) -> bool:
    """True if the title of some group of columns needs more than one line; `columns`: their widths in mm."""
    left = iter(columns)
    return any(len(group.title) * SMALL_LETTER > sum(islice(left, len(group.columns))) for group in score.groups)


class RowHeights(NamedTuple):
    """The heights, in points, of a row of the grid and of a row of the final count, on a sheet that takes a whole
    page."""

    row: int = 25
    count_row: int = 22


HIGHEST = RowHeights(54, 30)


@dataclass(frozen=True)
class Leaf:
    """A sheet of paper with score sheets. `share`: how many of them fit on its page, and how; a long score sheet runs
    on to further pages. If each takes a whole page, a second one is on the back: the same table's sheet of a later
    round. `places`: by name, where the texts lie on a grid that is laid out once for several leaves."""

    sheets: tuple[ScoreSheet, ...]
    share: Share = WHOLE
    places: TextBoxes | None = None

    @property
    def sheets_a_page(self) -> int:
        """How many score sheets fit on a page of the leaf."""
        return self.share.sheets

    @property
    def is_shared(self) -> bool:
        """True if several score sheets share the page, which is then cut up."""
        return self.share != WHOLE

    @property
    def has_narrow_sheets(self) -> bool:
        """True if its score sheets stand side by side."""
        return self.share.abreast > 1

    @property
    def style(self) -> str:
        """The CSS class of the page, for a leaf that several sheets share."""
        return {THIRDS: "pair across", COLUMNS: "pair across columns"}.get(self.share, "pair")

    def list_seat_rows(self, score: ScoreSheet) -> list[list[PaperPlayer]]:
        """Return the seats of a score sheet on this leaf in rows side by side; on a whole upright page, five or more
        make two rows, so that an A5 has room too."""
        players = score.players
        if self.has_narrow_sheets:
            seats = _count_seats_abreast(score, NARROW[self.share][0])
        else:
            upright = not self.is_shared and not score.wide
            seats = MOST_ABREAST if upright and len(players) > MOST_ABREAST + 1 else len(players)
        return [players[start : start + seats] for start in range(0, len(players), seats)]

    @property
    def row_heights(self) -> RowHeights:
        """The row heights that all its sheets have room for, if each takes a whole page: rows grow to fill it."""
        return min(self._measure_rows(score) for score in self.sheets)

    @property
    def row_style(self) -> SafeString:
        """The row heights as a `style` attribute for the leaf's page."""
        return format_html('style="--row: {}pt; --count: {}pt"', *self.row_heights)

    def _measure_rows(self, score: ScoreSheet) -> RowHeights:
        """Return how high the rows of this sheet can be; the usual heights if it has notes, debts, replaced players or
        several pages."""
        usual = RowHeights()
        if score.pages > 1 or score.debts or score.replacements or any(row.note for row in score.rows):
            return usual
        width, room = WIDE_PAGE if score.wide else UPRIGHT_PAGE
        seats = self.list_seat_rows(score)
        lines = [_count_lines(row, int((width / len(row) - FRAME) / WIDE_NAME_LETTER)) for row in seats]
        reminders = _estimate_lines(score.reminders, MEMORY_SHARE * width, SMALL_LETTER)
        rows, counts = len(score.rows), len(list(score.final_count))
        below = max(usual.count_row * counts + CAVE * score.in_fiches, reminders)
        used = WHOLE_FRAME + NAME_LINE * sum(lines) + SEAT_FRAME * len(seats) + usual.row * rows + below
        grown = max(0, int((room - used) / (rows + counts / 2)))
        return RowHeights(min(usual.row + grown, HIGHEST.row), min(usual.count_row + grown // 2, HIGHEST.count_row))

    @property
    def bands(self) -> Iterator[list[tuple[int, ScoreSheet]]]:
        """Yield the leaf's sheets band by band from the top: those side by side, as (index on the leaf, sheet)."""
        numbered, abreast = list(enumerate(self.sheets)), self.share.abreast
        for start in range(0, len(numbered), abreast):
            yield numbered[start : start + abreast]


def build_sheets(tournament: Tournament, n: int | None = None, *, filled: bool = False) -> dict[str, Any]:
    """Return the template context of every table's score sheet, blank or, if `filled`, with what is recorded; of round
    `n` alone, unless None."""
    return _arrange_rounds(
        paper
        for sheet in load_sheets(tournament)
        if (paper := build_score_sheet(sheet, filled=filled)) and n in (None, sheet.table.round.n)
    )


def build_left_sheets(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of the score sheets of the tables still to be played: blank before the first record,
    else with what is recorded and room for the rest."""
    tables = Table.objects.filter(pk__in=left.table_ids).order_by("round__n", "n")
    return _arrange_rounds(
        paper for sheet in iterate_sheets(tables) if (paper := build_score_sheet(sheet, filled=bool(sheet.records)))
    )


def _arrange_rounds(scores: Iterable[ScoreSheet]) -> dict[str, Any]:
    """Return the template context of these score sheets: their leaves, round by round, and the hall's address."""
    rounds = group_pairs((paper.round_number, paper) for paper in scores)
    return {"leaves": arrange_leaves([papers for _n, papers in sorted(rounds.items())]), "hall": get_printed_address()}


def arrange_leaves(rounds: Sequence[Sequence[ScoreSheet]]) -> list[Leaf]:
    """Return the leaves of paper for the score sheets of these rounds, in the order of their first tables. Sheets that
    share a page are stacked: a cut pile, its parts laid on one another, is in order of rounds and tables. Sheets of a
    round that would leave part of a page empty are stacked with the next round's."""
    place = {id(paper): n for n, paper in enumerate(chain(*rounds))}
    waiting: dict[Share, list[ScoreSheet]] = {share: [] for share in SHARES}
    found: list[Leaf] = []
    for n, papers in enumerate(rounds, 1):
        for paper, share in zip(papers, _choose_shares(papers), strict=True):
            waiting[share].append(paper)
        for share, some in waiting.items():
            if n == len(rounds) or len(some) % share.sheets == 0:
                found += _stack(some, share)
                waiting[share] = []
    return sorted(found, key=lambda leaf: min(place[id(paper)] for paper in leaf.sheets))


def fill_backs(leaves: Iterable[Leaf]) -> list[Leaf]:
    """Return the leaves for paper printed on both sides. A blank sheet that takes a whole page gets on its back the
    same table's sheet of a later round; a spare sheet, which is of no table, gets another of its kind. So no piece of
    paper is needed at two tables at a time."""
    found: list[Leaf] = []
    fronts: dict[int, int] = {}  # where, in `found`, a table's sheet has an empty back
    for leaf in leaves:
        score = leaf.sheets[0]
        if leaf.is_shared or score.filled or score.pages > 1:
            found.append(leaf)
            continue
        table = score.sheet.table.n if score.sheet else id(score)
        if (front := fronts.pop(table, None)) is None:
            fronts[table] = len(found)
            found.append(leaf)
        else:
            found[front] = replace(found[front], sheets=(*found[front].sheets, score))
    return found


def _choose_shares(papers: Sequence[ScoreSheet]) -> list[Share]:
    """Return how each sheet of a round shares its page. Quarters and thirds never mix: where one sheet needs a third,
    none takes a quarter. Nor do the two ways of halving a page, if that can be helped: where one sheet can only be the
    left or right half, so are all others that can be, as an upper half and a left half fill no page together."""
    shares = [list_shares(paper) for paper in papers]
    firsts = [next(each for each in SHARES if each in some) for some in shares]
    alike = max((each for each in firsts if each in CUT_ALIKE), key=SHARES.index, default=WHOLE)
    chosen = [next(each for each in SHARES if each in some and each in (alike, *SHARES[2:])) for some in shares]
    if COLUMNS in chosen:
        return [
            COLUMNS if share == HALVES and COLUMNS in some else share
            for share, some in zip(chosen, shares, strict=True)
        ]
    return chosen


def _stack(papers: Sequence[ScoreSheet], share: Share) -> Iterator[Leaf]:
    """Yield the leaves on which these score sheets are stacked."""
    height = math.ceil(len(papers) / share.sheets)
    stacks = [papers[n * height : (n + 1) * height] for n in range(share.sheets)]
    yield from (Leaf(tuple(filter(None, sheets)), share) for sheets in zip_longest(*stacks))


def get_grid_kind(leaf: Leaf) -> Any:
    """Return a key that is equal for leaves with the same grid under their names; None if the leaf must be laid out as
    a whole."""
    has_back = len(leaf.sheets) > leaf.sheets_a_page
    runs_on = any(score.filled or score.pages > 1 or (score.ledger and not leaf.is_shared) for score in leaf.sheets)
    if has_back or runs_on:
        return None
    return leaf.share, tuple((_get_grid_key(score), len(leaf.list_seat_rows(score))) for score in leaf.sheets)


def _get_grid_key(score: ScoreSheet) -> tuple[Any, ...]:
    """Return all that a score sheet's grid depends on: game, options, number of players, sides."""
    setting = score.setting
    sides = tuple(tuple(setting.players.index(name) for name in side) for side in setting.sides or ())
    return setting.game, json.dumps(dict(setting.options), sort_keys=True), len(setting.players), sides


def choose_grid_leaves(leaves: Sequence[Leaf]) -> tuple[list[Leaf], dict[Any, int]]:
    """Return a leaf of each kind, the one with the shortest names, whose grid serves all leaves of that kind; and the
    index of each in that list, by kind."""
    chosen: dict[Any, Leaf] = {}
    for leaf in leaves:
        kind = get_grid_kind(leaf)
        if kind is not None and (kind not in chosen or _get_longest_name(leaf) < _get_longest_name(chosen[kind])):
            chosen[kind] = leaf
    return list(chosen.values()), {kind: n for n, kind in enumerate(chosen)}


def _get_longest_name(leaf: Leaf) -> int:
    """Return how many letters the longest name on the leaf has."""
    return max(len(name) for score in leaf.sheets for name in score.setting.players)


def draw_qrs(leaf: Leaf, places: TextBoxes) -> str:
    """Return the QRs of the leaf's tables as PDF operators in CSS pixels; "" while phones cannot reach the program,
    which the grid then says."""
    if not has_phone_address() or "0-qr" not in places:  # chosen only after the grid was laid out
        return ""
    found = []
    for n, score in enumerate(leaf.sheets):
        x, y, size, *_ = places[f"{n}-qr"]
        found.append(draw_qr_operators(get_table_address(score.sheet.table), x, y, size))
    return "".join(found)
