"""The frame of an evening's pages, the live board, and what closing and publishing say of tables still open."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from scoring import TotalUnit
from tests.book import evening_builders as book
from tests.web.board_builders import create_round_tournament, finish_table, publish_next_round
from tests.web.organiser_builders import (
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tests.web.sheet_forms import post_correction
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.calls import call_arbiter, set_paper_first
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.book.table_cards import load_cards, load_cards_in_play
from tournaments.models import Entry, Fee, Table, Tournament
from tournaments.models.rights import Role
from tournaments.reading import table_status
from tournaments.reading.table_status import build_table_statuses

pytestmark = pytest.mark.django_db


class TestFrame:
    """The tabs and «Plus», at the desk and on the club's public pages."""

    def test_every_tab_is_on_every_page_and_marks_the_one_it_is_under(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        table = get_first_table(tournament)
        for address, tab in (
            (f"/desk/event/{tournament.pk}", "Tables"),
            (f"/desk/table/{table.pk}", "Tables"),
            (f"/desk/event/{tournament.pk}/players", "Joueurs"),
            (f"/desk/event/{tournament.pk}/tables", "Places"),
            (f"/{tournament.code}/standings", "Classement"),
            (f"/desk/event/{tournament.pk}/print", "Imprimer"),
        ):
            page = client.get(address).content.decode()
            here = re.search(r'class="tabs".*?aria-current="page".*?<span>(.*?)</span>', page, re.DOTALL)
            assert here is not None, address
            assert here[1] == tab, address

    def test_plus_says_how_its_entries_stand(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        Fee.objects.create(entry=tournament.entries.first(), due_cents=500)
        call_arbiter(get_first_table(tournament), actor="table:1")
        page = client.get(f"/desk/event/{tournament.pk}/log").content.decode()
        assert "1 à payer" in page
        assert "1 ouvert" in page
        assert "2 tables" in client.get(f"/desk/event/{tournament.pk}/more").content.decode()

    def test_the_public_board_leads_its_club_s_members_back_and_nobody_else(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        other, _club = sign_in_organiser("marc", "Un autre cercle")
        back = f'href="/desk/event/{tournament.pk}"'
        seen = [back in each.get(f"/{tournament.code}").content.decode() for each in (client, other, Client())]
        assert seen == [True, False, False]
        assert "no-store" in client.get(f"/{tournament.code}")["Cache-Control"]

    def test_the_board_s_clock_is_told_the_club_s_time_zone(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        page = client.get(f"/{tournament.code}").content.decode()
        assert f'id="clock" data-zone="{club.time_zone}"' in page

    def test_the_standings_tab_of_a_draft_says_when_they_begin(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_draft_evening(club)
        page = client.get(f"/desk/event/{tournament.pk}/standings")
        assert "organiser/no_standings.html" in [each.name for each in page.templates]


class TestBoard:
    """The tiles, the standings beside them, the empty state."""

    def test_a_tile_has_every_player_s_running_score_and_underlines_the_leader(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        enter_coup(client, get_first_table(tournament))
        page = client.get(f"/desk/event/{tournament.pk}/watch")
        tile, empty = page.context["rounds"][0]["tiles"]
        assert sum(total for _name, total, _leads in tile.players) == 0
        assert [total for _name, total, leads in tile.players if leads] == [max(total for _, total, _ in tile.players)]
        assert [total for _name, total, _leads in empty.players] == [None] * 3
        assert page.context["side"].rows[0].row.tally.total == tile.lead[1]
        assert [curve.values[-1] for curve in tile.view.chart.curves] == [
            total for _name, total, _leads in tile.players
        ]
        assert empty.view.chart is None
        assert empty.pips == []
        assert page.content.decode().count("tile-chart") == 1

    def test_a_late_comer_and_a_sheet_to_read_come_before_the_cards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        address = f"/desk/event/{tournament.pk}"
        page = client.get(address)
        assert page.context["todo"]["url"] == f"{address}/codes"
        assert page.content.decode().count(f'href="{address}/close"') == 1, "in the menu alone: nothing is played"
        [late] = set(add_entries(tournament, ["Zoé"])) - set(tournament.entries.exclude(shown_name="Zoé"))
        for each in (address, f"{address}/watch"):
            assert client.get(each).context["todo"]["url"] == f"{address}/tables", "one player has no place"
        finish_table(first := get_first_table(tournament), read=False)
        assert f'href="{address}/close"' in client.get(f"{address}/watch").content.decode()
        assert client.get(f"{address}/watch").context["todo"]["url"] == f"/desk/table/{first.pk}"
        Entry.objects.filter(pk=late.pk).update(presence=Entry.Presence.ABSENT)
        first.confirmations.create(position=2, number=99)
        second = Table.objects.get(round__tournament=tournament, n=2)
        for each in (address, f"{address}/watch"):
            assert client.get(each).context["todo"]["url"] == f"/desk/table/{second.pk}", "it has not begun yet"

    def test_who_has_not_played_is_not_ranked_on_the_public_board_and_his_table_not_said_to_play(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        assert client.get(f"/{tournament.code}").context["table"] is None
        finish_table(get_first_table(tournament), read=True)
        client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
        answer = client.get(f"/{tournament.code}")
        page = answer.content.decode()
        assert "n’a pas joué" in page
        assert "coup 1 sur" not in page
        assert answer.context["table"]
        assert "provisoire" not in client.get(f"/{tournament.code}/standings").content.decode()
        for table in Table.objects.filter(round__tournament=tournament):
            [entry] = table.seats.filter(position=1).values_list("entry_id", flat=True)
            said = "data-last-table" in client.get(f"/{tournament.code}/player/{entry}").content.decode()
            assert said == (table.n == 1)

    def test_a_closed_evening_stays_provisional_for_an_adjourned_table_alone(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        finish_table(get_first_table(tournament), read=True)
        mark_unplayed(tournament.rounds.get().tables.get(n=2).pk, "adjourned", actor="user:1", reason="mardi")
        client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
        assert client.get(f"/{tournament.code}/standings").context["provisional"]
        assert client.get(f"/{tournament.code}/screen").context["ended"]["provisional"]

    def test_before_the_tables_the_page_is_a_path_with_one_button(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_draft_evening(club, sizes=())
        page = client.get(f"/desk/event/{tournament.pk}")
        assert page.context["todo"]["url"] == f"/desk/event/{tournament.pk}/tables"
        assert len(re.findall(r'class="btn"', page.content.decode())) == 1

    def test_the_target_that_ends_a_partie_stands_at_the_desk_and_on_the_public_page(self) -> None:
        client, _club = sign_in_organiser()
        tournament = book.create_evening(2, game="briscola", match="target", target=300)
        add_member(get_user_model().objects.get(username="nadia"), tournament.club, Role.OWNER)
        table = get_first_table(tournament)
        book.record_events(table, {"type": "coup", "points": {"1": 80, "2": 40}})
        for page in (f"/desk/table/{table.pk}", f"/desk/event/{tournament.pk}", f"/{tournament.code}/table/1"):
            assert "en 300 points" in client.get(page).content.decode(), page

    def test_a_table_behind_the_others_is_the_next_step_and_a_round_with_a_wrong_count_is_not_done(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(table_status, "FRESH_FOR", timedelta(0))
        client, club = sign_in_organiser()
        tournament = create_open_evening(club, tours=5)
        first, second = tournament.rounds.get().tables.order_by("n")
        book.record_events(second, book.build_coup())
        for _coup in range(10):
            book.record_events(first, book.build_coup())
        page = client.get(f"/desk/event/{tournament.pk}").context
        assert page["todo"]["url"] == f"/desk/table/{second.pk}"
        assert [glance.is_late for glance in page["glances"]] == [False, True]
        for table in (first, second):
            book.record_events(table, {"type": "end"})
            save_token_counts(table.pk, dict.fromkeys(range(1, 4), (0, 1)), actor="table:1")
        page = client.get(f"/desk/event/{tournament.pk}")
        assert all(glance.count_differs for glance in page.context["glances"])
        assert not page.context["rounds"][0]["done"]
        for table in (first, second):
            confirm_sheet(table.pk, 2, actor="table:2")
        page = client.get(f"/desk/event/{tournament.pk}")
        assert "compte à revoir" not in page.content.decode()
        assert page.context["rounds"][0]["done"], "who confirms in spite of a count says that the sheet stands"

    def test_a_round_is_drawn_by_a_green_button_only_once_the_one_before_is_played(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        draw = r'rounds/draw">(?:(?!</form>).)*class="{}"\s+type="submit"'
        green, grey = (re.compile(draw.format(style), re.DOTALL) for style in ("btn", "btn ghost"))
        page = client.get(f"/desk/event/{tournament.pk}/rounds").content.decode()
        assert grey.search(page)
        assert not green.search(page)
        for table in tournament.rounds.get().tables.all():
            finish_table(table, read=True)
        assert green.search(client.get(f"/desk/event/{tournament.pk}/rounds").content.decode())

    def test_one_table_that_is_done_early_makes_no_other_one_late(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club, names=(*book.NAMES, "Ida"), sizes=(3, 3, 3), tours=2)
        tables = list(Table.objects.filter(round__tournament=tournament))
        finish_table(tables[0], read=False)
        for table in tables[1:]:
            book.record_events(table, book.build_coup())
        assert not any(each.is_late for each in build_table_statuses(load_cards(tournament)))

    def test_a_table_that_has_just_written_is_not_late(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club, names=(*book.NAMES, "Ida"), sizes=(3, 3, 3), tours=2)
        tables = list(Table.objects.filter(round__tournament=tournament))
        for table in tables[:2]:
            book.record_events(table, *(book.build_coup(),) * 4)
        book.record_events(tables[2], book.build_coup())
        for minutes, late in ((0, False), (5, True)):
            now = timezone.now() + timedelta(minutes=minutes)
            statuses = build_table_statuses(load_cards_in_play(tournament, with_times=True), now)
            assert (statuses[2].is_late, statuses[2].is_fresh) == (late, not late)

    def test_a_table_on_paper_is_never_late_nor_one_that_has_yet_to_begin_soon_after_the_others(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club, names=(*book.NAMES, "Ida"), sizes=(3, 3, 3), tours=2)
        first, _silent, on_paper = Table.objects.filter(round__tournament=tournament).order_by("n")
        set_paper_first(on_paper.pk, on_paper=True)
        book.record_events(first, *(book.build_coup(),) * 5)
        for minutes, late in ((2, False), (11, True)):
            now = timezone.now() + timedelta(minutes=minutes)
            statuses = build_table_statuses(load_cards_in_play(tournament, with_times=True), now)
            assert [each.is_late for each in statuses] == [False, late, False]

    def test_a_table_that_somebody_left_before_its_first_coup_makes_no_other_one_late(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        book.record_events(Table.objects.get(round__tournament=tournament, n=2), {"type": "leave", "player": "1"})
        assert not any(each.is_late for each in build_table_statuses(load_cards(tournament)))


class TestOpenTables:
    """Rounds before the last one: they are open too."""

    def test_the_next_step_names_an_uncounted_table_of_an_earlier_round(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        first, second = Table.objects.filter(round__tournament=tournament)
        finish_table(first, read=True)
        finish_table(second, read=False)
        page = client.get(f"/desk/event/{tournament.pk}").content.decode()
        assert page.count("/close") == 1, "in the menu alone, as long as a round is to come"
        publish_next_round(tournament, 2)
        for table in Table.objects.filter(round__tournament=tournament, round__n=2):
            finish_table(table, read=True)
        page, close = client.get(f"/desk/event/{tournament.pk}/watch"), f"/desk/event/{tournament.pk}/close"
        assert "{%" not in page.content.decode()
        assert page.context["todo"]["url"] == f"/desk/table/{second.pk}"
        for shown in (client.get(close), ended := client.post(close, {"anyway": "yes"}, follow=True)):
            [line] = shown.context["still_open"]
            assert line.status.card.table == second
            assert line.status.stage == "over"
        assert 'class="podium"' in ended.content.decode(), "closing shows the podium"
        board = client.get(f"/desk/event/{tournament.pk}").content.decode()
        assert board.count(f'href="{close}"') == 1, "the podium's address alone, and no button that closes"
        assert "provisoire" in board, "an unconfirmed table may still change the standings"
        assert client.get(f"/{tournament.code}/screen").context["ended"]["provisional"]
        entry = first.seats.first().entry_id
        why = client.get(f"/{tournament.code}/player/{entry}/why")
        assert [part["round"] for part in why.context["parts"]] == [1, 2]
        assert f"/player/{entry}#coups" in why.content.decode()
        standings = client.get(f"/{tournament.code}/standings").content.decode()
        assert standings.count('class="spark') in (0, 6)
        assert standings.count("why-open") == 6
        assert client.get(f"/{tournament.code}/podium.png").content.startswith(b"\x89PNG")

    def test_while_every_table_plays_the_copied_sheets_of_an_earlier_round_are_the_next_step(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        for table in Table.objects.filter(round__tournament=tournament):
            book.record_events(table, book.build_coup(), {"type": "end"}, actor="organiser:1")
        publish_next_round(tournament, 2)
        address = f"/desk/event/{tournament.pk}"
        assert client.get(address).context["todo"]["url"] == f"{address}/codes"
        for table in Table.objects.filter(round__tournament=tournament, round__n=2):
            book.record_events(table, book.build_coup())
        assert client.get(address).context["todo"]["url"] == f"{address}/signed-papers"

    def test_publishing_over_open_tables_asks_first_and_then_does_it(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        draw_rounds(tournament, sizes=(3, 3), seed=2)
        address = f"/desk/event/{tournament.pk}/rounds/2/publish"
        asked = client.get(client.post(address).url)  # a GET, that a browser may come back to
        assert "rounds/1/unplayed?then=rounds" in asked.content.decode()
        [(_n, lines)] = asked.context["whole_rounds"]
        assert [line.status.stage for line in lines] == ["waiting", "waiting"]
        assert not Table.objects.filter(round__n=2).exists()
        client.post(address, {"anyway": "yes"})
        assert Table.objects.filter(round__n=2).count() == 2

    def test_publishing_a_draw_by_standing_older_than_results_asks_to_draw_again(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        plan_rounds(tournament, format=Tournament.Format.STANDING, rounds=2)
        for table in Table.objects.filter(round__tournament=tournament):
            draw_rounds(tournament, sizes=(3, 3), seed=2)  # before this table's results
            finish_table(table, read=True)
        assert client.get(f"/desk/event/{tournament.pk}/rounds").context["newer_results"] == 1
        address = f"/desk/event/{tournament.pk}/rounds/2/publish"
        assert client.get(client.post(address).url).context["newer_results"] == 1
        client.post(f"/desk/event/{tournament.pk}/rounds/draw")
        assert client.post(address).url == f"/desk/event/{tournament.pk}"

    def test_a_late_comer_is_not_ranked_before_his_round(self) -> None:
        client, club = sign_in_organiser()
        tournament = create_round_tournament(club)
        late = next(each for each in add_entries(tournament, ["Zoé"]) if each.shown_name == "Zoé")
        Entry.objects.filter(pk=late.pk).update(first_round=2)
        book.record_events(get_first_table(tournament), book.build_coup())
        for query in ("", "?round=1"):
            assert "Zoé" not in client.get(f"/{tournament.code}/standings{query}").content.decode()
        publish_next_round(tournament, 2, (4, 3))
        assert "Zoé" in client.get(f"/{tournament.code}/standings").content.decode()
        assert "Zoé" in client.get(f"/{tournament.code}/player/{late.pk}?round=1").content.decode()


@pytest.mark.parametrize(("climbed", "told"), [(None, ""), (0, "sans changement"), (2, "monte de"), (-1, "descend de")])
def test_the_movement_is_empty_for_whoever_had_no_rank_before(climbed: int | None, told: str):
    shown = render_to_string("organiser/_climbed.html", {"it": {"climbed": climbed, "places": abs(climbed or 0)}})
    assert told in shown
    assert bool(shown.strip()) == bool(told)


def test_a_step_of_the_podium_that_many_share_names_twelve_and_counts_the_others():
    tied = [SimpleNamespace(tally=SimpleNamespace(player=f"J{n}", total=0), rank=1) for n in range(1, 22)]
    context = {"podium": [SimpleNamespace(rank=1, rows=tied)], "unit": "", "counted_unit": TotalUnit.JETONS}
    shown = strip_tags(render_to_string("parts/podium.html", context))
    assert "J12" in shown
    assert "J13" not in shown
    assert "et 9 " in shown


def test_an_earlier_table_that_a_correction_reopens_is_told_at_once_and_shown_with_the_next_step() -> None:
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    first, second = Table.objects.filter(round__tournament=tournament).order_by("n")
    book.record_events(first, *(book.build_coup(),) * (load_sheet(first.pk).state.coups_planned or 0))
    finish_table(second, read=True)
    publish_next_round(tournament, 2)
    board = f"/desk/event/{tournament.pk}"
    assert client.get(board).context["todo"]["unfinished"] == []
    said = []
    for change in ({"coup-points.1": "57", "coup-points.2": "38"}, {"kind": "void"}):
        answer = post_correction(
            client, first, **change, write="yes", reason="mal lu", key=f"page-{len(said)}-of-its-own"
        )
        said.append([str(each) for each in client.get(answer.url).context["messages"]])
    assert said[0] != said[1]
    page = client.get(board)
    assert page.context["todo"]["unfinished"] == [(first.pk, 1, 1)]
    shown = page.content.decode().partition("data-unfinished")[2].partition("</span>")[0]
    assert f'href="/desk/table/{first.pk}"' in shown
