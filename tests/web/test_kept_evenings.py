"""What closed evenings came to is kept in rows, and in memory, by their change marks: a career and a season read as
much after twenty evenings as after two, and show at once whatever changes."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, correct_event, get_table, record_events, undo_last
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.kept_evenings import keep_all_evenings
from tournaments.actions.people.clubs import rename_player
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.seat_corrections import exchange_people
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.exchange.personal_data import build_player_document
from tournaments.models import Adjustment, Club, KeptEvening, Merge, Player, Season, Table, Tournament
from tournaments.reading import played_evenings
from tournaments.reading.careers import list_career_evenings
from tournaments.reading.season_outcomes import get_season_standings
from tournaments.standings.ranking_orders import RankingOrder

pytestmark = pytest.mark.django_db
WHO: Any = {"actor": "user:1", "reason": "mal compté"}
FOUR = ("Anne", "Basile", "Chloé", "Denis")


def play_evening(club: Club, day: int, points: tuple[int, int, int] = (58, 37, 25)) -> Tournament:
    """Play and close an evening of three, with a fourth who waits."""
    tournament = create_open_evening(club, names=FOUR, sizes=(3,))
    record_events(get_table(tournament), build_coup(*points))
    closed = close_tournament(tournament)
    Tournament.objects.filter(pk=closed.pk).update(date=datetime.date(2026, 1, day))
    Season.objects.get(club=club).tournaments.add(closed)
    return closed


@pytest.fixture
def club() -> Club:
    """A club with a season, and two evenings that count for it."""
    _client, made = sign_in_organiser()
    create_season(made, "Saison")
    for day in (1, 2):
        play_evening(made, day)
    return made


def read_everything(club: Club) -> list[Any]:
    """Return everybody's career, and the season's table, as this process reads them."""
    season = Season.objects.get(club=club)
    careers = [
        [
            (each.tournament.pk, each.rank, each.players, each.total, each.tables)
            for each in list_career_evenings(player.pk)[0]
        ]
        for player in Player.objects.filter(club=club).order_by("pk")
    ]
    standings = get_season_standings(season, club)
    return [careers, [each.pk for each in standings.tournaments], [repr(row) for row in standings.rows]]


def read_anew(club: Club) -> list[Any]:
    """Return the same as a process that has just begun reads it, from the rows."""
    played_evenings._recent.clear()
    return read_everything(club)


def read_from_book(club: Club) -> list[Any]:
    """Return the same as the book alone gives it."""
    with patch.object(played_evenings, "find_kept_evenings", return_value={}):
        return read_anew(club)


def list_kept(club: Club) -> set[int]:
    """Return the closed evenings (ids) of which a row holds."""
    closed = Tournament.objects.filter(club=club, status="closed").in_bulk()
    return set(played_evenings.find_kept_evenings(played_evenings.read_stamps(closed), closed))


def list_closed(club: Club) -> set[int]:
    """Return all closed evenings (ids)."""
    return set(Tournament.objects.filter(club=club, status="closed").values_list("pk", flat=True))


def correct(club: Club) -> None:
    correct_event(get_table(Tournament.objects.earliest("date")), 1, build_coup(40, 45, 35))


def reopen_and_undo(club: Club) -> None:
    table = get_table(open_tournament(Tournament.objects.earliest("date"), **WHO))
    undo_last(table)
    record_events(table, build_coup(40, 45, 35))
    close_tournament(table.round.tournament)


def strike(club: Club) -> None:
    mark_unplayed(get_table(Tournament.objects.earliest("date")).pk, "annulled", **WHO)


def penalise(club: Club) -> None:
    tournament = Tournament.objects.earliest("date")
    give_adjustment(tournament, tournament.entries.all()[0], amount=-500, rule="maison", round=0, **WHO)


def pardon(club: Club) -> None:
    penalise(club)
    assert read_everything(club)
    cancel_adjustment(Adjustment.objects.get(), **WHO)


def rank_otherwise(club: Club) -> None:
    tournament = open_tournament(Tournament.objects.earliest("date"), **WHO)
    order = RankingOrder.from_json(tournament.ranking)
    first, *others = order.precedence
    set_ranking(tournament, replace(order, precedence=(first, "coups_won", *others)))
    close_tournament(tournament)


def exchange(club: Club) -> None:
    tournament = Tournament.objects.earliest("date")
    exchange_people(get_table(tournament), 1, tournament.entries.get(shown_name="Denis"), **WHO)


def merge(club: Club) -> None:
    other = create_open_evening(club, names=("Anne bis", "Basile", "Chloé"), sizes=(3,))
    record_events(get_table(other), build_coup())
    Season.objects.get(club=club).tournaments.add(close_tournament(other))
    assert read_everything(club)
    anne, twice = (Player.objects.get(name=name) for name in ("Anne", "Anne bis"))
    merge_players(anne, twice, actor="")


def separate(club: Club) -> None:
    merge(club)
    assert read_everything(club)
    undo_merge(Merge.objects.get())


def rename(club: Club) -> None:
    rename_player(Player.objects.get(name="Anne"), "Anne-Marie")


def erase(club: Club) -> None:
    forget_name(Player.objects.get(name="Anne"), actor="user:1")


def hide(club: Club) -> None:
    hide_tournament(Tournament.objects.earliest("date"))


CHANGES = (correct, reopen_and_undo, strike, penalise, pardon, rank_otherwise, exchange, merge, separate, rename, erase)


def test_memory_rows_and_book_say_the_same(club: Club) -> None:
    before = read_everything(club)
    assert read_everything(club) == before == read_anew(club) == read_from_book(club)
    assert read_everything(club) == before


@pytest.mark.parametrize("change", [*CHANGES, hide])
def test_whatever_changes_a_closed_evening_shows_at_once(change: Callable[[Club], None], club: Club) -> None:
    before = read_everything(club)
    change(club)
    after = read_everything(club)
    assert after == read_anew(club) == read_from_book(club)
    assert list_kept(club) == list_closed(club), "kept in the transaction that changed it"
    assert (after == before) is (change in (pardon, rank_otherwise)), "or nothing was tried"


def count_queries(address: str) -> int:
    """Return how many queries a page makes that this process has not shown before."""
    client = Client()
    played_evenings._recent.clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)


def test_a_career_and_a_season_make_as_many_queries_however_long_they_are(club: Club) -> None:
    player = Player.objects.get(name="Anne").pk
    pages = [
        f"/club/{club.pk}/player/{player}",
        f"/club/{club.pk}/player/{player}.csv",
        f"/season/{Season.objects.get().pk}",
    ]
    before = [count_queries(page) for page in pages]
    for day in range(3, 9):
        play_evening(club, day)
    assert [count_queries(page) for page in pages] == before
    assert max(before) <= 12


def test_what_is_kept_of_a_person_is_read_by_as_many_queries_however_much_it_is(club: Club) -> None:
    player = Player.objects.get(name="Anne")
    build_player_document(player)
    with CaptureQueriesContext(connection) as before:
        kept = build_player_document(player)
    for day in range(3, 9):
        play_evening(club, day)
    with CaptureQueriesContext(connection) as after:
        more = build_player_document(player)
    assert len(after) == len(before) < 40
    assert (len(kept["tournaments"]), len(more["tournaments"])) == (2, 8)
    assert all(each["tables"][0]["lines"][0]["points"] == 58 for each in more["tournaments"])


def test_what_was_closed_before_there_were_rows_is_kept_by_the_next_backup(club: Club) -> None:
    KeptEvening.objects.all().delete()
    keep_all_evenings()
    assert list_kept(club) == list_closed(club)
    with CaptureQueriesContext(connection) as queries:
        keep_all_evenings()
    assert not [each for each in queries if each["sql"].startswith("INSERT")]


def test_what_another_program_computed_is_not_read(club: Club, settings: Any) -> None:
    assert list_kept(club)
    settings.PROGRAM_FINGERPRINT = "of another version"
    assert not list_kept(club)


@pytest.mark.parametrize("column", ["ranked", "results"])
def test_recheck_tells_a_row_that_is_not_what_the_book_gives(club: Club, column: str) -> None:
    Season.objects.get().tournaments.clear()  # they were added beside the actions
    kept = KeptEvening.objects.earliest("pk")
    getattr(kept, column)[0][-1] += 1
    kept.save()
    tables = Table.objects.filter(round__tournament__club=club)
    assert "ce que donne le livre" in (check_book(tables).difference or "")
    KeptEvening.objects.update(stamp="of another time")
    assert check_book(tables).difference is None, "and is not read"


def test_an_evening_of_very_many_and_one_without_marks_are_not_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played_evenings, "MOST_PLAYERS", 3)
    played_evenings._recent.clear()
    read_everything(club)
    assert played_evenings._recent.find(Tournament.objects.earliest("date").pk) is None
    monkeypatch.setattr(played_evenings, "MOST_PLAYERS", 4)
    read_everything(club)
    assert played_evenings._recent.find(Tournament.objects.earliest("date").pk)
