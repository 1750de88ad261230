"""Two people of one line of a list are partners in an evening of fixed pairs, also where it is made with the list."""

from pathlib import Path

import pytest
from django.urls import reverse

from tests.book.round_builders import draw_and_publish
from tests.web.organiser_builders import create_draft_evening, post_new_evening, sign_in_organiser
from tests.web.player_list_pages import follow, upload
from tournaments.actions.rounds.pairing_pool import build_units
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.models import Tournament
from tournaments.printing.round_papers import build_check_in

pytestmark = pytest.mark.django_db
TEAMS = (Path(__file__).parent / "lists" / "teams.csv").read_bytes()
PAIRS = {frozenset({"Marchand Odile", "Perrin Luc"}), frozenset({"Vidal Rose", "Noël Ivan"})}


def read_pairs(tournament: Tournament) -> set[frozenset[str]]:
    """Return the pairs that are drawn as one player, by their names."""
    entries = list(tournament.entries.all())
    names = {entry.pk: entry.shown_name for entry in entries}
    return {frozenset(names[entry] for entry in unit) for unit in build_units(tournament, entries)[0]}


def test_a_file_of_teams_of_two_makes_fixed_pairs():
    client, club = sign_in_organiser()
    evening = create_draft_evening(club, names=(), sizes=())
    evening = plan_rounds(evening, format="random", pairing="fixed", rounds=2)
    address = reverse("tournament-players-import", args=[evening.pk])
    page = upload(client, address, TEAMS)
    assert "Partenaire" not in page.content.decode(), "nothing of the pairs is left aside"
    assert follow(client, address, page).status_code == 302
    assert read_pairs(evening) == PAIRS
    follow(client, address, upload(client, address, TEAMS))
    assert read_pairs(evening) == PAIRS, "the same list again changes nothing"
    draw_and_publish(evening, 1, (2,))
    late = TEAMS.replace(b"Marchand Odile;Perrin Luc", "Ève Blanc;Ugo Bel".encode())
    page = upload(client, address, late)
    assert page.content.decode().count("Partenaire") == 4, (
        "once a round is published pairs do not change, and it is said"
    )
    follow(client, address, page)
    assert not evening.entries.filter(shown_name="Ève Blanc").exclude(pair=None).exists()


def test_an_evening_made_with_a_list_of_pairs_has_them_once_it_is_played_so():
    client, _club = sign_in_organiser()
    address = post_new_evening(client, typed="", file="yes").url
    page = upload(client, address, TEAMS)
    assert "Partenaire" not in page.content.decode()
    follow(client, address, page)
    evening = Tournament.objects.get(name="Soirée")
    assert all(len(pair) == 1 for pair in read_pairs(evening)), "each for himself until somebody says so"
    assert not any(mates for _entry, mates, _known, _paid in build_check_in(evening)["rows"])
    evening = plan_rounds(evening, format="random", pairing="fixed", rounds=2)
    assert read_pairs(evening) == PAIRS
    assert all(mates for _entry, mates, _known, _paid in build_check_in(evening)["rows"])


def test_of_a_game_without_pairs_the_partner_is_left_aside_and_it_is_said():
    client, _club = sign_in_organiser()
    address = post_new_evening(client, typed="", file="yes", game="chiamata", preset="chiamata").url
    page = upload(client, address, TEAMS)
    assert page.content.decode().count("Partenaire") == 4
    follow(client, address, page)
    assert not Tournament.objects.get(name="Soirée").entries.exclude(pair=None).exists()


@pytest.mark.parametrize(("pairing", "kept", "left"), [("single", 4, 0), ("fixed", 0, 4)])
def test_a_list_s_team_is_announced_where_it_is_made_and_left_aside_where_it_is_a_pair(
    pairing: str, kept: int, left: int
):
    client, club = sign_in_organiser()
    evening = create_draft_evening(club, names=(), sizes=())
    evening = plan_rounds(evening, format="random", pairing=pairing, rounds=2)
    address = reverse("tournament-players-import", args=[evening.pk])
    page = upload(client, address, TEAMS)
    lines = page.context["lines"]
    assert sum("Les " in text for line in lines for text in line.changes) == kept
    assert sum("Les " in text for line in lines for text in line.left_out) == left
    follow(client, address, page)
    assert evening.teams.count() == kept // 2


def test_a_club_s_own_list_keeps_no_team():
    client, club = sign_in_organiser()
    page = upload(client, reverse("players-import") + f"?club={club.pk}", TEAMS)
    assert all(any("Les " in text for text in line.left_out) for line in page.context["lines"])
