"""The layout of a readable sheet: all of it on the paper, nothing over anything, its cells those of a typed row."""

from itertools import combinations
from typing import Any

import pytest

from tests.scanning.drawn_sheet import lay_out_game
from tournaments.scanning import layout
from tournaments.scanning.layout import Cell, Choice, PageCode

GAMES: list[tuple[Any, ...]] = [
    *(("brusquembille", players, 2 * players) for players in (2, 3, 4, 5)),
    *(("briscola", 2, 10), ("briscola", 4, 10), ("chiamata", 5, 10), ("brusquembille", 5, 12, "aux-points")),
]


def overlap(one: Cell, other: Cell) -> bool:
    """True where two cells share some paper."""
    left, top, right, bottom = one.frame
    x, y, end, foot = other.frame
    return left < end and x < right and top < foot and y < bottom


@pytest.mark.parametrize("game", GAMES)
def test_every_coup_has_a_place_on_the_paper_and_no_two_cells_overlap(game: tuple[Any, ...]) -> None:
    pages = lay_out_game(*game)
    assert [coup.n for page in pages for coup in page.coups] == list(range(1, game[2] + 1))
    for page in pages:
        frames = [cell.frame for cell in page.cells]
        assert min(left for left, *_rest in frames) > layout.LEFT
        assert max(right for _left, _top, right, _bottom in frames) < layout.RIGHT + 1.5
        assert max(bottom for *_rest, bottom in frames) <= layout.BOTTOM
        assert not any(overlap(one, other) for one, other in combinations(page.cells, 2))


def test_a_game_whose_coup_is_a_list_has_no_readable_sheet() -> None:
    assert lay_out_game("briscan", 2, 6) == ()


def test_a_code_is_read_back_and_a_stranger_s_is_none() -> None:
    code = PageCode(48_879, 12, 3, "0A1F")
    assert PageCode.read(str(code)) == code
    assert len(str(code)) <= 20  # what the smallest square holds at error correction M
    assert PageCode.read("https://example.org/t#abc") is None
    assert PageCode.read("1.2.3") is None


def test_the_fingerprint_tells_one_layout_from_another() -> None:
    pages = [page for game in GAMES for page in lay_out_game(*game)]
    assert len({page.fingerprint for page in pages}) == len(pages)
    assert lay_out_game(*GAMES[1])[0].fingerprint == lay_out_game(*GAMES[1])[0].fingerprint


def list_texts(cell: Cell) -> list[list[str]]:
    """Return what the bubbles of a cell stand for, part by part."""
    return [[bubble.text for bubble in part.bubbles] for part in cell.parts if isinstance(part, Choice)]


def test_the_parts_of_a_cell_say_together_what_one_would_type() -> None:
    coup = lay_out_game("chiamata", 5, 5)[0].coups[0]
    cells = {cell.path: cell for cell in coup.cells}
    assert [bubbles[-1] for bubbles in list_texts(cells["bid"])] == ["12", "9"]
    assert [bubbles[2] for bubbles in list_texts(cells["called"])] == ["R", "♦"]
    assert list_texts(cells["caller"]) == [list("ABCDE")]
