"""Skill of a club's players: what it is reckoned from, how it follows merges and erasures, what pages say."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.background.jobs import serve_waiting
from config.background.kinds import RATINGS
from tests.book.evening_builders import build_coup, correct_event, get_table, record_events
from tests.standings.result_builders import invent_tables
from tests.web.closed_evenings import GAME, THREE, play_evening
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament
from tournaments.actions.kept_ratings import build_rows, keep_ratings
from tournaments.actions.people.clubs import set_player_rated
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import Club, KeptRatings, Merge, Player, Tournament
from tournaments.reading import played_evenings
from tournaments.reading.kept_ratings import read_player_ratings, read_ratings
from tournaments.reading.rated_tables import (
    compute_ratings_stamps,
    list_rated_tournaments,
    list_unrated_players,
    read_rated_tables,
)
from tournaments.standings.log_loss import COIN
from tournaments.standings.rated_tables import RatedTable
from tournaments.views.organiser.people import ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club of two evenings."""
    _client, made = sign_in_organiser()
    for day in (1, 2):
        play_evening(made, day)
    return made


def find_player(name: str) -> Player:
    """Return the player of this name."""
    return Player.objects.get(name=name)


def read_tables(club: Club) -> list[RatedTable]:
    """Return the tables that the club's skill is reckoned from."""
    played_evenings._recent.clear()
    return read_rated_tables(list_rated_tournaments(club).get(GAME, []), list_unrated_players(club))


def list_orders(club: Club) -> list[list[tuple[str, ...]]]:
    """Return those tables as the names of each side, the best first."""
    names = dict(Player.objects.values_list("pk", "name"))
    return [
        [
            tuple(names[player] for player in side)
            for _place, side in sorted(zip(table.places, table.sides, strict=True))
        ]
        for table in read_tables(club)
    ]


def test_a_closed_evening_counts_by_its_places_and_an_open_one_not_at_all(club: Club) -> None:
    create_open_evening(club, names=THREE, sizes=(3,))
    assert list_orders(club) == [[("Anne",), ("Basile",), ("Chloé",)]] * 2


def test_a_correction_counts_and_so_does_a_table_struck_out(club: Club) -> None:
    first, second = Tournament.objects.order_by("date")
    correct_event(get_table(first), 1, build_coup(40, 45, 35))
    mark_unplayed(get_table(second).pk, "annulled", actor="user:1", reason="mal compté")
    assert len(read_tables(club)) == 1
    assert list_orders(club) != [[("Anne",), ("Basile",), ("Chloé",)]]


def test_who_leaves_stands_where_the_rules_rank_him(club: Club) -> None:
    play_evening(club, 3, build_coup(), {"type": "leave", "player": "1"})
    assert list_orders(club)[-1][-1] == ("Anne",), "she led"


def test_a_hidden_evening_tells_nothing(club: Club) -> None:
    hide_tournament(Tournament.objects.earliest("date"))
    assert len(read_tables(club)) == 1


def test_merged_players_are_one_and_separated_ones_two(club: Club) -> None:
    play_evening(club, 3, names=("Anne bis", "Basile", "Chloé"))
    merge_players(find_player("Anne"), find_player("Anne bis"), actor="")
    assert {player for table in read_tables(club) for player in table.players} == {
        find_player(name).pk for name in THREE
    }
    undo_merge(Merge.objects.get())
    assert find_player("Anne bis").pk in read_tables(club)[-1].players


def test_who_wants_nothing_reckoned_is_left_out_under_his_other_name_too(club: Club) -> None:
    play_evening(club, 3, names=("Anne bis", "Basile", "Chloé"))
    set_player_rated(find_player("Anne bis"), False)
    merge_players(find_player("Anne"), find_player("Anne bis"), actor="")
    assert list_orders(club) == [[("Basile",), ("Chloé",)]] * 3


def test_two_who_shared_a_seat_are_of_one_side(club: Club) -> None:
    tournament = create_open_evening(club, names=(*THREE, "Denis"), sizes=(3,))
    table = get_table(tournament)
    record_events(table, build_coup())
    substitute_player(table.pk, 1, tournament.entries.get(shown_name="Denis"), actor="user:1")
    record_events(table, build_coup())
    close_tournament(tournament)
    assert ("Anne", "Denis") in {tuple(sorted(side)) for side in list_orders(club)[-1]}


def erase(player: Player) -> None:
    forget_name(player, actor="user:1")


def leave_out(player: Player) -> None:
    set_player_rated(player, False)


@pytest.mark.parametrize("remove", [erase, leave_out])
def test_nothing_is_reckoned_or_kept_of_who_is_erased_or_left_out(club: Club, remove: Callable[[Any], None]) -> None:
    keep_ratings(club)
    player = find_player("Basile")
    remove(player)
    assert not read_player_ratings(player.pk)
    assert list_orders(club) == [[("Anne",), ("Chloé",)]] * 2
    keep_ratings(club)
    assert not read_player_ratings(player.pk)


def test_it_takes_as_many_queries_however_many_evenings(club: Club) -> None:
    def count_queries() -> int:
        played_evenings._recent.clear()
        with CaptureQueriesContext(connection) as queries:
            read_rated_tables(list_rated_tournaments(club)[GAME], list_unrated_players(club))
            read_ratings(club)
        return len(queries)

    keep_ratings(club)
    before = count_queries()
    for day in range(3, 7):
        play_evening(club, day)
    keep_ratings(club)
    assert count_queries() == before


def test_it_is_reckoned_anew_when_something_has_changed_and_only_then(club: Club) -> None:
    assert not read_ratings(club)[1]
    assert keep_ratings(club) == [GAME]
    assert keep_ratings(club) == []
    assert read_ratings(club)[1]
    before = KeptRatings.objects.get(player=None).document
    correct_event(get_table(Tournament.objects.earliest("date")), 1, build_coup(40, 45, 35))
    assert not read_ratings(club)[1]
    assert keep_ratings(club) == [GAME]
    assert read_ratings(club)[1]
    assert KeptRatings.objects.get(player=None).document != before


def test_what_is_deleted_comes_again(club: Club) -> None:
    call_command("rate")
    before = {row.player_id: row.document for row in KeptRatings.objects.all()}
    KeptRatings.objects.all().delete()
    call_command("rate")
    assert {row.player_id: row.document for row in KeptRatings.objects.all()} == before
    assert len(before) == 4


def test_a_gain_is_kept_with_what_checks_it_by_hand(club: Club) -> None:
    keep_ratings(club)
    _curve, gains = read_player_ratings(find_player("Anne").pk)[GAME]
    first = [gain for gain in gains if gain.table == gains[0].table]
    assert [(gain.level, gain.other_level, gain.expected, gain.score, gain.tenths) for gain in first] == [
        (15000, 15000, 50, 2, 80)
    ] * 2


@pytest.fixture
def rated_club(club: Club) -> Club:
    """A club of which two dozen invented evenings are kept."""
    set_up_ratings(club, spread=1.0)
    return club


def set_up_ratings(club: Club, spread: float) -> None:
    """Keep what invented evenings say, as if they were the club's own."""
    players = [Player.objects.create(club=club, name=f"Joueuse {n}") for n in range(12)]
    _skills, tables = invent_tables(24, spread)
    mine = [
        replace(table, day=737_000 + table.day, sides=tuple((players[one].pk,) for one in table.players))
        for table in tables
    ]
    stamps = compute_ratings_stamps(list_rated_tournaments(club), list_unrated_players(club))
    KeptRatings.objects.filter(club=club).delete()
    KeptRatings.objects.bulk_create(build_rows(club, GAME, stamps[GAME], mine))


def open_page(club: Club, address: str = "/desk/ratings") -> Any:
    """Return the answer of a page to the club's organiser."""
    client = Client()
    client.force_login(club.members.get().user)
    return client.get(address)


def test_the_players_stand_by_the_lower_end_of_their_bands(rated_club: Club) -> None:
    [game] = open_page(rated_club).context["games"]
    lows = [row.skill.low for row in game["players"].data]
    assert game["is_better"]
    assert lows == sorted(lows, reverse=True)
    assert len(lows) == 12


def test_where_elo_alone_beats_a_coin_it_alone_is_shown_and_ranks(rated_club: Club) -> None:
    row = KeptRatings.objects.get(player=None)
    row.document["losses"]["skill"]["loss"] = COIN
    row.save()
    [game] = open_page(rated_club).context["games"]
    tenths = [row.tenths for row in game["players"].data]
    assert tenths == sorted(tenths, reverse=True)
    assert [column.name for column in game["players"].columns] == ["player", "elo", "tables"]


def test_nothing_is_called_a_rating_where_nothing_beats_a_coin(club: Club) -> None:
    set_up_ratings(club, spread=0)
    answer = open_page(club)
    [game] = answer.context["games"]
    assert not game["is_better"]
    assert game["players"] is None
    assert b'data-verdict="unknown"' in answer.content
    player = find_player("Joueuse 3")
    assert open_page(club, f"/desk/players/{player.pk}/rating").context["parts"] == []


def test_a_player_s_page_has_his_band_his_curve_and_his_gains(rated_club: Club) -> None:
    address = f"/desk/players/{find_player('Joueuse 3').pk}/rating"
    answer = open_page(rated_club, address)
    [part] = answer.context["parts"]
    assert b"data-band" in answer.content
    assert len(part["charts"]) == 2
    assert part["has_more"]
    [whole] = open_page(rated_club, f"{address}?all=yes").context["parts"]
    assert sum(row.tenths for row in whole["gains"].data) == round(10 * (parse_elo(whole["elo"]) - 1500))


def parse_elo(text: str) -> float:
    """Return a rating as it is shown, as a number."""
    return float(text.replace(",", ".").replace("\N{NARROW NO-BREAK SPACE}", ""))


def test_few_tables_tell_nothing(club: Club) -> None:
    keep_ratings(club)
    [game] = open_page(club).context["games"]
    assert not game["ratings"].players
    assert not game["is_better"]


def test_who_wants_nothing_reckoned_is_gone_from_the_page_at_once(rated_club: Club) -> None:
    set_player_rated(find_player("Joueuse 3"), False)
    answer = open_page(rated_club)
    assert b"Joueuse 3" not in answer.content
    assert b"data-reckoning" in answer.content


def test_a_page_promises_a_reckoning_only_where_one_runs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    KeptRatings.objects.all().delete()
    assert b'data-reckoning="no"' in open_page(club).content
    monkeypatch.setattr(ratings, "find_keeper_start", lambda *_asked: 1.0)
    assert b'data-reckoning="yes"' in open_page(club).content


def test_a_changed_club_is_reckoned_once_somebody_looks_or_an_evening_closes(club: Club) -> None:
    open_page(club)
    assert serve_waiting(settings.VAR_DIR, RATINGS)
    keep_ratings(club)
    open_page(club)
    assert not serve_waiting(settings.VAR_DIR, RATINGS)
    client = Client()
    client.force_login(club.members.get().user)
    client.post(f"/desk/players/{find_player('Anne').pk}/rated", {"rated": "no"})
    assert not Player.objects.get(name="Anne").rated
    assert serve_waiting(settings.VAR_DIR, RATINGS)
