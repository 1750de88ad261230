"""What a form changes is shown beside it, and again as it is filled in; looking writes nothing."""

import pytest
from django.test import Client

import scoring
from tests.web.organiser_builders import (
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.models import Club, ClubPreset, JetonWorth, Tournament
from tournaments.views.organiser.evening.rule_example import build_rule_examples

pytestmark = pytest.mark.django_db
LOOK = {"look": "1"}


@pytest.fixture
def desk() -> tuple[Client, Club]:
    return sign_in_organiser()


def test_the_setup_shows_the_sheet_that_its_rule_gives_before_it_is_saved(desk):
    client, club = desk
    tournament = create_draft_evening(club)
    address = f"/desk/event/{tournament.pk}/setup"
    page = client.get(address)
    assert [each.cave is None for each in page.context["examples"]] == [False] * 4
    typed = {"name": "Autre nom", "date": "2026-11-22", "preset": "aux-points"}
    looked = client.post(address, typed | LOOK)
    assert looked.context["sheet_name"] == "Autre nom"
    assert all(each.cave is None for each in looked.context["examples"])
    assert Tournament.objects.get().preset == "academie-1718"


def test_a_wrong_form_changes_nothing_beside_it(desk):
    client, club = desk
    address = f"/desk/event/{create_draft_evening(club).pk}/setup"
    assert client.post(address, {"name": "", "preset": "aux-points"} | LOOK).status_code == 204
    assert client.post("/desk/club/jeton", {"club": club.pk, "amount": "beaucoup"} | LOOK).status_code == 204


def test_a_club_rule_shows_what_its_options_give(desk):
    client, club = desk
    address = f"/desk/preset/new?club={club.pk}&base=brusquembille/academie-1718"
    before = client.get(address).context["examples"]
    typed = {"club": club.pk, "base": "brusquembille/academie-1718", "name": "Longue", "option.tours": "3"}
    after = client.post("/desk/preset/new", typed | LOOK).context["examples"]
    assert [each.cave.fiches for each in after] == [3 * each.cave.fiches for each in before]
    assert not ClubPreset.objects.exists()


def test_what_a_jeton_is_worth_shows_what_gains_give_and_who_would_pay_whom(desk):
    client, club = desk
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    typed = {"amount": "0,05", "currency": "EUR", "jetons": "1"}
    at_club = client.post("/desk/club/jeton", typed | LOOK | {"club": club.pk}).context
    assert [jetons for jetons, _amount in at_club["gains"]] == [1, 20, 100]
    evening = client.post(f"/desk/event/{tournament.pk}/settlement", typed | LOOK | {"use": "own"}).context
    assert evening["gains"] == at_club["gains"]
    assert evening["would_hand"]
    assert not JetonWorth.objects.exists()


def test_the_prizes_stand_beside_the_ranking_until_one_is_there(desk):
    client, club = desk
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    address = f"/desk/event/{tournament.pk}/prizes"
    assert client.get(address).context["side"] is not None
    client.post(address, {"label": "Un jambon", "kind": "rank", "place": "1", "cents": "", "shared": "on"})
    assert client.get(address).context["side"] is None


def test_fees_show_what_is_unusual_once_somebody_owes_another_amount(desk):
    client, club = desk
    tournament = create_draft_evening(club)
    address = f"/desk/event/{tournament.pk}/money"
    form = client.get(address).context["form"]
    assert not form.has_unusual
    pk = form.owing[0].entry
    below_nothing = client.post(address, {"fee": "5", f"paid-{pk}": "-4"}).context["form"]
    assert below_nothing.errors.keys() == {f"paid-{pk}"}
    assert not below_nothing.has_unusual, "the columns that nobody asked for stay away"
    client.post(address, {"fee": "5", f"due-{pk}": "3"})
    assert client.get(address).context["form"].has_unusual


@pytest.mark.parametrize("game", ["briscola", "brusquembille"])
def test_what_is_so_at_tables_of_some_sizes_alone_is_not_said_of_all(game: str) -> None:
    found = build_rule_examples(scoring.get_game(game), scoring.get_game(game).presets[0].key, {})
    assert found["reminders"]
    for text in found["reminders"]:
        assert all(text in each.reminders for each in found["examples"])
