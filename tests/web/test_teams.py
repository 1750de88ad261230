"""Teams of an evening: made by hand, from a list and by club; refused in sentences; ranked and explained; a place taken
over; nothing where no team is set."""

import datetime
import json

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.api_programs import Caller
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.mentions import find_fixed_mentions
from tournaments.actions.people.player_import import import_players
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.actions.people.teams import make_club_teams, save_team, set_team_rules, take_over
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.withdrawal import withdraw_begun_round
from tournaments.exchange.evening_parts import list_place_entries
from tournaments.models import Club, Entry, PlayerDetails, Team, Tournament
from tournaments.printing.documents import list_printable
from tournaments.printing.tournament_papers import build_teams
from tournaments.reading.tallies import get_standings
from tournaments.reading.teams import list_members
from tournaments.standings.seasons import SeasonRule

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 21)
NAMES = ("Anne", "Basile", "Chloé", "Denis", "Édith", "Flore", "Gaël", "Hélène", "Zoé")


def create_evening() -> tuple[Client, Club, Tournament]:
    """Create an evening in preparation of nine people at three tables, and sign its organiser in."""
    client, club = sign_in_organiser()
    return client, club, create_draft_evening(club, names=NAMES, sizes=(3, 3, 3))


def find(tournament: Tournament, *names: str) -> list[Entry]:
    """Return the entries of these names, in their order."""
    return [Entry.objects.select_related("team").get(tournament=tournament, shown_name=name) for name in names]


def list_teams(tournament: Tournament) -> dict[str, list[str]]:
    """Return who is in which team, by name."""
    return {
        team.name: [str(each) for each in team.members.order_by("team_place", "pk")] for team in tournament.teams.all()
    }


def form_teams(tournament: Tournament) -> list[Team]:
    """Form three teams of three, no two of whom sit together in the first round."""
    wanted = {"Nord": ("Anne", "Denis", "Gaël"), "Sud": ("Basile", "Édith", "Hélène"), "Est": ("Chloé", "Flore", "Zoé")}
    return [save_team(tournament, name, find(tournament, *people)) for name, people in wanted.items()]


def test_a_team_is_made_changed_and_dissolved_by_hand() -> None:
    client, _club, tournament = create_evening()
    page, change = f"/desk/event/{tournament.pk}/teams", f"/desk/event/{tournament.pk}/teams/change"
    people = [each.pk for each in find(tournament, "Anne", "Denis")]
    assert client.post(change, {"name": " Les  Rois ", "entries": people}).status_code == 302
    assert list_teams(tournament) == {"Les Rois": ["Anne", "Denis"]}
    team = tournament.teams.get()
    assert client.get(f"{page}?team={team.pk}").context["form"].initial == {"name": "Les Rois", "entries": people}
    client.post(change, {"team": team.pk, "name": "Rois", "entries": [people[1], find(tournament, "Zoé")[0].pk]})
    assert list_teams(tournament) == {"Rois": ["Zoé", "Denis"]}
    tournament.refresh_from_db()
    assert tournament.team_score == "points"
    client.post(change, {"part": team.pk})
    tournament.refresh_from_db()
    assert (list_teams(tournament), tournament.team_score) == ({}, None)
    assert not Entry.objects.exclude(team=None, team_place=None).exists()


@pytest.mark.parametrize(
    ("name", "people", "field"),
    [
        ("Autre", ("Anne", "Zoé"), "entries"),  # Anne plays for another team
        ("Autre", ("Zoé",), "entries"),
        ("ROIS", ("Zoé", "Flore"), "name"),
        ("", ("Zoé", "Flore"), "name"),
    ],
)
def test_a_team_that_cannot_be_is_refused_with_what_was_typed(name: str, people: tuple[str, ...], field: str) -> None:
    client, _club, tournament = create_evening()
    save_team(tournament, "Rois", find(tournament, "Anne", "Basile"))
    asked = {"name": name, "entries": [each.pk for each in find(tournament, *people)]}
    answer = client.post(f"/desk/event/{tournament.pk}/teams/change", asked)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert answer.context["form"]["name"].value() == name
    assert tournament.teams.count() == 1


def test_nine_are_too_many_for_a_team_and_no_team_counts_more_than_it_has() -> None:
    _client, _club, tournament = create_evening()
    with pytest.raises(Refused, match="9"):
        save_team(tournament, "Tous", find(tournament, *NAMES))
    save_team(tournament, "Rois", find(tournament, "Anne", "Basile"))
    with pytest.raises(Refused) as refused:
        set_team_rules(tournament, score="points", best=3, club_rounds=None)
    assert [each.path for each in refused.value.problems] == ["best"]


def set_clubs(tournament: Tournament, **clubs: str) -> None:
    """Say from which club these people are."""
    for name, home in clubs.items():
        PlayerDetails.objects.create(player=find(tournament, name)[0].player, home_club=home)


def test_a_button_makes_a_team_of_each_club() -> None:
    client, _club, tournament = create_evening()
    set_clubs(tournament, Anne="Lyon", Basile="LYON", Chloé="Dijon", Denis="Dijon", Zoé="Sens")
    client.post(f"/desk/event/{tournament.pk}/teams/change", {"clubs": "1"})
    assert list_teams(tournament) == {"Dijon": ["Chloé", "Denis"], "Lyon": ["Anne", "Basile"]}
    answer = client.post(f"/desk/event/{tournament.pk}/teams/change", {"clubs": "1"})
    assert (answer.status_code, bool(answer.context["refused"])) == (422, True)
    with pytest.raises(NotNow):
        make_club_teams(tournament)


def import_list(club: Club, tournament: Tournament, *rows: tuple[str, str]) -> None:
    """Take over a list of (name, team)."""
    import_players(
        club, [ListedPlayer(name, team=team, line=n) for n, (name, team) in enumerate(rows, 1)], {}, tournament
    )


def test_a_list_makes_teams_once_and_adds_to_those_that_are_there() -> None:
    _client, club, tournament = create_evening()
    rows = [("Anne", "Nord"), ("Basile", "nord"), ("Ida", "Sud"), ("Joël", "Sud")]
    import_list(club, tournament, *rows)
    import_list(club, tournament, *rows, ("Chloé", "Nord"))
    assert list_teams(tournament) == {"Nord": ["Anne", "Basile", "Chloé"], "Sud": ["Ida", "Joël"]}


def test_a_list_with_somebody_in_another_team_or_too_large_a_team_is_refused_whole() -> None:
    _client, club, tournament = create_evening()
    save_team(tournament, "Est", find(tournament, "Anne", "Zoé"))
    with pytest.raises(Refused, match="Est"):
        import_list(club, tournament, ("Anne", "Nord"), ("Ida", "Nord"))
    with pytest.raises(Refused, match="9"):
        import_list(club, tournament, *((f"Joueur {n}", "Nord") for n in range(9)))
    assert not tournament.entries.filter(shown_name="Ida").exists()


def test_a_draft_parts_teams_and_tells_the_price_where_it_cannot() -> None:
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Coupe", date=DAY, players=NAMES[:6])
    plan_rounds(tournament, format=Tournament.Format.FIXED, rounds=2)
    save_team(tournament, "Nord", find(tournament, "Anne", "Basile"))
    draw_rounds(tournament, sizes=(3, 3), seed=1)
    page = f"/desk/event/{tournament.pk}/rounds"
    assert "même club sont tous séparés" in client.get(page).content.decode()
    save_team(tournament, "Sud", find(tournament, "Chloé", "Denis", "Édith", "Flore"))
    draft = draw_rounds(tournament, sizes=(3, 3), seed=1)
    assert draft.evaluation is not None
    assert draft.evaluation["judgement"]["mates_met"] == draft.evaluation["judgement"]["mates_bound"] == 4
    assert "ronde 1, ronde 2" in client.get(page).content.decode()


def test_people_of_one_club_are_apart_in_the_first_rounds() -> None:
    _client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Coupe", date=DAY, players=NAMES)
    plan_rounds(tournament, format=Tournament.Format.FIXED, rounds=3)
    set_clubs(tournament, Anne="Lyon", Basile="LYON", Chloé="Lyon", Denis="Dijon")
    set_team_rules(tournament, score="", best=None, club_rounds=2)
    field = build_pool(tournament)
    assert [len(field.list_mates(n)) for n in (1, 2, 3)] == [1, 1, 0]
    lyon = {each.pk for each in find(tournament, "Anne", "Basile", "Chloé")}
    draft = draw_rounds(tournament, sizes=(3,), seed=1)
    assert max(len(lyon & {*table}) for row in draft.rounds[:2] for table in row["tables"]) == 1


def play_evening() -> tuple[Client, Tournament, list[Team]]:
    """Play an evening of three teams of three; return the desk, the evening and its teams."""
    client, _club, tournament = create_evening()
    teams = form_teams(tournament)
    open_tournament(tournament)
    for n, points in enumerate(((58, 37, 25), (50, 40, 30), (60, 40, 20)), 1):
        record_events(get_table(tournament, n), build_coup(*points))
    return client, tournament, teams


def test_teams_are_ranked_by_their_players_on_the_page_in_files_and_explained() -> None:
    _client, tournament, teams = play_evening()
    totals = {row.tally.player: row.tally.total for row in get_standings(tournament)}
    page = Client().get(f"/{tournament.code}/teams")
    found = page.context["table"].found
    for row in found.rows:
        members = [str(each) for each in Entry.objects.filter(team=row.team)]
        assert row.figure == sum(totals[name] for name in members)
    kept = json.loads(Client().get(f"/{tournament.code}/teams.json").content)["rows"]
    assert [(each["rank"], each["team"], each["figure"]) for each in kept] == [
        (row.rank, found.teams[row.team], row.figure) for row in found.rows
    ]
    sheet = Client().get(f"/{tournament.code}/team/{teams[0].pk}")
    assert len(sheet.context["why"]) >= 1
    assert sheet.context["tables"] == [(1, [("Anne", 1), ("Denis", 2), ("Gaël", 3)])]
    assert f"/{tournament.code}/teams" in Client().get(f"/{tournament.code}").content.decode()


def test_a_team_s_sheet_names_no_table_of_a_round_that_was_withdrawn() -> None:
    _client, tournament, teams = play_evening()
    Tournament.objects.filter(pk=tournament.pk).update(format=Tournament.Format.FIXED)
    tournament.refresh_from_db()
    withdraw_begun_round(tournament, 1, actor="user:1", reason="fausse donne")
    assert Client().get(f"/{tournament.code}/team/{teams[0].pk}").context["tables"] == []


def test_a_name_written_from_the_right_keeps_its_figure_beside_it() -> None:
    _client, tournament, teams = play_evening()
    Team.objects.filter(pk=teams[0].pk).update(name="فريق")
    Entry.objects.filter(team=teams[0], shown_name="Anne").update(shown_name="فاطمة")
    teams[0].members.filter(shown_name="Denis").update(team=None, team_place=None)
    page = Client().get(f"/{tournament.code}/teams").content.decode()
    assert '<bdi>فاطمة</bdi>\u00a0<span class="unbroken">' in page
    assert "<bdi>فريق</bdi> 2" in page


def test_the_board_the_hall_s_screen_and_the_paper_show_the_teams() -> None:
    _client, tournament, teams = play_evening()
    board = Client().get(f"/{tournament.code}", headers={"HX-Request": "true"})
    screen = Client().get(f"/{tournament.code}/screen", headers={"HX-Request": "true"})
    for page in (board, screen):
        assert {row.team for row in page.context["teams"].found.rows} == {each.pk for each in teams}
    paper = build_teams(tournament)
    assert [each["name"] for each in paper["sheets"]] == [
        board.context["teams"].found.teams[row.team] for row in board.context["teams"].found.rows
    ]
    assert "teams" in {document.name for document in list_printable(tournament)}


def test_a_season_ranks_its_teams_by_their_names() -> None:
    _client, tournament, _teams = play_evening()
    close_tournament(tournament)
    season = create_season(tournament.club, "Hiver")
    change_season(season, name="Hiver", rule=SeasonRule(), tournaments=[tournament], in_draws=False)
    page = Client().get(f"/season/{season.pk}")
    found = Client().get(f"/{tournament.code}/teams").context["table"].found
    points = dict(zip((1, 2, 3), SeasonRule().places, strict=False))
    assert {row.name: row.score for row in page.context["teams"].data} == {
        found.teams[row.team]: points[row.rank] for row in found.rows
    }


def test_a_program_makes_changes_and_reads_teams() -> None:
    caller = Caller(is_open=False, sizes=())
    anne, basile, chloe, denis = caller.entries[:4]
    made = caller.make("/teams", name="Nord", entries=[anne.pk, basile.pk])
    caller.do(f"/teams/{made['id']}/change", name="Sud", entries=[anne.pk, chloe.pk])
    caller.do("/teams/rules", score="ranks", best=1, club_rounds=2)
    caller.do(f"/entries/{anne.pk}/take-over", newcomer=denis.pk)
    told = caller.get("/teams")
    assert (told["score"], told["best"], told["items"][0]["name"]) == ("ranks", 1, "Sud")
    assert [each["entries"] for each in told["items"][0]["places"]] == [[anne.pk, denis.pk], [chloe.pk]]
    assert caller.refuse("/teams", name="Est", entries=[anne.pk, basile.pk]) == ["entries"]
    assert caller.refuse("/teams/rules", score="points", best=9) == ["best"]
    caller.do(f"/teams/{made['id']}/remove")
    assert caller.get("/teams")["items"] == []


def test_nothing_of_teams_shows_where_there_are_none() -> None:
    _client, club = sign_in_organiser()
    tournament = open_tournament(create_draft_evening(club, names=NAMES, sizes=(3, 3, 3)))
    for page in ("", "/standings"):
        assert "/teams" not in Client().get(f"/{tournament.code}{page}").content.decode()
    assert Client().get(f"/{tournament.code}/teams").status_code == 404


def test_who_takes_over_holds_the_place_and_both_count() -> None:
    client, tournament, teams = play_evening()
    add_entries(tournament, ["Ida"])
    anne, ida = find(tournament, "Anne", "Ida")
    asked = {"relay-entry": anne.pk, "relay-newcomer": ida.pk}
    assert client.post(f"/desk/event/{tournament.pk}/teams/relay", asked).status_code == 302
    anne, ida = find(tournament, "Anne", "Ida")
    assert (anne.last_round, ida.team, ida.team_place) == (1, teams[0], anne.team_place)
    sheet = Client().get(f"/{tournament.code}/team/{teams[0].pk}")
    assert any("Anne, puis Ida" in sentence for sentence in sheet.context["why"])
    assert "Anne, puis Ida" in client.get(f"/desk/event/{tournament.pk}/teams").content.decode()
    save_team(tournament, "Nord", find(tournament, "Anne", "Ida", "Denis", "Gaël"), teams[0])
    assert find(tournament, "Ida")[0].team_place == anne.team_place
    with pytest.raises(NotNow):
        take_over(*find(tournament, "Anne", "Basile"))


def test_a_place_is_taken_over_from_who_holds_it_now() -> None:
    client, tournament, _teams = play_evening()
    add_entries(tournament, ["Ida", "Joël"])
    anne, ida, joel = find(tournament, "Anne", "Ida", "Joël")
    take_over(anne, ida)
    answer = client.post(
        f"/desk/event/{tournament.pk}/teams/relay", {"relay-entry": anne.pk, "relay-newcomer": joel.pk}
    )
    assert answer.status_code == 422
    assert "Anne" in answer.context["relay"].non_field_errors()[0]
    assert list_teams(tournament)["Nord"] == ["Anne", "Ida", "Denis", "Gaël"]
    take_over(*find(tournament, "Ida", "Joël"))
    assert "Anne, puis Ida, puis Joël" in client.get(f"/desk/event/{tournament.pk}/teams").content.decode()


def test_who_left_a_place_is_named_before_who_was_on_the_list_before_him() -> None:
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Coupe", date=DAY, players=NAMES)
    team = save_team(tournament, "Nord", find(tournament, "Zoé", "Hélène"))
    take_over(*find(tournament, "Zoé", "Anne"))
    zoe, anne = find(tournament, "Zoé", "Anne")
    assert "Zoé, puis Anne" in client.get(f"/desk/event/{tournament.pk}/teams").content.decode()
    assert next(iter(list_members(tournament, {}, "total")[team.pk])).entry == zoe.pk
    assert [zoe.pk, anne.pk] in list_place_entries(team)


def test_who_has_played_for_himself_brings_nothing_into_a_team() -> None:
    _client, tournament, teams = play_evening()
    save_team(tournament, "Nord", find(tournament, "Anne", "Denis"), teams[0])
    with pytest.raises(NotNow, match="Gaël"):
        take_over(*find(tournament, "Anne", "Gaël"))


def test_a_merge_takes_the_place_in_a_team_along_and_back() -> None:
    _client, club, tournament = create_evening()
    save_team(tournament, "Nord", find(tournament, "Anne", "Basile"))
    anne, other = find(tournament, "Anne")[0], add_player(club, "Anne-Marie")
    merge = merge_players(other, anne.player, actor="user:1")
    assert Team.objects.get().members.filter(player=other).exists()
    undo_merge(merge)
    assert list_teams(tournament) == {"Nord": ["Anne", "Basile"]}


def test_an_erased_player_stays_in_his_team_under_no_name_and_a_team_that_names_him_is_told() -> None:
    _client, club, tournament = create_evening()
    save_team(tournament, "Équipe Anne", find(tournament, "Anne", "Basile"))
    player = find(tournament, "Anne")[0].player
    told = [each.text for each in find_fixed_mentions(club, [player])]
    forget_name(player, actor="user:1")
    assert told == ["Équipe Anne"]
    assert "Anne" not in list_teams(tournament)["Équipe Anne"]
    assert Team.objects.get().members.count() == 2
