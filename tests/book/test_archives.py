"""Export and import of one tournament as a document, and backup and restore of the whole installation."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection

import scoring
from config import serving
from tests.book.book_rows import read_all_rows
from tests.book.document_builders import build_headless_document, drop_heads, fill_evening_with_history, replace_at_path
from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events, undo_last
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.rule_change import change_rules, preview_rule_change
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.webhooks.receivers import add_receiver, queue_test_message
from tournaments.book import table_keys
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.book.saved_records import FILE_NAME, find_saved_number
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Delivery, OutboxEntry, Record, Table, Tournament
from tournaments.reading.tallies import get_standings

# ── Export and import of one tournament


@pytest.fixture
def document(db: None) -> dict[str, Any]:
    """The exported document of the tournament that `fill_evening_with_history` creates."""
    fill_evening_with_history()
    return build_tournament_document(Tournament.objects.get())


def import_document(document: dict[str, Any]) -> Tournament:
    """Import the document, after a round trip through JSON."""
    return import_tournament(Club.objects.get(), read_tournament(json.loads(json.dumps(document))))


@pytest.mark.book
def test_an_exported_tournament_is_imported_unchanged(document: dict[str, Any]) -> None:
    tournament = import_document(document)
    assert tournament.status == Tournament.Status.CLOSED
    assert build_headless_document(tournament) | {"id": document["id"]} == drop_heads(document)
    assert document["rounds"][0]["rested"] == [9]
    assert document["ranking"]["win"] == 4
    exported = Tournament.objects.get(pk=document["id"])
    exported.status = tournament.status  # once it is closed, whoever never played is ranked no longer
    first, second = get_standings(exported), get_standings(tournament)
    assert [(row.tally.player, row.figures) for row in first] == [(row.tally.player, row.figures) for row in second]
    assert check_book(Table.objects.all()).difference is None


def test_an_export_holds_seats_substitutes_parties_and_revisions(document: dict[str, Any]) -> None:
    assert document["format"] == "corbillon.evenement/1"
    assert document["date"] == "2026-11-21"
    assert document["time_zone"] == "Europe/Paris"
    [one] = document["rounds"]
    names = {player["id"]: player["name"] for player in document["players"]}
    assert [names[each] for each in one["resting"]] == ["<script>", "😀", "مريم"]
    first, second = one["tables"]
    assert [names[each] for each in first["seats"]] == ["Anne", "Zoé", "Chloé"]
    assert [names[each["id"]] for each in first["sat_before"]] == ["Basile"]
    assert "sat_before" not in second
    assert isinstance(scoring.read_partie(first["partie"]), scoring.Partie)
    assert [(each["event"], each["by"], each["reason"]) for each in first["revisions"]] == [
        (1, "organisateur", "inversés"),
        (4, "table:1", ""),
        (3, "table:1", ""),
    ]


def test_imported_revisions_keep_the_previous_event_its_author_and_its_time(document: dict[str, Any]) -> None:
    sheet = load_sheets(import_document(document))[0]
    assert [each.was["type"] for each in sheet.list_revisions()] == ["coup", "end", "penalty"]
    [user] = get_user_model().objects.all()
    assert sheet.list_revisions()[0].record.actor == f"user:{user.pk}"
    assert {sheet.list_revisions()[0].record.at} == {each.at for each in Record.objects.filter(kind="correction")}


def test_an_account_unknown_here_is_imported_as_a_name(document: dict[str, Any]) -> None:
    get_user_model().objects.update(username="quelqu’un d’autre")
    tournament = import_document(document)
    assert load_sheets(tournament)[0].list_revisions()[0].record.actor == "import:organisateur"
    assert build_tournament_document(tournament)["rounds"][0]["tables"][0]["revisions"][0]["by"] == "organisateur"


INVALID_VALUES: list[tuple[str, Any, str]] = [
    ("format", "corbillon.partie/1", "format"),
    ("name", "", "name"),
    ("name", "x" * 81, "name"),
    ("date", "hier", "date"),
    ("date", 20261121, "date"),
    ("time_zone", "Europe/Lutece", "time_zone"),
    ("game", "belote", "rounds[0].tables[0].partie"),
    ("options", [], "options"),
    ("players", {}, "players"),
    ("players.0.id", 2, "players[1].id"),
    ("players.0.name", "pot", "players[0].name"),
    ("rounds.0.n", 0, "rounds[0].n"),
    ("rounds.0.rested", [99], "rounds[0].rested[0]"),
    ("ranking", [], "ranking"),
    ("ranking", {"bonus": 1}, "ranking.bonus"),
    ("ranking", {"win": "2"}, "ranking.win"),
    ("ranking", {"exempt": "half"}, "ranking.exempt"),
    ("ranking", {"places": [1, 2]}, "ranking.places"),
    ("ranking", {"precedence": ["left", "lots", "total"]}, "ranking.total"),
    ("ranking", {"precedence": ["left"]}, "ranking"),
    ("rounds.0.tables.1.n", 1, "rounds[0].tables"),
    ("rounds.0.tables.0.seats.0", 99, "rounds[0].tables[0].seats[0]"),
    ("rounds.0.tables.0.seats.0", 5, "rounds[0].tables"),
    ("rounds.0.tables.0.seats", [1, 2], "rounds[0].tables[0].partie.players"),
    ("rounds.0.tables.0.partie.events.0.points.Anne", 38, "rounds[0].tables[0].partie.events[0].points"),
    ("rounds.0.tables.0.partie.options", {"tours": 2}, "rounds[0].tables[0].partie"),
    ("rounds.0.tables.0.revisions.0.at", "hier", "rounds[0].tables[0].revisions[0].at"),
    ("rounds.0.tables.0.revisions.0.was", {"type": "leave", "player": "X"}, "rounds[0].tables[0].revisions[0].was"),
]


def test_an_invalid_document_is_refused_with_the_path_of_its_problem(document: dict[str, Any]) -> None:
    for path, value, told in INVALID_VALUES:
        with pytest.raises(Refused) as refused:
            read_tournament(replace_at_path(document, path, value))
        assert told in [problem.path for problem in refused.value.problems], (path, value)


def test_a_previous_event_that_cannot_be_scored_refuses_the_whole_import(document: dict[str, Any]) -> None:
    """No part of a history is dropped silently, and nothing at all is written."""
    wrong = {"type": "coup", "points": {"Anne": 1, "Zoé": 1, "Chloé": 1}}
    events = Tournament.objects.count()
    with pytest.raises(Refused) as refused:
        import_document(replace_at_path(document, "rounds.0.tables.0.revisions.0.was", wrong))
    [problem] = refused.value.problems
    assert problem.path == "rounds[0].tables[0].revisions[0].was"
    assert "Rien n’est importé" in str(problem.message)
    assert Tournament.objects.count() == events


@pytest.mark.parametrize("n", [7, 9_999])
def test_a_revision_of_an_event_that_never_existed_is_refused(document: dict[str, Any], n: int) -> None:
    with pytest.raises(Refused) as refused:
        read_tournament(replace_at_path(document, "rounds.0.tables.0.revisions.0.event", n))
    assert "rounds[0].tables[0].revisions[0].was" in [problem.path for problem in refused.value.problems]


@pytest.mark.book_at_length
@pytest.mark.django_db
def test_rule_changes_are_imported_with_the_records_written_under_each_rule() -> None:
    """Records written under the first rules could not be scored under the last ones."""
    tournament = create_evening(3, 3)
    table = get_table(tournament)
    record_events(table, build_coup(), build_coup())
    record_events(get_table(tournament, 2), build_coup())
    for preset, options in (("academie-1718", {"payments": "off"}), ("aux-points", {"target": 500})):
        asked: dict[str, Any] = {"preset": preset, "options": options}
        seen = preview_rule_change(tournament, **asked).digest
        change_rules(tournament, **asked, seen_digest=seen, key=f"rules-{preset}", actor="user:1", reason="mal lue")
        record_events(table, {"type": "coup", "points": {"1": 40, "2": 50, "3": 30}})
        correct_event(table, 1, build_coup(37, 58) if options == {"payments": "off"} else {"type": "void"})
    undo_last(table)
    document = build_tournament_document(Tournament.objects.get())
    [first, second] = [each["was"] for each in document["rounds"][0]["tables"][0]["rules"]]
    assert (first["options"]["payments"], second["options"]["payments"]) == ("auto", "off")
    assert first["options"].keys() == second["options"].keys() == document["options"].keys()
    again = import_document(document)
    assert build_headless_document(again) | {"id": document["id"]} == drop_heads(document)
    assert check_book(Table.objects.all()).difference is None
    kinds = [
        [row.kind for row in Record.objects.filter(table__round__tournament=each, table__n=1)]
        for each in (tournament, again)
    ]
    assert kinds[0].count("rules") == kinds[1].count("rules") == 2
    with pytest.raises(Refused, match="Rien n’est importé"):
        import_document(
            replace_at_path(document, "rounds.0.tables.0.rules.0.was", {"preset": "nobody-s", "options": {}})
        )


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, b"null", b"3", b'{"format": 1}'])
def test_importing_a_file_that_is_no_tournament_fails_with_a_message(db: None, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    with pytest.raises(CommandError):
        call_command("import", str(file))
    assert not Tournament.objects.exists()


@pytest.mark.book_at_length
def test_export_and_import_commands_copy_a_tournament(document: dict[str, Any], tmp_path: Path) -> None:
    file, said = tmp_path / "event.json", StringIO()
    code = Tournament.objects.get().code
    call_command("export", code.lower(), "-o", str(file))
    call_command("import", str(file), stdout=said)
    told = StringIO()
    call_command("export", said.getvalue().splitlines()[-1], stdout=told)
    exported, again = json.loads(file.read_text(encoding="utf-8")), json.loads(told.getvalue())
    assert drop_heads(again)["rounds"] == drop_heads(exported)["rounds"]
    with pytest.raises(CommandError, match="évènement"):
        call_command("export", "999")
    with pytest.raises(CommandError, match="No such file"):
        call_command("import", str(tmp_path / "missing.json"))


# ── Backup and restore of the whole installation


@pytest.mark.book
@pytest.mark.posix
@pytest.mark.start_from(fill=fill_evening_with_history)
def test_a_restored_backup_equals_the_saved_database(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    file = tmp_path / "backup.zip"
    queue_test_message(add_receiver(Club.objects.get(), "https://club.example/", ["coup.recorded"]))
    before = read_all_rows()
    key = table_keys.table_key(get_table(Tournament.objects.get()))
    call_command("backup", str(file), stdout=StringIO())
    assert file.stat().st_mode & 0o077 == 0
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(file), stdout=StringIO())
        assert read_all_rows() == before
        assert not Delivery.objects.exists(), "nothing is sent twice"
        assert not OutboxEntry.objects.exists(), "nothing is sent twice"
        table = table_keys.find_table_by_key(key)
        assert table
        assert record_events(Table.objects.get(n=2), build_coup_of_two()).next_number == 2
        assert check_book(Table.objects.all()).difference is None
    copies.shelf.drop(empty)


def build_coup_of_two() -> dict[str, Any]:
    """Build a coup of two players."""
    return {"type": "coup", "points": {"1": 70, "2": 50}}


@pytest.mark.book
@pytest.mark.start_from(fill=fill_evening_with_history)
def test_restore_moves_a_filled_sqlite_database_aside_and_refuses_a_filled_postgresql(
    own_database: Database, tmp_path: Path
) -> None:
    file, said = tmp_path / "backup.zip", StringIO()
    call_command("backup", str(file), stdout=StringIO())
    record_events(get_table(Tournament.objects.get(), 2), build_coup_of_two())
    now = read_all_rows()
    if connection.vendor == "postgresql":
        with pytest.raises(CommandError, match="vide"):
            call_command("restore", str(file))
        assert read_all_rows() == now
        return
    call_command("restore", str(file), stdout=said)
    assert Record.objects.filter(table__n=2).count() == 0
    aside, *_ = [line.split(" : ")[1] for line in said.getvalue().splitlines() if own_database.name in line]
    with pointed_at(Database(aside, "")):
        assert read_all_rows() == now


@pytest.mark.book
@pytest.mark.start_from(fill=fill_evening_with_history)
def test_restore_is_refused_while_the_server_runs(
    own_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup.zip"
    monkeypatch.setattr(serving, "_held", [])
    serving.hold_serving_lock(settings.VAR_DIR)
    call_command("backup", str(file), stdout=StringIO())
    with pytest.raises(CommandError, match="tourne"):
        call_command("restore", str(file))
    for held in serving._held:
        held.close()
    assert not serving.is_serving(settings.VAR_DIR)


@pytest.mark.book_at_length
@pytest.mark.start_from(fill=fill_evening_with_history)
def test_a_backup_of_an_installation_with_a_library_that_has_gone_since_is_restored(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    """Its migrations and its rows are in the older backup."""
    file, older = tmp_path / "backup.zip", tmp_path / "older.zip"
    before = read_all_rows()
    call_command("backup", str(file), stdout=StringIO())
    with ZipFile(file) as made, ZipFile(older, "w") as changed:
        for name in made.namelist():
            content = made.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                manifest["migrations"].append(["axes", "0001_initial"])
                content = json.dumps(manifest).encode()
            changed.writestr(name, content)
        changed.writestr("rows/axes.accessattempt.jsonl", b'["id","username"]\n[1,"claire"]\n')
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(older), stdout=StringIO())
        assert read_all_rows() == before
    copies.shelf.drop(empty)


@pytest.mark.book_at_length
def test_a_backup_and_a_restore_note_the_last_record_of_each_open_table_that_they_hold(
    own_database: Database, copies: DatabaseCopies, tmp_path: Path
) -> None:
    """What was written since is not held, nor what another book has under that number."""
    table = get_table(create_evening(3))
    record_events(table, build_coup(), build_coup())
    call_command("backup", str(tmp_path / "backup.zip"), stdout=StringIO())
    assert find_saved_number(record_events(table, build_coup())) == 2
    empty = copies.copy(None)
    with pointed_at(empty):
        other = get_table(create_evening(3))
        assert other.pk == table.pk
        assert find_saved_number(record_events(other, build_coup(), build_coup())) == 0
        call_command("backup", str(tmp_path / "other.zip"), stdout=StringIO())
    copies.shelf.drop(empty)
    empty = copies.copy(None)
    with pointed_at(empty):
        call_command("restore", str(tmp_path / "backup.zip"), stdout=StringIO())
        assert find_saved_number(load_sheet(table.pk)) == 2
    copies.shelf.drop(empty)
    (settings.VAR_DIR / FILE_NAME).write_text("{", encoding="utf-8")
    assert find_saved_number(load_sheet(table.pk)) == 0
    (settings.VAR_DIR / FILE_NAME).unlink()
    assert find_saved_number(load_sheet(table.pk)) == 0


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a zip at all"])
def test_restoring_a_file_that_is_no_backup_changes_nothing(
    own_database: Database, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "backup.zip"
    file.write_bytes(content)
    before = read_all_rows()
    with pytest.raises(CommandError, match="sauvegarde"):
        call_command("restore", str(file))
    assert read_all_rows() == before


def test_backup_into_a_missing_folder_fails_with_a_message(own_database: Database, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("backup", str(tmp_path / "nowhere" / "backup.zip"))
    assert list(tmp_path.iterdir()) == []
