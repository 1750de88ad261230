"""What happens at a table besides its events: substitutes, counted tokens, the confirmation; and what a sheet reads
from the database."""

from dataclasses import replace

import pytest
from django.db.models import Sum

import scoring
from tests.book.evening_builders import (
    PlayableSheet,
    build_coup,
    correct_event,
    create_evening,
    create_table,
    get_table,
    record_events,
    undo_last,
)
from tournaments.actions.errors import NotNow, Refused, TournamentClosed
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.seating import set_sides
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.calls import call_arbiter
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts, substitute_player
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.book.recent_sheets import RECENT
from tournaments.book.seat_names import to_names, to_seats
from tournaments.book.table_cards import TableCard, list_cards, load_cards_in_play
from tournaments.models import Entry, LedgerLine, Table, TokenCount, Tournament
from tournaments.reading.tallies import get_standings

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]


def add_newcomer(tournament: Tournament, name: str = "Zoé") -> Entry:
    """Add a player of this name to the tournament and return the entry."""
    add_entries(tournament, [name])
    return tournament.entries.get(shown_name=name)


def sum_gains() -> dict[str, int]:
    """Return the sums of the ledger lines by player name."""
    return dict(LedgerLine.objects.values_list("seat__entry__shown_name").annotate(Sum("net")))


# ── Substitutes


def test_a_substitute_takes_over_the_seat_and_the_purse_not_the_past_gains() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    sheet: PlayableSheet = substitute_player(table.pk, 1, add_newcomer(tournament), actor="user:1")
    assert sheet.names == ("Zoé", "Basile", "Chloé")
    assert sheet.state.purses["Zoé"].total == 122
    record_events(table, build_coup())
    assert sum_gains() == {"Anne": 42, "Zoé": 42, "Basile": -30, "Chloé": -54}
    correct_event(table, 1, build_coup(37, 58))
    assert sum_gains() == {"Anne": -18, "Zoé": 42, "Basile": 30, "Chloé": -54}
    assert check_book(Table.objects.all()).difference is None


@pytest.mark.parametrize("draw", ["random", "free"])
def test_a_newcomer_who_takes_over_a_seat_is_ranked_from_that_round_on(draw: str) -> None:
    tournament = create_evening(3)
    Tournament.objects.filter(pk=tournament.pk).update(format=draw)
    tournament.refresh_from_db()
    table, zoe = get_table(tournament), add_newcomer(tournament)
    substitute_player(table.pk, 1, zoe, actor="user:1")
    record_events(table, build_coup())
    zoe.refresh_from_db()
    assert zoe.first_round == 1
    Entry.objects.filter(pk=zoe.pk).update(first_round=2)  # as it was kept before
    for n in (None, 1):
        totals = {row.tally.player: row.tally.total for row in get_standings(tournament, up_to_round=n)}
        assert totals["Zoé"] == 42
        assert sum(totals.values()) == 0


def test_who_sits_at_one_table_in_two_seats_has_played_at_one_table() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    substitute_player(table.pk, 1, add_newcomer(tournament), actor="user:1")
    substitute_player(table.pk, 2, tournament.entries.get(shown_name="Anne"), actor="user:1")
    record_events(table, build_coup())
    anne = next(row.tally for row in get_standings(tournament) if row.tally.player == "Anne")
    assert (anne.tables, anne.coups, anne.at_tables) == (1, 2, 42 - 15)


def test_a_coup_undone_and_played_again_counts_for_the_substitute() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    undo_last(table)
    substitute_player(table.pk, 1, add_newcomer(tournament), actor="user:1")
    record_events(table, build_coup())
    assert sum_gains() == {"Zoé": 42, "Basile": -15, "Chloé": -27}
    undo_last(table)
    sheet = substitute_player(table.pk, 1, add_newcomer(tournament, "Max"), actor="user:1")
    assert [seat.since for seat in sheet.all_seats if seat.position == 1] == [1]
    assert check_book(Table.objects.all()).difference is None


def test_a_substitute_must_be_free_and_entered_in_the_evening() -> None:
    tournament, other = create_evening(3, 3), create_evening(3)
    table = get_table(tournament)
    for entry in (tournament.entries.get(shown_name="Denis"), other.entries.get(shown_name="Anne")):
        with pytest.raises(NotNow):
            substitute_player(table.pk, 1, entry, actor="user:1")
    for place in (0, 4):
        with pytest.raises(NotNow):
            substitute_player(table.pk, place, add_newcomer(tournament), actor="user:1")
    record_events(table, build_coup())
    substitute_player(table.pk, 1, add_newcomer(tournament), actor="user:1")
    anne = tournament.entries.get(shown_name="Anne")
    substitute_player(table.pk, 2, anne, actor="user:1")
    close_tournament(tournament)
    with pytest.raises(TournamentClosed):
        substitute_player(table.pk, 3, add_newcomer(tournament, "Max"), actor="user:1")


# ── Counted tokens


def test_tokens_are_counted_once_the_partie_is_over() -> None:
    table = create_table()
    record_events(table, build_coup())
    with pytest.raises(NotNow):
        save_token_counts(table.pk, {1: (6, 2)}, actor="table")
    record_events(table, {"type": "end"})
    assert save_token_counts(table.pk, {1: (5, 22)}, actor="table").find_slips() is None
    sheet: PlayableSheet = save_token_counts(table.pk, {1: (6, 2), 2: (2, 25), 3: (2, 13)}, actor="table")
    assert [(count.position, count.fiches, count.jetons, count.number) for count in sheet.counts] == [
        (1, 6, 2, 2),
        (2, 2, 25, 2),
        (3, 2, 13, 2),
    ]
    assert sheet.find_slips() is not None
    assert TokenCount.objects.count() == 3


def test_impossible_token_counts_are_refused_seat_by_seat() -> None:
    table = create_table()
    record_events(table, {"type": "end"})
    with pytest.raises(Refused) as refused:
        save_token_counts(table.pk, {1: (-1, 0), 2: (0, 10**7), 4: (1, 1)}, actor="table")
    assert {problem.path for problem in refused.value.problems} == {"counts.1", "counts.2", "counts.4"}


def test_no_tokens_are_counted_in_a_partie_of_points() -> None:
    table = create_table(mode="points")
    record_events(table, {"type": "end"})
    with pytest.raises(NotNow):
        save_token_counts(table.pk, {1: (1, 1)}, actor="table")


# ── Confirmation of the sheet


def test_the_finished_sheet_is_confirmed_by_another_player_than_its_keeper() -> None:
    table = create_table()
    record_events(table, build_coup(), actor="table:2")
    with pytest.raises(NotNow):
        confirm_sheet(table.pk, 1, actor="table:1")
    record_events(table, {"type": "end"}, actor="table:2")
    with pytest.raises(NotNow):
        confirm_sheet(table.pk, 2, actor="table:2")
    for place in (0, 4):
        with pytest.raises(NotNow):
            confirm_sheet(table.pk, place, actor="table")
    call_arbiter(table, actor="table:1")  # asks for the arbiter, disputes nothing
    for _ in range(2):
        assert confirm_sheet(table.pk, 1, actor="table:1").is_confirmed
    assert table.confirmations.count() == 1


def test_a_closed_evening_takes_no_token_count_and_no_confirmation() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, {"type": "end"})
    close_tournament(tournament)
    with pytest.raises(TournamentClosed):
        confirm_sheet(table.pk, 1, actor="table")
    with pytest.raises(TournamentClosed):
        save_token_counts(table.pk, {1: (1, 1)}, actor="table")


# ── What a sheet reads from the database


def test_loading_a_sheet_takes_the_same_queries_however_long_it_is(django_assert_num_queries: PlayableSheet) -> None:
    table = create_table(tours=10)
    with django_assert_num_queries(3):
        load_sheet(table.pk)
    record_events(table, *[build_coup()] * 8)
    RECENT.clear()
    for asked in (3, 2):  # then its records are known
        with django_assert_num_queries(asked):
            load_sheet(table.pk)


def test_loading_all_sheets_takes_the_same_queries_however_many(django_assert_num_queries: PlayableSheet) -> None:
    for tournament in (create_evening(3), create_evening(3, 3, 2)):
        record_events(get_table(tournament), build_coup(), build_coup())
        with django_assert_num_queries(5):
            found = [
                (record.link.digest, record.reason) for sheet in load_sheets(tournament) for record in sheet.records
            ]
        assert len(found) == 2


def test_what_a_card_shows_is_read_with_it(django_assert_num_queries: PlayableSheet) -> None:
    tournament = create_evening(3, 3, 2)
    record_events(get_table(tournament), build_coup())
    with django_assert_num_queries(5):
        for card in list_cards(Table.objects.filter(round__tournament=tournament).order_by("n")):
            table = card.table
            assert card.tournament.club.name
            assert all(seat.shown_name for seat in card.seats)
            has = [getattr(table, each, None) is not None for each in ("summary", "auction", "unplayed")]
            assert [*has, *card.counts, *card.confirmations] == [table.n == 1, False, False]


def test_a_card_under_other_names_asks_for_nothing_more(django_assert_num_queries: PlayableSheet) -> None:
    tournament = create_evening(3, 3)
    with django_assert_num_queries(5):
        for card in list_cards(Table.objects.filter(round__tournament=tournament).order_by("n")[:1]):
            assert not replace(card, names=("A", "B", "C")).confirmations


def test_a_sheet_s_partie_is_a_document_that_scores_the_same() -> None:
    sheet = record_events(create_table(), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    found = scoring.read_partie(sheet.to_partie())
    assert isinstance(found, scoring.Partie)
    assert dict(found.state.totals) == dict(sheet.state.totals)


EVENTS = [
    ("brusquembille", build_coup() | {"dealer": "1", "claimed": {"2": 30}}),
    ("briscola", {"type": "void", "dealer": "3", "reason": "1"}),
    ("brusquembille", {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"}),
    ("chiamata", {"type": "coup", "caller": "1", "bid": 70, "called": "3♠", "partner": None, "points": 80}),
    (
        "briscan",
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
    ),
    ("briscola", {"type": "coup", "retourne": "2♠", "tricks": [["2♠", "3♠"]]}),
]


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_replacing_seats_by_names_and_back_gives_the_same_event(game: str, event: PlayableSheet) -> None:
    names = ("Anne", "2", "1")
    named = to_names(event, names, game)
    assert to_seats(named, names, game) == event
    assert "reason" not in event or named["reason"] == "1"
    assert named.get("tricks") == event.get("tricks")


@pytest.mark.parametrize("event", [{"player": 3}, {"player": ["x"]}, {"points": [1]}, {"announcements": ["x", None]}])
def test_a_malformed_event_is_left_unchanged_for_scoring_to_refuse(event: PlayableSheet) -> None:
    game = "briscan" if "announcements" in event else "brusquembille"
    assert to_names(event, ("Anne", "Basile"), game) == event


def test_the_card_of_a_sheet_is_the_card_that_is_listed() -> None:
    table = set_sides(create_table(4), True)
    sheet = record_events(table, {"type": "coup", "points": {"1": 70, "3": 50}})
    card = TableCard.from_sheet(sheet)
    assert card.setting
    assert card.setting.sides
    assert not card.problems
    assert len(card.event_times) == 1
    assert [card] == load_cards_in_play(sheet.tournament, with_times=True)
