"""A photographed sheet is read as it was filled; what cannot be trusted is asked or refused, with its reason."""

from io import BytesIO
from random import Random

import pytest

pytest.importorskip("cv2", reason="OpenCV, the extra `reading`, is not installed")
pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")

import cv2
import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.scanning.drawn_sheet import CODE, DOTS, PAGE, draw_sheet, lay_out_game, photograph, write_jpeg
from tournaments.scanning import layout
from tournaments.scanning.layout import Bubble, Cell, Choice, PageCode
from tournaments.scanning.pages import ReadPage, RefusedPage, read_photo
from tournaments.scanning.register import Reason


def read(picture: bytes) -> ReadPage | RefusedPage:
    [found] = read_photo(picture, lambda code: PAGE)
    return found


def list_choices(page: layout.SheetPage) -> list[tuple[int, Cell, Choice]]:
    """Return the choices of the page's coups, with coup and cell."""
    cells = [(coup.n, cell) for coup in page.coups for cell in coup.cells]
    return [(n, cell, part) for n, cell in cells for part in cell.parts if isinstance(part, Choice)]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_page_seen_askew_is_read_as_it_was_marked(seed: int) -> None:
    random, marked, told = Random(seed), list[Bubble](), dict[tuple[int, str], str]()
    for n, cell, choice in list_choices(PAGE):
        bubble = random.choice([*choice.bubbles, None, None])
        told[n, cell.path] = bubble.text if bubble else ""
        marked += [bubble] if bubble else []
    found = read(photograph(draw_sheet(PAGE, marked)))
    assert isinstance(found, ReadPage)
    assert found.code == CODE
    cells = {(coup.n, cell.path): cell for coup in found.coups for cell in coup.cells}
    assert {key: cells[key].text for key in told} == told
    assert not any(cell.asked for cell in cells.values())


def test_a_page_without_a_mark_is_blank() -> None:
    found = read(photograph(draw_sheet()))
    assert isinstance(found, ReadPage)
    assert all(coup.is_blank for coup in found.coups)
    assert found.dealer
    assert found.dealer.text == ""


def test_each_cell_s_crop_shows_it_in_the_straightened_picture() -> None:
    _n, _cell, choice = list_choices(PAGE)[5]
    found = read(photograph(draw_sheet(PAGE, [choice.bubbles[0]])))
    assert isinstance(found, ReadPage)
    picture = Image.open(BytesIO(found.picture))
    cells = [cell for coup in found.coups for cell in coup.cells if cell.path.startswith("brusquembilles")]
    darkest = [min(picture.crop(cell.crop).filter(ImageFilter.BoxBlur(2)).tobytes()) for cell in cells]
    assert darkest.index(min(darkest)) == 5


def test_a_filled_page_full_of_grain_is_read_without_a_question() -> None:
    filled = [choice.bubbles[0] for _n, _cell, choice in list_choices(PAGE)[::3]]
    picture = draw_sheet(PAGE)
    pen = ImageDraw.Draw(picture)
    for bubble in filled:
        pen.circle((bubble.x * DOTS, bubble.y * DOTS), 1.6 * DOTS, 40)
    small = picture.filter(ImageFilter.GaussianBlur(1.5)).resize((picture.width * 4 // 5, picture.height * 4 // 5))
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 42, (small.height, small.width)), (0, 0), 2)
    seen = (np.asarray(small) * 0.45 + grain).clip(0, 255).astype(np.uint8)
    found = read(write_jpeg(Image.fromarray(seen), 45))
    assert isinstance(found, ReadPage)
    assert not any(cell.asked for coup in found.coups for cell in coup.cells if not cell.path.startswith("points"))


def test_the_code_of_a_blurred_page_is_read() -> None:
    picture = draw_sheet().filter(ImageFilter.GaussianBlur(0.3 * DOTS))
    assert isinstance(read(write_jpeg(picture.resize((picture.width * 3 // 5, picture.height * 3 // 5)))), ReadPage)


def test_boxes_full_of_thick_digits_do_not_hide_their_pale_outlines() -> None:
    page = lay_out_game("briscola", 4, 10)[0]
    picture = draw_sheet(page, (), PageCode(41, 2, 1, page.fingerprint))
    pen = ImageDraw.Draw(picture)
    for x, y in (corner for boxes in page.boxes for corner in boxes.corners):
        ends = [(x + 1.5, y + 2), (x + 6, y + 2), (x + 3, y + 7)]
        pen.line([(across * DOTS, down * DOTS) for across, down in ends], 20, DOTS)
    blurred = picture.filter(ImageFilter.GaussianBlur(0.27 * DOTS))
    small = blurred.resize((picture.width * 4 // 5, picture.height * 4 // 5))
    [found] = read_photo(write_jpeg(small), lambda _code: page)
    assert isinstance(found, ReadPage)


def test_a_second_mark_is_asked_and_so_is_what_the_players_ask() -> None:
    _n, cell, choice = list_choices(PAGE)[0]
    found = read(photograph(draw_sheet(PAGE, [*choice.bubbles[:2], PAGE.coups[1].eye])))
    assert isinstance(found, ReadPage)
    assert [each.path for coup in found.coups for each in coup.cells if each.asked] == [cell.path]
    assert [coup.asked for coup in found.coups] == [False, True, False, False, False, False]


def test_a_ring_of_coffee_is_asked_where_it_is_alone_and_not_beside_a_mark() -> None:
    marked = [choice.bubbles[0] for _n, _cell, choice in list_choices(PAGE)]
    ((_n, cell, alone),) = [each for each in list_choices(PAGE) if each[2].bubbles[0] is marked[30]]
    picture = draw_sheet(PAGE, [bubble for bubble in marked if bubble is not alone.bubbles[0]])
    stain = Image.new("L", picture.size, 255)
    for bubble in (alone.bubbles[2], list_choices(PAGE)[8][2].bubbles[2]):
        middle = bubble.x * DOTS, (bubble.y - 20) * DOTS
        ImageDraw.Draw(stain).circle(middle, 21 * DOTS, outline=215, width=2 * DOTS)
    found = read(photograph(ImageChops.multiply(picture, stain.filter(ImageFilter.GaussianBlur(2)))))
    assert isinstance(found, ReadPage)
    asked = [(coup.n, each.path) for coup in found.coups for each in coup.cells if each.asked]
    assert [each for each in asked if not each[1].startswith("points")] == [(_n, cell.path)]


def test_tens_without_units_are_asked() -> None:
    page = lay_out_game("chiamata", 5, 5)[0]
    tens = next(choice for _n, cell, choice in list_choices(page) if cell.path == "bid")
    code = PageCode(41, 2, 1, page.fingerprint)
    [found] = read_photo(photograph(draw_sheet(page, [tens.bubbles[1]], code)), lambda code: page)
    assert isinstance(found, ReadPage)
    assert found.coups[0].cells[1].asked


def cover_two_corners() -> bytes:
    picture = draw_sheet()
    picture.paste(200, (0, 0, picture.width, 22 * DOTS))
    return photograph(picture)


def blur() -> bytes:
    return write_jpeg(draw_sheet().filter(ImageFilter.GaussianBlur(0.62 * DOTS)))


def bend() -> bytes:
    """Move the middle of the page by 3 mm between marks that stay."""
    picture = draw_sheet()
    middle = picture.crop((0, 60 * DOTS, picture.width, 270 * DOTS))
    picture.paste(middle, (0, 57 * DOTS))
    return photograph(picture)


def cover_code() -> bytes:
    picture = draw_sheet()
    picture.paste(235, (170 * DOTS, 22 * DOTS, 192 * DOTS, 41 * DOTS))
    return photograph(picture)


def doubt_many() -> bytes:
    return photograph(
        draw_sheet(PAGE, [bubble for *_rest, choice in list_choices(PAGE)[:20] for bubble in choice.bubbles])
    )


REFUSED = {
    Reason.NO_PICTURE: lambda: b"no picture",
    Reason.NO_PAGE: lambda: write_jpeg(Image.new("L", (800, 1100), 180)),
    Reason.COVERED: cover_two_corners,
    Reason.TOO_DARK: lambda: write_jpeg(draw_sheet().point(lambda grey: grey // 8)),
    Reason.BLURRED: blur,
    Reason.NO_CODE: cover_code,
    Reason.OTHER_PRINT: lambda: photograph(draw_sheet(code=PageCode(41, 2, 1, "0000"))),
    Reason.BENT: bend,
    Reason.DOUBTFUL: doubt_many,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_cannot_be_trusted_is_refused_with_its_reason(reason: Reason) -> None:
    found = read(REFUSED[reason]())
    assert isinstance(found, RefusedPage)
    assert found.reason == reason


def test_a_page_of_another_evening_is_refused_with_its_code() -> None:
    assert read_photo(photograph(draw_sheet()), lambda code: None) == [RefusedPage(Reason.UNKNOWN, CODE)]


def test_a_scanner_s_pdf_is_read_page_by_page() -> None:
    written = BytesIO()
    draw_sheet().save(written, "PDF", save_all=True, append_images=[draw_sheet(), Image.new("L", (800, 1100), 180)])
    found = read_photo(written.getvalue(), lambda code: PAGE)
    assert [type(each) for each in found] == [ReadPage, ReadPage, RefusedPage]
