"""The organiser's printed documents on the web: who may have them, and how they are sent."""

import re

import pytest
from django.test import Client

from config import hall, pango
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.printing.documents import DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.print_stage import RECORDS
from tournaments.views.print_addresses import urlpatterns

pytestmark = pytest.mark.django_db


def test_every_view_declares_that_it_is_for_members():
    assert {pattern.callback.access for pattern in urlpatterns} == {"member"}


def test_strangers_and_other_clubs_get_nothing():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    other, _club = sign_in_organiser("karl", "Autre cercle")
    for address in (f"/desk/event/{tournament.pk}/print", f"/desk/event/{tournament.pk}/print/standings.pdf"):
        assert Client().get(address).status_code == 302
        assert other.get(address).status_code == 404


def test_the_catalogue_offers_what_can_be_printed_and_says_what_is_missing():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    page = client.get(f"/desk/event/{tournament.pk}/print").content.decode()
    assert f"/desk/event/{tournament.pk}/print/sheets.pdf" in page
    assert "sheets-filled.pdf" not in page
    assert str(RECORDS.hint) in page
    enter_coup(client, get_first_table(tournament))
    tournament.entries.filter(pk=min(tournament.entries.values_list("pk"))[0]).update(shown_name="王芳")
    after = client.get(f"/desk/event/{tournament.pk}/print").content.decode()
    assert "sheets-filled.pdf" in after
    assert "notice warn" not in page
    assert re.search("notice warn[^/]*王芳", after), "whose letters no font of ours has"


@pytest.mark.pango
def test_a_document_is_sent_as_a_pdf_that_is_not_cached():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    answer = client.get(f"/desk/event/{tournament.pk}/print/seating.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == f'inline; filename="corbillon-{tournament.code}-seating.pdf"'
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", ["nothing", "sheets-filled", "../standings"])
def test_a_document_that_cannot_be_printed_is_missing(name):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert client.get(f"/desk/event/{tournament.pk}/print/{name}.pdf").status_code == 404


def test_without_pango_each_document_is_printed_by_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pango, "is_installed", lambda: False)
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    catalogue = client.get(f"/desk/event/{tournament.pk}/print").content.decode()
    assert "Pango" in catalogue
    command = pango.find_install_command()
    assert command == "" or command not in catalogue  # on Windows there is none
    answer = client.get(f"/desk/event/{tournament.pk}/print/seating.pdf?look=large")
    assert answer.status_code == 302
    assert answer.url.startswith(f"/desk/event/{tournament.pk}/print/seating.html?")
    page = client.get(answer.url).content.decode()
    assert all(f"css/{name}.css" in page for name in ("print-fonts", "print", "print-large", "print-browser"))
    assert "width=device-width" in page, "a phone sets its lines as wide as itself"
    assert "Par nom" in page
    assert "Content-Security-Policy" in client.get(answer.url).headers
    for refused in (
        client.get(f"/desk/event/{tournament.pk}/print/pack.pdf"),
        client.post(f"/desk/event/{tournament.pk}/print/together", {"document": ["seating", "standings"]}),
    ):
        assert refused.status_code == 302
        assert refused.url == f"/desk/event/{tournament.pk}/print"
    alone = client.post(f"/desk/event/{tournament.pk}/print/together", {"document": ["seating"]})
    assert alone.url.startswith(f"/desk/event/{tournament.pk}/print/seating.html")


def test_measures_of_a_printed_page_stand_in_a_style_sheet_that_its_nonce_allows() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    tournament.entries.filter(shown_name="Fanny Petit").update(shown_name="Wolfeschlegelsteinhausenbergerdorff")
    answer = client.get(f"/desk/event/{tournament.pk}/print/badges.html")
    policy, page = answer.headers["Content-Security-Policy"], answer.content.decode()
    (nonce,) = re.findall(r'<style nonce="([^"]+)">\[data-measures="0"\]{display:inline-block!important;', page)
    assert re.search(rf"style-src 'self'[^;]* 'nonce-{re.escape(nonce)}'", policy)
    assert "unsafe-inline" not in policy
    assert ' style="' not in page
    assert 'data-measures="0"' in page.partition("</head>")[2]


def test_every_document_of_an_evening_is_a_page_too() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for document in list_printable(tournament):
        if document.name in DOCUMENTS_BY_NAME:
            page = client.get(f"/desk/event/{tournament.pk}/print/{document.name}.html")
            assert page.status_code == 200, document.name
            assert b"print-browser" in page.content, document.name
    assert client.get(f"/desk/event/{tournament.pk}/print/pack.html").status_code == 404


def test_the_catalogue_says_that_papers_have_no_squares_before_phones_have_an_address(settings, tmp_path) -> None:
    settings.VAR_DIR = tmp_path
    client, club = sign_in_organiser()
    address = f"/desk/event/{create_open_evening(club).pk}/print"
    assert client.get(address).context["without_address"]
    assert not client.get(f"{address}?moment=closed").context["without_address"], "too late to connect them"
    hall.save_hall(tmp_path, hall.Hall("192.168.1.20", 8000))
    assert "sans leurs carrés" not in client.get(address).content.decode()
