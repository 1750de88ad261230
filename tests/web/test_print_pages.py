"""The organiser's printed documents on the web: who may have them, and how they are sent."""

import pytest
from django.test import Client

from tests.web.organiser_builders import first_table, opened, organiser, play_coup
from tournaments.views.prints import urlpatterns

pytestmark = pytest.mark.django_db


def test_every_view_declares_that_it_is_for_members():
    assert {pattern.callback.access for pattern in urlpatterns} == {"member"}


def test_strangers_and_other_clubs_get_nothing():
    _client, club = organiser()
    event = opened(club)
    other, _club = organiser("karl", "Autre cercle")
    for address in (f"/desk/event/{event.pk}/print", f"/desk/event/{event.pk}/print/standings.pdf"):
        assert Client().get(address).status_code == 302
        assert other.get(address).status_code == 404


def test_the_catalogue_offers_what_can_be_printed_and_says_what_is_missing():
    client, club = organiser()
    event = opened(club)
    page = client.get(f"/desk/event/{event.pk}/print").content.decode()
    assert f"/desk/event/{event.pk}/print/sheets.pdf" in page
    assert "sheets-filled.pdf" not in page and "Aucun coup n’est encore marqué." in page
    play_coup(client, first_table(event))
    assert "sheets-filled.pdf" in client.get(f"/desk/event/{event.pk}/print").content.decode()


def test_a_document_is_sent_as_a_pdf_that_is_not_cached():
    client, club = organiser()
    event = opened(club)
    answer = client.get(f"/desk/event/{event.pk}/print/seating.pdf")
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == f'inline; filename="corbillon-{event.code}-seating.pdf"'
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["nothing", "sheets-filled", "../standings"])
def test_a_document_that_cannot_be_printed_is_missing(name):
    client, club = organiser()
    event = opened(club)
    assert client.get(f"/desk/event/{event.pk}/print/{name}.pdf").status_code == 404
