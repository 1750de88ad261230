"""The organiser's printed documents on the web: who may have them, and how they are sent."""

import pytest
from django.test import Client

from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.views.prints import urlpatterns

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
    assert "sheets-filled.pdf" not in page and "Aucun coup n’est encore marqué." in page
    enter_coup(client, get_first_table(tournament))
    assert "sheets-filled.pdf" in client.get(f"/desk/event/{tournament.pk}/print").content.decode()


def test_a_document_is_sent_as_a_pdf_that_is_not_cached():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    answer = client.get(f"/desk/event/{tournament.pk}/print/seating.pdf")
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == f'inline; filename="corbillon-{tournament.code}-seating.pdf"'
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", ["nothing", "sheets-filled", "../standings"])
def test_a_document_that_cannot_be_printed_is_missing(name):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert client.get(f"/desk/event/{tournament.pk}/print/{name}.pdf").status_code == 404
