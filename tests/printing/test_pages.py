"""What a reader of paper sees page after page: no page wasted, a title on each, nothing broken that is read as one."""

import datetime
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tournaments.printing.pdf import render_pdf
from tournaments.tables.row_table import PAPER
from tournaments.tables.seasons import EveningHead, SeasonTable
from tournaments.templatetags.prints import keep_together
from tournaments.text.numbers import format_cents, format_holding, format_plain, format_points, format_signed

HEAD = '<html lang="fr"><title>.</title><header class="head"><h1>Parcours</h1></header>'


def read_pages(body: str) -> list[list[str]]:
    """Set a document with this body; return the lines of each page."""
    paper = PdfReader(BytesIO(render_pdf(HEAD + body)))
    return [page.extract_text().split("\n") for page in paper.pages]


def test_sections_of_one_row_fill_the_first_page_and_the_next_pages_bear_the_title() -> None:
    row = "<table class=lines><thead><tr><th>Ronde</thead><tbody><tr><td>1</tbody></table>"
    pages = read_pages("".join(f"<section class=record><h2>Joueur {n}</h2>{row}</section>" for n in range(20)))
    assert len(pages) == 2 and [lines.count("Parcours") for lines in pages] == [1, 1]
    assert "Joueur 5" in pages[0]


def test_a_digest_is_never_broken_at_its_hyphens() -> None:
    digest = "3f9a-12bc-77e0-1d42"
    (lines,) = read_pages("".join(f"<p>{'m' * n} {keep_together(digest)} et la suite" for n in range(55, 75)))
    assert sum(digest in line for line in lines) == 20


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_thousands_stand_apart_in_narrow_spaces_in_every_language(language: str) -> None:
    with override(language):
        whole = [
            format_signed(1234567),
            format_holding(-1234),
            format_points(12000),
            format_cents(123400),
            format_plain(999),
        ]
        mark = "." if language == "en" else ","
        assert whole == ["+1\u202f234\u202f567", "−1\u202f234", "12\u202f000", "1\u202f234\u00a0€", "999"]
        assert format_cents(-123450) == f"−1\u202f234{mark}50\u00a0€"


def test_evenings_of_one_day_are_told_apart_in_the_head_of_a_season() -> None:
    day = datetime.date(2026, 11, 21)
    names = [("A", "Midi"), ("B", "Soir"), ("C", "Soir")]
    evenings = [EveningHead(n, code, name, day) for n, (code, name) in enumerate(names)]
    evenings.append(EveningHead(9, "D", "Seule", day + datetime.timedelta(1)))
    with override("fr"):
        heads = "".join(SeasonTable([], evenings, medium=PAPER).head_cells)
    assert all(f">{words}</bdi>" in heads for words in ("Midi", "Soir (B)", "Soir (C)"))
    assert "Seule" not in heads
