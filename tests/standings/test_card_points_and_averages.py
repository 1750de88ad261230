"""Card points, and averages of those who played enough tables: in evenings, in seasons, in files."""

import io
import json
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client

import scoring
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.standings.result_builders import get_figures, rank_by, seat_second_round
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Tournament
from tournaments.presentation.text.main_score import find_shown_main_score
from tournaments.reading.played_evenings import find_played_evenings
from tournaments.reading.races import read_race
from tournaments.reading.season_outcomes import build_outcomes
from tournaments.reading.tallies import get_leading_figures, get_ranking, get_standings
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.seasons import Evening, EveningOutcome, SeasonRule, build_season_rows, list_running_scores
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db
DEALS = ((61, 59), (60, 60), (100, 20), (30, 90), (70, 50))


def create_five_deals() -> Tournament:
    """Return an evening of one table of four, won 3 deals to 1 with 321 card points to 279."""
    tournament = create_evening(4, game="briscola", match="fixed", match_n=5)
    for mine, theirs in DEALS:
        record_events(get_table(tournament), {"type": "coup", "points": {"1": mine, "2": theirs}})
    return tournament


def test_card_points_rank_where_the_table_counts_deals():
    tournament = rank_by(create_five_deals(), "card_points")
    first, second, third, fourth = get_standings(tournament)
    assert [(row.rank, row.figures["card_points"], row.tally.total) for row in (first, second)] == [(1, 321, 3)] * 2
    assert [(row.rank, row.figures["card_points"], row.tally.total) for row in (third, fourth)] == [(3, 279, 1)] * 2
    assert [row.figures for row in get_ranking(tournament)] == [row.figures for row in get_standings(tournament)]
    main = find_shown_main_score(get_standings(tournament))
    assert main
    assert (main.key, set(main.figures.values())) == ("card_points", {"321", "279"})


def test_card_points_after_a_direct_encounter_are_the_same_sums():
    tournament = rank_by(create_five_deals(), "victory", "card_points")
    assert set(get_figures(tournament, "card_points").values()) == {321.0, 279.0}


def test_card_points_are_no_criterion_where_a_side_s_are_not_told_by_player():
    tournament = create_evening(5, game="chiamata")
    with pytest.raises(Refused):
        rank_by(tournament, "card_points")
    assert [game.key for game in scoring.list_games() if not game.counts_card_points] == ["chiamata", "marque"]


def create_uneven_evening() -> Tournament:
    """Return an evening of two rounds in which Anne and Basile play twice, Chloé once."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    table = seat_second_round(tournament, "Anne", "Basile")
    record_events(table, {"type": "coup", "points": {"1": 30, "2": 90}})
    return tournament


def test_an_average_is_of_the_tables_that_were_played():
    tournament = rank_by(create_uneven_evening(), "average")
    totals = {row.tally.player: row.tally.total for row in get_standings(tournament)}
    assert get_figures(tournament, "average") == {
        "Anne": totals["Anne"] / 2,
        "Basile": totals["Basile"] / 2,
        "Chloé": float(totals["Chloé"]),
    }


def test_who_played_too_few_tables_comes_after_who_played_enough():
    tournament = create_uneven_evening()
    by_average = [row.tally.player for row in get_standings(rank_by(tournament, "average"))]
    enough = rank_by(tournament, "enough_tables", "average", least_tables=2)
    rows = get_standings(enough)
    assert [row.tally.player for row in rows] == [*(each for each in by_average if each != "Chloé"), "Chloé"]
    assert [row.figures["enough_tables"] for row in rows] == [1, 1, 0]
    assert RankingOrder.from_json(enough.ranking).leading == "average"
    assert get_leading_figures(enough)[rows[0].tally.entry] == rows[0].figures["average"]
    assert read_race(enough) is None, "no bounds are known"


def test_a_bonus_is_given_in_the_unit_of_the_average():
    tournament = rank_by(create_uneven_evening(), "enough_tables", "average", least_tables=2)
    entry = tournament.entries.get(shown_name="Basile")
    before = get_figures(tournament, "average")["Basile"]
    give_adjustment(tournament, entry, amount=500, rule="3", reason="Prix du public", actor="user:1")
    rows = get_standings(tournament)
    assert rows[0].tally.player == "Basile"
    assert rows[0].figures["average"] == Fraction(before) + 500


def test_a_condition_alone_ranks_nobody():
    with pytest.raises(Refused, match="pas qui joue le mieux"):
        rank_by(create_evening(3), "enough_tables")
    with pytest.raises(Refused):
        rank_by(create_evening(3), "enough_tables", "total", least_tables=0)


def test_pages_and_files_show_them():
    tournament = rank_by(create_uneven_evening(), "enough_tables", "average", "card_points", least_tables=2)
    page = Client().get(f"/{tournament.code}/standings?all=1").content.decode()
    assert all(words in page for words in ("Moyenne par table", "Points de cartes", "Assez de tables jouées"))
    out = io.StringIO()
    call_command("standings", tournament.pk, "--format", "json", stdout=out)
    (first, *_others) = json.loads(out.getvalue())["rows"]
    assert first["enough_tables"] == 1
    assert {"average", "card_points", "total"} <= first.keys()
    entry = tournament.entries.get(shown_name="Anne")
    why = Client().get(f"/{tournament.code}/player/{entry.pk}").content.decode()
    assert "2\u202ftables au moins" in why.replace("2 tables", "2\u202ftables")
    assert " / 2 = " in why


def test_they_travel_with_the_evening():
    tournament = rank_by(create_uneven_evening(), "enough_tables", "average", "card_points", least_tables=2)
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    assert read_tournament(document).ranking == tournament.ranking
    document["ranking"]["least_tables"] = 0
    with pytest.raises(Refused):
        read_tournament(document)


def test_a_season_counts_card_points_and_averages():
    tournament = create_five_deals()
    close_tournament(tournament)
    player_of = dict(tournament.entries.values_list("pk", "player"))
    outcomes = build_outcomes(find_played_evenings([tournament])[tournament.pk], player_of)
    assert sorted(outcome.card_points for outcome in outcomes) == [279, 279, 321, 321]
    rows = build_season_rows(
        [Evening(1, "briscola", outcomes)], SeasonRule(way="card_points"), dict.fromkeys(player_of.values(), "")
    )
    assert [row.score for row in rows] == [321, 321, 279, 279]


def test_an_average_of_a_season_is_of_the_evenings_that_count():
    def build(event: int, *worths: int) -> Evening:
        outcomes = [EveningOutcome(player, 1, 1, 2, worth) for player, worth in enumerate(worths, 1)]
        return Evening(event, "briscola", tuple(outcomes))

    evenings = [build(1, 30, 50), build(2, 10), build(3, -10)]
    names = {1: "Anne", 2: "Basile"}
    rule = SeasonRule(way="total", average=True, least=2)
    rows = build_season_rows(evenings, rule, names)
    assert [(row.rank, row.name, row.score) for row in rows] == [(1, "Anne", 10), (None, "Basile", 50)]
    best = build_season_rows(evenings, SeasonRule(way="total", average=True, best=2, presence=1), names)
    assert {row.name: row.score for row in best} == {"Anne": 23, "Basile": 51}
    assert list_running_scores(rows, [1, 2, 3], rule)[1] == [30, 20, 10]
    assert SeasonRule.from_json(rule.as_json) == rule
    assert not SeasonRule.from_json({"way": "total"}).average


def test_scales_of_before_mean_what_they_meant():
    assert RankingOrder(scales=Scales(seed=3)).as_json == {"seed": 3}
