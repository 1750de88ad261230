"""Players who sat in other seats than their sheet says, noticed after some coups: one action corrects the records."""

import pytest
from django.core.management import call_command

from tests.book.evening_builders import coup, evening, table_of, write
from tests.book.test_round_drafts import drawn_and_published, tournament
from tournaments import actions
from tournaments.models import Event, Rest, Table
from tournaments.results.tallies import standing

pytestmark = [pytest.mark.django_db]


WHY = {"by": "user:1", "reason": "ils étaient assis autrement"}


def totals(event: Event) -> dict[str, int]:
    """Return the totals of the standings by player name."""
    return {row.tally.player: row.tally.total for row in standing(event)}


def names(event: Event, n: int) -> tuple[str, ...]:
    return Table.objects.for_sheet(table_of(event, n).pk).names


def test_exchanging_two_tables_moves_their_scores_to_the_players_who_sat_there() -> None:
    event = evening(3, 3)
    write(table_of(event, 1), coup())
    write(table_of(event, 2), coup(46, 46, 28))
    before, sat = totals(event), (names(event, 1), names(event, 2))
    actions.exchange_tables(table_of(event, 1), table_of(event, 2), **WHY)
    assert (names(event, 2), names(event, 1)) == sat
    swapped = dict(zip(sat[0] + sat[1], sat[1] + sat[0], strict=True))
    assert totals(event) == {name: before[swapped[name]] for name in before}
    assert event.deeds.filter(what="substituted", reason=WHY["reason"]).count() == 6
    call_command("recheck")


def test_a_table_is_not_exchanged_with_one_of_another_size_or_with_itself() -> None:
    event = evening(3, 4)
    with pytest.raises(actions.NotNow, match="pas le même nombre"):
        actions.exchange_tables(table_of(event, 1), table_of(event, 2), **WHY)
    with pytest.raises(actions.NotNow):
        actions.exchange_tables(table_of(event, 1), table_of(event, 1), **WHY)


def test_exchanging_two_seated_players_exchanges_their_scores() -> None:
    event = evening(3, 3)
    write(table_of(event, 1), coup(), coup(46, 46, 28), coup())
    first, other = event.entries.get(shown_name="Anne"), event.entries.get(shown_name="Denis")
    before = totals(event)
    actions.exchange_people(table_of(event, 1), 1, other, **WHY)
    after = totals(event)
    assert names(event, 1)[0] == "Denis" and names(event, 2)[0] == "Anne"
    assert after["Denis"] == before["Anne"] and after["Anne"] == before["Denis"] == 0
    with pytest.raises(actions.NotNow):
        actions.exchange_people(table_of(event, 2), 1, first, **WHY)
    call_command("recheck")


def test_a_seated_player_is_exchanged_with_a_resting_one() -> None:
    event = tournament(7, "random")
    drawn_and_published(event, 1, (3,))
    resting = Rest.objects.get().entry
    table = table_of(event, 1)
    played = table.seats.get(position=2).entry
    actions.exchange_people(table, 2, resting, **WHY)
    assert table.seats.get(position=2).entry == resting and Rest.objects.get().entry == played


def test_reordering_a_table_keeps_each_player_s_coups_and_moves_the_deal() -> None:
    """Recorded as Anne, Basile, Chloé, seated as Anne, Chloé, Basile: each keeps his coups, and the deal goes round as
    it did at the table."""
    event = evening(3, tours=2)
    table = table_of(event)
    sheet = write(table, coup(), coup(46, 46, 28), coup(40, 40, 40))
    before = totals(event)
    after = actions.reorder_table(table.pk, (1, 3, 2), by="user:1", reason="ils étaient assis autrement")
    assert after.names == ("Anne", "Chloé", "Basile") and totals(event) == before
    assert [step.outcome.dealer for step in sheet.steps] == ["Anne", "Basile", "Chloé"]
    assert [step.outcome.dealer for step in after.steps if step.outcome] == ["Anne", "Chloé", "Basile"]
    assert len(after.records) == 9 and len(after.revisions()) == 3
    call_command("recheck")


def test_reordering_a_table_needs_a_reason_and_a_different_order() -> None:
    table = table_of(evening(3))
    with pytest.raises(actions.Refused):
        actions.reorder_table(table.pk, (1, 3, 2), by="user:1", reason=" ")
    for order in ((1, 2, 3), (1, 1, 2), (1, 2)):
        with pytest.raises(actions.NotNow):
            actions.reorder_table(table.pk, order, by="user:1", reason="autrement")


def test_a_table_with_a_substitute_is_not_exchanged() -> None:
    event = evening(3, 3)
    write(table_of(event), coup())
    [*_, late] = actions.add_entries(event, ["Zoé"])
    actions.substitute(table_of(event).pk, 1, late, by="user:1")
    with pytest.raises(actions.NotNow, match="remplacé"):
        actions.exchange_tables(table_of(event, 1), table_of(event, 2), **WHY)
