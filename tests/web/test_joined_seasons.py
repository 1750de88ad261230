"""A season that two clubs of one installation play: asked, accepted, counted, shown, left."""

import io
import json
from zipfile import ZipFile

import pytest
from django.test import Client

from tests.web.closed_evenings import HERE, THERE, TwoClubs, play_evening
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.seasons import hide_season
from tournaments.actions.people.clubs import add_player, set_player_discreet
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.tables.decision_check import check_shared_decisions
from tournaments.exchange.club_export import write_club
from tournaments.models import Club, ClubChange, JoinedClub, Member, Player, Season, Tournament
from tournaments.models.rights import Role
from tournaments.printing import tournament_papers
from tournaments.printing.ink_charts import build_season_posters
from tournaments.printing.tournament_papers import build_fairness, build_seasons
from tournaments.reading.rated_tables import list_rated_tournaments
from tournaments.reading.season_outcomes import get_season_standings
from tournaments.standings.seasons import SeasonRule
from tournaments.upkeep.publishing.marks import compute_marks
from tournaments.views.public.engines import list_open_addresses

pytestmark = pytest.mark.django_db
FORM = {"name": "Hiver", "way": "places", "places": "10 6 3", "best": "", "least": "", "presence": ""}


@pytest.fixture
def clubs() -> TwoClubs:
    return TwoClubs()


@pytest.fixture
def joined(clubs: TwoClubs) -> TwoClubs:
    return clubs.join()


def test_the_other_club_s_owner_alone_sees_the_invitation_and_answers_it(clubs: TwoClubs):
    assert clubs.invite().status_code == 302
    asked = JoinedClub.objects.get()
    assert f'data-asked="{asked.pk}"' in clubs.other.get("/desk/seasons").content.decode()
    assert clubs.other.get(f"/desk/joined/{asked.pk}").status_code == 404, "nobody has agreed"
    Member.objects.filter(club=clubs.neighbour).update(role=Role.ORGANISER)
    assert "Hiver" not in clubs.other.get("/desk/seasons").content.decode()
    assert clubs.answer().status_code == 403
    Member.objects.filter(club=clubs.neighbour).update(role=Role.OWNER)
    assert "Hiver" not in Client().get(f"/club/{clubs.neighbour.pk}").content.decode()
    assert clubs.owner.post(f"/desk/joined/{asked.pk}/answer", {"answer": "yes"}).status_code == 404, "not for him"
    assert clubs.answer().status_code == 302
    assert "Hiver" in Client().get(f"/club/{clubs.neighbour.pk}").content.decode()
    assert [each.what for each in ClubChange.objects.order_by("club")] == ["season joined"] * 2


def test_who_refuses_is_shown_to_who_asked_and_sees_it_no_more(clubs: TwoClubs):
    clubs.invite()
    clubs.answer("no")
    asked = JoinedClub.objects.get()
    assert asked.state == "refused"
    assert clubs.answer().status_code == 404
    assert "Hiver" not in clubs.other.get("/desk/seasons").content.decode()
    assert clubs.other.post(f"/desk/joined/{asked.pk}/remove").status_code == 404
    clubs.owner.post(f"/desk/joined/{asked.pk}/remove")
    assert clubs.invite().status_code == 302
    assert not ClubChange.objects.exists()


def test_an_own_or_an_unknown_club_is_refused_at_its_field(clubs: TwoClubs):
    Club.objects.create(name="Secret")  # nothing public of it
    for asked in ("Cercle du Corbillon", "Nulle Part", "", "Secret"):
        answer = clubs.invite(asked)
        assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"club"}), asked
        assert not JoinedClub.objects.exists()


def test_a_club_is_asked_once_and_by_its_page_where_two_have_its_name(clubs: TwoClubs):
    clubs.invite()
    assert clubs.invite().status_code == 422
    twin = sign_in_organiser("lise", "Les Voisins")[1]
    play_evening(twin, 3, names=THERE)
    assert clubs.invite().status_code == 422
    assert clubs.invite(f"https://exemple.fr/club/{twin.pk}").status_code == 302
    assert set(JoinedClub.objects.values_list("club", flat=True)) == {clubs.neighbour.pk, twin.pk}


def test_a_hidden_season_takes_no_club_and_no_evening_of_another(clubs: TwoClubs):
    hide_season(clubs.season)
    assert clubs.invite().status_code == 422
    hide_season(clubs.season, hidden=False)
    clubs.invite()
    hide_season(clubs.season)
    clubs.answer()
    assert JoinedClub.objects.get().state == "asked"
    hide_season(clubs.season, hidden=False)
    clubs.answer()
    hide_season(clubs.season)
    assert clubs.bring([clubs.evening_there]).status_code == 422


def test_players_are_ranked_together_and_clubs_by_their_best(joined: TwoClubs):
    assert joined.read_rows() == [
        (1, "Anne Aubert (Cercle du Corbillon)", "Cercle du Corbillon", 10),
        (1, "Anne Aubert (Les Voisins)", "Les Voisins", 10),
        (3, "Basile Brun", "Cercle du Corbillon", 6),
        (3, "Hugo Henri", "Les Voisins", 6),
        (5, "Chloé Carré", "Cercle du Corbillon", 3),
        (5, "Inès Isard", "Les Voisins", 3),
    ], "one name in two clubs is two players"
    page = joined.read_page()
    assert [(row.rank, row.tied, row.name, row.score) for row in page.context["clubs_table"].data] == [
        (1, True, "Cercle du Corbillon", 19),
        (1, True, "Les Voisins", 19),
    ]
    there = Player.objects.get(club=joined.neighbour, name="Hugo Henri")
    assert f'href="/club/{joined.neighbour.pk}/player/{there.pk}"' in page.content.decode()
    assert f'href="/{joined.evening_there.code}/standings"' in page.content.decode()


def test_a_season_of_one_club_shows_no_clubs(clubs: TwoClubs):
    clubs.invite()
    clubs.answer()
    page = clubs.read_page()
    assert "clubs_table" not in page.context
    assert "Les Voisins" not in page.content.decode()
    assert clubs.read_rows()[0] == (1, "Anne Aubert", None, 10)


def test_other_programs_read_who_plays_for_which_club(joined: TwoClubs):
    base = f"/api/v1/seasons/{joined.season.pk}"
    season = Client().get(base).json()
    assert season["clubs"] == [joined.club.pk, joined.neighbour.pk]
    assert season["tournaments"] == [joined.evening.code, joined.evening_there.code]
    rows = Client().get(f"{base}/standings").json()["items"]
    assert {row["club"] for row in rows if row["rank"] == 1} == set(season["clubs"])
    clubs = Client().get(f"{base}/clubs").json()["items"]
    assert [(row["rank"], row["score"], len(row["players"])) for row in clubs] == [(1, 19, 3), (1, 19, 3)]
    listed = Client().get(f"/api/v1/seasons?club={joined.neighbour.pk}").json()["items"]
    assert [each["id"] for each in listed] == [joined.season.pk]


def list_names(seasons) -> set[str]:
    """Return the names in these seasons' tables of players on paper."""
    return {row.name for _season, (table, *_teams), *_rest in seasons for row in table.data}


def test_each_club_shows_the_other_what_it_shows_to_all(joined: TwoClubs):
    set_player_discreet(Player.objects.get(club=joined.club, name="Basile Brun"), discreet=True)
    Club.objects.filter(pk=joined.neighbour.pk).update(initials=True)
    public = {row[1] for row in joined.read_rows()}
    assert public == {"Anne Aubert", "B. B.", "Chloé Carré", "A. A.", "H. H.", "I. I."}
    papers = [build_seasons(Tournament.objects.get(pk=each.pk)) for each in (joined.evening, joined.evening_there)]
    here, there = (list_names(paper["seasons"]) for paper in papers)
    assert here == {*HERE, "A. A.", "H. H.", "I. I."}
    assert {"Hugo Henri", "Inès Isard", "B. B.", "Chloé Carré"} < there
    (poster,) = build_season_posters(joined.evening)["posters"]
    shown = {(bar.name, bar.club) for bar in poster.bars}
    assert shown >= {("H. H.", "Les Voisins"), ("B. B.", "Cercle du Corbillon")}


def test_the_paper_has_the_clubs_and_each_club_s_own_fairness(joined: TwoClubs):
    (_season, (standings,), _under_way, told) = build_seasons(joined.evening_there)["seasons"][0]
    assert "club" not in standings.columns.names(), "it stands under the name, which leaves room for the evenings"
    (cell,) = (standings.render_player(row) for row in standings.data if row.name == "Inès Isard")
    assert "Les Voisins" in cell
    assert [row.name for row in told["clubs_table"].data] == ["Cercle du Corbillon", "Les Voisins"]
    (_season, table, _met) = build_fairness(joined.evening_there)["seasons"][0]
    assert {row.player for row in table.data} == set(joined.neighbour.players.values_list("pk", flat=True))
    page = joined.owner.get(f"/desk/season/{joined.season.pk}/fairness")
    assert {row.player for row in page.context["rows"]} == set(joined.club.players.values_list("pk", flat=True))


def test_a_season_longer_than_a_paper_is_wide_goes_on_in_a_table_of_its_own(
    joined: TwoClubs, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tournament_papers, "EVENINGS_ACROSS", 1)
    tables = build_seasons(joined.evening)["seasons"][0][1]
    codes = [joined.evening.code, joined.evening_there.code]
    assert [[code for code in codes if code in table.columns.names()] for table in tables] == [[each] for each in codes]
    assert [len(table.data) for table in tables] == [6, 6]


@pytest.mark.parametrize("who", ["leaves", "is taken out"])
def test_who_leaves_takes_his_evenings_out_of_everything(joined: TwoClubs, who: str):
    if who == "leaves":
        joined.answer("no")
    else:
        joined.owner.post(f"/desk/joined/{JoinedClub.objects.get().pk}/remove")
    assert not JoinedClub.objects.exists()
    assert [row[1] for row in joined.read_rows()] == list(HERE)
    assert "Voisins" not in joined.read_page().content.decode()
    assert build_seasons(joined.evening_there)["seasons"] == []
    assert list_names(build_seasons(joined.evening)["seasons"]) == set(HERE)
    assert Client().get(f"/api/v1/seasons/{joined.season.pk}").json()["clubs"] == [joined.club.pk]
    assert "Hiver" not in Client().get(f"/club/{joined.neighbour.pk}").content.decode()
    assert "season-" not in " ".join(compute_marks(joined.neighbour, "fr", {}).people)
    assert ClubChange.objects.filter(what="season left").count() == 2
    check_shared_decisions()


def test_each_club_chooses_its_own_evenings_alone(joined: TwoClubs):
    sent = FORM | {"events": [joined.evening.pk, joined.evening_there.pk]}
    assert joined.owner.post(f"/desk/season/{joined.season.pk}", sent).status_code == 422, "not among his"
    assert joined.owner.post(f"/desk/season/{joined.season.pk}", FORM | {"events": []}).status_code == 302
    assert [*joined.season.tournaments.all()] == [joined.evening_there]
    assert joined.bring([joined.evening]).status_code == 422
    joined.bring([])
    assert not joined.season.tournaments.exists()
    check_shared_decisions()


def test_gains_of_two_currencies_are_not_added_up(joined: TwoClubs):
    Tournament.objects.filter(pk=joined.evening_there.pk).update(currency="CHF")
    answer = joined.owner.post(
        f"/desk/season/{joined.season.pk}", FORM | {"way": "total", "events": [joined.evening.pk]}
    )
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"way"}
    joined.bring([])
    Season.objects.update(rule=SeasonRule("total").as_json)
    answer = joined.bring([joined.evening_there])
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"events"}
    assert [*joined.season.tournaments.all()] == [joined.evening]


@pytest.mark.parametrize(
    ("way", "asked"),
    [("total", {"preset": "aux-points"}), ("card_points", {"game": "chiamata"})],
)
def test_what_a_rule_cannot_add_up_is_refused(clubs: TwoClubs, way: str, asked: dict[str, str]):
    clubs.invite()
    clubs.answer()
    Season.objects.update(rule=SeasonRule(way).as_json)
    other = create_draft_evening(clubs.neighbour, sizes=(), names=THERE)
    Tournament.objects.filter(pk=other.pk).update(**asked)
    assert clubs.bring([other]).status_code == 422
    assert clubs.bring([clubs.evening_there]).status_code == 302


def test_a_club_s_export_holds_its_own_evenings_alone(joined: TwoClubs):
    found = []
    for club in (joined.club, joined.neighbour):
        stream = io.BytesIO()
        write_club(club, stream, lambda _done, _of: None)
        found.append(json.loads(ZipFile(stream).read("club.json"))["seasons"])
    assert [each["evenings"] for each in found[0]] == [[joined.evening.pk]]
    assert found[1] == []


def test_a_merged_and_an_erased_player_are_followed_in_the_other_s_season(joined: TwoClubs):
    double = Player.objects.get(club=joined.neighbour, name="Hugo Henri")
    kept = add_player(joined.neighbour, "Hugo Henry")
    merge_players(kept, double, actor="user:1")
    assert "Hugo Henry" in {row[1] for row in joined.read_rows()}
    forget_name(kept, actor="user:1")
    assert f"Joueur {kept.pk}" in {row[1] for row in joined.read_rows()}
    assert "Hugo" not in joined.read_page().content.decode()
    assert f"Joueur {kept.pk}" in list_names(build_seasons(joined.evening)["seasons"])


def test_both_sites_of_files_make_the_season_anew_when_either_club_changes(joined: TwoClubs):
    part = f"season-{joined.season.pk}"

    def read() -> list[str]:
        return [compute_marks(club, "fr", {}).people[part] for club in (joined.club, joined.neighbour)]

    before = read()
    assert read() == before
    set_player_discreet(Player.objects.get(club=joined.neighbour, name="Hugo Henri"), discreet=True)
    after = read()
    assert before[0] != after[0]
    assert before[1] != after[1]
    Tournament.objects.filter(pk=joined.evening.pk).update(name="Autre nom")
    assert after[0] != read()[0]
    assert after[1] != read()[1]


def test_no_search_engine_looks_at_a_season_where_one_club_forbids_it(joined: TwoClubs):
    joined.club.indexed = True
    joined.club.save()
    address = f"/season/{joined.season.pk}$"
    assert address not in list(list_open_addresses())
    assert "noindex" in joined.read_page()["X-Robots-Tag"]
    Club.objects.update(indexed=True)
    assert address in list(list_open_addresses())
    assert "X-Robots-Tag" not in joined.read_page()


def test_no_draw_and_no_rating_counts_what_another_club_played(joined: TwoClubs):
    later, later_there = (create_draft_evening(each, sizes=()) for each in (joined.club, joined.neighbour))
    joined.season.tournaments.add(later, later_there)
    assert len(build_pool(later).previous) == 1, "its own evening, not the neighbour's"
    assert build_pool(later_there).previous == (), "a season of another club"
    rated = list_rated_tournaments(joined.club)
    assert [each for game in rated.values() for each in game] == [joined.evening]


def test_a_season_of_two_clubs_takes_two_queries_more(joined: TwoClubs, django_assert_num_queries):
    get_season_standings(joined.season)
    with django_assert_num_queries(5):
        get_season_standings(joined.season)
    joined.answer("no")
    with django_assert_num_queries(3):
        get_season_standings(joined.season)
