"""The pages of one part of a site ask the database each thing once, and what is asked later is asked anew."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.models import Club
from tournaments.upkeep.publishing.reading_once import read_kept, read_once
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder
from tournaments.views.public import player_lines

pytestmark = pytest.mark.django_db

MOST_QUERIES = 60
"""Of the whole site of a club with one evening of three players, the club's own pages and their careers too."""


def test_a_site_of_one_evening_asks_each_thing_once(tmp_path: Path) -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    club = tournament.club
    with CaptureQueriesContext(connection) as asked:
        SiteBuilder(club, "fr", SiteFolder(tmp_path), datetime(2026, 11, 23, tzinfo=UTC)).build()
    assert len(asked) <= MOST_QUERIES


def test_inside_a_query_is_asked_once_and_a_write_forgets_it() -> None:
    tournament = create_evening(3)
    clubs = Club.objects.filter(pk=tournament.club_id).values_list("name", flat=True)
    with read_once():
        with CaptureQueriesContext(connection) as asked:
            assert list(clubs.all()) == list(clubs.all()) == [clubs.all().get()]
        assert len(asked) == 2, "get() asks for one row more"
        Club.objects.filter(pk=tournament.club_id).update(name="Un autre nom")
        assert list(clubs.all()) == ["Un autre nom"]
    Club.objects.filter(pk=tournament.club_id).update(name="Le troisième")
    with CaptureQueriesContext(connection) as asked:
        assert list(clubs.all()) == list(clubs.all()) == ["Le troisième"]
    assert len(asked) == 2


def test_what_many_pages_make_of_the_rows_is_made_once_and_anew_after_a_write() -> None:
    club = create_evening(3).club
    made = []

    def make(key: int) -> int:
        return read_kept(("number", key), lambda: made.append(key) or len(made))

    assert [make(1), make(1)] == [1, 2], "outside, each time"
    with read_once():
        assert [make(1), make(1), make(2), make(2)] == [3, 3, 4, 4]
        Club.objects.filter(pk=club.pk).update(name="Un autre nom")
        assert make(1) == 5
    assert make(1) == 6


def test_the_pages_of_one_evening_rank_its_players_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    ranked = []
    rank = player_lines.get_ranking_with_results
    monkeypatch.setattr(player_lines, "get_ranking_with_results", lambda *how: ranked.append(how) or rank(*how))
    SiteBuilder(tournament.club, "fr", SiteFolder(tmp_path), datetime(2026, 11, 23, tzinfo=UTC)).build()
    assert len(ranked) == 1
