"""A tournament as a file, from one club's page to another's, and its copy as the next one."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.book.evening_builders import build_coup, record_events
from tests.web.organiser_builders import NAMES, create_open_evening, get_first_table, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.evenings.new_tournaments import copy_tournament
from tournaments.actions.money.prizes import Payment, add_prize, set_payments
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.exchange.left_behind import LEFT_BEHIND
from tournaments.models import Player, Record, Tournament
from tournaments.presentation.text.file_places import name_place

pytestmark = pytest.mark.django_db

NO_EVENING = "Ce fichier n’est pas une soirée"


def export(client: Client, tournament: Tournament) -> bytes:
    answer = client.get(f"/desk/event/{tournament.pk}/export.json")
    assert "attachment" in answer["Content-Disposition"]
    return answer.content


def upload(client: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("soiree.json", content, content_type="application/json")
    return client.post("/desk/event/import", {"file": file})


@pytest.fixture
def played() -> tuple[Client, Tournament]:
    """An evening with one coup, and its organiser."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_first_table(tournament), build_coup())
    return client, tournament


def test_an_evening_goes_from_one_club_to_another_by_their_pages(played: tuple[Client, Tournament]) -> None:
    client, tournament = played
    other, club = sign_in_organiser("karl", "Autre cercle")
    Player.objects.create(club=club, name=NAMES[0])
    answer = upload(other, export(client, tournament))
    assert answer.status_code == 302
    assert not Tournament.objects.filter(club=club).exists()
    page = other.get(answer.url).content.decode()
    assert tournament.name in page
    assert page.index("Déjà au club") < page.index(NAMES[0]) < page.index("Nouveaux au club") < page.index(NAMES[2])
    key = answer.url.partition("key=")[2]
    assert client.get(answer.url.replace(f"club={club.pk}", "")).status_code == 404, "another user's file"
    done = other.post("/desk/event/import", {"club": club.pk, "key": key})
    brought = Tournament.objects.get(club=club)
    assert done.url == f"/desk/event/{brought.pk}"
    assert brought.status == "closed"
    assert Record.objects.filter(table__round__tournament=brought).count() == 1
    assert other.post("/desk/event/import", {"club": club.pk, "key": key}).status_code == 404, "it was taken"
    again = other.get(upload(other, export(client, tournament)).url).content.decode()
    assert "déjà une soirée de ce nom" in again


def test_both_pages_name_what_stays_behind_and_the_preview_what_comes(played: tuple[Client, Tournament]) -> None:
    client, tournament = played
    set_payments(tournament, [Payment(tournament.entries.all()[0].pk, "", None, 500)])
    add_prize(tournament, kind="rank", place=1, group="", label="Un jambon", cents=0, shared=True)
    files = client.get(f"/desk/event/{tournament.pk}/files").content.decode()
    preview = client.get(upload(client, export(client, tournament)).url).content.decode()
    for each in LEFT_BEHIND:
        assert str(each.what) in files
        assert str(each.what) in preview
    assert "<dt>Ont payé</dt><dd>1</dd>" in preview
    assert "<dt>Lots</dt><dd>1</dd>" in preview


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "vide"), (b"{", NO_EVENING), (b"[]", "objet"), (b'{"format": "autre"}', f">{NO_EVENING}")],
)
def test_a_file_that_is_no_tournament_is_refused_in_words(content: bytes, says: str) -> None:
    client, _club = sign_in_organiser()
    answer = upload(client, content)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert client.post("/desk/event/import").status_code == 422
    assert client.get("/desk/event/import", {"key": "nothing"}).status_code == 404


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("rounds[1].tables[0].partie.events[3].points.Anne", "Ronde 2, table 1, ligne 4"),
        ("rounds[0].tables[2].revisions[0].at", "Ronde 1, table 3, correction 1 (at)"),
        ("rounds[0].tables[11]", "Ronde 1, table 12"),
        ("rounds[2].n", "Ronde 3 (n)"),
        ("players[8].name", "Joueur 9 (name)"),
        ("options.target", "options.target"),
    ],
)
def test_a_place_in_a_file_is_named_as_people_count(path: str, told: str) -> None:
    assert name_place(path) == told


def test_a_coup_that_cannot_be_scored_brings_nothing_and_says_where(played: tuple[Client, Tournament]) -> None:
    client, tournament = played
    document = json.loads(export(client, tournament))
    document["players"][1]["id"] = document["players"][0]["id"]
    answer = upload(client, json.dumps(document).encode())
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Joueur 2 (id)\u202f:" in page
    assert "players[" not in page
    assert Tournament.objects.count() == 1


def test_the_next_evening_has_the_rules_and_the_players_of_this_one_and_nothing_played(
    played: tuple[Client, Tournament],
) -> None:
    client, tournament = played
    Player.objects.filter(name=NAMES[5]).update(active=False)
    assert "Refaire" in client.get(f"/desk/event/{tournament.pk}/more").content.decode()
    assert client.post(f"/desk/event/{tournament.pk}/next", {"name": "", "date": "2026-12-05"}).status_code == 422
    for name, kept in ((f"Soirée du {tournament.date.day} novembre", False), ("Coupe", True)):
        Tournament.objects.filter(pk=tournament.pk).update(name=name)
        proposed = client.get(f"/desk/event/{tournament.pk}/next").context["form"]["name"].value()
        assert (proposed == name) is kept, "only a name that has the day is made anew"
    form = {"name": "Soirée du 5 décembre", "date": "2026-12-05", "with_players": "on"}
    answer = client.post(f"/desk/event/{tournament.pk}/next", form)
    copy = Tournament.objects.exclude(pk=tournament.pk).get()
    assert answer.url == f"/desk/event/{copy.pk}"
    assert copy.status == "draft"
    assert copy.code != tournament.code
    assert sorted(copy.entries.values_list("shown_name", flat=True)) == sorted(NAMES[:5])
    assert (copy.game, copy.preset, copy.options) == (tournament.game, tournament.preset, tournament.options)
    client.post(f"/desk/event/{tournament.pk}/next", form | {"name": "Sans personne", "with_players": ""})
    assert Tournament.objects.get(name="Sans personne").entries.count() == 0


def test_a_copy_begins_with_the_first_phase_its_pairs_and_its_ranking() -> None:
    _client, club = sign_in_organiser()
    single = {"game": "briscola", "options": {"match": "single"}}
    tournament = create_tournament(club, name="Suisse", date="2026-11-21", players=NAMES[:4], **single)
    plan_rounds(tournament, format="swiss", pairing="fixed", rounds=3, minutes=40)
    tournament.entries.filter(shown_name__in=NAMES[:2]).update(pair=1)
    tournament.currency = "CHF"
    copy = copy_tournament(tournament, name="Suisse 2", date=tournament.date, with_players=True)
    assert (copy.format, copy.pairing, copy.planned_rounds, copy.minutes) == ("swiss", "fixed", 3, 40)
    assert copy.options == tournament.options == single["options"]
    assert copy.phases == tournament.phases
    assert copy.ranking == tournament.ranking != {}
    assert copy.currency == "CHF"
    assert sorted(copy.entries.filter(pair=1).values_list("shown_name", flat=True)) == sorted(NAMES[:2])
