"""Bonuses and penalties in the standings: ranks go by what the tables gave and by them, and everything else stays."""

import json
from random import Random

import pytest

from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, create_club, create_evening, get_table, record_events
from tests.standings.result_builders import run_standings
from tournaments.actions.errors import ActionError, NotNow, Refused
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.leaving import remove_entry
from tournaments.actions.rounds.seating import seat_round
from tournaments.book.loading import load_sheets
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Adjustment, AuditEntry, Entry, Tournament
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.played_evenings import find_played_evenings
from tournaments.reading.season_outcomes import build_outcomes
from tournaments.reading.tallies import get_ranking, get_standings
from tournaments.standings.ranking import rank_tallies
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Tally

WHY = {"rule": "Règlement, article 4", "reason": "en retard", "actor": "user:1"}


def play_evening() -> Tournament:
    """Create an evening of three players who gained +42, −15, −27."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    return tournament


def get_entry(tournament: Tournament, name: str) -> Entry:
    """Return the entry of this name."""
    return tournament.entries.get(shown_name=name)


def list_ranks(tournament: Tournament, **asked: int) -> list[tuple[int, str]]:
    """Return (rank, name) of everybody."""
    return [(row.rank, row.tally.player) for row in get_standings(tournament, **asked)]


@pytest.mark.parametrize("seed", range(20))
def test_ranks_go_by_the_sum_of_what_the_tables_gave_and_of_the_bonuses(seed):
    chance = Random(seed)
    figures = [(chance.randint(-9, 9), chance.choice([None, chance.randint(-9, 9)])) for _ in range(8)]
    tallies = [
        Tally(n, str(n), total=total, adjustments={} if extra is None else {"total": extra})
        for n, (total, extra) in enumerate(figures)
    ]
    summed = [Tally(tally.entry, tally.player, total=tally.total + tally.adjustment) for tally in tallies]
    ranked, plain = rank_tallies(tallies), rank_tallies(summed)
    assert [(row.rank, row.tally.entry, row.figures) for row in ranked] == [
        (row.rank, row.tally.entry, row.figures) for row in plain
    ]
    assert all(row.get_unadjusted_figure("total") == row.tally.total for row in ranked)


@pytest.mark.django_db
def test_without_any_the_json_has_no_such_key_and_with_one_it_stands_beside_the_total():
    tournament = play_evening()
    before = json.loads(run_standings(tournament, format="json"))
    (adjustment,) = give_adjustment(tournament, get_entry(tournament, "Anne"), amount=-60, **WHY)
    rows = json.loads(run_standings(tournament, format="json"))["rows"]
    assert [(row["rank"], row["player"], row["total"], row.get("adjustment")) for row in rows] == [
        (1, "Basile", -15, None),
        (2, "Anne", 42, -60),
        (3, "Chloé", -27, None),
    ]
    assert "rank,player,counted,total,adjustment" in run_standings(tournament, format="csv")
    assert "+42    −60" in run_standings(tournament)
    cancel_adjustment(adjustment, actor="user:1", reason="il était là")
    assert json.loads(run_standings(tournament, format="json")) == before
    assert list(before["rows"][0])[:4] == ["rank", "player", "total", "tables"]


@pytest.mark.django_db
def test_it_is_given_in_the_unit_of_the_first_metric_and_parts_draws_and_seasons_alike():
    tournament = play_evening()
    set_ranking(tournament, RankingOrder(("left", "parties_won", "total")))
    give_adjustment(tournament, get_entry(tournament, "Chloé"), amount=2, **WHY)
    rows = json.loads(run_standings(tournament, format="json"))["rows"]
    assert [(row["player"], row["parties_won"], row.get("adjustment")) for row in rows] == [
        ("Chloé", 0, 2),
        ("Anne", 1, None),
        ("Basile", 0, None),
    ]
    assert [row.tally.player for row in get_ranking(tournament)] == ["Chloé", "Anne", "Basile"]
    tournament.format = Tournament.Format.SWISS
    scores = compute_scores(tournament)
    assert max(scores, key=scores.__getitem__) == get_entry(tournament, "Chloé").pk
    outcomes = build_outcomes(
        find_played_evenings([tournament])[tournament.pk], {each.pk: each.pk for each in tournament.entries.all()}
    )
    assert [(outcome.rank, outcome.total) for outcome in outcomes] == [(1, -27), (2, 42), (3, -15)]
    with pytest.raises(Refused, match="premier critère"):
        set_ranking(tournament, RankingOrder())


@pytest.mark.django_db
def test_the_standings_after_a_round_count_those_of_the_rounds_up_to_it():
    tournament = play_evening()
    people = list(tournament.entries.order_by("shown_name"))
    seat_round(tournament, 2, [people])
    give_adjustment(tournament, people[0], amount=-80, round=2, **WHY)
    give_adjustment(tournament, people[1], amount=-30, round=0, **WHY)
    assert list_ranks(tournament, up_to_round=1) == [(1, "Anne"), (2, "Chloé"), (3, "Basile")]
    assert list_ranks(tournament) == [(1, "Chloé"), (2, "Anne"), (3, "Basile")]


@pytest.mark.django_db
def test_the_book_moves_nothing_and_the_log_keeps_who_and_why():
    tournament = play_evening()
    book, sheets = read_book(), [sheet.head for sheet in load_sheets(tournament)]
    (adjustment,) = give_adjustment(tournament, get_entry(tournament, "Anne"), amount=5, **WHY)
    cancel_adjustment(adjustment, actor="user:2", reason="erreur")
    assert (book, sheets) == (read_book(), [sheet.head for sheet in load_sheets(tournament)])
    told = AuditEntry.objects.filter(what__in=("adjusted", "unadjusted")).values_list(
        "actor", "free_text__text", "after__amount"
    )
    assert list(told) == [("user:1", "en retard", 5), ("user:2", "erreur", 5)]
    with pytest.raises(NotNow):
        cancel_adjustment(adjustment, actor="user:2", reason="encore")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "wrong"),
    [("amount", 0), ("amount", 10_001), ("rule", " "), ("reason", ""), ("round", 2)],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_is_written(field, wrong):
    tournament = play_evening()
    with pytest.raises(Refused) as refused:
        give_adjustment(tournament, get_entry(tournament, "Anne"), **{"amount": 5, **WHY, field: wrong})
    assert [problem.path for problem in refused.value.problems] == [field]
    assert not Adjustment.objects.exists()
    assert not AuditEntry.objects.filter(what="adjusted").exists()


@pytest.mark.django_db
def test_partners_of_a_fixed_pair_get_it_and_lose_it_together():
    tournament = play_evening()
    Tournament.objects.filter(pk=tournament.pk).update(pairing="fixed")
    Entry.objects.filter(shown_name__in=("Anne", "Chloé")).update(pair=1)
    given = give_adjustment(tournament, get_entry(tournament, "Anne"), amount=5, **WHY)
    assert [each.entry.shown_name for each in given] == ["Anne", "Chloé"]
    cancel_adjustment(given[1], actor="user:1", reason="erreur")
    assert not Adjustment.objects.in_force().exists()


@pytest.mark.django_db
def test_who_was_given_one_stays_in_the_list():
    tournament = play_evening()
    newcomer = add_entries(tournament, ["Zoé"])[-1]
    give_adjustment(tournament, newcomer, amount=5, **WHY)
    with pytest.raises(ActionError, match="reste dans la liste"):
        remove_entry(newcomer)


@pytest.mark.django_db
def test_export_and_import_keep_them_with_those_that_were_cancelled():
    tournament = play_evening()
    (cancelled,) = give_adjustment(tournament, get_entry(tournament, "Basile"), amount=7, **WHY)
    cancel_adjustment(cancelled, actor="user:1", reason="erreur")
    assert "adjustments" not in build_tournament_document(play_evening())
    give_adjustment(tournament, get_entry(tournament, "Anne"), amount=-60, **WHY)
    document = build_tournament_document(tournament)
    again = import_tournament(create_club("Ailleurs"), read_tournament(document))
    assert list_ranks(again) == list_ranks(tournament) == [(1, "Basile"), (2, "Anne"), (3, "Chloé")]
    copy = build_tournament_document(again)
    assert copy["adjustments"] == document["adjustments"]
    broken = document | {"adjustments": [document["adjustments"][1] | {"metric": "victory"}]}
    with pytest.raises(Refused):
        read_tournament(broken)
