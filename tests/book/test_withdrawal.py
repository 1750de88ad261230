"""Rounds withdrawn after they began: what they gave is taken back, what they recorded stays readable, and the next
round is drawn as if they had not been."""

import pytest

from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, create_club, create_evening, get_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish, list_seated_entries
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.rounds.withdrawal import withdraw_begun_round
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.unplayed import mark_played, mark_unplayed
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Adjustment, ArbiterCall, AuditEntry, Table, Tournament, UnplayedTable
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.phases import Phase, list_phases, read_phase_state
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db
WHY = {"actor": "user:1", "reason": "les cartes étaient marquées"}


def play_round(tournament: Tournament, n: int) -> None:
    """Play a coup at each table of three of the round."""
    for table in Table.objects.filter(round__tournament=tournament, round__n=n):
        record_events(table, build_coup())


def create_played(rounds: int = 2, format: str = "random", players: int = 7) -> Tournament:
    """Create an open tournament of tables of three, with one who rests each round, and play these rounds."""
    tournament = create_tournament(players, format, rounds=3)
    tournament.ranking = RankingOrder(
        ("left", "victory", "progressive", "buchholz", "total"), Scales(flat=5, forfeit="average")
    ).as_json
    tournament.save()
    for n in range(1, rounds + 1):
        draw_and_publish(tournament, n, (3,))
        tournament = tournament if n > 1 else open_tournament(tournament)
        play_round(tournament, n)
    return tournament


def read_standings(tournament: Tournament, **asked: int) -> list[object]:
    """Return everybody's rank and figures, in order."""
    return [(row.rank, row.tally, dict(row.figures)) for row in get_standings(tournament, **asked)]


def test_the_standings_are_those_before_the_round_and_the_book_is_as_it_was():
    tournament = create_played()
    before, book = read_standings(tournament, up_to_round=1), read_book()
    draws = list(build_pool(tournament, 2).previous)
    assert read_standings(tournament) != before
    withdraw_begun_round(tournament, 2, **WHY)
    assert read_standings(tournament) == read_standings(tournament, up_to_round=2) == before
    assert list(build_pool(tournament).previous) == draws
    assert read_book() == book
    assert check_book(Table.objects.all()).difference is None


def test_rests_forfeits_and_bonuses_of_the_round_are_taken_back():
    tournament = create_played()
    table = Table.objects.filter(round__tournament=tournament, round__n=2).first()
    before = read_standings(tournament, up_to_round=1)
    spare = seat_round(tournament, 2, [[tournament.rounds.get(n=2).rests.get().entry]]).tables.last()
    mark_unplayed(spare.pk, "forfeit", absent=[1], **WHY)
    mark_unplayed(table.pk, "annulled", **WHY)
    entry = tournament.entries.first()
    give_adjustment(tournament, entry, amount=3, rule="article 1", reason="bravo", actor="user:1")
    ArbiterCall.objects.create(table=table, kind="arbiter")
    withdraw_begun_round(tournament, 2, **WHY)
    assert read_standings(tournament) == before
    assert not Adjustment.objects.in_force().exists()
    assert not ArbiterCall.objects.open().exists()
    assert set(UnplayedTable.objects.values_list("kind", flat=True)) == {"withdrawn"}
    told = AuditEntry.objects.get(what="withdrawn")
    assert told.reason == WHY["reason"]
    assert told.before["kinds"] == {"1": "annulled", str(spare.n): "forfeit"}


def test_the_next_round_takes_the_next_number_and_counts_as_the_withdrawn_one_would_have():
    tournament, untouched = create_played(), create_played()
    seated = list_seated_entries(tournament, 2)
    draft = withdraw_begun_round(tournament, 2, **WHY)
    assert draft.first == 3
    assert sorted(map(sorted, draft.rounds[0]["tables"])) == sorted(map(sorted, seated))
    tournament.refresh_from_db()
    assert tournament.planned_rounds == 4
    publish_round(tournament, 3)
    play_round(tournament, 3)
    figures = [(row.rank, dict(row.figures)) for row in get_standings(tournament)]
    assert figures == [(row.rank, dict(row.figures)) for row in get_standings(untouched)]


@pytest.mark.parametrize("format", ["all", "swiss", "knockout", "groups"])
def test_matches_between_two_sides_are_met_again(format):
    tournament = create_tournament(4, "random", game="briscola", rounds=3)
    plan_rounds(tournament, format=format, rounds=3, phase=Phase(format, 0, groups=1, through=2))
    draw_and_publish(tournament, 1, (2,), scores=compute_scores(tournament))
    open_tournament(tournament)
    tournament.refresh_from_db()
    for table in Table.objects.filter(round__tournament=tournament):
        record_events(table, {"type": "coup", "points": {"1": 70, "2": 50}})
    seated = list_seated_entries(tournament, 1)
    withdraw_begun_round(tournament, 1, **WHY)
    tournament.refresh_from_db()
    phase = list_phases(tournament)[-1]
    assert not read_phase_state(tournament, phase).duels
    assert phase.since == 2
    publish_round(tournament, 2)
    assert sorted(list_seated_entries(tournament, 2)) == sorted(seated)


def test_a_later_round_of_a_round_robin_is_met_again():
    tournament = create_tournament(4, "random", game="briscola", rounds=3)
    plan_rounds(tournament, format="all", rounds=3, phase=Phase("all", 0))
    draw_and_publish(tournament, 1, (2,))
    open_tournament(tournament)
    publish_round(tournament, 2)
    seated = list_seated_entries(tournament, 2)
    record_events(Table.objects.filter(round__n=2).first(), {"type": "coup", "points": {"1": 70, "2": 50}})
    withdraw_begun_round(tournament, 2, **WHY)
    tournament.refresh_from_db()
    assert {duel.round for duel in read_phase_state(tournament, list_phases(tournament)[-1]).duels} == {1}
    publish_round(tournament, 3)
    assert sorted(list_seated_entries(tournament, 3)) == sorted(seated)


def test_rules_of_later_rounds_begin_one_round_later_and_drawn_rounds_follow():
    tournament = create_played(rounds=1, format="fixed", players=9)
    tournament.stages = [{"since": 2, "preset": "aux-points", "options": {}, "house_rule": ""}]
    tournament.save()
    later = tournament.drafts.get().rounds
    draft = withdraw_begun_round(tournament, 1, **WHY)
    tournament.refresh_from_db()
    assert [stage["since"] for stage in tournament.stages] == [3]
    assert draft.first == 2
    assert draft.rounds[1:] == later


def test_only_the_last_round_is_withdrawn_and_once_begun():
    tournament = create_played()
    with pytest.raises(NotNow, match="La ronde 2 vient après"):
        withdraw_begun_round(tournament, 1, **WHY)
    with pytest.raises(Refused, match="pourquoi"):
        withdraw_begun_round(tournament, 2, actor="user:1", reason=" ")
    assert not UnplayedTable.objects.exists()
    withdraw_begun_round(tournament, 2, **WHY)
    with pytest.raises(NotNow, match="déjà retirée"):
        withdraw_begun_round(tournament, 2, **WHY)
    withdraw_begun_round(tournament, 1, **WHY)
    assert {row.tally.total for row in get_standings(tournament)} == {0}
    free = create_evening(3)
    record_events(get_table(free), build_coup())
    with pytest.raises(NotNow, match="tables libres"):
        withdraw_begun_round(free, 1, **WHY)


def test_its_tables_take_no_more_coups_and_no_other_decision():
    tournament = create_played()
    withdraw_begun_round(tournament, 2, **WHY)
    table = Table.objects.filter(round__tournament=tournament, round__n=2).first()
    with pytest.raises(NotNow, match="retirée"):
        record_events(table, {"type": "void"})
    for change in (
        lambda: mark_played(table.pk, **WHY),
        lambda: mark_unplayed(table.pk, "annulled", **WHY),
    ):
        with pytest.raises(NotNow, match="retirée"):
            change()
    played = Table.objects.filter(round__tournament=tournament, round__n=1).first()
    with pytest.raises(Refused):
        mark_unplayed(played.pk, "withdrawn", **WHY)


def test_an_imported_tournament_keeps_the_round_withdrawn():
    tournament = create_played()
    withdraw_begun_round(tournament, 2, **WHY)
    document = build_tournament_document(tournament)
    again = import_tournament(create_club("Ailleurs"), read_tournament(document))
    assert [(row.rank, dict(row.figures)) for row in get_standings(again)] == [
        (row.rank, dict(row.figures)) for row in get_standings(tournament)
    ]
    assert again.rounds.current().withdrawn
