"""The hash chain: what it begins with, what it goes on from, what may change under it, and where its heads stand."""

import importlib
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction

import scoring
from tests.book.attacks import fill_attacked_evening
from tests.book.book_rows import read_database_files
from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tests.book.forbidden_sql import execute_sql
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.rule_change import change_rules, preview_rule_change
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.seat_corrections import exchange_people, reorder_table
from tournaments.book.chain import compute_link_digest
from tournaments.book.effects import GAIN_COLUMNS
from tournaments.book.loading import load_sheet
from tournaments.exchange.backup import load_single_steps
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import ChainLink, Club, Entry, Record, RecordReason, Seat, Table, Tournament, guards
from tournaments.models.guards.digests import LINE_FIGURES, compute_seat_digest
from tournaments.models.guards.install import install_guards, list_statements, remove_guards
from tournaments.presentation.text.numbers import format_head

pytestmark = [pytest.mark.book_at_length, pytest.mark.start_from(fill=fill_attacked_evening)]
MIGRATION = importlib.import_module("tournaments.migrations.0018_chain")
OF_DECISIONS = importlib.import_module("tournaments.migrations.0036_decisions_in_the_chain")


def run_recheck(*heads: str) -> None:
    """Run the command, with the heads that somebody read on paper."""
    call_command("recheck", *(f"--head={head}" for head in heads))


def read_chain() -> list[tuple[Any, ...]]:
    """Return the links of the records by their ids: what they hold, and their digests."""
    links = ChainLink.objects.exclude(record=None).order_by("record")
    return list(links.values_list("record", "previous", "beside", "digest"))


def test_a_link_holds_the_link_before_it_and_the_last_one_of_all(own_database: Database) -> None:
    heads: dict[object, str] = {}
    beside = ""
    for link in ChainLink.objects.order_by("pk"):
        assert link.beside == beside
        subject = link.table_id or (link.part, link.subject)
        assert link.previous == heads.get(subject, link.previous)
        heads[subject] = beside = link.digest
    tables = Table.objects.with_heads().exclude(head="")
    assert {table.pk: table.head for table in tables} == {of: head for of, head in heads.items() if isinstance(of, int)}


@pytest.mark.book
def test_a_write_knows_the_head_that_loading_finds(own_database: Database) -> None:
    sheet = record_events(get_table(Tournament.objects.get()), build_coup())
    again = load_sheet(sheet.table.pk)
    assert (sheet.head, sheet.chain) == (again.head, again.chain)
    assert again.head.startswith(again.chain.split()[-1])


@pytest.mark.book
def test_the_migration_begins_the_chain_over_records_that_exist_and_moves_none(own_database: Database) -> None:
    remove_guards(connection)
    RecordReason.objects.all().delete()
    execute_sql(
        [
            "DELETE FROM tournaments_link",
            "ALTER TABLE tournaments_record ADD COLUMN reason varchar(300) NOT NULL DEFAULT ''",
            "UPDATE tournaments_record SET reason = 'Basile avait mal compté' WHERE kind = 'correction'",
        ]
    )
    before = list(Record.objects.order_by("pk").values_list())
    of_then = load_single_steps(connection).project_state(("tournaments", "0018_chain")).apps
    editor = SimpleNamespace(connection=connection, execute=lambda statement: execute_sql([statement]))
    with transaction.atomic():
        MIGRATION.begin_chain(of_then, editor)
    records = read_chain()
    with transaction.atomic():
        OF_DECISIONS.begin_decisions(apps, editor)
    assert read_chain() == records
    install_guards(connection)
    assert list(Record.objects.order_by("pk").values_list()) == before
    assert [link[0] for link in read_chain()] == [row[0] for row in before]
    assert load_sheet(1).records[2].reason == "Basile avait mal compté"
    run_recheck()
    record_events(get_table(Tournament.objects.get()), build_coup())
    run_recheck()


@pytest.mark.book
def test_erasing_a_name_empties_the_reasons_that_name_it_and_the_chain_still_proves(own_database: Database) -> None:
    assert load_sheet(1).records[2].reason == "Basile avait mal compté"
    forget_name(Entry.objects.get(shown_name="Chloé").player, actor="user:1")
    assert load_sheet(1).records[2].reason
    forget_name(Entry.objects.get(shown_name="Basile").player, actor="user:1")
    assert load_sheet(1).records[2].reason == ""
    assert not RecordReason.objects.exists()
    assert b"mal compt" not in read_database_files()
    run_recheck()
    correct_event(get_table(Tournament.objects.get()), 2, build_coup(), reason="encore")
    run_recheck()


def test_every_lawful_change_of_people_keeps_the_chain(own_database: Database) -> None:
    tournament = Tournament.objects.get()
    first, second = get_table(tournament), get_table(tournament, 2)
    [zoe, yann] = [entry for entry in add_entries(tournament, ["Zoé", "Yann"]) if entry.shown_name in ("Zoé", "Yann")]
    substitute_player(first.pk, 1, zoe, actor="user:1")
    substitute_player(first.pk, 1, yann, actor="user:1")
    record_events(first, build_coup())
    run_recheck()
    exchange_people(second, 1, Entry.objects.get(shown_name="Zoé"), actor="user:1", reason="mal assis")
    run_recheck()
    reorder_table(second.pk, [2, 3, 1], actor="user:1", reason="mal assis")
    run_recheck()
    kept, gone = (add_player(tournament.club, name) for name in ("Anne Un", "Anne Deux"))
    merge = merge_players(kept, Entry.objects.get(shown_name="Flore").player, actor="user:1")
    undo_merge(merge)
    merge_players(kept, gone, actor="user:1")
    rename_entry(Entry.objects.get(shown_name="Flore"), "Fleur", actor="user:1")
    run_recheck()
    assert Seat.objects.get(table=first, position=1, since=3).entry.shown_name == "Yann"


def test_a_head_on_paper_is_found_as_long_as_its_record_stands(own_database: Database) -> None:
    tournament = Tournament.objects.get()
    table = get_table(tournament)
    old = format_head(load_sheet(table.pk).head)
    whole = build_tournament_document(tournament)["head"]
    run_recheck(old, whole)
    record_events(table, build_coup())
    run_recheck(old, old.upper(), load_sheet(table.pk).head)
    with pytest.raises(CommandError, match="plus dans le livre"):
        run_recheck(whole)
    with pytest.raises(CommandError, match="plus dans le livre"):
        run_recheck(old, "0123-4567-89ab-cdef")
    with pytest.raises(CommandError, match="sceau"):
        run_recheck("abc")


def test_the_export_names_the_head_of_each_table_and_of_all(own_database: Database) -> None:
    document = build_tournament_document(Tournament.objects.get())
    tables = document["rounds"][0]["tables"]
    assert [table.get("head") for table in tables] == [load_sheet(1).head, load_sheet(2).head, None]
    assert len(document["head"]) == 64
    club = Club.objects.create(name="Ailleurs")
    import_tournament(club, read_tournament(document))
    run_recheck()


@pytest.mark.start_from(fill=lambda: None)
@pytest.mark.parametrize(("preset", "later"), [("aux-points", "academie-1718"), ("academie-1718", "aux-points")])
def test_rules_that_leave_or_reach_fiches_are_changed_and_imported(
    own_database: Database, preset: str, later: str
) -> None:
    tournament = create_evening(3, 3, preset=preset)
    table = get_table(tournament)
    record_events(table, build_coup(), build_coup(40, 45, 35))
    change = preview_rule_change(tournament, preset=later, options={})
    change_rules(
        tournament,
        preset=later,
        options={},
        seen_digest=change.digest,
        key="a-change-of-rules",
        actor="user:1",
        reason="r",
    )
    record_events(table, build_coup())
    correct_event(table, 1, build_coup(35, 40, 45))
    record_events(get_table(tournament, 2), build_coup())
    run_recheck()
    document = build_tournament_document(Tournament.objects.get())
    made = import_tournament(Club.objects.create(name="Ailleurs"), read_tournament(document))
    made.refresh_from_db()
    assert made.preset == later
    run_recheck()


@pytest.mark.book
def test_a_backup_with_changed_seats_and_changed_rules_is_restored(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    tournament = Tournament.objects.get()
    change = preview_rule_change(tournament, preset="aux-points", options={})
    asked = {"seen_digest": change.digest, "key": "a-change-of-rules", "actor": "user:1", "reason": "mal lue"}
    change_rules(tournament, preset="aux-points", options={}, **asked)
    before = read_chain()
    call_command("backup", str(tmp_path / "backup.zip"), stdout=StringIO())
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(tmp_path / "backup.zip"), stdout=StringIO())
        assert read_chain() == before
        assert guards.find_guard_faults(connection) == []
        run_recheck()
        record_events(get_table(Tournament.objects.get()), build_coup())
        run_recheck()
    copies.shelf.drop(empty)


def test_version_one_covers_the_first_figures_of_a_line() -> None:
    assert GAIN_COLUMNS[: len(LINE_FIGURES)] == LINE_FIGURES
    record = Record(pk=1, table_id=1)
    line = [1, 2, *range(len(LINE_FIGURES))]
    lines = [line, *([*line[:n], 99, *line[n + 1 :]] for n in range(1, len(line)))]
    digests = [compute_link_digest(("", ""), record, "", [], [each], {2: 3}) for each in lines]
    assert len(set(digests)) == len(digests)
    assert digests[0] == compute_link_digest(("", ""), record, "", [], [[*line, "of a later version"]], {2: 3})


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_the_guards_know_which_rules_count_in_points(vendor: str) -> None:
    game = scoring.get_game("brusquembille")
    in_points = [preset.key for preset in game.presets if dict(preset.sets).get("mode") == "points"]
    [guard] = [text for text in list_statements(vendor) if "'fiches' =" in text]
    assert [f"WHEN '{key}' THEN 'points'" in guard for key in in_points] == [True]


def test_the_link_of_a_seat_covers_each_of_its_facts() -> None:
    facts = {"links": ("", ""), "table": 1, "seat": 1, "was": 1, "entry": 1, "actor": "user:1", "at": "12:00"}
    others = [
        facts | {name: value} for name, value in zip(facts, (("a", ""), 2, 2, 2, 2, "user:2", "12:01"), strict=True)
    ]
    assert len({compute_seat_digest(**each) for each in (facts, *others)}) == 1 + len(facts)
