"""What anybody reads of a tournament that its matches decide: who won it, and where everybody ended."""

import pytest
from django.test import Client

from tests.book.phase_builders import create_tournament, play_round, play_to_the_end, publish_round, read_scores
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.models import Seat, Tournament
from tournaments.reading.byes import list_resting

pytestmark = pytest.mark.django_db


def get_page(tournament: Tournament, address: str = "") -> str:
    """Return the HTML of a public page of the tournament."""
    answer = Client().get(f"/{tournament.code}{address}")
    assert answer.status_code == 200
    return answer.content.decode()


def list_places(tournament: Tournament) -> list[tuple[str, tuple[str, ...]]]:
    """Return the places that the page of the matches shows, with their names."""
    (phase,) = Client().get(f"/{tournament.code}/bracket").context["phases"]
    return list(phase.shown.places)


@pytest.mark.parametrize(
    "asked", [{"format": "knockout"}, {"format": "groups", "groups": 2, "through": 2}, {"format": "all"}]
)
def test_the_board_names_who_won_the_matches_before_the_standings_of_all_tables(asked):
    tournament = create_tournament(6, **asked)
    play_round(tournament)
    assert "Vainqueur" not in get_page(tournament), "nothing is decided yet"
    play_to_the_end(tournament)
    close_tournament(tournament)
    first, *_others = Client().get(f"/{tournament.code}/screen").context["ended"]["podium"]
    board = get_page(tournament)
    winners = board.partition('<p class="winner">')[2].partition("</p>")[0]
    assert all(row.tally.player in winners for row in first.rows)
    assert "Vainqueur" in winners
    before, _heading, _rest = board.partition('<h2 id="ranks">')
    assert f"/{tournament.code}/bracket" in before.partition('class="winner"')[2]


def test_the_board_of_a_tournament_without_matches_names_no_winner():
    tournament = create_tournament(6, "swiss", rounds=1)
    play_round(tournament)
    close_tournament(tournament)
    assert "Vainqueur" not in get_page(tournament)


def test_everybody_who_played_in_the_groups_has_a_place():
    tournament = create_tournament(9, "groups", groups=3, through=1, best=1)
    play_to_the_end(tournament)
    places = list_places(tournament)
    assert sorted(name for _place, names in places for name in names) == sorted(
        tournament.entries.values_list("shown_name", flat=True)
    )
    assert [place for place, _names in places] == ["1", "2", "3–4", "5–6", "7–9"], "the places in the groups are shared"


def test_who_plays_the_consolation_ends_where_it_leaves_him():
    tournament = create_tournament(8, "groups", groups=2, through=2, consolation=True)
    play_to_the_end(tournament)
    assert [place for place, _names in list_places(tournament)] == ["1", "2", "3–4", "5", "6", "7–8"]


def test_nobody_has_a_place_before_the_finals():
    tournament = create_tournament(6, "groups", groups=2, through=1)
    play_round(tournament)
    assert list_places(tournament) == []


def test_a_group_s_columns_stand_in_the_usual_order():
    tournament = create_tournament(6, "groups", groups=2, through=1)
    play_round(tournament)
    (phase,) = Client().get(f"/{tournament.code}/bracket").context["phases"]
    _group, table = phase.groups[0]
    assert table.columns.names()[2:] == ["played", "won", "drawn", "lost", "points", "margin"]


@pytest.mark.parametrize(("losers", "title"), [(False, "Élimination directe"), (True, "Double élimination")])
def test_the_page_of_matches_says_whether_one_loss_is_enough(losers: bool, title: str):
    tournament = create_tournament(4, "knockout", losers=losers)
    play_round(tournament)
    assert f"<h2>{title}, à deux</h2>" in get_page(tournament, "/bracket")


def test_who_has_a_bye_is_found_on_the_screen_on_their_page_and_on_papers():
    """Five players: the first seed waits for the winner of 4 and 5, while 2 and 3, who have byes too, meet at once. Who
    rests plays later: who lost is out, and in no list."""
    tournament = create_tournament(5, format="knockout")
    draw_rounds(tournament, sizes=(2,), seed=1, scores=read_scores(tournament))
    publish_round(tournament, 1)
    open_tournament(tournament)
    seats = Client().get(f"/{tournament.code}/screen").context["seats"]
    playing = {row.name for row in seats if row.table}
    byes = {row.name for row in seats if not row.table}
    assert (len(playing), len(byes)) == (4, 1)
    assert set(list_resting(tournament)[1]) == byes
    for entry in tournament.entries.all():
        has_bye = entry.shown_name in byes
        assert ("Se repose" in get_page(tournament, f"/player/{entry.pk}")) == has_bye
    ended = create_tournament(5, format="knockout")
    play_to_the_end(ended)
    seats = Seat.objects.filter(table__round__tournament=ended)
    resting = list_resting(ended)
    assert list(resting)
    for n, names in resting.items():
        later = set(seats.filter(table__round__n__gt=n).values_list("entry__shown_name", flat=True))
        now = set(seats.filter(table__round__n=n).values_list("entry__shown_name", flat=True))
        assert set(names) <= later - now
