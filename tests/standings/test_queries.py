"""Standings read from the database, after the same actions as on an evening."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.book.book_rows import read_book
from tests.book.evening_builders import (
    NAMES,
    build_coup,
    correct_event,
    create_evening,
    get_table,
    record_events,
    undo_last,
)
from tournaments.actions.evenings.rule_change import change_rules, preview_rule_change
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import Payment, set_account, set_payments
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.participation import set_presence
from tournaments.actions.rounds.seating import add_table, set_sides
from tournaments.actions.tables.calls import set_paper_first
from tournaments.actions.tables.closing import confirm_sheet, substitute_player
from tournaments.actions.tables.corrections import preview_correction
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import (
    ArbiterCall,
    Confirmation,
    Entry,
    JetonWorth,
    Prize,
    Rest,
    Season,
    Seat,
    SeatingExclusion,
    Table,
    Tournament,
)
from tournaments.models.querysets import DeskStates
from tournaments.printing.keepsakes import build_diplomas
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.tallies import complete_tallies, get_ranking, get_ranking_with_results, get_standings
from tournaments.standings.ranking_orders import PRESETS, RankingOrder
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db

PENALTY = {"type": "penalty", "rule": "PEN-08", "player": "3"}


def describe_standings(tournament: Tournament) -> str:
    """Describe the standings as text: rank, player, total."""
    return " ".join(f"{row.rank}{row.tally.player}{row.tally.total:+d}" for row in get_standings(tournament))


def get_tally(tournament: Tournament, name: str):
    """Return the sums of the player with this name."""
    return next(row.tally for row in get_standings(tournament) if row.tally.player == name)


def test_BRU_21_standings_of_the_example_in_the_formats():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), PENALTY)
    assert describe_standings(tournament) == "1Anne+44 2Basile-13 3Chloé-31"
    anne = get_tally(tournament, "Anne")
    assert (anne.tables, anne.coups, anne.coups_won) == (1, 1, 1)
    assert (anne.get_sum("brusquembilles_won"), anne.get_sum("brusquembilles_lost")) == (3, 2)


def test_a_player_who_has_not_played_is_listed_with_zeros():
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    denis = get_tally(tournament, "Denis")
    assert (denis.total, denis.tables, denis.coups) == (0, 0, 0)
    assert len(get_standings(tournament)) == 6


def test_an_undone_coup_counts_nothing_and_a_penalty_alone_is_no_table_played():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    undo_last(get_table(tournament))
    assert {
        (t.total, t.tables, t.coups, t.get_sum("brusquembilles_won"))
        for t in (row.tally for row in get_standings(tournament))
    } == {(0, 0, 0, 0)}
    record_events(get_table(tournament), PENALTY)
    assert get_tally(tournament, "Anne").total == 2
    assert get_tally(tournament, "Anne").tables == 0


def test_a_correction_changes_the_standings():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    correct_event(get_table(tournament), 1, build_coup(37, 58, 25))
    assert describe_standings(tournament).startswith("1Basile")


def test_a_substitute_counts_what_was_played_since_he_sat_down():
    tournament = create_evening(3, tours=2)
    table = get_table(tournament)
    record_events(table, build_coup())
    (denis,) = add_entries(tournament, ["Denis"])[-1:]
    substitute_player(table.pk, 3, denis, actor="user:1")
    record_events(table, build_coup())
    assert get_tally(tournament, "Chloé").total == get_tally(tournament, "Denis").total == -27
    assert get_tally(tournament, "Chloé").coups == get_tally(tournament, "Denis").coups == 1


def test_PEN_12_who_left_is_last_whatever_he_holds_until_it_is_undone():
    tournament = create_evening(3, 3, tours=2)
    table = get_table(tournament)
    record_events(table, build_coup(), build_coup(), build_coup(), build_coup(), {"type": "leave", "player": "1"})
    assert get_tally(tournament, "Anne").total > 0
    assert get_standings(tournament)[-1].tally.player == "Anne"
    undo_last(table)
    assert get_standings(tournament)[0].tally.player == "Anne"


def test_PEN_12_a_leavers_partner_is_ranked_last_with_him():
    tournament = create_evening(4, four="sides", tours=2)
    record_events(
        get_table(tournament), {"type": "coup", "points": {"1": 90, "3": 30}}, {"type": "leave", "player": "1"}
    )
    assert {row.tally.player for row in get_standings(tournament) if row.tally.left} == {"Anne", "Basile"}
    assert {row.tally.player for row in get_standings(tournament)[2:]} == {"Anne", "Basile"}


def test_BRU_23_in_aux_points_the_total_is_card_points():
    tournament = create_evening(3, preset="aux-points")
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}})
    assert describe_standings(tournament) == "1Anne+58 2Basile+37 3Chloé+25"


def test_standings_may_show_other_names_for_the_entries():
    tournament = create_evening(3)
    aliases = {entry.pk: f"J{n}" for n, entry in enumerate(tournament.entries.all())}
    assert {row.tally.player for row in get_standings(tournament, aliases)} == {"J0", "J1", "J2"}


def test_standings_take_three_queries_for_any_number_of_players(django_assert_num_queries):
    small, large = create_evening(3), create_evening(4, 4)
    for tournament, size in ((small, 3), (large, 8)):
        with django_assert_num_queries(3):
            assert len(get_standings(tournament)) == size
    assert len(NAMES) == 8


FIGURES = ("left", "total", "best_coup", "place_points", "beaten", "buchholz", "direct")


def set_precedence(tournament: Tournament, *precedence: str) -> Tournament:
    """Set the tournament's order of precedence. Return the tournament."""
    Tournament.objects.filter(pk=tournament.pk).update(ranking={"precedence": list(precedence)})
    tournament.refresh_from_db()
    assert RankingOrder.from_json(tournament.ranking).precedence == precedence
    return tournament


@pytest.mark.parametrize("precedence", [("left", "total"), FIGURES])
def test_the_preview_of_a_correction_equals_the_standings_after_it(precedence: tuple[str, ...]):
    tournament = set_precedence(create_evening(3, 3, tours=2), *precedence)
    table = get_table(tournament)
    record_events(get_table(tournament, 2), build_coup())
    record_events(table, build_coup(), build_coup(), {"type": "leave", "player": "1"})
    for position, body in ((1, build_coup(37, 58)), (2, {"type": "void"}), (3, {"type": "leave", "player": "2"})):
        plan = preview_correction(table.pk, position, body)
        before = read_book()
        foreseen = get_standings(tournament, projected_sheets=[plan.new_sheet])
        assert read_book() == before
        assert foreseen != get_standings(tournament)
        correct_event(table, position, body)
        assert get_standings(tournament) == foreseen


@pytest.mark.parametrize("precedence", [("left", "total"), FIGURES])
def test_the_preview_of_a_rule_change_equals_the_standings_after_it(precedence: tuple[str, ...]):
    tournament = set_precedence(create_evening(3, 3), *precedence)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(tournament, 2), build_coup(37, 58))
    asked = {"preset": "academie-1718", "options": {"payments": "off"}}
    plan = preview_rule_change(tournament, **asked)
    foreseen = get_standings(tournament, projected_sheets=[each.new_sheet for each in plan.recounts])
    change_rules(tournament, **asked, seen_digest=plan.digest, key="rules-change", actor="user:1", reason="oubli")
    assert get_standings(tournament) == foreseen


ORDERS = [
    ("left", "total"),
    ("left", "tables", "best_coup"),
    ("left", "brusquembilles_lost"),
    ("left", "victory", "direct"),
]


@pytest.mark.parametrize("precedence", [("left", "total", "buchholz_cut"), PRESETS["swiss"].precedence])
@pytest.mark.parametrize("upset", ["", "leaves", "substituted", "later"])
def test_an_order_by_opponents_ranks_the_same_with_the_results_of_tables_and_without(upset: str, precedence):
    tournament = create_evening(3, 4, tours=2)
    zoe, yves, xenia = add_entries(tournament, ["Zoé", "Yves", "Xénia"])[-3:]
    set_sides(get_table(tournament, 2), True)
    record_events(get_table(tournament), PENALTY)
    if upset == "substituted":  # who won and lost without a coup
        substitute_player(get_table(tournament).pk, 1, zoe, actor="user:1")
    record_events(get_table(tournament), build_coup())
    before_any_coup = {"type": "leave", "player": "2"}
    pairs = {"type": "coup", "points": {"1": 70, "3": 50}}
    record_events(get_table(tournament, 2), before_any_coup if upset == "leaves" else pairs)
    Rest.objects.create(round=tournament.rounds.get(), entry=yves)
    table = add_table(tournament)
    for place, entry in enumerate((yves, xenia), 1):
        Seat.objects.create(table=table, position=place, entry=entry, since=1)
    record_events(table, {"type": "penalty", "rule": "PEN-08", "player": "1"})
    if upset == "later":
        Entry.objects.filter(pk=get_table(tournament).seats.first().entry_id).update(first_round=2)
    tournament.ranking = RankingOrder(precedence, Scales(flat=2, rest=1)).as_json
    by_results = get_ranking_with_results(tournament)[0]
    with CaptureQueriesContext(connection) as asked:
        rows = get_ranking(tournament)
    for found in (get_standings(tournament), rows):
        assert [(row.rank, row.tally.entry, row.figures) for row in found] == [
            (row.rank, row.tally.entry, row.figures) for row in by_results
        ]
    assert {row.figures[precedence[2]] for row in by_results} != {0}
    assert upset or len(asked) == 4


@pytest.mark.parametrize("precedence", ORDERS)
@pytest.mark.parametrize("exempt", ["flat", "average"])
def test_bare_ranks_agree_with_the_standings_and_can_be_filled_in(precedence, exempt):
    tournament = create_evening(3, 3, tours=2)
    record_events(get_table(tournament), build_coup(), PENALTY, build_coup(40, 40, 40))
    record_events(get_table(tournament, 2), build_coup(), {"type": "leave", "player": "2"})
    mark_unplayed(add_table(tournament).pk, "exempt", actor="user:1", reason="personne")
    Rest.objects.create(round=tournament.rounds.get(), entry=add_entries(tournament, ["Zoé"])[-1])
    tournament.ranking = RankingOrder(precedence, Scales(exempt=exempt, flat=2)).as_json
    whole, found = get_standings(tournament), get_ranking(tournament)
    assert [(row.rank, row.tied, row.tally.entry, row.figures) for row in found] == [
        (row.rank, row.tied, row.tally.entry, row.figures) for row in whole
    ]
    assert [row.tally.total for row in found] == [row.tally.total for row in whole]
    assert tuple(complete_tallies(tournament, found)) == whole
    assert complete_tallies(tournament, found[2:4]) == list(whole[2:4])


def test_diplomas_rank_only_players_who_played():
    tournament = create_evening(3)
    add_entries(tournament, ["Denis"])
    record_events(get_table(tournament), build_coup())
    assert describe_standings(tournament) == "1Anne+42 2Denis+0 3Basile-15 4Chloé-27"
    told = build_diplomas(tournament)
    ranks = [(each.row.tally.player, each.row.rank) for each in told["diplomas"]]
    assert ranks == [("Anne", 1), ("Basile", 2), ("Chloé", 3)]


def test_rounds_are_asked_for_without_their_thousands_of_tables():
    rounds = create_evening(3, 3).rounds.published().with_withdrawn()
    assert "tournaments_table" not in rounds.query.alias_map, "each round is looked at once"
    assert [(each.n, each.withdrawn) for each in rounds] == [(1, False)]


def fill_desk(tournament: Tournament, absent: int, exclusions: int, prizes: int) -> Tournament:
    """Give a tournament so many of each; payments, of which the first, second, fifth and sixth suffice; a worth of its
    jetons and of its club's; a call. Return it."""
    entries = list(tournament.entries.order_by("pk"))
    set_presence(entries[:absent], "absent")
    SeatingExclusion.objects.bulk_create(SeatingExclusion(tournament=tournament) for _ in range(exclusions))
    Prize.objects.bulk_create(Prize(tournament=tournament) for _ in range(prizes))
    set_account(tournament, fee_cents=500)
    sums = [(None, 500), (300, 300), (None, 499), (600, 500), (None, 500), (None, 501)]
    paid = zip(entries, sums, strict=False)
    set_payments(tournament, [Payment(entry.pk, "", *each) for entry, each in paid])
    for owner in (tournament, tournament.club):
        set_jeton_worth(owner, WorthTerms(1, 2, "EUR", 1))
    ArbiterCall.objects.create(table=get_table(tournament), kind="arbiter")
    return tournament


def test_what_anybody_sees_comes_with_its_clubs_the_earliest_evening_first(django_assert_num_queries):
    later, earlier = create_evening(3), create_evening(3)
    Tournament.objects.filter(pk=earlier.pk).update(date="2026-01-01")
    Season.objects.create(club=later.club, name="Coupe")
    with django_assert_num_queries(2):
        seen = [(each.pk, each.club.pk) for each in Tournament.objects.visible()]
        assert seen == [(earlier.pk, earlier.club_id), (later.pk, later.club_id)]
        assert [each.club.pk for each in Season.objects.visible()] == [later.club_id]


def test_the_desk_counts_what_is_the_tournament_s_own_and_open():
    elsewhere = fill_desk(create_evening(3), 1, 1, 1)
    JetonWorth.objects.filter(club=elsewhere.club).update(minor_units=0)
    tournament = create_evening(3, 2, 3)
    read = Tournament.objects.read_desk_states
    assert read(tournament) == DeskStates(8, 0, 0, 0, 0, 0, 3, 0, 0, 1)
    fill_desk(tournament, 7, 9, 6)
    table, other = get_table(tournament, 1), get_table(tournament, 2)
    ArbiterCall.objects.bulk_create(ArbiterCall(table=table, kind="dispute", line=line) for line in range(1, 7))
    ArbiterCall.objects.filter(table=table, line=2).update(withdrawn_at=timezone.now())
    ArbiterCall.objects.filter(table=table, line=3).update(done_at=timezone.now())
    for each in (table, other):
        set_paper_first(each.pk, True)
    record_events(table, build_coup())
    for n in (2, 10):
        Table.objects.create(round=tournament.rounds.create(n=n), n=1)
    assert read(tournament) == DeskStates(8, 7, 4, 9, 5, 6, 3, 1, 2, 10)
    assert read(elsewhere) == DeskStates(3, 1, 1, 1, 1, 1, 1, 0, 1, 1)
    [listed] = Tournament.objects.for_organiser([tournament.club])
    assert (listed, listed.entry_count, listed.table_count) == (tournament, 8, 5)


def test_a_table_is_read_once_somebody_confirmed_it_after_its_last_event():
    tournament = create_evening(3, 3)
    for kind in ("exempt", "adjourned"):
        mark_unplayed(add_table(tournament).pk, kind, actor="user:1", reason="personne")
    table, other = get_table(tournament, 1), get_table(tournament, 2)
    record_events(table, build_coup(), {"type": "end"})
    assert list_unread_tables(tournament) == [(1, 1, True), (1, 2, None), (1, 4, None)]
    confirm_sheet(table.pk, 2, actor="table:2")
    record_events(other, build_coup())
    Confirmation.objects.create(table=other, position=2, number=9)  # the partie is not over
    assert list_unread_tables(tournament) == [(1, 2, False), (1, 4, None)]
    undo_last(table, actor="user:1", reason="trop tôt")
    record_events(table, {"type": "end"})
    assert list_unread_tables(tournament) == [(1, 1, True), (1, 2, False), (1, 4, None)]
