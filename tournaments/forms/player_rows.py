"""The rows of a list of people, headings first: of a table in text, CSV, XLSX or ODS, and of address cards (vCard of
any version)."""

import csv
import quopri
import re
from collections.abc import Iterable
from io import BytesIO, StringIO
from typing import Any
from zipfile import BadZipFile, ZipFile

import tablib
from django.utils.translation import gettext as _
from openpyxl import load_workbook

from tournaments.presentation.tables.calendars_and_cards import LICENCE, unescape_text, unfold_lines

MOST_ROWS = 2000
MOST_COLUMNS = 60
MOST_CELL_LETTERS = 500
MOST_UNPACKED_BYTES = 50_000_000
"""Of a workbook, which is a ZIP file: a small one may hold a very large one."""
DELIMITERS = ("\t", ";", ",", "|")
ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
ZIP_START = b"PK"


class UnreadablePlayerFile(Exception):
    """The file cannot be read as a list of people; the exception's text is a sentence for the user."""


def read_player_file(content: bytes) -> list[list[str]]:
    """Return the rows of the file down to the last that is not empty, as text, all of the same length; its kind is
    found from its content. Raises UnreadablePlayerFile."""
    return trim_rows(_read_workbook(content) if content.startswith(ZIP_START) else _read_lines(_decode_text(content)))


def read_pasted_players(text: str) -> list[list[str]]:
    """Return the rows of a pasted text, as `read_player_file` does. Raises UnreadablePlayerFile."""
    return trim_rows(_read_lines(text))


def _decode_text(content: bytes) -> str:
    """Return the text by its byte order mark, else as UTF-8, else as Windows writes Western European languages."""
    marked = next((name for mark, name in ENCODINGS.items() if content.startswith(mark)), None)
    for encoding in [marked] if marked else ["utf-8", "cp1252"]:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadablePlayerFile(_("Ce fichier n’est ni un texte, ni un classeur XLSX ou ODS."))


def _read_lines(text: str) -> Iterable[list[Any]]:
    """Return the rows of a text, cut at the sign that cuts its first lines into the most cells."""
    if "\0" in text:
        raise UnreadablePlayerFile(_("Ce fichier n’est ni un texte, ni un classeur XLSX ou ODS."))
    if are_cards(text):
        return read_card_rows(text)
    lines = [line for line in text.splitlines() if line.strip()]
    counts = {mark: sum(line.count(mark) for line in lines[:5]) for mark in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda mark: counts[mark])
    try:
        return list(csv.reader(StringIO(text), delimiter=delimiter if counts[delimiter] else "\t"))
    except csv.Error:
        raise UnreadablePlayerFile(_("Ce texte ne se coupe pas en colonnes.")) from None


def _read_workbook(content: bytes) -> Iterable[Iterable[Any]]:
    """Return the rows of the first sheet of an XLSX or ODS workbook."""
    try:
        with ZipFile(BytesIO(content)) as packed:
            names = set(packed.namelist())
            size = sum(each.file_size for each in packed.infolist())
    except BadZipFile:
        raise UnreadablePlayerFile(_("Ce classeur est abîmé : ouvrez-le et enregistrez-le de nouveau.")) from None
    if size > MOST_UNPACKED_BYTES:
        raise UnreadablePlayerFile(_("Ce classeur est trop grand : gardez la feuille des joueurs seule."))
    try:
        return _read_xlsx(content) if "xl/workbook.xml" in names else _read_ods(content)
    except Exception:  # the two libraries have no error of their own for a workbook that lies about itself
        raise UnreadablePlayerFile(_("Ce classeur est abîmé : ouvrez-le et enregistrez-le de nouveau.")) from None


def _read_xlsx(content: bytes) -> Iterable[Iterable[Any]]:
    sheet = load_workbook(BytesIO(content), read_only=True, data_only=True).worksheets[0]
    return list(sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True))


def _read_ods(content: bytes) -> Iterable[Iterable[Any]]:
    sheet = tablib.Dataset().load(BytesIO(content), "ods", headers=False)
    return [list(row) for row in sheet]


def trim_rows(rows: Iterable[Iterable[Any]]) -> list[list[str]]:
    """Return the rows as trimmed text. Empty ones stay before the last that is not, so that each row has the number it
    has in the file. Raises UnreadablePlayerFile if all are empty, or if there are too many."""
    told = [[_format_cell(cell) for cell in row] for row in rows]
    kept = told[: max((n for n, row in enumerate(told, 1) if any(row)), default=0)]
    if not kept:
        raise UnreadablePlayerFile(_("Cette liste est vide."))
    if len(kept) > MOST_ROWS + 1:
        raise UnreadablePlayerFile(_("%(most)d lignes au plus à la fois.") % {"most": MOST_ROWS})
    width = min(max(n for row in kept for n, cell in enumerate(row, 1) if cell), MOST_COLUMNS)
    return [[*row[:width], *[""] * (width - len(row))] for row in kept]


def _format_cell(cell: Any) -> str:
    """Return a cell's value as text: a whole number without its decimals, a formula's guard of ours taken off."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = " ".join(str(cell).split())[:MOST_CELL_LETTERS]
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@|%" else text


BEGIN = "BEGIN:VCARD"
COLUMNS = {
    "FN": "name",
    "EMAIL": "email",
    "ORG": "club",
    "CATEGORIES": "category",
    LICENCE: "licence",
    "NOTE": "note",
}
"""By property, the heading of its column, which `player_columns` knows."""
UNESCAPED_SEMICOLON = re.compile(r"(?<!\\);")


def are_cards(text: str) -> bool:
    """True if the text is made of address cards."""
    return text.lstrip("\ufeff \t\r\n")[: len(BEGIN)].upper() == BEGIN


def read_card_rows(text: str) -> list[list[str]]:
    """Return the headings, then a row for each card; of a property that stands twice the first counts."""
    cards: list[dict[str, str]] = []
    for line in unfold_lines(re.sub(r"=(?:\r\n|\n|\r)", "", text.lstrip("\ufeff"))):
        name, _colon, value = line.partition(":")
        key, *parameters = name.upper().split(";")
        key = key.rpartition(".")[2]
        if f"{key}:{value}".upper().strip() == BEGIN:
            cards.append({})
        elif cards and value:
            cards[-1].setdefault(key, read_value(key, value, parameters))
    return [list(COLUMNS.values()), *(read_card(card) for card in cards)]


def read_value(key: str, value: str, parameters: list[str]) -> str:
    """Return the value of a property as text; of one in parts its first part, of a name the given one first."""
    if any("QUOTED-PRINTABLE" in each for each in parameters):
        value = quopri.decodestring(value.encode("latin-1", "replace")).decode("utf-8", "replace")
    if key not in ("N", "ORG"):
        return unescape_text(value)
    parts = [unescape_text(part) for part in UNESCAPED_SEMICOLON.split(value)]
    return " ".join(part for part in (*parts[1:2], parts[0]) if part) if key == "N" else parts[0]


def read_card(card: dict[str, str]) -> list[str]:
    """Return the row of one card."""
    named = card | {"FN": card.get("FN") or card.get("N", "")}
    return [named.get(key, "") for key in COLUMNS]
