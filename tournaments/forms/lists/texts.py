"""A list of people as text: in whatever letters it is written, and cut into cells at the sign that cuts its lines
alike."""

import csv
import re
from collections import Counter, deque
from collections.abc import Iterator

from django.utils.translation import gettext as _

from .sheets import MOST_CELL_LETTERS, MOST_ROWS, ListRow, ListSheet, UnreadablePlayerFile

SEPARATORS = ("\t", ";", ",", "|")
MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
OWN_LETTERS = frozenset("àâäçéèêëîïôöùûüÿœæñáíóúìòãõßåøÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆÑÁÍÓÚÌÒÅØ’«»€°")
"""Accented letters of Western European names, by which Windows' encoding is distinguished from that of an old Mac."""
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[;,\t]*', re.IGNORECASE)
LOOKED_AT = 60  # lines, to find the separator
UNCLOSED = "\x1a"
LINE_END = re.compile(r"\r\n|\r|\n")


def decode_text(content: bytes) -> str:
    """Return the text of a file, its encoding recognised by its first bytes and zeros, else UTF-8, else that of Windows
    or an old Mac. Raises UnreadablePlayerFile if it is no text."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
    zeros = content[:400].count(0)
    if not marked and zeros and content[:2].count(0) == 1:
        marked = "utf-16-le" if content[1] == 0 else "utf-16-be"
    try:
        text = content.decode(marked or "utf-8")
    except UnicodeDecodeError:
        text = "\0" if marked or zeros else decode_western(content)
    if "\0" in text:
        raise UnreadablePlayerFile(_("Ce fichier n’est ni un texte, ni un classeur XLSX ou ODS."))
    return text


def decode_western(content: bytes) -> str:
    """Return the text, decoded as Windows writes it, or as an old Mac does if that gives more letters that names
    have."""
    windows, mac = content.decode("cp1252", "replace"), content.decode("mac_roman")
    return mac if count_own_letters(mac) > count_own_letters(windows) else windows


def count_own_letters(text: str) -> int:
    """Return how plausible the text is: the number of accented letters as in Western European names, less three for
    each undecodable one."""
    counts = Counter(text)
    return sum(count for sign, count in counts.items() if sign in OWN_LETTERS) - 3 * counts["\ufffd"]


def read_text_sheet(text: str) -> ListSheet:
    """Return the rows of a text whose cells are separated by tabs, semicolons, commas or «|». Raises
    UnreadablePlayerFile."""
    sheet = ListSheet()
    lines = LINE_END.split(text.lstrip("\ufeff"))
    declared = SEPARATOR_LINE.fullmatch(lines[0])
    if declared:
        sheet.ignored.append(ListRow(1, (lines[0],)))
        lines[0] = ""
    separator = declared[1] if declared else find_separator(lines)
    try:
        for line, cells in cut_lines(lines, separator):
            sheet.add_row(line, cells)
            if sheet.is_too_long:
                break
    except csv.Error:
        raise UnreadablePlayerFile(_("Ce texte ne se coupe pas en colonnes.")) from None
    return sheet


def find_separator(lines: list[str]) -> str:
    """Return the separator that cuts the most of the first lines into the same number of cells; of equal ones, the one
    that makes more cells."""
    first = [line for line in lines[: MOST_ROWS * 2] if line.strip()][:LOOKED_AT]
    best = ("\t", (0, 0))
    for mark in SEPARATORS:
        counts = Counter(sum(1 for _cell in cells) for cells in read_cells(first, mark))
        alike, width = max(((count, width) for width, count in counts.items() if width > 1), default=(0, 0))
        if (alike, width) > best[1]:
            best = (mark, (alike, width))
    return best[0]


def read_cells(lines: list[str], separator: str) -> Iterator[list[str]]:
    """Yield the cells of each line alone, cut at the separator; a line that cannot be cut is one cell."""
    for line in lines:
        try:
            yield next(csv.reader([line[: 20 * MOST_CELL_LETTERS]], delimiter=separator), [])
        except csv.Error:
            yield [line]


def cut_lines(lines: list[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of its first line, cells) of each row. A quoted cell may go over several lines, unless a quotation
    mark is never closed: then quotation marks mean nothing."""
    if not is_closed(lines, separator):
        for line, cells in enumerate(csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE), 1):
            yield line, [cell.strip().strip('"') for cell in cells]
        return
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    before = 0
    for cells in reader:
        if cells:
            yield before + 1, cells
        before = reader.line_num


def is_closed(lines: list[str], separator: str) -> bool:
    """True unless a quotation mark is opened and never closed, so that it takes all that follows."""
    rows = csv.reader((f"{line}\n" for line in (*lines, UNCLOSED)), delimiter=separator)
    return deque(rows, maxlen=1).pop() == [f"{UNCLOSED}"]
