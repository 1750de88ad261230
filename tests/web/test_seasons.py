"""Seasons for organisers and for the public; a club's records; a player's history; and the draw, which knows the
season's meetings."""

import datetime
import json
import re
from fractions import Fraction

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events, seat_in_order, undo_last
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import Club, Season, Tournament, UnplayedTable
from tournaments.presentation.line_charts import build_chart
from tournaments.standings.seasons import SeasonRow
from tournaments.views.public.seasons import list_leaders

pytestmark = pytest.mark.django_db

SEASON_FORM = {"name": "Saison", "way": "places", "places": "10 6 3", "best": "2", "least": "", "presence": "1"}


@pytest.fixture
def club_and_evenings() -> tuple[Client, Club, list[Tournament]]:
    """Three evenings of two tables; the first player of each table wins twice, then the second does."""
    client, club = sign_in_organiser()
    tournaments = [create_open_evening(club) for _ in range(3)]
    for n, tournament in enumerate(tournaments):
        Tournament.objects.filter(pk=tournament.pk).update(date=datetime.date(2026, 11, 1 + n))
        for table in (1, 2):
            record_events(get_table(tournament, table), build_coup() if n < 2 else build_coup(37, 58, 25))
        close_tournament(tournament)
    return client, club, tournaments


def save_season(club_and_evenings, **changes):
    """Send the form of the club's season with these changes. Return the response and the season."""
    client, club, events = club_and_evenings
    season = Season.objects.filter(club=club).first() or create_season(club, "Saison")
    sent = (
        SEASON_FORM
        | {"events": [event.pk for event in events], "in_draws": "on", "factor-brusquembille": "100"}
        | changes
    )
    return client.post(f"/desk/season/{season.pk}", sent), season


def read_season_table(season: Season) -> list[tuple]:
    """Return (rank, player, score) of each row of the season's public table."""
    rows = json.loads(Client().get(f"/season/{season.pk}.json").content)["rows"]
    return [(row["rank"], row["player"], row["score"]) for row in rows]


def test_a_season_is_created_by_an_organiser_and_shown_publicly(club_and_evenings):
    client, club, _events = club_and_evenings
    made = client.post("/desk/seasons", {"name": " Saison ", "club": club.pk})
    assert made.status_code == 302
    assert Season.objects.get().name == "Saison"
    assert client.post("/desk/seasons", {"name": "Saison", "club": club.pk}).status_code == 422
    answer, season = save_season(club_and_evenings)
    assert answer.status_code == 302
    told = read_season_table(season)
    assert told[:2] == [(1, "Anne Lefèvre", 19.0), (1, "Denis Roy", 19.0)]
    assert len(told) == 6
    page = Client().get(f"/season/{season.pk}")
    assert [len(each.parts) for each in page.context["rows"]] == [3] * 6
    assert len(page.context["charts"]) == 2
    assert "(" in page.content.decode()
    assert page.context["rule"].best == 2


def test_no_page_links_to_a_club_s_records_before_there_are_any():
    client, club = sign_in_organiser()
    season = create_season(club, "Saison")
    address = f"/club/{club.pk}"
    assert Client().get(address).status_code == 404
    for page in ("/desk/seasons", f"/season/{season.pk}"):
        assert address not in client.get(page).content.decode()


def test_the_gains_of_a_season_add_up_to_zero(club_and_evenings):
    answer, season = save_season(club_and_evenings, way="total", best="", presence="", **{"factor-brusquembille": "50"})
    assert answer.status_code == 302
    assert sum(score for _, _, score in read_season_table(season)) == 0


def test_an_invalid_season_is_reported_at_its_fields(club_and_evenings):
    answer, season = save_season(club_and_evenings, places="1 deux", best="x", presence="9" * 30)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"places", "best", "presence"}
    assert "deux" in str(answer.context["form"].errors["places"]), "not only what stands beside the field already"
    answer, season = save_season(club_and_evenings, places="1 2")
    assert set(answer.context["form"].errors) == {"places"}
    assert not season.tournaments.exists()


def test_a_hidden_season_and_another_club_s_season_are_missing(club_and_evenings):
    _answer, season = save_season(club_and_evenings)
    stranger, _club = sign_in_organiser("paul", "Autre cercle")
    assert stranger.get(f"/desk/season/{season.pk}").status_code == 404
    club_and_evenings[0].post(f"/desk/season/{season.pk}/hide", {"hidden": "yes"})
    assert Client().get(f"/season/{season.pk}").status_code == 404


def test_a_player_s_history_and_the_club_s_records_are_shown(club_and_evenings):
    _client, club, events = club_and_evenings
    anne = events[0].entries.get(shown_name="Anne Lefèvre").player
    page = Client().get(f"/club/{club.pk}/player/{anne.pk}")
    assert [past.rank for past in page.context["history"]] == [1, 1, 3]
    assert (page.context["won"], page.context["streaks"].longest, page.context["streaks"].current) == (2, 2, 0)
    met = json.loads(Client().get(f"/club/{club.pk}/player/{anne.pk}/rivals.json").content)["rows"]
    rivals = {row["player"]: (row["tables"], row["ahead"], row["behind"]) for row in met}
    assert rivals == {"Basile O’Connor": (3, 2, 1), "Chloé d’Arès": (3, 3, 0)}
    records = Client().get(f"/club/{club.pk}").context["records"]
    assert [best.figure for best in records[0][1]] == [45, 45, 42, 42, 42, 42], "equals too"
    club.initials = True
    club.save()
    assert "Basile" not in Client().get(f"/club/{club.pk}/player/{anne.pk}").content.decode()


def test_a_career_s_columns_and_curves_have_one_unit_each(club_and_evenings):
    _client, club, events = club_and_evenings
    names = ("Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès")
    at_points = create_tournament(
        club, name="Aux points", date=datetime.date(2026, 11, 9), preset="aux-points", players=names
    )
    seat_in_order(at_points, at_points.entries.order_by("pk"), [3])
    open_tournament(at_points)
    record_events(get_table(at_points), build_coup())
    close_tournament(at_points)
    anne = events[0].entries.get(shown_name="Anne Lefèvre").player
    page = Client().get(f"/club/{club.pk}/player/{anne.pk}")
    shown = {str(part["unit"]): part for part in page.context["parts"]}
    assert {unit: len(list(part["evenings"].rows)) for unit, part in shown.items()} == {"points": 1, "jetons": 3}
    totals = [past.total for past in page.context["history"] if past.tournament.preset != "aux-points"]
    curve = shown["jetons"]["charts"][0].curves[0].values
    assert curve == (0, totals[0], sum(totals[:2]), sum(totals))
    assert shown["points"]["charts"] == []
    heads = {str(part["evenings"].columns["total"].column.heading) for part in shown.values()}
    assert heads == {"Gain en jetons", "Points"}


@pytest.mark.parametrize(("asked", "told"), [({}, "+42"), ({"preset": "aux-points"}, "58")])
def test_jetons_have_a_sign_and_points_none_in_careers_and_records(asked: dict[str, str], told: str):
    tournament = create_evening(3, **asked)
    record_events(get_table(tournament), build_coup())
    close_tournament(tournament)
    best = tournament.entries.get(shown_name="Anne").player
    address = f"/club/{tournament.club_id}"
    career = re.search(
        r"<td class=\"n\">(?:<[^>]*>)?([^<]*)(?:</span>)?</td></tr>",
        Client().get(f"{address}/player/{best.pk}").content.decode(),
    )
    record = re.search(r'<b class="num">([^<]*)</b>', Client().get(address).content.decode())
    assert career
    assert record
    assert {career[1], record[1]} == {told}


def test_an_evening_under_way_is_named_and_counts_nowhere(club_and_evenings):
    _client, club, events = club_and_evenings
    season = save_season(club_and_evenings)[1]
    open_tournament(events[2], reason="une erreur")
    open_tournament(events[1], reason="une erreur")
    undo_last(get_table(events[1]))
    close_tournament(events[1])
    entry = events[1].entries.get(shown_name="Denis Roy")
    career, records, ranks = (
        Client().get(address)
        for address in (f"/club/{club.pk}/player/{entry.player_id}", f"/club/{club.pk}", f"/season/{season.pk}")
    )
    (_first, second) = career.context["history"]
    page = Client().get(f"/{events[1].code}/player/{entry.pk}").context
    assert (second.rank, second.players) == (page["row"].rank, page["count"]) == (1, 3)
    assert (career.context["won"], len(records.context["records"][0][1])) == (2, 3)
    assert {part.tournament for row in ranks.context["rows"] for part in row.parts} == {each.pk for each in events[:2]}
    for shown in (career, records, ranks):
        assert shown.context["under_way"] == [events[2]]
        assert events[2].code in shown.content.decode()
    for each in events[:2]:
        open_tournament(each, reason="une erreur")
    assert Client().get(f"/club/{club.pk}/player/{entry.player_id}").context["history"] == []


def test_annulled_and_undone_results_are_no_records(club_and_evenings):
    _client, club, events = club_and_evenings
    assert [each[0] for each in Client().get(f"/club/{club.pk}").context["faithful"]] == [1] * 6
    for event in events[1:]:
        open_tournament(event, reason="une erreur")
    for table in (1, 2):
        mark_unplayed(get_table(events[2], table).pk, "annulled", actor="user:1", reason="mal distribuée")
    undo_last(get_table(events[1]))
    for event in events[1:]:
        close_tournament(event)
    page = Client().get(f"/club/{club.pk}").context
    assert [best.figure for best in page["records"][0][1]] == [42, 42, 42]
    assert [best.figure for best in page["records"][0][2]] == [42, 42, 42]
    assert {best.rank for kind in page["records"][0][1:3] for best in kind} == {1}
    assert page["records"][0][3] == "jetons"
    assert [(rank, page["names"][player], evenings) for rank, player, evenings in page["faithful"]] == [
        (1, "Denis Roy", 2),
        (1, "Élise Marchand", 2),
        (1, "Fanny Petit", 2),
    ]


def test_whoever_came_once_is_not_yet_among_the_most_faithful(club_and_evenings):
    _client, club, events = club_and_evenings
    for event in events[1:]:
        open_tournament(event, reason="une erreur")
    assert Client().get(f"/club/{club.pk}").context["faithful"] == []


def test_what_a_season_seldom_counts_is_folded_until_it_is_unusual(club_and_evenings):
    client, club, _events = club_and_evenings
    season = create_season(club, "Saison")
    assert not client.get(f"/desk/season/{season.pk}").context["form"].counts_unusually()
    answer, season = save_season(club_and_evenings, presence="trop")
    assert answer.status_code == 422
    assert answer.context["form"].counts_unusually()
    save_season(club_and_evenings, best="", average="", presence="1")
    assert client.get(f"/desk/season/{season.pk}").context["form"].counts_unusually()


def test_the_chart_of_a_season_draws_halves_and_never_one_of_two_who_share_a_rank():
    rows = [SeasonRow(rank, False, n, f"J{n}", 9, 0, ()) for n, rank in enumerate([1, 2, 3, 4, 5, 6, 6, 8])]
    assert [row.player for row in list_leaders(rows)] == [0, 1, 2, 3, 4, 5, 6]
    many = [SeasonRow(1 if n == 0 else 2, False, n, f"J{n}", 9, 0, ()) for n in range(20)]
    assert [row.player for row in list_leaders(many)] == [0]
    half, whole = build_chart({"A": [0, Fraction(11, 2)], "B": [0, 6]}, ["0", "1"], 0).curves
    assert half.last.line_y > whole.last.line_y
    assert half.values[-1] == Fraction(11, 2)


def test_a_draw_avoids_repeating_meetings_of_the_season(club_and_evenings):
    _answer, season = save_season(club_and_evenings)
    tournament = create_draft_evening(club_and_evenings[1], sizes=())
    plan_rounds(tournament, format="random", pairing="single", rounds=1)
    assert build_pool(tournament).previous == ()
    season.tournaments.add(tournament)
    assert [len(one.tables) for one in build_pool(tournament).previous] == [2, 2, 2]
    assert build_pool(tournament, history=False).previous == (), "only a draw needs them"
    unplayed = UnplayedTable.objects.create(table=get_table(club_and_evenings[2][0]), kind="annulled")
    assert [len(one.tables) for one in build_pool(tournament).previous] == [1, 2, 2], "nobody met at the other one"
    unplayed.delete()
    drawn = draw_rounds(tournament, sizes=(3,), seed=1).rounds[0]["tables"]
    met = [{entry.shown_name for entry in tournament.entries.filter(pk__in=table)} for table in drawn]
    assert all(len(names & {"Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès"}) in (1, 2) for names in met)
    Season.objects.update(in_draws=False)
    assert build_pool(tournament).previous == ()


def test_a_club_page_leads_its_members_back_to_the_desk(club_and_evenings) -> None:
    client, club, _events = club_and_evenings
    season = save_season(club_and_evenings)[1]
    for address in (f"/season/{season.pk}", f"/club/{club.pk}", f"/club/{club.pk}/player/{club.players.first().pk}"):
        mine, theirs = client.get(address), Client().get(address)
        assert 'href="/desk/seasons"' in mine.content.decode()
        assert "no-store" in mine["Cache-Control"]
        assert theirs.status_code == 200
        assert "/desk/" not in theirs.content.decode()


def test_a_season_without_evenings_says_so_and_ticks_all_of_them_without_a_script(club_and_evenings):
    client, club, events = club_and_evenings
    season = create_season(club, "Saison")
    page = client.get(f"/desk/season/{season.pk}").content.decode()
    assert "?tick=all" in page
    assert 'name="events" value' in page
    assert "checked" not in list_ticks(page)
    page = client.get(f"/desk/season/{season.pk}?tick=all").content.decode()
    assert list_ticks(page).count("checked") == len(events)
    assert season.tournaments.count() == 0
    save_season(club_and_evenings)
    assert "?tick=all" not in client.get(f"/desk/season/{season.pk}").content.decode()


def list_ticks(page: str) -> str:
    """Return the boxes of the evenings in the season's page."""
    return " ".join(re.findall(r'<input type="checkbox" name="events"[^>]*>', page))


def test_a_club_s_page_begins_with_what_comes_and_the_last_podium(club_and_evenings):
    _client, club, events = club_and_evenings
    page = Client().get(f"/club/{club.pk}")
    assert page.context["coming"] == []
    assert page.context["tournament_of_podium"] == events[-1]
    first = page.context["podium"][0].rows[0].tally.player
    assert page.content.decode().index(first) < page.content.decode().index("<h2>Brusquembille</h2>")
    later = create_open_evening(club)
    Tournament.objects.filter(pk=later.pk).update(date=datetime.date.today() + datetime.timedelta(days=3))
    page = Client().get(f"/club/{club.pk}")
    assert page.context["coming"] == [later]
    assert page.content.decode().index(f"/{later.code}") < page.content.decode().index(first)
