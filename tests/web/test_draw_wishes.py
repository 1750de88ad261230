"""What the page of the rounds says where a draw lacks somebody, or cannot grant what was asked."""

import pytest

from tests.web.organiser_builders import sign_in_organiser
from tests.web.test_organiser_rounds import create_tournament, post_form, read_page
from tournaments.actions.rounds.drawing import draw_rounds

pytestmark = pytest.mark.django_db


def test_players_without_partners_are_to_be_paired_not_to_be_more():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="random", pairing="fixed")
    page = read_page(client, tournament)
    assert "pas encore assez de paires pour une table" in page and "Faire les paires" in page
    assert "pas encore assez de joueurs" not in page


def test_who_keeps_a_table_that_the_draw_does_not_have_is_named():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="random")
    entry = tournament.entries.get(shown_name="Gaël")
    post_form(client, tournament, "people/part", entry=entry.pk, first="1", table="99")
    draw_rounds(tournament, sizes=(3,), seed=1)
    page = read_page(client, tournament)
    assert "Gaël garde la table 99, que ce tirage n’a pas." in page
    assert "Ceux qui gardent leur table y sont" not in page
