"""Players who sat in other seats than their sheet says, noticed after some coups: one action corrects the records."""

import pytest
from django.core.management import call_command
from django.utils.translation import override

from scoring import Problem, Text
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.people.entries import add_entries
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.seat_corrections import exchange_people, exchange_tables, reorder_table
from tournaments.book.loading import load_sheet
from tournaments.models import Rest, Tournament
from tournaments.reading.tallies import get_standings

pytestmark = [pytest.mark.django_db]


WHY = {"actor": "user:1", "reason": "ils étaient assis autrement"}


def read_totals(tournament: Tournament) -> dict[str, int]:
    """Return the totals of the standings by player name."""
    return {row.tally.player: row.tally.total for row in get_standings(tournament)}


def read_names(tournament: Tournament, n: int) -> tuple[str, ...]:
    return load_sheet(get_table(tournament, n).pk).names


def test_exchanging_two_tables_moves_their_scores_to_the_players_who_sat_there() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament, 1), build_coup())
    record_events(get_table(tournament, 2), build_coup(46, 46, 28))
    before, sat = read_totals(tournament), (read_names(tournament, 1), read_names(tournament, 2))
    exchange_tables(get_table(tournament, 1), get_table(tournament, 2), **WHY)
    assert (read_names(tournament, 2), read_names(tournament, 1)) == sat
    swapped = dict(zip(sat[0] + sat[1], sat[1] + sat[0], strict=True))
    assert read_totals(tournament) == {name: before[swapped[name]] for name in before}
    assert tournament.audit_entries.filter(what="substituted", free_text__text=WHY["reason"]).count() == 6
    call_command("recheck")


def test_a_table_is_not_exchanged_with_one_of_another_size_or_with_itself() -> None:
    tournament = create_evening(3, 4)
    with pytest.raises(NotNow, match="pas le même nombre"):
        exchange_tables(get_table(tournament, 1), get_table(tournament, 2), **WHY)
    with pytest.raises(NotNow):
        exchange_tables(get_table(tournament, 1), get_table(tournament, 1), **WHY)
    with pytest.raises(Refused, match="pourquoi"):
        exchange_tables(get_table(tournament, 1), get_table(tournament, 2), actor="user:1", reason=" ")


def test_exchanging_two_seated_players_exchanges_their_scores() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament, 1), build_coup(), build_coup(46, 46, 28), build_coup())
    first, other = tournament.entries.get(shown_name="Anne"), tournament.entries.get(shown_name="Denis")
    before = read_totals(tournament)
    exchange_people(get_table(tournament, 1), 1, other, **WHY)
    after = read_totals(tournament)
    assert read_names(tournament, 1)[0] == "Denis"
    assert read_names(tournament, 2)[0] == "Anne"
    assert after["Denis"] == before["Anne"]
    assert after["Anne"] == before["Denis"] == 0
    with pytest.raises(NotNow):
        exchange_people(get_table(tournament, 2), 1, first, **WHY)
    call_command("recheck")


def test_a_seated_player_is_exchanged_with_a_resting_one() -> None:
    tournament = create_tournament(7, "random")
    draw_and_publish(tournament, 1, (3,))
    resting = Rest.objects.get().entry
    table = get_table(tournament, 1)
    played = table.seats.get(position=2).entry
    exchange_people(table, 2, resting, **WHY)
    assert table.seats.get(position=2).entry == resting
    assert Rest.objects.get().entry == played


def test_reordering_a_table_keeps_each_player_s_coups_and_moves_the_deal() -> None:
    """Recorded as Anne, Basile, Chloé, seated as Anne, Chloé, Basile: each keeps his coups, and the deal goes round as
    it did at the table."""
    tournament = create_evening(3, tours=2)
    table = get_table(tournament)
    named = build_coup(46, 46, 28) | {"dealer": "2"}  # who dealt by the order in which it was recorded
    sheet = record_events(table, build_coup(), named, build_coup(40, 40, 40))
    before = read_totals(tournament)
    after = reorder_table(table.pk, (1, 3, 2), actor="user:1", reason="ils étaient assis autrement")
    assert after.names == ("Anne", "Chloé", "Basile")
    assert read_totals(tournament) == before
    assert [step.outcome.dealer for step in sheet.steps] == ["Anne", "Basile", "Chloé"]
    assert [step.outcome.dealer for step in after.steps if step.outcome] == ["Anne", "Chloé", "Basile"]
    assert len(after.records) == 9
    assert len(after.list_revisions()) == 3
    call_command("recheck")


def test_reordering_a_table_needs_a_reason_and_a_different_order() -> None:
    table = get_table(create_evening(3))
    with pytest.raises(Refused):
        reorder_table(table.pk, (1, 3, 2), actor="user:1", reason=" ")
    for order in ((1, 2, 3), (1, 1, 2), (1, 2)):
        with pytest.raises(NotNow):
            reorder_table(table.pk, order, actor="user:1", reason="autrement")


def test_a_table_with_a_substitute_is_not_exchanged() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    [*_, late] = add_entries(tournament, ["Zoé"])
    substitute_player(get_table(tournament).pk, 1, late, actor="user:1")
    with pytest.raises(NotNow, match="remplacé"):
        exchange_tables(get_table(tournament, 1), get_table(tournament, 2), **WHY)


def test_an_order_that_would_part_the_partners_of_a_scored_coup_is_refused_in_plain_words() -> None:
    tournament = create_evening(4, game="briscola")
    table = get_table(tournament)
    record_events(table, {"type": "coup", "points": {"1": 90, "2": 30}})
    with override("en"):
        with pytest.raises(NotNow) as refused:
            reorder_table(table.pk, (2, 4, 1, 3), actor="user:1", reason="mal assis")
        assert str(refused.value).startswith("In this order others would be partners")
    wanted = {"Anne": 90, "Basile": 30}
    assert [event["points"] for event in load_sheet(table.pk).events] == [wanted]
    after = reorder_table(table.pk, (3, 2, 1, 4), actor="user:1", reason="mal assis")
    assert [event["points"] for event in after.events] == [wanted]


def test_a_refusal_by_the_rules_is_told_in_the_readers_language() -> None:
    missing = Problem("points", None, Text("Il manque les points du camp de {players}.", players=("Anne", "Chloé")))
    with override("en"):
        assert str(Refused([missing])) == "The points of Anne and Chloé’s side are missing."
