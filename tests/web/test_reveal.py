"""The ranking revealed from last to first, with why those of one score stand where they do."""

import pytest
from django.test import Client

from scoring import TotalUnit
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.presentation.text.rank_text import describe_close_rank
from tournaments.standings.ranking import rank_tallies
from tournaments.standings.tournament_results import Tally

pytestmark = pytest.mark.django_db


def test_the_ranks_come_from_the_last_to_the_first_and_the_tie_says_its_reason() -> None:
    tournament = create_evening(3, 3, tours=1)
    for n in (1, 2):
        record_events(get_table(tournament, n), build_coup())
    record_events(get_table(tournament), build_coup())
    assert Client().get(f"/{tournament.code}/reveal").status_code == 404
    close_tournament(tournament)
    context = Client().get(f"/{tournament.code}/reveal").context
    ranks = [(step.rows[0].rank, len(step.rows)) for step in context["ranks"]]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[-1][0] == 1
    assert sum(many for _rank, many in ranks) == 6


def test_those_who_share_a_rank_are_revealed_together_with_what_they_are_level_in() -> None:
    tournament = create_evening(3, 3, tours=1)
    for n in (1, 2):
        record_events(get_table(tournament, n), build_coup())
    close_tournament(tournament)
    context = Client().get(f"/{tournament.code}/reveal").context
    first = context["ranks"][-1]
    assert [row.tally.player for row in first.rows] == ["Anne", "Denis"]
    assert "même gain" in first.why
    assert len(context["podium"]) == 2


def test_nobody_played_nothing_is_revealed() -> None:
    tournament = close_tournament(create_evening(3))
    assert Client().get(f"/{tournament.code}/reveal").status_code == 404


def test_the_tie_break_is_named_where_two_have_one_score_and_nothing_where_the_score_parts_them() -> None:
    tallies = [Tally(1, "Anne", total=9, coups_won=3), Tally(2, "Basile", total=9, coups_won=2), Tally(3, "Chloé")]
    first, second, third = rank_tallies(tallies, ("total", "coups_won"))
    why = describe_close_rank((first,), second, TotalUnit.JETONS)
    assert "Devant Basile" in why
    assert "3 contre 2" in why
    assert describe_close_rank((second,), third, TotalUnit.JETONS) == ""
    assert describe_close_rank((third,), None, TotalUnit.JETONS) == ""
