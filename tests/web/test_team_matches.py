"""Team against team, board by board: planned, drawn, played, ranked by match points, explained, shown and carried in
files."""

import datetime
import json
from collections.abc import Sequence

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.web.organiser_builders import play_round, sign_in_organiser
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.teams import raise_member, remove_team, save_team, take_over
from tournaments.actions.rounds.drafts import lock_drafted_table, publish_round, swap_drafted_entries
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds, set_presence
from tournaments.actions.tables.unplayed import mark_forfeits
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Entry, Seat, Team, Tournament
from tournaments.printing.backup_pack import build_ready_draws, count_needed_sheets
from tournaments.printing.seating import build_seating
from tournaments.printing.tournament_papers import build_teams
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.phases import Phase
from tournaments.reading.teams import TeamStandings, read_team_standings

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 21)
TEAMS = ("Lyon", "Dijon", "Sens", "Tours", "Brest")


def create_matches(
    format: str = "all", teams: int = 4, size: int = 2, rounds: int = 3, **options: object
) -> tuple[Client, Tournament]:
    """Create a tournament in which teams meet, their players named after them («Lyon 1»), and sign its organiser in;
    nothing is drawn yet."""
    client, club = sign_in_organiser()
    names = [f"{team} {n}" for team in TEAMS[:teams] for n in range(1, size + 1)]
    tournament = create_tournament(club, name="Équipes", date=DAY, options={"tours": 1} | options, players=names)
    for team in TEAMS[:teams]:
        save_team(tournament, team, tournament.entries.filter(shown_name__startswith=team))
    tournament.refresh_from_db()
    plan_rounds(tournament, format=format, pairing="teams", rounds=rounds, phase=Phase(format, 0, seeding="list"))
    return client, tournament


def start_round(tournament: Tournament, n: int) -> list[list[str]]:
    """Draw round n if it is not drawn, publish it, and return who sits at each table."""
    if not tournament.drafts.exists():
        draw_rounds(tournament, sizes=(2,), seed=n, scores=compute_scores(tournament))
    publish_round(tournament, n)
    if n == 1:
        open_tournament(tournament)
    return list_tables(tournament, n)


def list_tables(tournament: Tournament, n: int) -> list[list[str]]:
    """Return who sits at each table of the round, in seat order."""
    seats = Seat.objects.filter(table__round__tournament=tournament, table__round__n=n).order_by("table__n", "position")
    found: dict[int, list[str]] = {}
    for table, name in seats.values_list("table__n", "entry__shown_name"):
        found.setdefault(table, []).append(name)
    return list(found.values())


def play(tournament: Tournament, n: int, order: Sequence[str] = TEAMS, tables: Sequence[int] | None = None) -> None:
    """Play the round's tables to their ends: whoever's team comes first in this order wins."""
    play_round(tournament, n, order, tables)


def read(tournament: Tournament) -> TeamStandings:
    """Return the standings of the teams."""
    found = read_team_standings(Tournament.objects.get(pk=tournament.pk), {}, ())
    assert found is not None
    return found


def list_ranking(tournament: Tournament) -> list[tuple[str, object, object]]:
    """Return each team with its match points and its points at boards, the best first."""
    found = read(tournament)
    return [(found.teams[row.team], row.figure, row.boards) for row in found.rows]


def test_the_first_of_one_team_sits_with_the_first_of_the_other_and_all_meet_once() -> None:
    _client, tournament = create_matches(teams=4, size=3)
    met = []
    for n in (1, 2, 3):
        tables = start_round(tournament, n)
        assert all(len(table) == 2 for table in tables)
        assert all(first.split()[1] == second.split()[1] for first, second in tables)
        assert all(first.split()[0] != second.split()[0] for first, second in tables)
        assert len(tables) == 6
        met += {frozenset(name.split()[0] for name in table) for table in tables}
        play(tournament, n)
    assert len(met) == len(set(met)) == 6
    with pytest.raises(NotNow):
        draw_rounds(tournament, sizes=(2,), seed=4)
    assert list_ranking(tournament) == [("Lyon", 6, 9), ("Dijon", 4, 6), ("Sens", 2, 3), ("Tours", 0, 0)]


def test_one_and_the_other_team_deal_first_in_turn() -> None:
    _client, tournament = create_matches(teams=2, size=4)
    dealers = [first.split()[0] for first, _second in start_round(tournament, 1)]
    assert dealers in (["Lyon", "Dijon"] * 2, ["Dijon", "Lyon"] * 2)


def test_a_swiss_pairs_teams_by_match_points_and_gives_the_odd_one_a_bye() -> None:
    _client, tournament = create_matches("swiss", teams=5, size=2)
    byes, met = [], []
    for n in (1, 2, 3):
        tables = start_round(tournament, n)
        seated = {name.split()[0] for table in tables for name in table}
        byes += {*TEAMS} - seated
        met += {frozenset(name.split()[0] for name in table) for table in tables}
        assert tournament.rounds.get(n=n).rests.count() == 2
        play(tournament, n)
    assert len(byes) == len(set(byes)) == 3
    assert len(met) == len(set(met)) == 6
    found = read(tournament)
    assert sum(row.figure for row in found.rows) == 2 * 6 + 3
    assert {found.teams[row.team] for row in found.rows if row.byes} == set(byes)


def test_in_a_round_robin_a_round_without_an_opponent_brings_nothing() -> None:
    _client, tournament = create_matches("all", teams=3)
    for n in (1, 2, 3):
        start_round(tournament, n)
        play(tournament, n)
    assert list_ranking(tournament) == [("Lyon", 4, 4), ("Dijon", 2, 2), ("Sens", 0, 0)]


def test_who_is_away_loses_his_board_alone() -> None:
    client, tournament = create_matches(teams=2, size=3)
    away = tournament.entries.get(shown_name="Lyon 2")
    set_presence([away], "absent")
    tables = start_round(tournament, 1)
    assert sorted(map(sorted, tables))[1] == ["Dijon 2", "Lyon 2"]
    form = client.get(f"/desk/event/{tournament.pk}/rounds/1/forfeits").context["form"]
    ticked = {key: bound.initial for key, bound in form.fields.items() if key != "reason" and bound.initial}
    assert len(ticked) == 1
    mark_forfeits({int(key): places for key, places in ticked.items()}, actor="user:1", reason="absence")
    play(tournament, 1, ("Lyon", "Dijon"))
    assert list_ranking(tournament) == [("Lyon", 2, 2), ("Dijon", 0, 1)]


def test_a_match_counts_once_its_last_board_is_over() -> None:
    _client, tournament = create_matches(teams=2, size=2)
    start_round(tournament, 1)
    play(tournament, 1, tables=[1])
    assert list_ranking(tournament) == [("Lyon", 0, 1), ("Dijon", 0, 0)]
    play(tournament, 1, ("Dijon", "Lyon"))
    assert list_ranking(tournament) == [("Dijon", 1, 1), ("Lyon", 1, 1)]
    assert [row.rank for row in read(tournament).rows] == [1, 1]


def test_who_takes_over_a_place_plays_the_matches_that_are_left() -> None:
    _client, tournament = create_matches(teams=4, size=2)
    start_round(tournament, 1)
    play(tournament, 1)
    add_entries(tournament, ["Odile", "Yves"])
    for old, new in (("Lyon 1", "Odile"), ("Lyon 2", "Yves")):
        leaving = Entry.objects.select_related("team", "tournament").get(tournament=tournament, shown_name=old)
        take_over(leaving, tournament.entries.get(shown_name=new))
    with pytest.raises(NotNow):
        publish_round(tournament, 2)
    for n in (2, 3):
        tournament.drafts.all().delete()
        tables = start_round(tournament, n)
        assert sorted(name for table in tables for name in table if "Lyon" in name or name in ("Odile", "Yves")) == [
            "Odile",
            "Yves",
        ]
        play(tournament, n, ("Odile", "Yves", *TEAMS))
    assert list_ranking(tournament)[0] == ("Lyon", 6, 6)
    with pytest.raises(NotNow):
        draw_rounds(tournament, sizes=(2,), seed=4)


def test_teams_that_cannot_meet_are_refused_in_words() -> None:
    _client, tournament = create_matches(teams=2, size=2)
    for format, field in (("knockout", "format"), ("random", "format"), ("free", "format")):
        with pytest.raises(Refused) as refused:
            plan_rounds(tournament, format=format, pairing="teams", phase=Phase("knockout", 0))
        assert [each.path for each in refused.value.problems] == [field]
    add_entries(tournament, ["Odile"])
    team = tournament.teams.get(name="Lyon")
    save_team(tournament, "Lyon", [*team.members.all(), tournament.entries.get(shown_name="Odile")], team)
    with pytest.raises(NotNow, match="Lyon 3"):
        draw_rounds(tournament, sizes=(2,), seed=1)


def test_teams_are_asked_for_only_where_there_are_some() -> None:
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Sans équipe", date=DAY, players=("Anne", "Basile"))
    with pytest.raises(Refused) as refused:
        plan_rounds(tournament, format="all", pairing="teams", phase=Phase("all", 0))
    assert [each.path for each in refused.value.problems] == ["pairing"]
    page = client.get(f"/desk/event/{tournament.pk}/rounds")
    assert "teams" not in dict(page.context["plan"].fields["pairing"].choices)


def test_the_order_of_a_team_changes_until_its_first_match() -> None:
    client, tournament = create_matches(teams=2, size=3)
    draw_rounds(tournament, sizes=(2,), seed=1)
    third = Entry.objects.select_related("team", "tournament").get(tournament=tournament, shown_name="Lyon 3")
    client.post(f"/desk/event/{tournament.pk}/teams/change", {"raise": third.pk})
    assert not tournament.drafts.exists()
    assert ["Dijon 2", "Lyon 3"] in [sorted(table) for table in start_round(tournament, 1)]
    team = Team.objects.select_related("tournament").get(tournament=tournament, name="Lyon")
    for refused in (lambda: raise_member(third), lambda: remove_team(team)):
        with pytest.raises(NotNow):
            refused()
    with pytest.raises(Refused):
        save_team(tournament, "Lyon", team.members.exclude(pk=third.pk), team)
    save_team(tournament, "Les Lyonnais", team.members.all(), team)


def test_pages_files_and_programs_show_the_matches() -> None:
    client, tournament = create_matches(teams=2, size=2)
    start_round(tournament, 1)
    play(tournament, 1, tables=[1])
    page = client.get(f"/{tournament.code}/teams")
    assert [(each.points, each.over) for each in page.context["matches"].found.matches] == [((1, 0), False)]
    play(tournament, 1)
    rows = client.get(f"/{tournament.code}/teams.csv").content.decode("utf-8-sig").splitlines()
    assert rows[1].startswith("1;Lyon;2;2")
    team = tournament.teams.get(name="Lyon")
    assert len(client.get(f"/{tournament.code}/team/{team.pk}").context["why"]) == 2
    assert "Dijon – Lyon" in client.get(f"/{tournament.code}").content.decode()
    assert client.get(reverse("report-file", args=[tournament.pk])).status_code == 404


def test_a_file_of_the_evening_carries_the_matches() -> None:
    _client, tournament = create_matches("swiss", teams=3, size=2)
    for n in (1, 2):
        start_round(tournament, n)
        play(tournament, n)
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    again = import_tournament(tournament.club, read_tournament(document))
    assert list_ranking(again) == list_ranking(tournament)


def test_papers_name_the_teams_and_prepare_matches_with_a_sheet_for_each_board() -> None:
    _client, tournament = create_matches(teams=3, size=2)
    draws = build_ready_draws(tournament)
    assert [each.players for each in draws["draws"]] == [2, 3, 4, 5]
    assert sum(count_needed_sheets(tournament).values()) == 10 * 2  # of five teams, which all meet
    start_round(tournament, 1)
    (seating,) = build_seating(tournament)["rounds"]
    assert [table.group for table in seating.tables] == ["Dijon – Sens"] * 2
    play(tournament, 1)
    assert len(build_teams(tournament)["matches"].found.matches) == 1


def test_who_is_replaced_before_the_first_round_plays_no_match() -> None:
    client, tournament = create_matches(teams=2, size=2)
    add_entries(tournament, ["Odile", "Yves"])
    leaving = Entry.objects.select_related("team", "tournament").get(tournament=tournament, shown_name="Lyon 1")
    take_over(leaving, tournament.entries.get(shown_name="Odile"))
    set_presence([tournament.entries.get(shown_name="Yves")], "absent")
    assert ["Dijon 1", "Odile"] in [sorted(table) for table in start_round(tournament, 1)]
    assert client.get(f"/desk/event/{tournament.pk}/rounds").context["lone"] == []


def draw_swiss_page(teams: int, size: int = 2) -> tuple[Client, Tournament]:
    """Draw the second round of a Swiss of teams, whose first is played; sign the organiser in."""
    client, tournament = create_matches("swiss", teams=teams, size=size)
    start_round(tournament, 1)
    play(tournament, 1)
    draw_rounds(tournament, sizes=(2,), seed=2, scores=compute_scores(tournament))
    return client, tournament


def list_drafted_matches(tournament: Tournament) -> set[frozenset[str]]:
    """Return which teams meet in the draft; checks that all who sit there do so at the boards of their places."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    tables = [
        [names[entry].split() for entry in table] for table in tournament.drafts.get(chosen=True).rounds[0]["tables"]
    ]
    assert all(first[1] == second[1] for first, second in tables)
    return {frozenset(team for team, _place in table) for table in tables}


def test_two_teams_of_a_swiss_are_exchanged_whole_with_the_price_told() -> None:
    client, tournament = draw_swiss_page(teams=4)
    before = list_drafted_matches(tournament)
    one, other = (min(match) for match in before)
    entry = tournament.entries.get(shown_name=f"{one} 2")
    touch = f"/desk/event/{tournament.pk}/rounds/touch"
    editor = client.post(touch, {"round": 2, "take": entry.pk}).context["editor"]
    plates = {plate.name: plate for table in editor.tables for plate in table.plates}
    assert editor.picked == (entry.pk, one)
    assert plates[f"{one} 1"].sent == "leave"
    prices = {name.split()[0]: plate.price.words for name, plate in plates.items() if plate.price}
    opponent = min(next(match for match in before if one in match) - {one})
    assert prices.pop(opponent) == "même rencontre"
    again = [team for team, words in prices.items() if words.startswith("+2")]  # one of two would bring both back
    assert (len(again), len(prices)) == (1, 2)
    with_whom = tournament.entries.get(shown_name=f"{other} 1")
    client.post(touch, {"round": 2, "entry": entry.pk, "with": with_whom.pk})
    after = list_drafted_matches(tournament)
    assert after != before
    assert next(match for match in before if one in match) - {one} | {other} in after
    undo = client.get(f"/desk/event/{tournament.pk}/rounds").context["undo"]
    client.post(touch, {"round": undo[0], "entry": undo[1], "with": undo[2]})
    assert list_drafted_matches(tournament) == before


def test_a_team_without_an_opponent_is_exchanged_as_well_and_published() -> None:
    _client, tournament = draw_swiss_page(teams=3)
    row = tournament.drafts.get(chosen=True).rounds[0]
    idle, seated = row["resting"][1], row["tables"][0][0]
    team = Entry.objects.get(pk=seated).team
    swap_drafted_entries(tournament, 2, seated, idle)
    resting = tournament.drafts.get(chosen=True).rounds[0]["resting"]
    assert {Entry.objects.get(pk=entry).team for entry in resting} == {team}
    publish_round(tournament, 2)
    assert all(first.split()[1] == second.split()[1] for first, second in list_tables(tournament, 2))


def test_neither_one_table_of_a_match_is_kept_nor_mates_exchanged_nor_a_round_robin_changed() -> None:
    client, tournament = draw_swiss_page(teams=4)
    with pytest.raises(NotNow):
        lock_drafted_table(tournament, 2, 1, locked=True)
    mates = [entry.pk for entry in tournament.teams.get(name="Lyon").members.all()]
    with pytest.raises(NotNow):
        swap_drafted_entries(tournament, 2, *mates)
    assert 'class="lock"' not in client.get(f"/desk/event/{tournament.pk}/rounds").content.decode()
    _client, other = create_second("all")
    with pytest.raises(NotNow):
        swap_drafted_entries(other, 1, *other.entries.values_list("pk", flat=True)[::2][:2])


def create_second(format: str) -> tuple[Client, Tournament]:
    """Draw the round robin of another club's teams."""
    get_user_model().objects.filter(username="nadia").update(username="autre")
    client, tournament = create_matches(format, teams=4)
    draw_rounds(tournament, sizes=(2,), seed=1)
    return client, tournament


def test_the_draft_of_a_round_robin_speaks_of_teams() -> None:
    client, tournament = create_matches("all", teams=3)
    draw_rounds(tournament, sizes=(2,), seed=1)
    page = client.get(f"/desk/event/{tournament.pk}/rounds")
    told = [page.context["verdict"].words, *(line.words for line in page.context["lines"])]
    assert not any("hacun " in words for words in told)
    assert "Chacun rencontre chacun" not in page.content.decode().split('class="draft"')[1]


def test_the_draft_of_a_swiss_says_that_no_team_meets_another_twice() -> None:
    client, tournament = draw_swiss_page(teams=4)
    told = [line.words for line in client.get(f"/desk/event/{tournament.pk}/rounds").context["lines"]]
    assert any("Aucune équipe" in words for words in told)
    assert not any("Personne" in words for words in told)
