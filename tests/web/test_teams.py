"""Teams of an evening: made by hand, from a list and by club; refused in sentences; ranked and explained; a place taken
over; nothing where no team is set."""

import pytest
from django.test import Client

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import import_players
from tournaments.actions.people.teams import make_club_teams, save_team, set_team_rules
from tournaments.models import Club, Entry, PlayerDetails, Team, Tournament

pytestmark = pytest.mark.django_db
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
    assert client.post(change, {"name": " Les  Rois ", "people": people}).status_code == 302
    assert list_teams(tournament) == {"Les Rois": ["Anne", "Denis"]}
    team = tournament.teams.get()
    assert client.get(f"{page}?team={team.pk}").context["form"].initial == {"name": "Les Rois", "people": people}
    client.post(change, {"team": team.pk, "name": "Rois", "people": [people[1], find(tournament, "Zoé")[0].pk]})
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
        ("Autre", ("Anne", "Zoé"), "people"),  # Anne plays for another team
        ("Autre", ("Zoé",), "people"),
        ("ROIS", ("Zoé", "Flore"), "name"),
        ("", ("Zoé", "Flore"), "name"),
    ],
)
def test_a_team_that_cannot_be_is_refused_with_what_was_typed(name: str, people: tuple[str, ...], field: str) -> None:
    client, _club, tournament = create_evening()
    save_team(tournament, "Rois", find(tournament, "Anne", "Basile"))
    asked = {"name": name, "people": [each.pk for each in find(tournament, *people)]}
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
