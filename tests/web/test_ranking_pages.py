"""How an evening is ranked, chosen on the organiser's page; and why a player has his rank, explained to everybody."""

import re
from datetime import date

import pytest
from django.test import Client

import scoring
from tests.book.evening_builders import build_coup, get_table, record_events
from tests.book.phase_builders import create_tournament as create_drawn
from tests.book.phase_builders import play_round
from tests.fixtures.table_cells import read_contents, read_values
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament
from tournaments.actions.evenings.ranking import RANKING_ERRORS, set_ranking
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.models import Rest, Table, Tournament
from tournaments.reading.draw_scores import compute_scores
from tournaments.standings.ranking_orders import USUAL_RANKINGS, RankingOrder

pytestmark = pytest.mark.django_db

RANKING_FORM = {"places": "5 4 3 2 1", "win": "2", "draw": "1", "loss": "0", "rest": "1", "flat": "0", "seed": "7"}


@pytest.fixture
def client_and_evening() -> tuple[Client, Tournament]:
    """A signed-in client and an open evening with a coup at each of its two tables."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(tournament, 2), build_coup())
    return client, tournament


def save_ranking(client_and_evening: tuple[Client, Tournament], **sent: str):
    """Send the ranking form with these fields. Return the response."""
    client, tournament = client_and_evening
    answer = client.post(f"/desk/event/{tournament.pk}/ranking", RANKING_FORM | sent)
    tournament.refresh_from_db()
    return answer


def read_explanation(tournament: Tournament, name: str) -> list[str]:
    """Return the sentences that explain the rank on the player's public page."""
    entry = tournament.entries.get(shown_name=name)
    return Client().get(f"/{tournament.code}/player/{entry.pk}").context["why"]


def test_a_usual_order_is_chosen_and_shown(client_and_evening):
    assert save_ranking(client_and_evening, order="concours").status_code == 302
    _client, event = client_and_evening
    assert event.ranking == {"precedence": ["left", "parties_won", "total"], "seed": 7}
    page = Client().get(f"/{event.code}/standings")
    assert [str(column.column.heading) for column in page.context["table"].columns][:4] == [
        "Rang",
        "Joueur",
        "Parties gagnées",
        "Gain",
    ]


def test_an_order_is_composed_of_chosen_criteria(client_and_evening):
    save_ranking(client_and_evening, order="own", metric1="total", metric2="coups_won", metric3="lots")
    _client, event = client_and_evening
    assert event.ranking == {"precedence": ["left", "total", "coups_won", "lots"], "seed": 7}
    page = client_and_evening[0].get(f"/desk/event/{event.pk}/ranking")
    assert page.context["form"]["metric3"].value() == "lots"


def test_criteria_changed_below_the_current_usual_order_replace_it(client_and_evening):
    save_ranking(client_and_evening, order="evening", metric1="coups_won", metric2="total")
    assert client_and_evening[1].ranking["precedence"] == ["left", "coups_won", "total"]
    save_ranking(client_and_evening, order="concours", metric1="coups_won", metric2="total")
    assert client_and_evening[1].ranking["precedence"] == ["left", "parties_won", "total"]
    save_ranking(client_and_evening, order="concours", metric1="parties_won", metric2="total")
    assert client_and_evening[1].ranking["precedence"] == ["left", "parties_won", "total"]


@pytest.mark.parametrize("game", scoring.list_games(), ids=lambda game: game.key)
def test_a_game_is_offered_no_order_of_another_game(game):
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Jeudi", date=date(2026, 11, 26), game=game.key)
    offered = {
        key for key, _ in client.get(f"/desk/event/{tournament.pk}/ranking").context["form"]["order"].field.choices
    }
    assert offered & {*USUAL_RANKINGS} == {game.key} & {*USUAL_RANKINGS}
    assert offered >= {"evening", "concours", "free", "average", "swiss", "own"}


def test_an_invalid_criterion_is_reported_at_its_field_and_nothing_changes(client_and_evening):
    answer = save_ranking(
        client_and_evening,
        order="own",
        metric1="buchholz",
        metric2="total",
        metric3="total",
        win="9" * 30,
        places="5 quatre",
    )
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"win", "places"}
    answer = save_ranking(client_and_evening, order="own", metric1="buchholz", metric2="total", metric3="total")
    assert set(answer.context["form"].errors) == {"metric1", "metric3"}
    none = dict.fromkeys((f"metric{n}" for n in range(1, 9)), "")
    assert set(save_ranking(client_and_evening, order="own", **none).context["form"].errors) == {"metric1"}
    answer = save_ranking(client_and_evening, order="own")
    assert answer.context["form"].errors["metric1"] == [RANKING_ERRORS["empty"]]
    assert client_and_evening[1].ranking == {}


def test_a_figure_that_the_evening_s_rules_do_not_count_is_no_criterion(client_and_evening):
    client, club = sign_in_organiser("irène", "Cercle des points")
    tournament = create_tournament(
        club, name="Aux points", date=client_and_evening[1].date, preset="aux-points", players=["A", "B"]
    )
    page = client.get(f"/desk/event/{tournament.pk}/ranking")
    offered = {key for key, _ in page.context["form"].fields["metric1"].choices}
    assert "total" in offered
    assert "brusquembilles_won" not in offered
    sent = RANKING_FORM | {"order": "own", "metric1": "brusquembilles_won"}
    assert client.post(f"/desk/event/{tournament.pk}/ranking", sent).status_code == 422
    with pytest.raises(Refused):
        set_ranking(tournament, RankingOrder(("left", "brusquembilles_lost")))


def test_the_criteria_are_the_columns_after_the_name_in_their_order(client_and_evening):
    save_ranking(client_and_evening, order="own", metric1="coups_won", metric2="direct", metric3="total")
    table = Client().get(f"/{client_and_evening[1].code}/standings?all=1").context["table"]
    assert [column.name for column in table.columns][:5] == ["rank", "player", "coups_won", "direct", "total"]
    assert set(read_values(table, "direct")) == {None}, "nobody is level who has met all who are level"


def test_another_club_s_ranking_page_is_missing(client_and_evening):
    stranger, _club = sign_in_organiser("paul", "Autre cercle")
    assert stranger.get(f"/desk/event/{client_and_evening[1].pk}/ranking").status_code == 404


def test_each_rank_is_explained_by_its_deciding_figure(client_and_evening):
    _client, event = client_and_evening
    shared, ahead = read_explanation(event, "Anne Lefèvre")
    assert re.search(r"Denis Roy\W+même gain\.", shared)
    assert ahead == "Devant Basile O’Connor : gain +42 jetons contre −15."
    save_ranking(client_and_evening, order="own", metric1="total", metric2="lots")
    told = [read_explanation(event, name)[0] for name in ("Anne Lefèvre", "Denis Roy")]
    assert sorted(sentence.split("\u202f: ")[1].split(",")[0] for sentence in told) == ["même gain", "même gain"]


def test_a_figure_that_no_coup_explains_is_shown_round_by_round_and_opponent_by_opponent(client_and_evening):
    _client, event = client_and_evening
    save_ranking(client_and_evening, order="own", metric1="victory", metric2="buchholz", metric3="direct")
    anne, basile = (event.entries.get(shown_name=name) for name in ("Anne Lefèvre", "Basile O’Connor"))
    context = Client().get(f"/{event.code}/player/{anne.pk}").context
    assert [(table, figures) for _, table, figures in context["sums"].data] == [(1, ["2"])]
    assert context["sums"].columns["figure_0"].footer == "<strong>2</strong>"
    assert (1, basile.shown_name, "0") in [row[1:] for row in context["meetings"].data]
    page = Client().get(f"/{event.code}/player/{anne.pk}").content.decode()
    for words in ("place 1 sur 3", "Ici : gagnée 2, partagée 1, perdue 0, repos 1.", f"/{event.code}/round/1/table/1"):
        assert words in page
    shared, *_ = read_explanation(event, "Anne Lefèvre")
    assert "rencontres ne les départagent" in shared
    save_ranking(client_and_evening, order="evening")
    context = Client().get(f"/{event.code}/player/{anne.pk}").context
    assert "sums" not in context
    assert "meetings" not in context


def test_a_player_s_page_says_what_a_rest_counts(client_and_evening):
    _client, event = client_and_evening
    save_ranking(client_and_evening, order="own", metric1="victory", flat="-5", rest="1")
    gone = add_entries(event, ["Zoé"])[-1]
    Rest.objects.create(round=event.rounds.get(), entry=gone)
    [rest] = Client().get(f"/{event.code}/player/{gone.pk}").context["idle"]
    assert (rest.round, rest.table) == (1, None)
    assert re.match("−5 .*, 1 ", rest.counts), "the gain, and a victory point"


def test_a_player_who_left_reads_why_he_is_ranked_after_the_others(client_and_evening):
    _client, event = client_and_evening
    record_events(get_table(event), {"type": "leave", "player": "1"})
    left = re.compile("table quittée")
    assert left.search(read_explanation(event, "Anne Lefèvre")[0])
    ahead = read_explanation(event, "Fanny Petit")[-1]
    assert left.search(ahead.partition("Anne Lefèvre")[2])
    standings = Client().get(f"/{event.code}/standings")
    assert len(left.findall(standings.content.decode())) == 1
    assert read_values(standings.context["table"], "player")[-1] == "Anne Lefèvre"


def test_each_rank_links_to_its_explanation(client_and_evening):
    _client, event = client_and_evening
    entry = event.entries.get(shown_name="Anne Lefèvre")
    assert f'href="/{event.code}/player/{entry.pk}#why"' in Client().get(f"/{event.code}/standings").content.decode()


def test_a_player_who_has_not_played_has_no_rank_on_his_own_page_either():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    waiting, played = (tournament.entries.get(shown_name=name) for name in ("Denis Roy", "Chloé d’Arès"))
    page = client.get(f"/{tournament.code}/player/{waiting.pk}")
    [told] = page.context["why"]
    (rank,) = read_contents(page.context["table"], "rank")
    assert rank == "–"
    assert client.get(f"/{tournament.code}/player/{waiting.pk}/why").context["why"] == [told]
    page = client.get(f"/{tournament.code}/player/{played.pk}")
    assert "Rang 3 sur 3" in page.content.decode(), "nobody is behind him"
    assert len(page.context["why"]) == 1, "nobody is behind him"
    close_tournament(tournament)
    page = client.get(f"/{tournament.code}/player/{waiting.pk}")
    assert "encore" in told
    assert "encore" not in page.context["why"][0], "he will not play any more"


def test_a_round_in_which_a_player_still_sits_is_told_as_being_played():
    tournament = create_drawn(4, "swiss", rounds=3)
    play_round(tournament)
    draw_rounds(tournament, sizes=(2,), seed=2, scores=compute_scores(tournament))
    publish_round(tournament, 2)
    done, still = Table.objects.filter(round__tournament=tournament, round__n=2).order_by("pk")
    record_events(done, {"type": "coup", "points": {"1": 70, "2": 50}})
    address = f"/{tournament.code}/player/{still.seats.get(position=1).entry_id}"
    page = " ".join(Client().get(address).content.decode().split())
    assert re.search(r"Ronde 2 <span[^>]*>en cours<", page)
    assert "pas joué" not in page
