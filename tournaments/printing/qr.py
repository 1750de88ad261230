"""QR codes as drawings, in a document or on a page, and the addresses that they carry: made here alone."""

from io import BytesIO
from itertools import groupby

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from config import hall
from tournaments.keys import table_key
from tournaments.models import Event, Table

BORDER = 4  # modules of white around


def qr(text: str) -> SafeString:
    """The QR of a text as an SVG element, as wide as its place; error correction M (15 % of it may be dirty or
    torn), four modules of white around."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=BORDER, xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn.getvalue().decode())


def squares(text: str, x: float, y: float, size: float) -> str:
    """The same at a place on a page, as PDF operators: y grows downwards."""
    rows = segno.make(text, error="m", micro=False).matrix
    module = size / (len(rows) + 2 * BORDER)
    runs = []
    for down, row in enumerate(rows, BORDER):
        across = BORDER
        for dark, some in groupby(row):
            length = len(list(some))
            if dark:
                runs.append(f"{across} {down} {length} 1 re\n")
            across += length
    return f"q {module:.5f} 0 0 {module:.5f} {x:.3f} {y:.3f} cm\n{''.join(runs)}f Q\n"


def hall_address() -> str:
    """Where the hall's phones find the program, without a slash at its end."""
    return hall.base_url(settings.VAR_DIR)


def table_address(table: Table) -> str:
    """What a table's QR carries: the key stands in the fragment, which reaches no log."""
    return f"{hall_address()}{reverse('table-shell')}#{table_key(table)}"


def board_address(event: Event) -> str:
    """The evening's public page, short enough to be typed."""
    return hall_address() + reverse("board", args=[event.code])
