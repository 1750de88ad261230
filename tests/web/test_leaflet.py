"""A lesson as a leaflet: one sheet, made once for each language, in the largest letters that it holds."""

from io import BytesIO

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from config import pango
from tests.printing.pdf_reading import read_text
from tournaments.forms.games.lesson_walk import open_lesson
from tournaments.presentation.text.cards import show_usual_pack
from tournaments.printing import leaflet

pytestmark = pytest.mark.django_db


def test_a_leaflet_bears_no_address_that_phones_cannot_open(settings, tmp_path, monkeypatch) -> None:
    settings.VAR_DIR = tmp_path  # where no address of the hall is kept
    walk = open_lesson("brisque")
    assert 'class="square"' not in leaflet.build_leaflet(walk)
    monkeypatch.setattr(leaflet, "get_printed_address", lambda: "http://192.168.1.20:8000")
    assert "http://192.168.1.20:8000/learn/brisque" in leaflet.build_leaflet(walk)


def test_a_leaflet_is_one_sheet_made_once(settings, tmp_path, monkeypatch) -> None:
    settings.VAR_DIR = tmp_path
    made = []
    monkeypatch.setattr(pango, "is_installed", lambda: True)
    monkeypatch.setattr(leaflet, "render_pdf", lambda html, looks: made.append(html) or b"%PDF")
    for _again in range(2):
        answer = Client().get("/learn/brisque/leaflet.pdf")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/pdf"
    leaflet.load_leaflet("brisque", "another version")
    assert len(made) == 2
    assert len(list((tmp_path / "leaflets").iterdir())) == 1


@pytest.mark.parametrize(("key", "language", "ours"), [("briscan", "it", "nostra"), ("brisque", "en", "our")])
def test_the_longest_leaflets_fill_two_pages_in_the_readers_language_and_lose_nothing(
    monkeypatch, key: str, language: str, ours: str
) -> None:
    monkeypatch.setattr(leaflet, "get_printed_address", lambda: "http://192.168.1.20:8000")
    walk = open_lesson(key)
    with translation.override(language):
        told = leaflet.build_leaflet(walk)
    assert 'lang="fr"' not in told
    paper = PdfReader(BytesIO(leaflet.render_pdf(told, (leaflet.LOOK,))))
    assert len(paper.pages) == 2
    text = read_text(paper)
    for trick in walk.list_tricks():
        assert f"{trick.trick.number} " in text
    assert f"/learn/{key}" in text
    assert "BRC-16" in text
    assert ours in text


def test_a_short_leaflet_has_large_letters_and_says_how_it_is_folded() -> None:
    walk = open_lesson("chiamata")
    show_usual_pack(walk.game)
    paper = PdfReader(BytesIO(leaflet.render_pdf(leaflet.build_leaflet(walk), (leaflet.LOOK,))))
    sizes = list[float]()
    paper.pages[0].extract_text(
        visitor_text=lambda text, cm, tm, _font, size: sizes.append(size * abs(tm[3] * cm[3])) if text.strip() else None
    )
    assert len(paper.pages) == 2
    assert "petit côté" in read_text(paper)
    assert sum(size >= 12 for size in sizes) > len(sizes) / 2, sizes


def test_no_word_of_a_note_stands_alone_in_the_middle_of_a_sentence() -> None:
    walk = open_lesson("chiamata")
    show_usual_pack(walk.game)
    with translation.override("en"):
        told = leaflet.build_leaflet(walk)
    page = PdfReader(BytesIO(leaflet.render_pdf(told, (leaflet.LOOK,)))).pages[1]
    lines = [line.strip() for line in page.extract_text().splitlines()]
    assert not [line for line in lines if line.isalpha() and line.islower()]
