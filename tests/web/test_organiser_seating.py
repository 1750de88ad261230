"""Seats on the organiser's pages: drawn at random, moved by hand, set in sides; players who are left over are always
shown."""

import re

import pytest
from django.db.models import Count
from django.test import Client

from tests.web.organiser_builders import (
    DAY,
    NAMES,
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.free_tables import wait_for_table
from tournaments.actions.rounds.seating import draw_tables
from tournaments.book.loading import load_sheets
from tournaments.draws.bounds import Bound
from tournaments.draws.divisions import Division
from tournaments.forms.organiser.phases import describe_mix, describe_usual_mix
from tournaments.forms.organiser.rounds import get_usual_key
from tournaments.models import Season, Table, Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def list_tables(tournament: Tournament) -> list[list[str]]:
    """Return the names at each table, table by table."""
    return [list(sheet.names) for sheet in load_sheets(tournament)]


def list_seated_names(tournament: Tournament) -> list[str]:
    """Return the sorted names of all seated players."""
    return sorted(name for table in list_tables(tournament) for name in table)


def post_touch(client: Client, tournament: Tournament, **what: object):
    """Send what a touch on the seating page sends. Return the response."""
    return client.post(f"/desk/event/{tournament.pk}/tables/place", what)


def get_entry_id(tournament: Tournament, name: str) -> int:
    return tournament.entries.get(shown_name=name).pk


def test_a_draw_seats_everybody():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    assert client.post(f"/desk/event/{tournament.pk}/tables/draw", {"mix": "3-3"}).status_code == 302
    tables = list_tables(tournament)
    assert [len(table) for table in tables] == [3, 3]
    assert list_seated_names(tournament) == sorted(NAMES)


def test_too_few_players_for_a_table_are_said_to_be_and_nothing_is_drawn():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, NAMES[:1], ())
    page = client.get(f"/desk/event/{tournament.pk}/tables")
    assert page.context["todo"]["url"] == f"/desk/event/{tournament.pk}/players"
    assert 'id="draw"' not in page.content.decode()


def test_table_sizes_may_be_typed_and_players_left_over_are_shown():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    client.post(f"/desk/event/{tournament.pk}/tables/draw", {"mix": "3-3", "typed": "4"})
    page = client.get(f"/desk/event/{tournament.pk}/tables")
    assert [len(table) for table in list_tables(tournament)] == [4]
    assert len(page.context["editor"].aside) == 2


@pytest.mark.parametrize(
    ("typed", "says"), [("6", "2, 3, 4 ou 5"), ("trois", "2, 3, 4 ou 5"), ("9" * 400, "2, 3, 4 ou 5")]
)
def test_table_sizes_that_the_game_does_not_have_are_refused(typed: str, says: str):
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    answer = client.post(f"/desk/event/{tournament.pk}/tables/draw", {"typed": typed})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert typed in answer.content.decode()
    assert list_tables(tournament) == []


def test_more_seats_than_players_are_refused_with_a_message():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    answer = client.post(f"/desk/event/{tournament.pk}/tables/draw", {"typed": "4 4"})
    assert answer.status_code == 422
    assert re.findall(r"\d+", answer.context["refused"]) == ["2"], "so many players are lacking"


def test_drawing_again_asks_for_confirmation():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    before = list_tables(tournament)
    answer = client.post(f"/desk/event/{tournament.pk}/tables/draw", {"mix": "2-2-2"})
    assert answer.status_code == 422
    assert list_tables(tournament) == before
    client.post(f"/desk/event/{tournament.pk}/tables/draw", {"mix": "2-2-2", "again": "yes"})
    assert [len(table) for table in list_tables(tournament)] == [2, 2, 2]


def test_a_table_that_has_begun_keeps_its_players_and_the_page_warns():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    page = client.get(f"/desk/event/{tournament.pk}/tables").context
    assert page["drawing"]["warning"]
    assert [table.is_kept for table in page["editor"].tables] == [True, False]
    client.post(f"/desk/event/{tournament.pk}/tables/draw", {"mix": "3", "again": "yes"})
    assert list_tables(tournament)[0] == list(NAMES[:3])
    assert list_seated_names(tournament) == sorted(NAMES)
    answer = post_touch(client, tournament, entry=get_entry_id(tournament, NAMES[0]), place="out")
    assert answer.status_code == 422
    assert "a commencé" in answer.context["refused"]


def test_two_players_exchange_their_seats():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    other = Table.objects.get(round__tournament=tournament, n=2)
    post_touch(client, tournament, entry=get_entry_id(tournament, NAMES[0]), place=f"{other.pk}:2")
    assert list_tables(tournament) == [[NAMES[4], NAMES[1], NAMES[2]], [NAMES[3], NAMES[0], NAMES[5]]]


def test_a_touch_takes_a_player_and_prices_every_move():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=(3, 2))
    season = Season.objects.create(club=club, name="2026", in_draws=True)
    season.tournaments.set([tournament, create_open_evening(club)])
    page = post_touch(client, tournament, take=get_entry_id(tournament, NAMES[0]))
    first, second = page.context["editor"].tables
    assert page.context["editor"].picked[1] == NAMES[0]
    assert [plate.price and plate.price.words for plate in first.plates] == [None, "même table", "même table"]
    assert first.repeats
    assert all(plate.is_lit for plate in first.plates)
    assert [plate.price.words for plate in second.plates] == ["−3 répétées", "−3 répétées"]
    assert second.free[0].price.words == "−2 répétées"
    assert [plate.price.words for plate in page.context["editor"].aside] == ["−2 répétées"]
    too_small = post_touch(client, tournament, take=get_entry_id(tournament, NAMES[3]))
    price = too_small.context["editor"].tables[0].free[0].price
    assert price.mark == "warn"
    assert "table 2" in price.words, "it would be too small"
    assert post_touch(client, tournament, leave="yes").context["editor"].picked is None


def test_a_plate_put_on_another_exchanges_the_two_even_with_one_who_has_no_place():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, sizes=(3, 2))
    who = {name: get_entry_id(tournament, name) for name in NAMES}
    post_touch(client, tournament, entry=who[NAMES[0]], **{"with": who[NAMES[3]]})
    assert list_tables(tournament) == [[NAMES[3], NAMES[1], NAMES[2]], [NAMES[0], NAMES[4]]]
    post_touch(client, tournament, entry=who[NAMES[3]], **{"with": who[NAMES[5]]})
    assert list_tables(tournament) == [[NAMES[5], NAMES[1], NAMES[2]], [NAMES[0], NAMES[4]]]
    enter_coup(client, get_first_table(tournament))
    begun = post_touch(client, tournament, entry=who[NAMES[0]], **{"with": who[NAMES[1]]})
    assert begun.status_code == 422
    assert "a commencé" in begun.context["refused"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_exchange_says_who_changed_places(headers):
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    sent = {"entry": get_entry_id(tournament, NAMES[0]), "with": get_entry_id(tournament, NAMES[3])}
    page = client.post(f"/desk/event/{tournament.pk}/tables/place", sent, headers=headers, follow=True)
    assert f"{NAMES[0]} et {NAMES[3]} ont échangé leurs places." in page.content.decode()


def test_how_rounds_are_played_is_not_asked_once_free_tables_are_seated():
    client, club = sign_in_organiser()
    seated, empty = create_draft_evening(club), create_draft_evening(club, sizes=())
    assert 'name="format"' not in client.get(f"/desk/event/{seated.pk}/rounds").content.decode()
    assert 'name="format"' in client.get(f"/desk/event/{empty.pk}/rounds").content.decode()


def test_an_exchange_that_costs_nothing_has_no_price():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    page = post_touch(client, tournament, take=get_entry_id(tournament, NAMES[0]))
    assert [plate.price for plate in page.context["editor"].tables[1].plates] == [None] * 3


def test_a_player_is_moved_to_a_free_seat_and_taken_out():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    other = Table.objects.get(round__tournament=tournament, n=2)
    post_touch(client, tournament, entry=get_entry_id(tournament, NAMES[0]), place=f"{other.pk}:4")
    assert list_tables(tournament) == [[NAMES[1], NAMES[2]], [*NAMES[3:], NAMES[0]]]
    post_touch(client, tournament, entry=get_entry_id(tournament, NAMES[0]), place="out")
    page = client.get(f"/desk/event/{tournament.pk}/tables")
    assert [plate.name for plate in page.context["editor"].aside] == [NAMES[0]]
    assert page.context["todo"]["words"].startswith("1 ")


def test_a_seat_touched_without_a_player_says_what_to_do():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    answer = post_touch(client, tournament, place=f"{get_first_table(tournament).pk}:1")
    assert answer.status_code == 422
    assert "Touchez d’abord" in answer.context["refused"]


def test_a_full_table_refuses_a_player_who_stays_selected():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=(5,))
    answer = post_touch(
        client, tournament, entry=get_entry_id(tournament, NAMES[5]), place=f"{get_first_table(tournament).pk}:6"
    )
    assert answer.status_code == 422
    assert "pleine" in answer.content.decode()
    assert answer.context["editor"].picked == (get_entry_id(tournament, NAMES[5]), NAMES[5])


def test_an_htmx_request_gets_the_seating_section_alone():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    answer = client.post(f"/desk/event/{tournament.pk}/tables/place", {"place": "new"}, headers=HTMX)
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<section id="seating"')
    assert Table.objects.filter(round__tournament=tournament).count() == 3


def test_an_empty_table_is_removed():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    post_touch(client, tournament, place="new")
    post_touch(client, tournament, remove=Table.objects.get(round__tournament=tournament, n=3).pk)
    assert len(list_tables(tournament)) == 2


def test_a_table_of_four_is_set_to_two_against_two_and_back():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=(4, 2))
    table = get_first_table(tournament)
    post_touch(client, tournament, sides=f"{table.pk}:1")
    table.refresh_from_db()
    assert table.sides
    assert "Un camp" in client.get(f"/desk/event/{tournament.pk}/tables").content.decode()
    post_touch(client, tournament, sides=f"{table.pk}:0")
    table.refresh_from_db()
    assert not table.sides


def test_another_evening_s_table_or_player_is_missing():
    client, club = sign_in_organiser()
    tournament, other = create_draft_evening(club), create_draft_evening(club)
    assert (
        post_touch(
            client, tournament, entry=get_entry_id(tournament, NAMES[0]), place=f"{get_first_table(other).pk}:1"
        ).status_code
        == 404
    )
    assert post_touch(client, tournament, entry=get_entry_id(other, NAMES[0]), place="out").status_code == 404
    assert post_touch(client, tournament, sides=f"{get_first_table(other).pk}:1").status_code == 404
    assert post_touch(client, tournament, remove="1; DROP TABLE").status_code == 404


def test_the_page_of_the_evening_shows_players_without_a_seat():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=(4,))
    open_tournament(tournament)
    page = client.get(f"/desk/event/{tournament.pk}")
    assert [str(each) for each in page.context["unplaced"]] == list(NAMES[4:])


@pytest.mark.parametrize(
    ("players", "sizes", "words"),
    [
        (7, (2, 3, 4, 5), "1 table de 4 et 1 table de 3"),
        (8, (2, 3, 4, 5), "2 tables de 4"),
        (23, (2, 3, 4, 5), "5 tables de 4 et 1 table de 3"),
        (8, (2, 3, 4, 6), "2 tables de 4"),
        (5, (2,), "2 tables de 2, 1 joueur sans place"),
    ],
)
def test_a_table_of_one_more_is_proposed_before_one_that_lacks_a_player(
    players: int, sizes: tuple[int, ...], words: str
):
    assert describe_usual_mix(players, sizes) == words


def test_tables_of_several_sizes_are_listed_with_commas_and_one_and():
    assert describe_mix((5, 4, 3, 2), 14) == "1 table de 5, 1 table de 4, 1 table de 3 et 1 table de 2"


def test_tables_like_those_before_that_repeat_fewer_meetings_than_the_first_ones_are_chosen():
    least = {(5, 4): Bound(3, 3), (3, 3, 3): Bound(0, 0), (3, 2, 2, 2): Bound(0, 0)}
    offered = [(Division(sizes, 0), bound) for sizes, bound in least.items()]
    assert get_usual_key(offered, (2, 3, 4, 5), before=(3, 3, 3)) == "3"
    offered = [(Division(sizes, 0), Bound(0, 0)) for sizes in ((5, 5, 5, 4, 4), (4, 4, 4, 4, 4, 3))]
    assert get_usual_key(offered, (2, 3, 4, 5), before=(4, 4, 4, 4, 4, 3)) == "3-4"


def test_a_late_comer_who_waits_is_seated_from_his_line_at_a_table_that_has_not_begun():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    (late,) = [entry for entry in add_entries(tournament, ["Zoé"]) if entry.shown_name == "Zoé"]
    wait_for_table(tournament, [late])
    other = Table.objects.get(round__tournament=tournament, n=2)
    offers = [(f"{other.pk}:4", "à la table 2, 3 joueurs"), ("new", "à une table nouvelle")]
    for page in ("players", "waiting"):
        shown = client.get(f"/desk/event/{tournament.pk}/{page}")
        rows = shown.context["newcomers"]["people"] if page == "players" else shown.context["line"]
        assert [(row["entry"], row["seats"]) for row in rows] == [(late, offers)]
        assert f'value="{other.pk}:4"' in shown.content.decode()
    post_touch(client, tournament, entry=late.pk, place=offers[0][0])
    late.refresh_from_db()
    assert list_tables(tournament)[1][-1] == "Zoé"
    assert late.free_since is None


def test_a_table_has_a_free_place_only_where_somebody_could_sit():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Briscola", date=DAY, players=NAMES, game="briscola")
    draw_tables(tournament, (2, 4), 1)

    def list_free() -> list[bool]:
        tables = client.get(f"/desk/event/{tournament.pk}/tables").context["editor"].tables
        return [bool(table.free) for table in sorted(tables, key=lambda it: len(it.plates))]

    assert list_free() == [True, False], "three play Briscola, and five do not"
    for seat in Table.objects.annotate(n_seats=Count("seats")).get(n_seats=2).seats.all():
        post_touch(client, tournament, entry=seat.entry_id, place="out")
    assert list_free() == [True, True], "two who wait make a table of six"
