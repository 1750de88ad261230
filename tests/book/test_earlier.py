"""What an earlier program stored keeps its rules: a database upgraded, a backup restored, evenings and club presets
imported.

The files of `earlier/` were written by the program as it was when Briscola was a single deal and the Brisque of 1752
had every announcement (before migration 0015): rules left to the preset, rules that name what changed, rules of later
rounds, rules changed after a coup. `standings.json` is what it ranked then: by evening, each (rank, player, total).
`digests.json` is what its papers carried, made with the secret of these tests.
"""

import gzip
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

import scoring
from tests.book.document_builders import build_headless_document, drop_heads
from tests.book.evening_builders import create_club
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tests.standings.result_builders import read_standings
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import get_rules
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.tables.book_check import check_book
from tournaments.exchange import preset_file
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import AuditReason, ClubPreset, RecordReason, Table, Tournament
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.reading.paper_digest import compute_digest

EARLIER = Path(__file__).parent / "earlier"
SINGLE, ALL = {"match": "single"}, {"announcements": "all"}
OPTIONS = {
    "Briscola en un coup": SINGLE,
    "Briscola à trois": {"three_player_win": "most"} | SINGLE,
    "Briscola à trois, à la lettre": SINGLE,
    "Briscola en 120 points": {"target": 120},
    "Briscola d’usage": {},
    "Briscola, règle changée": {"match": "best_of"},
    "Briscola en deux temps": {},
    "Brisque de 1752": ALL,
    "Brisque, toujours la même": {},
    "Brisque de 1752 en 200": {"target": 200} | ALL,
}
"""By evening, the options that differ from its preset today."""
STAGES = [(2, SINGLE), (3, {"match": "fixed", "match_n": 2})]
CLUB_OPTIONS = {
    "Notre Briscola": {"three_player_win": "most"} | SINGLE,
    "Notre Briscola en 500": {"target": 500},
    "Notre Brisque": {"target": 500} | ALL,
}
BOOK_TABLES = ("tournaments_record", "tournaments_posting", "tournaments_line", "tournaments_deed")
RECORDS, DEEDS = "tournaments_record", "tournaments_deed"
MOVED_COLUMN = "reason"
"""The column of both that stands beside its row since then, where it can be erased."""


def read_json(name: str) -> Any:
    """Return the content of one of the earlier files."""
    return json.loads((EARLIER / name).read_text(encoding="utf-8"))


def drop_standard_values(game: scoring.Game, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from those of the preset today."""
    usual = next(each for each in game.presets if each.key == preset).build_values(game.options)
    return {key: value for key, value in options.items() if value != usual[key]}


def assert_evenings_keep_their_rules() -> None:
    """Assert that every evening has the options that it was played by, the standings that it had, and a right book."""
    tournaments = {each.name: each for each in Tournament.objects.all()}
    found = {
        name: drop_standard_values(scoring.get_game(each.game), each.preset, each.options)
        for name, each in tournaments.items()
    }
    assert found == OPTIONS
    stages = tournaments["Briscola en deux temps"].stages
    assert [(stage["since"], stage["options"]) for stage in stages] == STAGES
    assert {name: read_standings(each) for name, each in tournaments.items()} == read_json("standings.json")
    assert check_book(Table.objects.all()).difference is None


def assert_club_presets_keep_their_rules() -> None:
    """Assert that every preset of the club has the options that it had."""
    found = {
        each.name: drop_standard_values(scoring.get_game(each.game), each.base, each.options)
        for each in ClubPreset.objects.all()
    }
    assert found == CLUB_OPTIONS


def assert_log_names_the_rules_of_its_time() -> None:
    """Assert that the log, which is never changed, shows what a rule was when it was changed."""
    lines = build_audit_log(Tournament.objects.get(name="Briscola, règle changée"))
    changed = [(was, now) for line in lines for what, was, now in line.diff if what == "La partie se joue"]
    assert changed == [
        ("en un coup", "en un nombre convenu de coups"),
        ("en un nombre convenu de coups", "au meilleur de plusieurs coups"),
    ]


def read_book_rows() -> dict[str, list[dict[str, Any]]]:
    """Return every row of the book and of the log by its columns, as the database holds them."""
    with connection.cursor() as cursor:
        found = {}
        for table in BOOK_TABLES:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            columns = [column[0] for column in cursor.description]
            found[table] = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return found


def take_reasons(rows: list[dict[str, Any]]) -> dict[int, str]:
    """Take the column of reasons out of these rows. Return the reasons that were given, by the row's id."""
    return {row["id"]: reason for row in rows if (reason := row.pop(MOVED_COLUMN))}


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the earlier database is a file of SQLite")
@pytest.mark.usefixtures("own_database")
def test_an_upgraded_database_keeps_its_rules_its_book_and_its_standings(tmp_path: Path) -> None:
    file = tmp_path / "earlier.sqlite3"
    with closing(sqlite3.connect(file)) as earlier:
        earlier.executescript(gzip.decompress((EARLIER / "database.sql.gz").read_bytes()).decode())
    with pointed_at(Database(str(file), f"sqlite:///{file}")):
        before = read_book_rows()
        reasons, why = take_reasons(before[RECORDS]), take_reasons(before[DEEDS])
        call_command("migrate", verbosity=0, interactive=False, stdout=(said := StringIO()))
        assert read_book_rows() == before
        with closing(sqlite3.connect(said.getvalue().split(": ")[-1].strip())) as copy:
            assert copy.execute("SELECT count(*) FROM tournaments_record").fetchone() == (len(before[RECORDS]),)
            assert "reason" in {column[1] for column in copy.execute("PRAGMA table_info(tournaments_record)")}
        assert len(reasons) > 1
        assert why
        assert dict(RecordReason.objects.values_list("record", "text")) == reasons
        assert dict(AuditReason.objects.values_list("deed", "text")) == why
        assert {each.name: compute_digest(each) for each in Tournament.objects.all()} == read_json("digests.json")
        assert_evenings_keep_their_rules()
        assert_club_presets_keep_their_rules()
        assert_log_names_the_rules_of_its_time()


@pytest.mark.book_at_length
def test_a_restored_backup_of_an_earlier_program_keeps_its_rules(
    own_database: Database, copies: DatabaseCopies
) -> None:
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(EARLIER / "backup.zip"), stdout=StringIO())
        assert_evenings_keep_their_rules()
        assert_club_presets_keep_their_rules()
        assert_log_names_the_rules_of_its_time()
    copies.shelf.drop(empty)


@pytest.mark.django_db
def test_evenings_exported_by_an_earlier_program_are_imported_with_their_rules() -> None:
    club = create_club()
    for document in read_json("exports.json"):
        import_tournament(club, read_tournament(document))
    assert_evenings_keep_their_rules()


@pytest.mark.django_db
def test_an_export_names_every_option_wherever_it_holds_rules_and_comes_back_the_same() -> None:
    club = create_club()
    for earlier in read_json("exports.json"):
        tournament = import_tournament(club, read_tournament(earlier))
        document = build_tournament_document(tournament)
        every_option = {option.key for option in scoring.get_game(tournament.game).options}
        tables = [table for one in document["rounds"] for table in one["tables"]]
        rules = [document, *document.get("stages", ()), *(table["partie"] for table in tables)]
        rules += [change["was"] for table in tables for change in table.get("rules", ())]
        assert [each["options"].keys() for each in rules] == [every_option] * len(rules)
        again = import_tournament(club, read_tournament(json.loads(json.dumps(document))))
        assert build_headless_document(again) | {"id": tournament.pk} == drop_heads(document)


@pytest.mark.django_db
def test_an_export_of_today_that_plays_by_todays_preset_is_read_as_it_says() -> None:
    """Its options name `match`: nothing in it is older, though its parties may leave their options out."""
    [earlier] = [each for each in read_json("exports.json") if each["name"] == "Briscola en 120 points"]
    earlier["options"] = dict(scoring.build_setting("briscola", ["1", "2"]).options)
    earlier["rounds"][0]["tables"][0]["partie"]["options"] = {}
    tournament = import_tournament(create_club(), read_tournament(earlier))
    assert (tournament.options, get_rules(tournament)["options"]["match"]) == ({}, "target")


@pytest.mark.django_db
def test_a_paper_printed_under_another_rule_is_told_from_one_of_an_earlier_program() -> None:
    [document] = [each for each in read_json("exports.json") if each["name"] == "Briscola en un coup"]
    tournament = import_tournament(create_club(), read_tournament(document))
    before = compute_digest(tournament)
    tournament.options = {}  # to a total, as the preset is today
    assert compute_digest(tournament)[:4] == before[:4]
    assert compute_digest(tournament) != before


@pytest.mark.django_db
def test_club_presets_exported_by_an_earlier_program_are_imported_with_their_rules() -> None:
    club = create_club()
    for document in read_json("club_presets.json"):
        found = preset_file.read_preset(json.dumps(document).encode())
        made = make_preset(club, game=found.game, base=found.base, name=found.name, options=found.options)
        again = preset_file.read_preset(json.dumps(preset_file.build_preset_document(made)).encode())
        assert drop_standard_values(scoring.get_game(made.game), made.base, again.options) == made.options
    assert_club_presets_keep_their_rules()


def test_the_migration_and_the_presets_agree_on_what_changed() -> None:
    former = __import__("tournaments.migrations.0015_rules_that_changed", fromlist=["FORMER_VALUES"]).FORMER_VALUES
    declared = {
        (game.key, preset.key): dict(preset.formerly)
        for game in scoring.list_games()
        for preset in game.presets
        if preset.formerly
    }
    assert former == declared
