"""Cards to cut out, ten to an A4 with crop marks: place cards, badges, QR cards, tickets, result slips.

The cells of 85 × 54 mm, or of 85 × 67.5 mm where there is more to write, lie edge to edge, so that every cut goes right
through the sheet along two marks.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from tournaments.book.table_keys import table_code
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.qr import draw_phone_qr, get_printed_address, get_table_address
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS
from tournaments.reading.call_list import list_seated_cards
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.shown_names import Viewer, get_listed_names

from .round_papers import list_itineraries_by_name

COLUMNS, ROWS, TALL_ROWS = 2, 5, 4
MOST_ON_A_SLIP = 4  # players whose results one writes on a slip of the usual height
WIDTH, PAGE_OF_CARDS = 85.0, 270.0  # mm: a card's width, the height of all rows
PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
LEFT, TOP = (PAGE_WIDTH - COLUMNS * WIDTH) / 2, (PAGE_HEIGHT - PAGE_OF_CARDS) / 2
GAP, MARK = 1.5, 4.0  # mm: distance between the cards and a mark, length of a mark


def draw_crop_marks(rows: int) -> SafeString:
    """Return the marks to cut along, for a sheet with this many rows of cards, as SVG in millimetres of the page."""
    right, bottom = PAGE_WIDTH - LEFT, PAGE_HEIGHT - TOP
    lines = []
    for column in range(COLUMNS + 1):
        x = LEFT + column * WIDTH
        lines += [(x, TOP - GAP - MARK, x, TOP - GAP), (x, bottom + GAP, x, bottom + GAP + MARK)]
    for row in range(rows + 1):
        y = TOP + row * PAGE_OF_CARDS / rows
        lines += [(LEFT - GAP - MARK, y, LEFT - GAP, y), (right + GAP, y, right + GAP + MARK, y)]
    drawn = "".join(f'<path d="M{a:g} {b:g}L{c:g} {d:g}" stroke="#000" stroke-width=".2"/>' for a, b, c, d in lines)
    box = f"0 0 {PAGE_WIDTH:g} {PAGE_HEIGHT:g}"
    return mark_safe(f'<svg xmlns="http://www.w3.org/2000/svg" class="crop" viewBox="{box}">{drawn}</svg>')


def build_card_pages(cards: Sequence[Any], *, tall: bool = False) -> dict[str, Any]:
    """Return the template context of these cards, ten to a page, or eight if they are `tall`."""
    rows = TALL_ROWS if tall else ROWS
    each = COLUMNS * rows
    pages = [cards[start : start + each] for start in range(0, len(cards), each)]
    return {"pages": pages, "marks": draw_crop_marks(rows), "hall": get_printed_address(), "tall": tall}


def build_place_cards(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of a card for every seat (name, table, letter), in order of round, table and seat; of
    round `n` alone, unless None."""
    return build_card_pages(
        [
            {"name": name, "letter": letter, "table": card.table.n, "round": card.table.round.n}
            for card in list_seated_cards(tournament, n)
            for letter, name in zip(LETTERS, card.names, strict=False)
        ]
    )


def build_qr_cards(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of a card for every table, with its QR and its code; of round `n` alone, unless
    None."""
    return build_card_pages(
        [
            {
                "table": card.table.n,
                "round": card.table.round.n,
                "names": card.names,
                "code": table_code(card.table),
                "qr": draw_phone_qr(get_table_address(card.table)),
            }
            for card in list_seated_cards(tournament, n)
        ]
    )


def build_badges(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a badge for every player, with the name, the club and the tournament."""
    return build_card_pages(list(get_listed_names(Viewer.CLUB, tournament).values()))


def build_tickets(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a card for every player, with the table and seat of each of his rounds."""
    return build_card_pages(list_itineraries_by_name(tournament))


def build_result_slips(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of a slip for every table of round `n` (None: of all rounds), on which the result is
    written and brought to the organiser."""
    cards = list_seated_cards(tournament, n)
    pages = build_card_pages(cards, tall=any(len(card.names) > MOST_ON_A_SLIP for card in cards))
    return {**pages, "heading": TOTAL_HEADINGS[get_game_figures(tournament).unit]}


def build_table_numbers(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the table numbers, two to an A4."""
    numbers = sorted({card.table.n for card in list_seated_cards(tournament, None)})
    return {"pages": [numbers[start : start + 2] for start in range(0, len(numbers), 2)]}
