"""QR codes, as SVG and as PDF operators, and the addresses that they carry. No other module makes any."""

from io import BytesIO
from itertools import groupby

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from config import hall
from tournaments.book.door_keys import door_key
from tournaments.book.table_keys import table_key
from tournaments.models import SignUpTerms, Table, Tournament

BORDER = 4  # modules of white around


def draw_qr(text: str) -> SafeString:
    """Return the QR of a text as an SVG element that fills its container; error correction M (15 % of it may be dirty
    or torn), with a border of four white modules."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=BORDER, xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn.getvalue().decode())


def draw_phone_qr(address: str) -> SafeString:
    """Return the QR of one of the program's addresses as SVG; while phones cannot reach the program, a sentence that
    says so."""
    if has_phone_address():
        return draw_qr(address)
    sentence = _(
        "Sans carré : les téléphones n’ont pas encore d’adresse. Choisissez-la à la page « Réseau », puis réimprimez."
    )
    return format_html('<p class="no-qr">{}</p>', sentence)


def draw_qr_operators(text: str, x: float, y: float, size: float) -> str:
    """Return the QR of a text as PDF operators, in a square of this size at (x, y); y grows downwards."""
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


def has_phone_address() -> bool:
    """True if there is an address at which the phones in the hall can reach the program."""
    return not hall.is_loopback_address(hall.get_base_url(settings.VAR_DIR))


def get_printed_address() -> str:
    """Return the hall's address to print on paper; "" while phones cannot reach the program."""
    return get_hall_address() if has_phone_address() else ""


def load_addresses() -> None:
    """Import the program's URL configuration, which takes a second, so that processes forked afterwards share it."""
    reverse("table-shell")


def get_hall_address() -> str:
    """Return the address at which the hall's phones find the program, without a slash at its end."""
    return hall.get_base_url(settings.VAR_DIR)


def find_fixed_address(page: str) -> str:
    """Return the whole address of a page (given by its path) if the server's own address is fixed; else "", since an
    address that may change leads nowhere outside the hall."""
    base = hall.get_fixed_url()
    return base + page if base else ""


def get_table_address(table: Table) -> str:
    """Return the address in a table's QR. Its secret key is in the fragment, which browsers do not send, so that no
    server log has it."""
    return f"{get_hall_address()}{reverse('table-shell')}#{table_key(table)}"


def get_board_address(tournament: Tournament) -> str:
    """Return the address of the tournament's public page, short enough to be typed."""
    return get_hall_address() + reverse("board", args=[tournament.code])


def get_tonight_address() -> str:
    """Return the fixed address that always leads to the page of the evening being played."""
    return get_hall_address() + reverse("tonight")


def get_sign_up_address(tournament: Tournament) -> str:
    """Return the address of the page on which one signs up for the tournament."""
    return get_hall_address() + reverse("sign-up", args=[tournament.code])


def get_private_address(code: str) -> str:
    """Return the address of the page on which a player sees his own sign-up. His private `code` is in the fragment,
    which browsers do not send."""
    return f"{get_hall_address()}{reverse('my-sign-up')}#{code}"


def get_door_address(terms: SignUpTerms) -> str:
    """Return the address in the QR of the poster at the door, with which players check in; its key is in the
    fragment."""
    return f"{get_hall_address()}{reverse('door')}#{door_key(terms)}"
