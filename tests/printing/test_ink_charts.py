"""Charts in black ink: lines and names that can be followed, letters inside the page."""

import pytest
from django.template.loader import render_to_string
from fontTools.ttLib import TTFont

from tournaments.presentation.line_charts import Chart, Scale, place_ranks
from tournaments.printing import ink_charts, pdf
from tournaments.printing.ink_charts import PENS, PLAYERS_A_PAGE
from tournaments.printing.pdf import STATIC

PRINTED_WIDTH, PRINTED_HEIGHT = 179, 240  # mm: of `.inkpage svg` in print-charts.css; what A4 leaves below the head
GAP, SIZE = 14, 8.5  # points between a line's end and its name, of the letters: `_ink_chart.html`
NAMES = ("Marie-Antoinette de La Rochefoucauld", "MAXIMILIENNE-ÉLISABETH DE LA MOTTE", "W" * 80, "w" * 80, "Zoé")


def measure_width(text: str) -> float:
    """Return the width of a text of a chart in points."""
    font = TTFont(STATIC / "fonts" / "print" / "atkinson-hyperlegible-next-400-normal.woff2")
    known, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[known[ord(letter)]][0] for letter in text) * SIZE / font["head"].unitsPerEm


def draw_ranks(players: int, rounds: int = 4) -> Chart:
    """Draw players who swap their ranks in every round."""
    people = [
        (NAMES[n % len(NAMES)], [n if turn % 2 else players + 1 - n for turn in range(rounds)])
        for n in range(1, players + 1)
    ]
    return ink_charts._draw_ranks(people, [f"ronde {n}" for n in range(1, rounds + 1)])


@pytest.mark.parametrize(("players", "pages"), [(1, [1]), (12, [12]), (13, [7, 6]), (24, [12, 12]), (25, [9, 9, 7])])
def test_at_most_twelve_players_share_a_page_and_pages_hold_about_as_many(players: int, pages: list[int]) -> None:
    assert [len(some) for some in ink_charts.split_pages(range(players))] == pages


def test_no_two_lines_of_a_page_are_drawn_with_one_pen() -> None:
    assert len(set(PENS)) == len(PENS) == PLAYERS_A_PAGE
    assert [curve.pen for curve in draw_ranks(PLAYERS_A_PAGE).curves] == list(PENS)


def test_those_who_share_a_rank_lie_side_by_side_and_above_the_next_rank() -> None:
    first, second, third, fourth = place_ranks([[1, 1], [1, 2], [1, 3], [4, None]], Scale(1, 4, 8, 38))
    assert first[0] < second[0] < third[0] < fourth[0]
    assert third[0] - first[0] <= 10
    assert (first[1], second[1], third[1]) == (8, 18, 28)


@pytest.mark.parametrize("players", [1, 2, 12])
def test_the_letters_of_a_rank_chart_stay_inside_it(players: int) -> None:
    chart = draw_ranks(players)
    box = chart.box
    for curve in chart.curves:
        assert measure_width(curve.first.text) <= box.left - GAP
        assert measure_width(curve.last.text) <= box.right - GAP
        assert all(0 <= y <= box.height for end in (curve.first, curve.last) for y in (end.y, end.line_y))
    assert box.height * PRINTED_WIDTH / box.width <= PRINTED_HEIGHT
    assert any(curve.last.text.endswith("Zoé") for curve in chart.curves) or players < len(NAMES) - 1


def test_short_names_leave_their_room_to_the_lines() -> None:
    short, long = (ink_charts._draw_ranks([(name, [1, 1])], ["1", "2"]) for name in ("Bo", "Maximilienne " * 9))
    assert short.box.end > long.box.end + 50


def test_names_from_right_to_left_are_shaped_as_on_every_other_paper() -> None:
    names = ("עמית כהן", "فاطمة", "Zoé")
    chart = ink_charts._draw_ranks([(name, [n, n]) for n, name in enumerate(names, 1)], ["ronde 1", "ronde 2"])
    drawing = render_to_string("prints/_ink_chart.html", {"chart": chart, "both_ends": True})
    made, document = pdf._lay_out_document(f'<html lang="fr"><title>.</title><section>{drawing}', (), {})
    set_as_words = [box.text.strip() for box in made.pages[0]._page_box.descendants(True) if hasattr(box, "text")]
    assert [word for word in set_as_words if "3" not in word and "ronde" not in word][:2] == [
        *("\u200e1  עמית כהן", "\u200e2  فاطمة")
    ]
    drawn = [word.text for word in document.iter(f"{pdf.SVG}text")]
    assert drawn.count("3  Zoé") == 1
    assert not any("כ" in (word or "") for word in drawn)
