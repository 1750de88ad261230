"""Where a club's ratings are seen beyond the desk's own page, and by whom: players, seasons, its list, programs."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.api_programs import API, Program
from tests.web.closed_evenings import GAME, keep_skills, play_evening
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.people.clubs import set_player_discreet, set_player_rated
from tournaments.actions.people.erasing import forget_name
from tournaments.exchange.personal_data import build_player_document
from tournaments.models import Club, KeptRatings, Player, Season, Tournament
from tournaments.reading import played_evenings
from tournaments.standings.log_loss import COIN
from tournaments.standings.seasons import SeasonRule
from tournaments.upkeep.publishing.marks import compute_marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club with an evening of three, two of whom have ratings, and a season of it."""
    _client, made = sign_in_organiser()
    tournament = play_evening(made, 1)
    season = create_season(made, "Saison")
    change_season(season, name="Saison", rule=SeasonRule(), tournaments=[tournament], in_draws=False)
    keep_skills(made, {"Basile": 0.1, "Chloé": 0.4})
    return made


def publish(club: Club) -> None:
    """Let the public pages show ratings."""
    Club.objects.filter(pk=club.pk).update(ratings_public=True)
    club.refresh_from_db()


def find_player(name: str) -> Player:
    """Return the player of this name."""
    return Player.objects.get(name=name)


def open_career(club: Club, player: Player) -> Any:
    """Return a player's public page to a stranger."""
    return Client().get(f"/club/{club.pk}/player/{player.pk}")


def read_public_bands(club: Club) -> dict[str, str]:
    """Return what the season's page shows a stranger of skill, by player."""
    levels = Client().get(f"/season/{Season.objects.get().pk}").context["levels"]
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[player]: text for player, text in levels.texts.items()} if levels else {}


def sign_in(club: Club) -> Client:
    """Return a client of the club's owner."""
    client = Client()
    client.force_login(club.members.get().user)
    return client


def test_no_stranger_sees_a_rating_before_the_club_wants_it(club: Club) -> None:
    assert open_career(club, find_player("Chloé")).context["skills"] == []
    assert read_public_bands(club) == {}
    assert Client().get(f"{API}/clubs/{club.pk}/ratings", {"game": GAME}).json()["items"] == []


def test_a_stranger_sees_bands_and_curves_once_the_club_publishes_them(club: Club) -> None:
    client = sign_in(club)
    answer = client.post("/desk/club", {
        "club": club.pk, "name": club.name, "cards": club.cards, "currency": club.currency, "ratings_public": "on",
    })  # fmt: skip
    assert answer.status_code == 302
    club.refresh_from_db()
    [skill] = open_career(club, find_player("Chloé")).context["skills"]
    assert len(skill["charts"]) == 2
    assert list(read_public_bands(club)) == ["Chloé", "Basile"]
    assert open_career(club, find_player("Anne")).context["skills"] == []


def show_initials(player: Player) -> None:
    set_player_discreet(player, True)


def show_initials_of_all(player: Player) -> None:
    Club.objects.filter(pk=player.club_id).update(initials=True)


def leave_out(player: Player) -> None:
    set_player_rated(player, False)


def erase(player: Player) -> None:
    forget_name(player, actor="user:1")


@pytest.mark.parametrize("hide", [show_initials, show_initials_of_all, leave_out, erase])
def test_of_whom_no_name_is_public_no_rating_is(club: Club, hide: Any) -> None:
    publish(club)
    player = find_player("Chloé")
    hide(player)
    assert open_career(club, player).context["skills"] == []
    assert "Chloé" not in read_public_bands(club)
    items = Client().get(f"{API}/clubs/{club.pk}/ratings", {"game": GAME}).json()["items"]
    assert player.pk not in [each["player"] for each in items]
    assert Client().get(f"{API}/clubs/{club.pk}/players/{player.pk}/skill").json()["items"] == []


@pytest.mark.parametrize(("loss", "elo_loss", "is_shown"), [(COIN, COIN, False), (COIN, 0.6, True), (0.6, COIN, True)])
def test_nothing_is_shown_where_no_model_beats_a_coin(club: Club, loss: float, elo_loss: float, is_shown: bool) -> None:
    publish(club)
    keep_skills(club, {"Chloé": 0.4}, loss=loss, elo_loss=elo_loss)
    assert bool(open_career(club, find_player("Chloé")).context["skills"]) is is_shown
    assert bool(read_public_bands(club)) is is_shown
    assert (b"data-orders" in sign_in(club).get("/desk/players").content) is is_shown


def test_a_season_shows_the_club_s_own_people_what_strangers_do_not_see(club: Club) -> None:
    answer = sign_in(club).get(f"/season/{Season.objects.get().pk}")
    assert len(answer.context["levels"].texts) == 2
    assert b"data-levels" in answer.content
    assert "level" in [column.name for column in answer.context["table"].columns]


def test_a_season_of_two_games_has_no_such_column(club: Club) -> None:
    publish(club)
    later = create_tournament(club, name="Briscan", date=date(2026, 2, 1), game="briscan")
    Tournament.objects.filter(pk=later.pk).update(status=Tournament.Status.CLOSED)
    Season.objects.get().tournaments.add(later)
    assert read_public_bands(club) == {}


def test_the_club_s_list_goes_by_the_lower_end_of_the_bands_when_asked(club: Club) -> None:
    client = sign_in(club)
    by_name = [player.name for player, _apart, _level in client.get("/desk/players").context["active"]]
    answer = client.get(f"/desk/players?by={GAME}")
    assert by_name == ["Anne", "Basile", "Chloé"]
    assert [player.name for player, _apart, _level in answer.context["active"]] == ["Chloé", "Basile", "Anne"]
    assert answer.content.count(b"data-level") == 2


def test_a_program_of_the_club_reads_all_with_the_figures_of_the_pages(club: Club) -> None:
    set_player_discreet(find_player("Chloé"), True)
    program = Program(club)
    first, second = program.get(f"/clubs/{club.pk}/ratings", game=GAME).json()["items"]
    assert (first["name"], first["low"], first["high"], first["elo"], first["tables"]) == ("Chloé", 57, 66, 1540.0, 12)
    assert second["name"] == "Basile"
    [skill] = program.get(f"/clubs/{club.pk}/players/{first['player']}/skill").json()["items"]
    assert (skill["game"], [each["low"] for each in skill["curve"]]) == (GAME, [44, 54])


def test_a_program_of_another_club_reads_what_strangers_do(club: Club) -> None:
    other = Program(Club.objects.create(name="Autre cercle"))
    assert other.get(f"/clubs/{club.pk}/ratings", game=GAME).json()["items"] == []
    assert other.get(f"/clubs/{club.pk}/players/{find_player('Chloé').pk}/skill").json()["items"] == []


def test_a_person_s_file_says_whether_it_is_public(club: Club) -> None:
    player = find_player("Chloé")
    assert build_player_document(player)["player"]["ratings_public"] is False
    publish(club)
    assert build_player_document(find_player("Chloé"))["player"]["ratings_public"] is True
    show_initials(player)
    assert build_player_document(find_player("Chloé"))["player"]["ratings_public"] is False


def test_a_site_of_files_is_made_again_when_what_it_shows_of_skill_has_moved(club: Club) -> None:
    def read_marks() -> dict[str, str]:
        return compute_marks(Club.objects.get(pk=club.pk), "fr", {}).people

    career, season = f"career-{find_player('Chloé').pk}", f"season-{Season.objects.get().pk}"
    hidden = read_marks()
    KeptRatings.objects.update(stamp="b" * 64)
    assert read_marks() == hidden
    publish(club)
    shown = read_marks()
    KeptRatings.objects.update(stamp="c" * 64)
    assert len({each[career] for each in (hidden, shown, read_marks())}) == 3
    assert len({each[season] for each in (hidden, shown, read_marks())}) == 3


def test_a_season_and_a_career_ask_little_more_where_there_is_skill_to_show(club: Club) -> None:
    publish(club)
    client, found = sign_in(club), {}
    for page in (f"/season/{Season.objects.get().pk}", f"/club/{club.pk}/player/{find_player('Chloé').pk}"):
        played_evenings._recent.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        found[page] = len(queries)
    assert max(found.values()) <= 12, found
