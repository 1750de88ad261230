"""What a reader of paper sees page after page: no page wasted, a title on each, nothing broken that is read as one."""

import datetime
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import override
from pypdf import PdfReader, PdfWriter

from config import hall
from tests.book.evening_builders import create_club, create_evening
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.money.prizes import set_account
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Seat
from tournaments.presentation.announcements import BESIDE_NUMBER
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.seasons import EveningHead, SeasonTable
from tournaments.presentation.tags.prints import keep_together, long_date
from tournaments.presentation.text.numbers import (
    format_holding,
    format_money,
    format_plain,
    format_points,
    format_signed,
)
from tournaments.printing import pdf, stamping
from tournaments.printing.documents import DOCUMENTS_BY_NAME, find_document, list_printable
from tournaments.printing.papers import LOOKS, NothingToPrint, PrintOptions, PrintOrder
from tournaments.printing.pdf import render_pdf
from tournaments.printing.stamping import is_empty

SHEETS = ("sheets", "qr-cards", "welcome")
BOXES = (("results", "table", ()), ("results", "table", ("css/print-large.css",)), ("caves", "slip", ()))
WIDE_HEADS = ("Rang", "Joueur", "Gain", "Tables jouées", "Coups gagnés", *["Brusquembilles gagnées"] * 2)
HEAD = '<html lang="fr"><title>.</title><header class="head"><h1>Parcours</h1></header>'


def find_boxes(html: str, style: str, looks: tuple[str, ...] = ()) -> tuple[Any, list[Any]]:
    """Lay out a document; return its first page, and the boxes of this class there."""
    made, _document = pdf._lay_out_document(html, looks, {})
    page = made.pages[0]._page_box
    return page, [box for box in page.descendants() if box.element is not None and box.element.get("class") == style]


def read_pages(body: str, looks: tuple[str, ...] = ()) -> list[list[str]]:
    """Set a document with this body in these looks; return the lines of each page."""
    paper = PdfReader(BytesIO(render_pdf(HEAD + body, looks)))
    return [page.extract_text().split("\n") for page in paper.pages]


def test_sections_of_one_row_fill_the_first_page_and_the_next_pages_bear_the_title() -> None:
    row = "<table class=lines><thead><tr><th>Ronde</thead><tbody><tr><td>1</tbody></table>"
    pages = read_pages("".join(f"<section class=record><h2>Joueur {n}</h2>{row}</section>" for n in range(20)))
    assert len(pages) == 2
    assert [lines.count("Parcours") for lines in pages] == [1, 1]
    assert "Joueur 5" in pages[0]


def test_what_is_longer_than_a_page_leaves_no_page_empty() -> None:
    rows = "".join(f"<p>Ronde {n}</p>" for n in range(70))
    pages = read_pages(f"<div class=later data-title=x></div><section class=ready>{rows}</section>")
    assert len(pages) == 2
    assert "Ronde 0" in pages[0]
    draw = f"<section class=ready><table class='lines readyrounds'><tr>{'<td>1<br>2<tr>' * 2}<td>{'3<br>' * 52}</table>"
    for first in (f"<section class=meet>{rows}</section>", f"<p>Prenez</p>{draw}</section>"):
        pages = read_pages(first)
        assert len(pages) == 2, "the title is not alone"
        assert len(pages[0]) > 3, "the title is not alone"


def test_a_digest_is_never_broken_at_its_hyphens() -> None:
    digest = "3f9a-bc12-e077-d421"
    (lines,) = read_pages("".join(f"<p>{'m' * n} {keep_together(digest)} et la suite" for n in range(40, 60)))
    assert sum(digest in line for line in lines) == 20


def test_a_year_is_never_alone_at_the_beginning_of_a_line() -> None:
    with override("fr"):
        day = long_date(datetime.date(2026, 3, 1))
    (lines,) = read_pages("".join(f"<p>{'m' * n} {day} et la suite" for n in range(40, 60)))
    assert sum(line.replace("\u00a0", " ").count("mars 2026") for line in lines) == 20


def test_no_number_of_a_poster_s_title_stands_alone() -> None:
    assert BESIDE_NUMBER.sub("_", "Soirée du 21 novembre 2026") == "Soirée du 21_novembre_2026"
    assert BESIDE_NUMBER.sub("_", "Coupe 2 de Tours") == "Coupe 2_de Tours"


@pytest.mark.parametrize(
    ("language", "apart", "money", "debt"),
    [
        ("fr", "\u202f", "1\u202f234\u00a0€", "−1\u202f234,50\u00a0€"),
        ("en", ",", "€1,234", "−€1,234.50"),
        ("it", ".", "1.234\u00a0€", "−1.234,50\u00a0€"),
    ],
)
def test_thousands_stand_apart_as_the_reader_writes_them(language: str, apart: str, money: str, debt: str) -> None:
    with override(language):
        whole = [format_signed(1234567), format_holding(-1234), format_points(12000), format_plain(999)]
        assert whole == [f"+1{apart}234{apart}567", f"−1{apart}234", f"12{apart}000", "999"]
        assert (format_money(123400, "EUR"), format_money(-123450, "EUR")) == (money, debt)
        assert format_money(500, "CHF") == "5\u00a0CHF"


def test_evenings_of_one_day_are_told_apart_in_the_head_of_a_season() -> None:
    day = datetime.date(2026, 11, 21)
    names = [("A", "Midi"), ("B", "Soir"), ("C", "Soir")]
    evenings = [EveningHead(n, code, name, day) for n, (code, name) in enumerate(names)]
    evenings.append(EveningHead(9, "D", "Seule", day + datetime.timedelta(1)))
    with override("fr"):
        heads = "".join(SeasonTable([], evenings, medium=PAPER).list_head_cells(QueryDict()))
    assert all(f">{words}</bdi>" in heads for words in ("Midi", "Soir (B)", "Soir (C)"))
    assert "Seule" not in heads


def test_a_name_is_broken_between_its_words_and_inside_one_only_where_nothing_else_helps() -> None:
    name, figures = "Maximilienne de La Rochefoucauld-Doudeauville", f"<td class=n>{'8' * 55}"
    row = f"<th scope=row><bdi class=name>{name}</bdi><td>{'mot ' * 90}"
    (lines,) = read_pages(f"<table class=lines><tr>{row}</table>")
    assert {"Maximilienne", "Rochefoucauld-", "Doudeauville"} <= {word for line in lines for word in line.split()}
    (lines,) = read_pages(f"<table class=lines><tr><th><bdi class=name>{'W' * 80}</bdi>{figures}</table>")
    assert "".join(lines).count("W") == 80


def test_a_word_of_a_name_too_long_for_its_place_is_set_smaller_and_whole_beside_the_others() -> None:
    name = "Анна Константинопольская"
    html = f'{HEAD}<div style="width: 42mm; font-size: 15pt"><b>A</b> <bdi class="name">{name}</bdi>'
    texts = [each for box in find_boxes(html, "name")[1] for each in box.descendants() if hasattr(each, "text")]
    sizes = {each.text.strip(): each.style["font_size"] for each in texts}
    assert list(sizes) == name.split()
    assert 12 < sizes["Константинопольская"] < sizes["Анна"] == 20


def test_a_name_that_would_be_set_too_small_is_broken() -> None:
    ((*lines, _imprint),) = read_pages(f'<div style="width: 30mm" class="name">{"m" * 80}</div>')
    assert sum("mm" in line for line in lines) > 1


def test_an_empty_back_is_known_so_that_it_bears_no_number() -> None:
    leaves = "".join(f"<section class=leaf>{n}</section>" for n in (1, 2))
    pages = PdfReader(BytesIO(render_pdf(HEAD + leaves, (LOOKS["duplex"],)))).pages
    assert [is_empty(page) for page in pages] == [False, True, False, True, False]


def test_a_word_of_eighty_letters_from_right_to_left_is_broken_and_keeps_its_shapes() -> None:
    word = "محمدعبدالرحمن" * 6
    cells = "<td class=n>5<td class=n>20<td class=tick><span></span><td class=tick><span></span>"
    slip = f"<section class=slip><table class=lines><tr><th><bdi class=name>{word[:80]}</bdi>{cells}</table></section>"
    (lines,) = read_pages(slip)
    told = "".join(lines).replace("\u200b", "").replace("\u200d", "")
    assert Counter(letter for letter in told if letter in set(word)) == Counter(word[:80])


@pytest.mark.django_db
def test_nothing_prints_where_a_page_would_be_blank(tmp_path: Path) -> None:
    empty = create_tournament(create_club(), name="Vide", date=datetime.date(2026, 11, 21), players=[])
    set_account(empty, fee_cents=500)
    assert not {"badges", "labels", "receipts"} & {document.name for document in list_printable(empty)}
    evening = create_evening(3)
    Seat.objects.filter(position__gt=1).delete()  # one alone cannot play: his table has no sheet
    for document, asked in (("sheets", PrintOptions()), ("seating", PrintOptions(7))):
        with pytest.raises(NothingToPrint):
            DOCUMENTS_BY_NAME[document].build_paper(evening, asked).render_pdf()
    with pytest.raises(NothingToPrint):
        PrintOrder(find_document("sheets,receipts"), evening, tmp_path / "x.pdf").write()


@pytest.mark.django_db
def test_a_print_has_squares_once_phones_have_an_address(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    evening = create_evening(3)
    with override("fr"):
        told = {name: DOCUMENTS_BY_NAME[name].build_paper(evening).render_html() for name in SHEETS}
        assert not any("127.0.0.1" in page for page in told.values())
        assert {name for name, page in told.items() if "pas encore d’adresse" in page} == {"qr-cards"}
        assert not (tmp_path / "printed.json").exists()
        hall.save_hall(tmp_path, hall.Hall("192.168.1.20", 8000))
        told = {name: DOCUMENTS_BY_NAME[name].build_paper(evening).render_html() for name in SHEETS}
        assert all("192.168.1.20" in page and "<svg xmlns" in page for page in told.values())
        assert told["qr-cards"].count("cardhow") == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "style", "looks"), BOXES)
def test_boxes_side_by_side_end_where_the_page_s_other_lines_end(name: str, style: str, looks: tuple[str, ...]) -> None:
    paper = DOCUMENTS_BY_NAME[name].build_paper(simulate_tournament("brusquembille", 25, 1, 7, "drawn"))
    page, boxes = find_boxes(paper.render_html(), style, looks)
    right = max(box.border_box_x() + box.border_width() for box in boxes)
    assert right == pytest.approx(page.content_box_x() + page.width, abs=2), "CSS pixels"


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "players"), [("brusquembille", 4), ("brusquembille", 5), ("briscola", 2)])
def test_the_foot_of_a_shared_sheet_stands_below_its_head_and_who_writes_on_it_has_room(
    game: str, players: int
) -> None:
    html = DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(players, players, game=game)).render_html()
    left = {style: find_boxes(html, style)[1][0].content_box_x() for style in ("halffoot", "head sheethead")}
    assert left["halffoot"] == pytest.approx(left["head sheethead"], abs=1), "CSS pixels"
    for box in find_boxes(html, "box count short")[1]:
        cells = [cell for cell in box.descendants() if type(cell).__name__ == "TableCellBox"]
        assert max(cell.width for cell in cells) > 14 * 96 / 25.4, "mm in pixels"
    for style in ("incidents", "incidents ruled"):
        assert max((box.padding_bottom for box in find_boxes(html, style)[1]), default=28) > 20 * 96 / 72, "to write on"


def test_the_seals_of_fifty_tables_stay_on_the_page_of_the_standings() -> None:
    heads = "".join(f"<th class=n>{words}" for words in ("Rang", "Joueur", "Points<br>de<br>victoire", *"1234"))
    names = ["Joueur"] * 21 + ["Anne-Charlotte<br>de La Rochefoucauld"] * 2
    rows = (f"<tr><td class='n rank'>1<th><bdi class=name>{name}</bdi>{'<td class=n>5' * 5}" for name in names)
    table = f"<table class='lines standings'><thead><tr>{heads}</thead><tbody>{''.join(rows)}</table>"
    seals = f"<div class=heads><p>{'sceau ' * 26}</p><ul>{'<li>5.11 9f2a-bc12-e077-d421' * 55}</ul></div>"
    assert len(read_pages(f"<p>Provisoire</p>{table}{seals}")) == 1


def test_heads_of_columns_give_way_to_names_in_large_print() -> None:
    heads = "".join(f"<th class=n>{words}" for words in WIDE_HEADS)
    row = f"<tr><td class='n rank'>1<th scope=row><bdi class=name>Łukasz Brzęczyszczykiewicz</bdi>{'<td class=n>5' * 5}"
    table = f"<table class='lines standings'><thead><tr>{heads}</thead><tbody>{row}</table>"
    (lines,) = read_pages(table, (LOOKS["large"],))
    assert any("Łukasz Brzęczyszczykiewicz" in line for line in lines)
    assert not any("Brusquembilles" in line for line in lines), "in two lines"


def test_names_of_few_tables_have_a_line_on_the_slip_of_caves_and_stay_whole_in_the_list_of_calls() -> None:
    names = ("Maximilienne Wolfeschlegelsteinhausenbergerdorff", "Jean-Baptiste-Emmanuel de Saint-Cyr")
    cells = "<td class=n>5<td class=n>20<td class=tick><span></span><td class=tick><span></span>"
    rows = "".join(f"<tr><th><bdi class=name>{name}</bdi>{cells}" for name in names)
    calls = "".join(f'<span class="whole"><bdi class="name">{name}</bdi>,</span> ' for name in names[1:] * 5)
    slips = f"<div class=slips><section class=slip><table class=lines>{rows}</table></section></div>"
    (lines,) = read_pages(f"{slips}<div class=calls><p class=call>{calls}</div>")
    assert sum(names[0] in line for line in lines) == 1
    assert sum(line.count(names[1]) for line in lines) == 6


@pytest.mark.parametrize("looks", [(), ("css/print-a5.css",)])
@pytest.mark.parametrize("shape", ["", "landscape"])
def test_the_number_of_a_joined_page_stands_where_the_layout_has_it(shape: str, looks: tuple[str, ...]) -> None:
    laid_out = PdfReader(BytesIO(render_pdf(f"<html><title>.</title><p class='{shape}'>x", looks))).pages[0]
    writer = PdfWriter()
    writer.add_blank_page(*map(float, laid_out.mediabox[2:]))
    stamping.put_page_number(writer, writer.pages[0], stamping.add_digit_font(writer), "1 / 1")
    writer.write(joined := BytesIO())
    found: list[float] = []

    def note_height(text: str, page: list[float], line: list[float], *_font: object) -> None:
        found.extend([page[5] + page[3] * line[5]] * ("1 / 1" in text))

    for each in (laid_out, PdfReader(joined).pages[0]):
        each.extract_text(visitor_text=note_height)
    assert found[1] == pytest.approx(found[0], abs=1), "points"
