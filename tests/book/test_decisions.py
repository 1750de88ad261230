"""The links of what is decided beside the book: who writes such a row says so in the chain, names and reasons may be
forgotten there, and every lawful change leaves a chain that holds."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from tests.book.book_rows import read_database_files
from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tests.book.tamperings import WHY, fill_decided_evening
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at, wait_until_someone_waits
from tests.fixtures.patience import ANSWER_SECONDS
from tournaments.actions.decisions import collect_decisions, seal_changed, seal_new, sealed
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.evenings.seasons import change_season
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.jeton_worth import change_evening_worth
from tournaments.actions.money.prizes import Payment, add_prize, remove_prize, set_payments
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.leaving import remove_entry
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.actions.rounds.drafts import withdraw_round
from tournaments.actions.rounds.participation import dissolve_pair, make_pair
from tournaments.actions.rounds.seating import remove_table, swap_seated_entries, unseat_entry
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.closing import confirm_sheet, note_debt, save_token_counts
from tournaments.actions.tables.posting import FEW, LOCKS, allocate_record_ids
from tournaments.actions.tables.seat_corrections import exchange_people, reorder_table
from tournaments.actions.tables.unplayed import mark_played, mark_unplayed
from tournaments.book.decisions import PARTS
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import (
    Adjustment,
    AuditReason,
    ChainLink,
    Club,
    Entry,
    Player,
    Prize,
    Season,
    Table,
    Tournament,
)
from tournaments.models.guards.deciding_rows import DECIDING_ROWS
from tournaments.standings.seasons import SeasonRule

pytestmark = [pytest.mark.book_at_length, pytest.mark.start_from(fill=fill_decided_evening)]
only_several_writers = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")


def find_difference() -> str | None:
    """Return the first difference that `recheck` finds."""
    return check_book(Table.objects.all()).difference


def count_links(part: str) -> int:
    """Return how many links a part has."""
    return ChainLink.objects.filter(part=part).count()


def test_every_part_has_a_link_in_the_evening_where_everything_is_decided(own_database: Database) -> None:
    assert {*ChainLink.objects.exclude(part=None).values_list("part", flat=True)} == DECIDING_ROWS.keys()


LATER: dict[str, Callable[[Tournament], object]] = {
    "a bonus given": lambda each: give_adjustment(each, get_entry(3), amount=4, rule="art. 1", round=0, **WHY),
    "a bonus cancelled": lambda _each: cancel_adjustment(Adjustment.objects.get(pk=1), **WHY),
    "a forfeit played after all": lambda _each: mark_played(get_table_of(3).pk, **WHY),
    "a forfeit of another": lambda _each: mark_unplayed(get_table_of(3).pk, "forfeit", absent=[2], **WHY),
    "an annulled table without its people": lambda _each: unseat_entry(get_table_of(3, 2).seats.get(position=1).entry),
    "two people of an annulled table exchanged": lambda _each: swap_seated_entries(
        get_table_of(3, 2).seats.get(position=1).entry, get_table_of(3, 2).seats.get(position=3).entry
    ),
    "an annulled table removed": lambda _each: remove_table(get_table_of(3, 2)),
    "the last round put back": lambda each: withdraw_round(each, 3),
    "another count": lambda _each: save_token_counts(get_table_of(1).pk, {1: (7, 0)}, actor="table"),
    "another word": lambda _each: confirm_sheet(get_table_of(1).pk, 3, actor="table:3"),
    "a corrected coup": lambda _each: correct_event(get_table_of(1, 2), 1, {"type": "void"}),
    "somebody who rested sat there": lambda each: exchange_people(
        get_table_of(1), 1, each.rounds.get(n=1).rests.get().entry, **WHY
    ),
    "a prize removed": lambda _each: remove_prize(Prize.objects.get(place=1)),
    "a prize added": lambda each: add_prize(
        each, kind="rank", place=3, group="", label="Un œuf", cents=1, shared=False
    ),
    "another group": lambda each: set_payments(each, [Payment(get_entry(1).pk, "Dames", None, 500)]),
    "a jeton worth nothing": lambda each: change_evening_worth(each, None, actor="user:1"),
    "an evening counted no more": lambda _each: change_season(
        Season.objects.get(name="L’année"), name="L’an", rule=SeasonRule(best=3), tournaments=[], in_draws=False
    ),
    "an entry renamed": lambda _each: rename_entry(get_entry(1), "Annette", actor="user:1"),
    "an entry removed": lambda each: remove_entry(add_entries(each, ["Zoé"])[-1]),
    "an erased name": lambda _each: forget_name(get_entry(2).player, actor="user:1"),
}


def get_entry(n: int) -> Entry:
    """Return the entry of «Joueur n»."""
    return Entry.objects.get(shown_name=f"Joueur {n}")


def get_table_of(n: int, number: int = 1) -> Table:
    """Return a table of round n."""
    return Table.objects.select_related("round__tournament").get(round__n=n, n=number)


@pytest.mark.parametrize("name", LATER)
def test_what_is_decided_later_has_its_links(own_database: Database, name: str) -> None:
    tournament = open_tournament(Tournament.objects.get(), actor="user:1", reason="encore")
    before = ChainLink.objects.count()
    LATER[name](tournament)
    assert find_difference() is None
    assert ChainLink.objects.count() > before


def test_pairs_merges_and_another_currency_have_their_links(own_database: Database) -> None:
    tournament = create_evening(3, 3)
    one, other, third, *_others = tournament.entries.order_by("pk")
    make_pair(tournament, one, other)
    make_pair(tournament, one, third)
    assert count_links("entry") == 7 + 6 + 2 + 2
    dissolve_pair(tournament, 1)
    assert find_difference() is None
    kept = add_player(tournament.club, "Anne Un")
    undo_merge(merge_players(kept, one.player, actor="user:1"))
    merge_players(kept, one.player, actor="user:1")
    add_prize(tournament, kind="rank", place=1, group="", label="Un pain", cents=700, shared=True)
    set_currency(tournament, "JPY")
    assert find_difference() is None


def test_a_debt_that_is_noted_has_its_link(own_database: Database) -> None:
    table = get_table(create_evening(3))
    half = {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"}
    purses = record_events(table, half, half, half, *[build_coup()] * 3).state.purses
    counted = {place: (0, max(0, purse.total)) for place, purse in enumerate(purses.values(), 1)}
    sheet = save_token_counts(table.pk, counted, actor="table")
    before = count_links("count")
    note_debt(table.pk, sheet.positions[sheet.settled_counts.debts[0].debtor], 2)
    assert count_links("count") == before + 1
    assert find_difference() is None


@pytest.mark.tampers
def test_what_is_decided_elsewhere_is_not_told_of_one_evening(own_database: Database) -> None:
    other = create_evening(3)
    Adjustment.objects.update(amount=5000)
    assert "bonus" in (find_difference() or "")
    of_other = Tournament.objects.filter(pk=other.pk)
    assert check_book(Table.objects.filter(round__tournament=other), of_other).difference is None


def test_an_imported_evening_gets_its_links(own_database: Database) -> None:
    document = build_tournament_document(Tournament.objects.get())
    made = import_tournament(Club.objects.create(name="Ailleurs"), read_tournament(document))
    assert find_difference() is None
    parts = {*ChainLink.objects.filter(tournament=made).values_list("part", flat=True)}
    played = {"tournament", "entry", "round", "rest", "unplayed", "adjustment", "worth", "log"}
    assert parts == played | {"account", "group", "prize", "count", "confirmation"}


@pytest.mark.book
def test_a_backup_comes_back_with_the_links_of_decisions(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    links = list(ChainLink.objects.order_by("pk").values_list())
    call_command("backup", str(tmp_path / "backup.zip"))
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(tmp_path / "backup.zip"))
        assert list(ChainLink.objects.order_by("pk").values_list()) == links
        assert find_difference() is None
        LATER["an entry renamed"](Tournament.objects.get())
        assert find_difference() is None
    copies.shelf.drop(empty)


@pytest.mark.book
def test_a_restored_database_may_give_out_the_id_of_a_removed_row_again(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    """The ids that it gives out go on after the rows that came back; the links of those removed came back too."""
    tournament = open_tournament(Tournament.objects.get(), actor="user:1", reason="encore")
    removed = Prize.objects.latest("pk")
    remove_prize(Prize.objects.get(pk=removed.pk))
    LATER["an entry renamed"](tournament)
    call_command("backup", str(tmp_path / "backup.zip"))
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(tmp_path / "backup.zip"))
        LATER["a prize added"](Tournament.objects.get())
        assert Prize.objects.latest("pk").pk == removed.pk
        assert find_difference() is None
    copies.shelf.drop(empty)


@pytest.mark.book
def test_no_link_holds_a_name_or_a_free_text_and_an_erased_name_leaves_no_salt(own_database: Database) -> None:
    entry = get_entry(1)
    rename_entry(entry, "Basile", actor="user:1")
    for link in ChainLink.objects.values():
        told = " ".join(str(value) for value in link.values())
        assert not any(word in told for word in ("Basile", "Joueur", "jambon", "venu tard"))
    salt = Entry.objects.get(pk=entry.pk).salt
    assert len(salt) == 32
    assert Entry.objects.exclude(salt="").values("salt").distinct().count() == 7
    forget_name(Entry.objects.get(pk=entry.pk).player, actor="user:1")
    assert Entry.objects.get(pk=entry.pk).salt == ""
    assert salt.encode() not in read_database_files()
    assert not AuditReason.objects.filter(text__contains="Basile").exists()
    assert find_difference() is None
    rename_entry(Entry.objects.get(pk=entry.pk), "Personne", actor="user:1")
    assert find_difference() is None


def test_what_does_not_change_gets_no_link_and_what_came_and_went_neither(own_database: Database) -> None:
    before = ChainLink.objects.count()
    with transaction.atomic():
        seal_changed(Adjustment, [1, 2])
        seal_changed(Adjustment, [999])

    @sealed
    def add_and_remove() -> None:
        new = {"kind": "rank", "place": 9, "group": "", "label": "Un œuf", "cents": 1, "shared": True}
        remove_prize(add_prize(Tournament.objects.get(), **new))

    add_and_remove()
    assert ChainLink.objects.count() == before
    assert find_difference() is None


@pytest.mark.book
def test_an_action_that_fails_leaves_no_link(own_database: Database) -> None:
    before = ChainLink.objects.count()

    @sealed
    def decide_and_fail() -> None:
        add_prize(Tournament.objects.get(), kind="rank", place=9, group="", label="Un œuf", cents=1, shared=True)
        raise IntegrityError

    with pytest.raises(IntegrityError):
        decide_and_fail()
    remove_prize(Prize.objects.get(place=1))
    assert ChainLink.objects.count() == before + 1
    assert find_difference() is None


@pytest.mark.book
def test_new_rows_are_linked_by_five_queries_however_many(own_database: Database) -> None:
    """Three of them ask whether the evening is closed, and whether its row for seasons still holds. Two more on
    PostgreSQL, where one transaction at a time links an evening's decisions."""
    tournament = Tournament.objects.get()
    new = Prize.objects.bulk_create(Prize(tournament=tournament, place=n, label="Un œuf") for n in range(10, 20))
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        seal_new(*new)
    assert len(asked) == (5 if connection.vendor == "sqlite" else 7)
    assert find_difference() is None


def change_row(model: type[Model], pk: int, **changed: object) -> ChainLink:
    """Change a deciding row in the transaction under way. Return its link."""
    model._base_manager.filter(pk=pk).update(**changed)
    seal_changed(model, [pk])
    return ChainLink.objects.filter(subject=pk, part=PARTS[model]).latest("pk")


def change_row_apart(model: type[Model], pk: int, **changed: object) -> ChainLink:
    """The same as another server does it, whole."""
    with transaction.atomic():
        link = change_row(model, pk, **changed)
    connection.close()
    return link


@pytest.mark.book
@only_several_writers
@pytest.mark.parametrize("model", [Prize, Season])
def test_who_decides_of_the_same_evening_or_of_a_season_waits_and_knows_the_other(
    own_database: Database, model: type[Model]
) -> None:
    first, second = Prize.objects.get(place=1).pk, model._base_manager.latest("pk").pk
    with ThreadPoolExecutor(1) as server:
        with transaction.atomic():
            one = change_row(Prize, first, cents=1)
            other = server.submit(
                change_row_apart, model, second, **{Prize: {"cents": 1}, Season: {"hidden": True}}[model]
            )
            wait_until_someone_waits()
        assert other.result().beside == one.digest
    assert find_difference() is None


@pytest.mark.book
@only_several_writers
def test_who_decides_of_another_evening_waits_for_nobody_and_the_next_decision_of_each_knows_the_last(
    own_database: Database,
) -> None:
    add_prize(create_evening(3), kind="rank", place=3, group="", label="Un œuf", cents=1, shared=True)
    first, other = Prize.objects.get(place=1).pk, Prize.objects.get(place=3).pk
    with ThreadPoolExecutor(1) as server, transaction.atomic():
        one = change_row(Prize, first, cents=2)
        two = server.submit(change_row_apart, Prize, other, cents=2).result(ANSWER_SECONDS)
    assert two.beside not in ("", one.digest)
    assert one.pk < two.pk
    with transaction.atomic():
        assert change_row(Prize, first, cents=3).beside == one.digest
    with transaction.atomic():
        assert change_row(Prize, other, cents=3).beside == two.digest
    assert find_difference() is None


def change_evening_and_season(prize: int, season: int) -> None:
    """Decide of an evening, then of a season, in one action."""
    with transaction.atomic(), collect_decisions():
        Prize.objects.filter(pk=prize).update(cents=7)
        seal_changed(Prize, [prize])
        Season.objects.filter(pk=season).update(hidden=True)
        seal_changed(Season, [season])


def change_both_apart(prize: int, season: int) -> None:
    """The same as another server does it, whole."""
    change_evening_and_season(prize, season)
    connection.close()


@pytest.mark.book
@only_several_writers
def test_who_decides_of_an_evening_and_then_of_a_season_never_shares_the_lock_of_all_first(
    own_database: Database,
) -> None:
    """Two who did so would each wait until the other ends."""
    (first, second), season = Prize.objects.order_by("place").values_list("pk", flat=True), Season.objects.latest("pk")
    with ThreadPoolExecutor(1) as server:
        with transaction.atomic(), connection.cursor() as cursor:
            change_evening_and_season(first, season.pk)
            other = server.submit(change_both_apart, second, season.pk)
            wait_until_someone_waits()
            cursor.execute(
                "SELECT DISTINCT mode FROM pg_locks WHERE locktype = 'advisory' AND objid = 1651470188 "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
            assert cursor.fetchall() == [("ExclusiveLock",)]
        other.result(ANSWER_SECONDS)
    assert find_difference() is None


def forget_player_apart(player: Player) -> None:
    """Forget a player as another server does it, whole."""
    forget_name(player, actor="user:1")
    connection.close()


@pytest.mark.book
@only_several_writers
def test_who_corrects_a_closed_evening_holds_nothing_that_who_decides_of_several_wants(own_database: Database) -> None:
    """The second one has the lock of all links, which the first one waits for at its end: if it wanted a row of the
    first one's, neither would go on."""
    table, player = Table.objects.filter(round__n=1).latest("n"), Entry.objects.earliest("pk").player
    with ThreadPoolExecutor(1) as server, transaction.atomic(), collect_decisions():
        reorder_table(table.pk, [2, 1, 3], **WHY)
        server.submit(forget_player_apart, player).result(ANSWER_SECONDS)
    assert find_difference() is None


@pytest.mark.book
@only_several_writers
def test_many_records_of_one_action_share_one_lock(own_database: Database) -> None:
    """Else an evening that is taken over would hold the locks of all others' coups, and two of them each other's."""
    few, _beside = allocate_record_ids(FEW, 300)
    assert few == list(range(few[0], few[0] + FEW))
    many, _beside = allocate_record_ids(FEW + 1, 300)
    assert {pk % LOCKS for pk in many} == {300 % LOCKS}
    assert len(many) == FEW + 1
    with connection.cursor() as cursor:  # as where another writer takes each second number meanwhile
        cursor.execute(f"ALTER SEQUENCE tournaments_record_id_seq INCREMENT 2 RESTART {2 * many[-1]}")
    assert len(allocate_record_ids(FEW + 1, 300)[0]) == FEW + 1
