"""What happens at a table besides its events: substitutes, counted tokens, the confirmation; and what a sheet reads
from the database."""

import pytest
from django.db.models import Sum

import scoring
from tests.book.evening_builders import Known, a_table, correct, coup, evening, table_of, undo, write
from tournaments import actions
from tournaments.book.seat_names import to_names, to_seats
from tournaments.models import Count, Entry, Event, Line, Table

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def newcomer(event: Event, name: str = "Zoé") -> Entry:
    """Add a player of this name to the tournament and return the entry."""
    actions.add_entries(event, [name])
    return event.entries.get(shown_name=name)


def gains() -> dict[str, int]:
    """Return the sums of the ledger lines by player name."""
    return dict(Line.objects.values_list("seat__entry__shown_name").annotate(Sum("net")))


# ── Substitutes


def test_a_substitute_takes_over_the_seat_and_the_purse_not_the_past_gains() -> None:
    event = evening(3)
    table = table_of(event)
    write(table, coup())
    sheet: Known = actions.substitute(table.pk, 1, newcomer(event), by="user:1")
    assert sheet.names == ("Zoé", "Basile", "Chloé")
    assert sheet.state.purses["Zoé"].total == 122
    write(table, coup())
    assert gains() == {"Anne": 42, "Zoé": 42, "Basile": -30, "Chloé": -54}
    correct(table, 1, coup(37, 58))
    assert gains() == {"Anne": -18, "Zoé": 42, "Basile": 30, "Chloé": -54}
    assert actions.check_book(Table.objects.all()).difference is None


def test_a_coup_undone_and_played_again_counts_for_the_substitute() -> None:
    event = evening(3)
    table = table_of(event)
    write(table, coup())
    undo(table)
    actions.substitute(table.pk, 1, newcomer(event), by="user:1")
    write(table, coup())
    assert gains() == {"Zoé": 42, "Basile": -15, "Chloé": -27}
    undo(table)
    sheet = actions.substitute(table.pk, 1, newcomer(event, "Max"), by="user:1")
    assert [seat.since for seat in sheet.sitters if seat.position == 1] == [1]
    assert actions.check_book(Table.objects.all()).difference is None


def test_a_substitute_must_be_free_and_entered_in_the_evening() -> None:
    event, other = evening(3, 3), evening(3)
    table = table_of(event)
    for entry in (event.entries.get(shown_name="Denis"), other.entries.get(shown_name="Anne")):
        with pytest.raises(actions.NotNow):
            actions.substitute(table.pk, 1, entry, by="user:1")
    for place in (0, 4):
        with pytest.raises(actions.NotNow):
            actions.substitute(table.pk, place, newcomer(event), by="user:1")
    write(table, coup())
    actions.substitute(table.pk, 1, newcomer(event), by="user:1")
    anne = event.entries.get(shown_name="Anne")
    actions.substitute(table.pk, 2, anne, by="user:1")
    actions.close_event(event)
    with pytest.raises(actions.Closed):
        actions.substitute(table.pk, 3, newcomer(event, "Max"), by="user:1")


# ── Counted tokens


def test_tokens_are_counted_once_the_partie_is_over() -> None:
    table = a_table()
    write(table, coup())
    with pytest.raises(actions.NotNow):
        actions.count_tokens(table.pk, {1: (6, 2)}, by="table")
    write(table, {"type": "end"})
    assert actions.count_tokens(table.pk, {1: (5, 22)}, by="table").slips() is None
    sheet: Known = actions.count_tokens(table.pk, {1: (6, 2), 2: (2, 25), 3: (2, 13)}, by="table")
    assert [(count.position, count.fiches, count.jetons, count.number) for count in sheet.counts] == [
        (1, 6, 2, 2),
        (2, 2, 25, 2),
        (3, 2, 13, 2),
    ]
    assert sheet.slips() is not None
    assert Count.objects.count() == 3


def test_impossible_token_counts_are_refused_seat_by_seat() -> None:
    table = a_table()
    write(table, {"type": "end"})
    with pytest.raises(actions.Refused) as refused:
        actions.count_tokens(table.pk, {1: (-1, 0), 2: (0, 10**7), 4: (1, 1)}, by="table")
    assert {problem.path for problem in refused.value.problems} == {"counts.1", "counts.2", "counts.4"}


def test_no_tokens_are_counted_in_a_partie_of_points() -> None:
    table = a_table(mode="points")
    write(table, {"type": "end"})
    with pytest.raises(actions.NotNow):
        actions.count_tokens(table.pk, {1: (1, 1)}, by="table")


# ── Confirmation of the sheet


def test_the_finished_sheet_is_confirmed_by_another_player_than_its_keeper() -> None:
    table = a_table()
    write(table, coup(), by="table:2")
    with pytest.raises(actions.NotNow):
        actions.confirm(table.pk, 1, by="table:1")
    write(table, {"type": "end"}, by="table:2")
    with pytest.raises(actions.NotNow):
        actions.confirm(table.pk, 2, by="table:2")
    with pytest.raises(actions.NotNow):
        actions.confirm(table.pk, 9, by="table")
    for _ in range(2):
        assert actions.confirm(table.pk, 1, by="table:1").confirmed
    assert table.confirmations.count() == 1


def test_a_closed_evening_takes_no_token_count_and_no_confirmation() -> None:
    event = evening(3)
    table = table_of(event)
    write(table, {"type": "end"})
    actions.close_event(event)
    with pytest.raises(actions.Closed):
        actions.confirm(table.pk, 1, by="table")
    with pytest.raises(actions.Closed):
        actions.count_tokens(table.pk, {1: (1, 1)}, by="table")


# ── What a sheet reads from the database


def test_loading_a_sheet_takes_the_same_queries_however_long_it_is(django_assert_num_queries: Known) -> None:
    table = a_table(tours=10)
    with django_assert_num_queries(6):
        Table.objects.for_sheet(table.pk)
    write(table, *[coup()] * 8)
    with django_assert_num_queries(6):
        Table.objects.for_sheet(table.pk)


def test_loading_all_sheets_takes_the_same_queries_however_many(django_assert_num_queries: Known) -> None:
    for event in (evening(3), evening(3, 3, 2)):
        with django_assert_num_queries(6):
            Table.objects.for_event(event)


def test_a_sheet_s_partie_is_a_document_that_scores_the_same() -> None:
    sheet = write(a_table(), coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    found = scoring.read(sheet.partie())
    assert isinstance(found, scoring.Partie)
    assert dict(found.state.totals) == dict(sheet.state.totals)


EVENTS = [
    coup() | {"dealer": "1", "claimed": {"2": 30}},
    {"type": "void", "dealer": "3", "reason": "1"},
    {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"},
    {"type": "coup", "caller": "1", "bid": 70, "called": "3♠", "partner": None, "points": 80},
    {
        "type": "coup",
        "retourne": "7♠",
        "announcements": [{"player": "1", "kind": "carre", "rank": "10"}],
        "exchange": {"player": "2", "before_trick": 1},
        "tricks_won": {"1": 9, "2": 7},
        "last_trick": "1",
        "last_five": None,
        "card_points": {"1": 71, "2": 49},
    },
    {"type": "coup", "retourne": "2♠", "tricks": [["2♠", "3♠"]]},
]


@pytest.mark.parametrize("event", EVENTS)
def test_replacing_seats_by_names_and_back_gives_the_same_event(event: Known) -> None:
    names = ("Anne", "2", "1")
    named = to_names(event, names)
    assert to_seats(named, names) == event
    assert "reason" not in event or named["reason"] == "1"
    assert named.get("tricks") == event.get("tricks")


@pytest.mark.parametrize("event", [{"player": 3}, {"player": ["x"]}, {"points": [1]}, {"announcements": ["x", None]}])
def test_a_malformed_event_is_left_unchanged_for_scoring_to_refuse(event: Known) -> None:
    assert to_names(event, ("Anne", "Basile")) == event
