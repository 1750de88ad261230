"""What the page of the rounds says where a draw lacks somebody, or cannot grant what was asked."""

import re

import pytest

from tests.book.round_builders import create_tournament as create_entered_tournament
from tests.web.board_builders import create_round_tournament
from tests.web.organiser_builders import DAY, sign_in_organiser
from tests.web.round_forms import create_tournament, open_page, play_round, post_form
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds.draft_evaluation import read_evaluation
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.draws.evaluation import Evaluation
from tournaments.draws.model import Proof
from tournaments.forms.organiser.rounds import WITH_WHOM_ONE_SITS, PlanForm
from tournaments.models import Table
from tournaments.reading.draw_scores import compute_scores
from tournaments.views.organiser.rounds.draft_plates import DraftEditor
from tournaments.views.organiser.rounds.draft_quality import (
    MOVEMENTS,
    DraftComparison,
    begin_with_best_and_cost,
    describe_measures,
    describe_seat_balance,
)
from tournaments.views.organiser.rounds.round_plan import evaluate_drafts
from tournaments.views.organiser.rounds.seat_editor import MeasureLine

pytestmark = pytest.mark.django_db


def test_players_without_partners_are_to_be_paired_not_to_be_more():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="random", pairing="fixed")
    page = open_page(client, tournament)
    assert (page.context["ready"], len(page.context["lone"])) == (False, 9)
    assert f'class="btn" href="/desk/event/{tournament.pk}/people"' in page.content.decode()


def test_who_keeps_a_table_that_the_draw_does_not_have_is_named():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="random")
    entry = tournament.entries.get(shown_name="Gaël")
    post_form(client, tournament, "people/part", entry=entry.pk, first="1", table="99")
    draw_rounds(tournament, sizes=(3,), seed=1)
    [line] = [each for each in open_page(client, tournament).context["lines"] if "Gaël" in each.words]
    assert line.mark == "warn"
    assert "table 99" in line.words


def test_a_draft_says_first_what_is_best_about_it_and_what_it_costs():
    season, worse, best = MeasureLine("A", "note"), MeasureLine("B"), MeasureLine("C", "go")
    lines = begin_with_best_and_cost([season, worse, best, MeasureLine("D", "warn")])
    assert [line.words.partition("\u202f: ")[2] or line.words for line in lines] == ["C", "B", "A", "D"]
    assert len(begin_with_best_and_cost([best])) == 1, "no cost, no word of one"


def test_a_draft_that_follows_a_movement_begins_with_it():
    tournament = create_entered_tournament(20, "fixed", game="briscola", pairing="drawn", rounds=5)
    draw_rounds(tournament, sizes=(4,), seed=1)
    field = build_pool(tournament)
    lines = [describe_measures(read_evaluation(field, draft), field) for draft in tournament.drafts.all()]
    assert [str(MOVEMENTS["rainbow"]) in some[0].words for some in lines] == [False, False, False, True]
    assert not re.search(r"\d", lines[-1][1].words), "its cost is said by what people do, without figures"


def test_who_changes_partners_hears_of_a_whist_tournament_of_more_rounds():
    tournament = create_entered_tournament(8, "fixed", game="briscola", pairing="drawn", rounds=3)
    draw_rounds(tournament, sizes=(4,), seed=1)
    field = build_pool(tournament)
    told = " ".join(line.words for line in describe_measures(read_evaluation(field, tournament.drafts.first()), field))
    assert "En 7 rondes" in told
    assert "whist" in told


def test_tables_drawn_ahead_say_from_the_second_round_on_that_nobody_has_met():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="fixed", rounds=2)
    draw_rounds(tournament, sizes=(3,), seed=1)
    address = f"/desk/event/{tournament.pk}/rounds"
    why = [{table.why for table in client.get(f"{address}?round={n}").context["editor"].tables} for n in (1, 2)]
    assert why == [{""}, {"Jamais ensemble jusqu’ici"}]


@pytest.mark.parametrize(("gap", "mark"), [(2, "go"), (3, "")])
def test_seats_shared_as_evenly_as_can_be_are_no_cost(gap, mark):
    proof = Proof(0, 0, 0, 0, seat_gap=gap, seat_gap_bound=2)
    assert describe_seat_balance(Evaluation(proof, deal_gap=1)).mark == mark


def test_the_repeats_of_another_draft_are_told_once():
    tournament = create_entered_tournament(13, "fixed", rounds=5)
    draw_rounds(tournament, sizes=(4,), seed=1)
    field = build_pool(tournament)
    found, *others = (read_evaluation(field, draft) for draft in tournament.drafts.all())
    (choice,) = DraftComparison(field, found, {}).list_choices(others)[1]
    assert sum("se répètent" in told for told in choice.words) == 1


def test_each_draft_and_each_table_of_neighbours_says_why_it_is_so():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="standing")
    draw_rounds(tournament, sizes=(3,), seed=1)
    publish_round(tournament, 1)
    open_tournament(tournament)
    play_round(tournament, 1)
    draw_rounds(tournament, sizes=(3,), seed=1, scores=compute_scores(tournament))
    shown = client.get(f"/desk/event/{tournament.pk}/rounds")
    tables = shown.context["editor"].tables
    assert all(re.search(r"\d", table.why) for table in tables), "between which ranks"
    assert shown.content.decode().count("data-why") == len(tables)
    for other in shown.context["others"]:
        assert [word.partition("\u202f:")[0] for word in other.words[:2]] == ["Bien", "À savoir"]


def test_a_later_round_counts_the_meetings_that_it_repeats_and_names_each_round_of_them():
    tournament = create_entered_tournament(3, "random")
    for n in (1, 2):
        draw_rounds(tournament, sizes=(3,), seed=n)
        publish_round(tournament, n)
    draw_rounds(tournament, sizes=(3,), seed=3)
    field = build_pool(tournament)
    found = read_evaluation(field, tournament.drafts.first())
    (table,) = DraftEditor(field, found, 3, dict(tournament.entries.values_list("pk", "shown_name"))).tables
    assert [each.words for each in table.repeats] == ["déjà ensemble aux rondes 1 et 2"] * 3
    told = " ".join(line.words for line in describe_measures(found, field))
    assert "3 rencontres se répètent" in told
    assert "Des rencontres ont lieu trois fois ou plus." in told


def test_a_round_that_is_not_played_after_all_repeats_no_meeting_of_the_draft_after_it():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    draw_rounds(tournament, sizes=(3, 3), seed=2)

    def count() -> tuple[int, int]:
        field = build_pool(tournament)
        found, _others = evaluate_drafts(field, list(tournament.drafts.all()))
        marked = open_page(client, tournament).context["editor"].tables
        return found.judgement.proof.repeats - field.repeats_before, sum(len(table.repeats) for table in marked)

    repeated, marked = count()
    assert repeated == marked > 0
    for table in Table.objects.filter(round__tournament=tournament):
        mark_unplayed(table.pk, "annulled", actor="user:1", reason="trop tard")
    assert count() == (0, 0)


@pytest.mark.parametrize(("game", "says"), [("briscola", True), ("brusquembille", False)])
def test_a_game_that_four_play_in_pairs_alone_says_so_by_the_choice(game: str, says: bool):
    _client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Soirée", date=DAY, game=game)
    label = PlanForm(tournament, pairs=True).fields["pairing"].choices[0][1]
    assert (label == WITH_WHOM_ONE_SITS) is says
