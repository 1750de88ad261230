"""The public screen and a player’s own page: who sits where, which table is late, what comes next."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from scoring import Purse
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish
from tests.fixtures.table_cells import read_contents
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.rounds.clock import start_clock
from tournaments.actions.rounds.participation import set_participation
from tournaments.book.loading import load_sheet
from tournaments.models import Club, Rest, Table, Tournament
from tournaments.presentation.tags.corbillon import format_purse
from tournaments.reading import table_status
from tournaments.views.public import screen, seats

pytestmark = pytest.mark.django_db


def get_page(tournament: Tournament, page: str, **headers: str):
    """Return the response of a public page of the evening, which must exist."""
    answer = Client().get(f"/{tournament.code}/{page}", headers=headers)
    assert answer.status_code == 200
    return answer


def finish_partie(table: Table) -> None:
    """Record coups until the partie is over."""
    while not load_sheet(table.pk).is_over:
        record_events(table, build_coup())


def test_the_screen_shows_seats_tables_late_tables_and_ranks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_status, "MIN_SILENCE", timedelta(0))
    tournament = create_evening(3, 3, tours=2)
    before = get_page(tournament, "screen").context
    assert before["seats"][0][1:4] == ("Anne", 1, 1)
    assert before["table"] is None
    assert before["late"] == []
    assert before["tables"] == before["drawn"] == []  # before anybody plays, the screen shows the seats alone
    sheet = record_events(get_table(tournament), build_coup(), build_coup())
    after = get_page(tournament, "screen")
    assert after.context["late"] == [2]
    assert "en retard" in after.content.decode()
    assert [len(each.view.holdings) for each in after.context["tables"]] == [3, 3]
    assert all(f"<b>{purse.total}</b>" in after.content.decode() for purse in sheet.state.purses.values())
    assert [view.n for view in after.context["drawn"]] == [1]
    assert 'data-turn="ways"' in after.content.decode()
    ranked = read_contents(after.context["table"], "player")
    assert len(ranked) == 6
    assert ["small left" in name for name in ranked] == [False] * 3 + [True] * 3, "who has not played yet"
    part = get_page(tournament, "screen", **{"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert part["ETag"].strip('"') in after.content.decode()
    close_tournament(tournament)
    closed = get_page(tournament, "screen").context
    assert (closed["seats"], closed["tables"], closed["coming"]) == ([], [], None)
    assert closed["table"]
    unplayed = close_tournament(create_evening(3))
    assert get_page(unplayed, "screen").context["table"] is None


def test_the_screen_announces_the_next_round():
    tournament = create_tournament(7, "random")
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    context = get_page(tournament, "screen").context
    assert [row.table for row in context["seats"]].count(None) == 1
    assert (context["coming"].n, context["coming"].due) == (2, False)
    for table in Table.objects.filter(round__tournament=tournament):
        finish_partie(table)
    context = get_page(tournament, "screen").context
    assert context["coming"].due
    assert context["seats"] == []


def test_a_player_s_page_shows_his_table_seat_purse_and_opponents():
    tournament = create_tournament(7, "random")
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    table = Table.objects.filter(round__tournament=tournament).order_by("n").first()
    sheet = record_events(table, build_coup())
    for position, seat in enumerate(sheet.seats, 1):
        found = get_page(tournament, f"player/{seat.entry_id}")
        now = found.context["now"]
        assert format_purse(now.holds.purse) in found.content.decode()
        assert (now.view.n, now.position, now.partners) == (table.n, position, ())
        assert now.holds.purse == sheet.state.purses[seat.entry.shown_name]
        assert {*now.opponents, seat.entry.shown_name} == set(sheet.names)
    rests = Rest.objects.get(round__tournament=tournament).entry_id
    assert get_page(tournament, f"player/{rests}").context["rests"]
    part = get_page(tournament, f"player/{rests}", **{"HX-Request": "true"})
    assert part.content.decode().startswith("<section")
    assert part.context["coming"].n == 2
    leaves = set_participation(sheet.seats[0].entry, first=1, last=1, table=None)
    assert get_page(tournament, f"player/{leaves.pk}").context["coming"] is None
    start_clock(Rest.objects.get(entry=rests).round, 30)
    assert 'class="clock"' in get_page(tournament, f"player/{rests}").content.decode()
    close_tournament(tournament)
    closed = get_page(tournament, f"player/{rests}").content.decode()
    assert "Se repose" not in closed
    assert 'class="clock"' not in closed


def test_a_large_evening_has_several_screens_each_with_its_own_tables(monkeypatch):
    monkeypatch.setattr(screen, "MAX_TABLES", 1)
    tournament = create_evening(3, 3, tours=1)
    for n in (1, 2):
        record_events(get_table(tournament, n), build_coup())
    one, two = (get_page(tournament, f"screen?part={n}").context for n in (1, 2))
    assert [row.name for row in one["seats"]] == ["Anne", "Basile", "Chloé"]
    assert [row.name for row in two["seats"]] == ["Denis", "Édith", "Flore"]
    assert [[each.view.n for each in part["tables"]] for part in (one, two)] == [[1], [2]]
    page = get_page(tournament, "screen").content.decode()
    assert f'hx-get="/{tournament.code}/screen?part=1"' in page
    assert "Écran 1 sur 2" in page
    assert 'href="?part=2"' in page
    assert re.search(r'id="turn-seats">[^<]* Anne\s', page), "from whom on"
    for n in ("0", "3", "x"):
        assert Client().get(f"/{tournament.code}/screen?part={n}").status_code == 404
    for table in Table.objects.filter(round__tournament=tournament, n=1):
        finish_partie(table)
    assert get_page(tournament, "screen").context["seats"]  # other tables may still play: the round is not over


def test_a_long_list_of_seats_comes_in_pages_and_is_searched_by_the_server(monkeypatch):
    tournament = create_evening(3, 3)
    assert 'id="find"' in get_page(tournament, "seats").content.decode()
    monkeypatch.setattr(seats, "NAMES_PER_PAGE", 4)
    page = get_page(tournament, "seats?page=2")
    assert [row.name for row in page.context["page"]] == ["Édith", "Flore"]
    assert [row[2:5] for row in page.context["page"]] == [(1, 2, "B"), (1, 2, "C")]
    found = get_page(tournament, "seats?name= edi")
    assert [row.name for row in found.context["page"]] == ["Édith"]
    assert 'name="name"' in found.content.decode()
    assert 'id="nobody" role="status">' in get_page(tournament, "seats?name=zzz").content.decode()


def test_a_player_s_page_distinguishes_partners_from_opponents():
    tournament = create_evening(4)
    Table.objects.filter(round__tournament=tournament).update(sides=True)
    Club.objects.update(initials=True)
    entry = get_table(tournament).seats.get(position=1).entry_id
    now = get_page(tournament, f"player/{entry}").context["now"]
    assert (now.partners, now.opponents) == (("B.",), ("C.", "D."))


def test_a_purse_is_described_by_the_fiches_and_jetons_held():
    assert format_purse(Purse(total=102, fiches=4, jetons=22)) == "4 fiches et 22 jetons"
    assert format_purse(Purse(total=-10, fiches=0, jetons=-10)) == "une dette de 10 jetons"
