"""The preview of a list of players says what would happen, whatever columns and decisions were chosen before."""

import re

import pytest
from django.urls import reverse

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tests.web.player_list_pages import follow, list_chosen, upload
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import plan_players
from tournaments.actions.people.recognising import NEW
from tournaments.forms.organiser.player_file import build_preview
from tournaments.models import Fee, Player
from tournaments.reading.prizes import get_account

TICKETS = "Nom;Prénom;Statut;Montant tarif\nA;Odile;Validé;10,00\nB;Luc;Annulé;10\nC;Rose;En attente;10\nD;Ève;OK;0\n"


@pytest.mark.django_db
def test_the_preview_counts_what_would_happen_and_names_the_amount_paid() -> None:
    client, _club = sign_in_organiser()
    page = upload(client, reverse("players-import"), TICKETS.encode())
    text = " ".join(page.content.decode().split())
    assert re.search(r"\b2 nouveaux, 2 [^.]*\.</p>", text)
    assert [line.changes for line in page.context["lines"]] == [
        ("a payé\u202f: 10\xa0€",),
        (),
        (),
        ("a payé\u202f: non",),
    ]


@pytest.mark.django_db
def test_the_preview_names_the_rows_and_the_columns_that_are_not_taken() -> None:
    client, _club = sign_in_organiser()
    page = upload(client, reverse("players-import"), b"Nom;Courriel;Niveau\nPaul Petit;p@x.fr;1\n;x@y.z;2\n\nBo Li;;\n")
    assert [(row.line, row.write()) for row in page.context["ignored"]] == [(3, "x@y.z · 2")]
    assert page.context["untaken"] == ["Niveau"]
    assert "(x@y.z · 2)" in page.content.decode()


@pytest.mark.django_db
def test_what_has_no_letter_is_to_be_looked_at_and_a_refusal_leads_to_each_line_that_is_open() -> None:
    client, club = sign_in_organiser()
    address = reverse("players-import")
    page = upload(client, address, b"Nom;Courriel\n!!! 12345;\n=1+1;\nPaul Petit;\n")
    assert page.context["counts"] == {"doubtful": 2, "new": 1}
    sent = list_chosen(page)
    again = follow(client, address, page, **sent)
    assert again.status_code == 422
    assert [line.planned.line for line in again.context["unsaid"]] == [2, 3]
    assert 'href="#line-2"' in again.content.decode()
    assert follow(client, address, page, **(sent | {"line-2": "skip", "line-3": "skip"})).status_code == 302
    assert [player.name for player in club.players.all()] == ["Paul Petit"]


@pytest.mark.django_db
def test_a_choice_made_with_other_columns_is_asked_again() -> None:
    client, club = sign_in_organiser()
    address = reverse("players-import")
    page = upload(client, address, TICKETS.replace("Statut", "Suite").encode())
    assert page.context["counts"] == {"new": 4}
    sent = dict(page.context["columns"].data) | {"rows": page.context["rows"], "column-2": "status"}
    again = client.post(address, sent | list_chosen(page))
    assert again.context["counts"] == {"new": 2, "skip": 2}
    assert follow(client, address, again, **list_chosen(again)).status_code == 302
    assert set(Player.objects.filter(club=club).values_list("name", flat=True)) == {"Odile A", "Ève D"}


@pytest.mark.django_db
def test_a_choice_that_is_not_offered_gives_way_to_the_one_that_is_proposed() -> None:
    club = sign_in_organiser()[1]
    [line] = build_preview(plan_players(club, [ListedPlayer("Bo Li")]), {"line-1": "17"}, paid_to=club)
    assert (line.chosen, line.outcome) == (NEW, "new")


@pytest.mark.django_db
def test_a_list_of_headings_alone_says_that_nobody_is_in_it() -> None:
    client, _club = sign_in_organiser()
    page = upload(client, reverse("players-import"), b"Nom;Licence\n")
    assert page.status_code == 200
    assert not page.context["lines"]


@pytest.mark.django_db
def test_the_price_of_the_tickets_becomes_the_fee_of_an_evening_that_has_none_and_nothing_is_to_be_given_back() -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club, names=("Zoé Ng",), sizes=())
    address = reverse("tournament-players-import", args=[evening.pk])
    tickets = TICKETS.replace("Ève;OK;0", "Ève;OK;5") + "E;Ali;Validé;10,00\n"
    for told in (True, False):
        page = upload(client, address, tickets.encode())
        assert follow(client, address, page, **list_chosen(page)).status_code == 302
        assert ("billets\u202f: 10\xa0€" in client.get(address).content.decode()) is told
        assert get_account(evening).fee_cents == 1000
        said = Fee.objects.filter(entry__tournament=evening).order_by("entry__shown_name")
        owed = [(fee.entry.shown_name, fee.due_cents, fee.paid_cents) for fee in said]
        assert owed == [("Ali E", None, 1000), ("Odile A", None, 1000), ("Ève D", 500, 500)]
