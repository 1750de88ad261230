"""How many score sheets share a page: judged by measure, before anything is laid out, rather too little than too much.
Knows the room of an A4's parts, and what `print.css` gives to each line there."""

import math
from itertools import islice
from textwrap import wrap

from django.utils.html import strip_tags

from tournaments.forms.games.score_sheet import ScoreSheet

SHARES = (4, 3, 2, 1)  # how many sheets a page may hold, the most first
ROOM_ON_A_HALF = 226  # pt for the rows and the final count: half an A4 without what is above and below them
HALF_WIDTH, MEMORY_LETTER, COUNT_HEAD = 184, 1.25, 12
"""Of half an A4: the mm of its width that are printed on; mm of a letter of the reminders; pt of the count's heads,
above its rows, which the reminders beside it do not have."""
MEMORY_SHARE, MEMORY_SHARE_WITHOUT_CAVES = 0.28, 0.45  # of that width: where the reminders stand
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
CAVE_LETTERS, COUNT_SHARE = 108, 0.64  # letters of the line on the cave; its part of a narrow sheet's width
COUNT_COLUMN = 0.16  # of the final count's width: the column of a figure
NOTE_LINE, NOTE_FRAME = 12.5, 5  # pt: a line of a note between coups, what is above and below it
NAME_LINE, WIDE_NAME_LETTER = 15, 1.8  # pt: a line of names; mm of a letter of a name on half an A4


def list_shares(score: ScoreSheet) -> frozenset[int]:
    """Return how many such sheets an A4 may hold: some of SHARES. A filled-in sheet shares a page as a blank one does,
    where its figures and the notes between its coups have room; one with debts takes a page of its own."""
    if score.wide or score.paper.entries or score.debts:
        return frozenset({1})
    narrow = {n for n, (width, room) in NARROW.items() if _estimate_narrow_height(score, width) <= room}
    return frozenset({1, *narrow, *({2} if _fits_half_page(score) else ())})


def _fits_half_page(score: ScoreSheet) -> bool:
    """True where two such sheets fit on one A4, one over the other."""
    letters = int((HALF_WIDTH / len(score.players) - FRAME) / WIDE_NAME_LETTER)
    lines = max(len(wrap(f"{player.letter} {player.name}", letters)) for player in score.players)
    names = NAME_LINE * (lines - 1) + SMALL_LINE * any(player.note for player in score.players)
    count = COUNT_ROW * len(list(score.final_count)) + CAVE * score.in_fiches
    beside = HALF_WIDTH * (MEMORY_SHARE if score.in_fiches else MEMORY_SHARE_WITHOUT_CAVES) - FRAME
    told = SMALL_LINE * sum(math.ceil(len(line) * MEMORY_LETTER / beside) for line in score.reminders)
    height = names + _estimate_rows_height(score, HALF_WIDTH) + max(count, told - COUNT_HEAD)
    return bool(_fit_columns(score, HALF_WIDTH)) and height <= ROOM_ON_A_HALF


def _fit_columns(score: ScoreSheet, width: float) -> list[float]:
    """Return the mm of each column after the dealer's where the grid is so many mm wide; none where figures, or a pen,
    find no room in them."""
    if score.filled:
        stretch = width / sum(score.least_widths)
        columns = [stretch * least for least in score.least_widths[2:]]
        fits = stretch >= 1 and (score.state.complete or min(columns) >= NARROWEST_WRITTEN)
    else:
        columns = [(width - 2 * PEN_COLUMN) / score.width] * score.width
        fits = columns[0] >= NARROWEST_WRITTEN
    return columns if fits else []


def _estimate_rows_height(score: ScoreSheet, width: float) -> float:
    """Return the height of the grid's rows where it is so many mm wide, in points, rather too much."""
    if not score.filled:
        return ROW * score.rows_planned
    notes = [len(strip_tags(row.note)) * SMALL_LETTER / (width - FRAME) for row in score.rows]
    return sum(max(ROW, NOTE_FRAME + NOTE_LINE * math.ceil(lines)) for lines in notes)


def _estimate_narrow_height(score: ScoreSheet, width: float) -> float:
    """Return the height of the sheet where it is so many mm wide, without its foot, in points, rather too much;
    infinite where a pen, a figure or a word of a name finds no room."""
    columns, seat = _fit_columns(score, width), width / len(score.setting.players) - FRAME
    words = [word for player in score.players for word in player.name.split()]
    figures = [figure for _letters, some in score.final_count for figure in some]
    if not columns or len(score.setting.players) > MOST_ABREAST:
        return math.inf
    if any(len(word) * NAME_LETTER > seat for word in words):
        return math.inf
    if max(map(len, figures)) * SMALL_LETTER > COUNT_COLUMN * (COUNT_SHARE * width - FRAME):
        return math.inf
    event = len(score.sheet.table.round.tournament.name) if score.sheet else 0
    title = sum(-(-letters // TITLE_LETTERS) for letters in (len(score.partie), event + DATE_LETTERS))
    names = max(math.ceil(len(f"{player.letter} {player.name}") * NAME_LETTER / seat) for player in score.players)
    told = [len(line) * SMALL_LETTER / (width - FRAME) for line in score.reminders]
    if score.in_fiches:
        told.append((CAVE_LETTERS + len(score.cave_mark)) * SMALL_LETTER / (COUNT_SHARE * width - FRAME))
    return (
        NARROW_FRAME
        + TITLE_LINE * title
        + NAME_LINE * (names + any(player.note for player in score.players))
        + HEAD_LINES * _wraps_a_head(score, columns)
        + _estimate_rows_height(score, width)
        + SMALL_LINE * sum(map(math.ceil, told))
        + COUNT_ROW * len(list(score.final_count))
    )


def _wraps_a_head(score: ScoreSheet, columns: list[float]) -> bool:
    """True where the head of some group of columns, of these widths in mm, takes more than a line."""
    left = iter(columns)
    return any(len(group.title) * SMALL_LETTER > sum(islice(left, len(group.columns))) for group in score.groups)
