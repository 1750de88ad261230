"""QR codes as drawings, in a document or on a page, and the addresses that they carry: made here alone."""

from io import BytesIO

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from config import hall
from tournaments.keys import table_key
from tournaments.models import Event, Table


def qr(text: str) -> SafeString:
    """The QR of a text as an SVG element, as wide as its place; error correction M (15 % of it may be dirty or
    torn), four modules of white around."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn.getvalue().decode())


def hall_address() -> str:
    """Where the hall's phones find the program, without a slash at its end."""
    return hall.base_url(settings.VAR_DIR)


def table_address(table: Table) -> str:
    """What a table's QR carries: the key stands in the fragment, which reaches no log."""
    return f"{hall_address()}{reverse('table-shell')}#{table_key(table)}"


def board_address(event: Event) -> str:
    """The evening's public page, short enough to be typed."""
    return hall_address() + reverse("board", args=[event.code])
