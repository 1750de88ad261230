"""No page asks the database more often because the club has more behind it: evenings, seasons, people who came once.

This process has read none of them before: what a closed evening came to stands in a row.
"""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.fixtures.amounts import choose_amount
from tests.web.counted_pages import count_queries
from tests.web.organiser_builders import NAMES, create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.models import Club, Season
from tournaments.reading import played_evenings

pytestmark = pytest.mark.django_db

FEW, MANY = choose_amount(2, 3), choose_amount(4, 9)  # closed evenings


def play_past_evening(desk: Client, club: Club, n: int, season: Season) -> None:
    """Play and close an evening of the usual players and somebody who comes once, for this season and one of its
    own."""
    tournament = create_open_evening(club, names=(*NAMES[:2], f"Invité {n}"), sizes=(3,))
    season.tournaments.add(tournament)
    Season.objects.create(club=club, name=f"Saison {n}").tournaments.add(tournament)
    assert enter_coup(desk, get_first_table(tournament)).status_code == 302
    close_tournament(tournament)


def test_no_page_asks_more_about_a_club_with_a_longer_past() -> None:
    desk, club = sign_in_organiser()
    season = Season.objects.create(club=club, name="Toutes les saisons")
    tonight = create_open_evening(club)
    season.tournaments.add(tonight)
    assert enter_coup(desk, get_first_table(tonight)).status_code == 302
    found: dict[int, dict[str, int]] = {}
    for n in range(1, MANY + 1):
        play_past_evening(desk, club, n, season)
        if n in (FEW, MANY):
            cache.clear()
            played_evenings._recent.clear()
            found[n] = dict(count_queries(tonight, desk))
    grown = {page: (n, found[MANY][page]) for page, n in found[FEW].items() if found[MANY][page] > n}
    assert not grown, "asks more about a longer past"
