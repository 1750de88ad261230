"""What was read of photographed sheets: it waits a day, until somebody compares it with its paper on the page where a
sheet is typed. Nothing is recorded here; the pictures stay, where the club wishes it, with what is recorded."""

import secrets
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache

from tournaments.book.sheet import Sheet
from tournaments.forms.paper_sheet import CellPhoto, PaperForm

if TYPE_CHECKING:  # what reads pictures is loaded when the first one is read
    from tournaments.scanning.pages import ReadPage

WAIT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True)
class WaitingPage:
    """A photographed page that was read and waits to be copied, and the digest of its picture as it was sent (SHA-256,
    hexadecimal)."""

    page: "ReadPage"
    digest: str

    @property
    def picture(self) -> str:
        """The straightened picture of the page as a data address, which holds it whole."""
        return f"data:image/jpeg;base64,{b64encode(self.page.picture).decode()}"

    @property
    def asked(self) -> int:
        """How many of its cells a person must look at."""
        coups = [coup for coup in self.page.coups if not coup.is_blank]
        return sum(coup.asked or sum(cell.asked for cell in coup.cells) for coup in coups)


def _name_key(table: int) -> str:
    return f"photographed-sheet.{table}"


def find_waiting_pages(table: int) -> dict[int, WaitingPage]:
    """Return, by page number, the photographed pages of a table's sheet that nobody has copied yet."""
    pages: dict[int, WaitingPage] = cache.get(_name_key(table)) or {}
    return pages


def find_waiting_tables(tables: Iterable[int]) -> dict[int, dict[int, WaitingPage]]:
    """Return, by table id, the photographed pages that nobody has copied yet, by page number; tables without any are
    left out."""
    keys = {_name_key(each): each for each in tables}
    return {keys[key]: pages for key, pages in cache.get_many(keys).items()}


def forget_waiting_pages(table: int) -> None:
    """Forget what was read of a table's sheet: it is recorded."""
    cache.delete(_name_key(table))


def keep_waiting_page(table: int, waiting: WaitingPage) -> None:
    """Keep a page that was read of a table's sheet, in the place of an earlier picture of it."""
    pages = find_waiting_pages(table) | {waiting.page.code.page: waiting}
    cache.set(_name_key(table), pages, WAIT_SECONDS)


def list_photos(pages: Mapping[int, WaitingPage]) -> list[tuple[int, str, bytes]]:
    """Return the pictures of these pages as (page, digest, JPEG)."""
    return [(n, waiting.digest, waiting.page.picture) for n, waiting in pages.items()]


def fill_in_rows(sheet: Sheet, pages: Iterable[WaitingPage]) -> dict[str, str]:
    """Return what was read from the photographs, by input name, as the form of a typed sheet sends it: the coups after
    those recorded, down to the last one that is written. Empty if there is none."""
    played = sheet.state.coups_played if sheet.state else 0
    read = {coup.n: coup for each in pages for coup in each.page.coups}
    written = [n for n, coup in read.items() if n > played and not coup.is_blank]
    if not written:
        return {}
    data = {"number": str(sheet.next_number)}
    for at, n in enumerate(range(played + 1, max(written) + 1)):
        data[f"key.{at}"] = secrets.token_urlsafe(18)
        data |= {f"{at}.{cell.path}": cell.text for cell in read[n].cells} if n in read else {}
    first = [each.page.dealer for each in pages if each.page.dealer]
    return data | ({"dealer": first[0].text} if first and not played else {})


def show_photographs(form: PaperForm, pages: Mapping[int, WaitingPage]) -> None:
    """Give each cell of the form its part of the photograph (`TypedCell.photo`), and each row the digest of its
    picture."""
    rows = {row.n: row for row in form.rows}
    for number, waiting in pages.items():
        for coup in waiting.page.coups:
            if row := rows.get(coup.n):
                row.photo_digest = waiting.digest
                seen = {cell.path: CellPhoto(number, cell.crop, cell.asked or coup.asked) for cell in coup.cells}
                for cell in row.cells:
                    cell.photo = seen.get(cell.path)
