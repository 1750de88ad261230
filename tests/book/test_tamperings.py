"""Who owns the database changes what decides who wins: `recheck` tells each of more than forty ways, or a head that
somebody holds elsewhere does."""

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.book.attacks import attack_as_owner, is_refused
from tests.book.book_rows import run_recheck
from tests.book.evening_builders import build_coup, correct_event
from tests.book.tamperings import TAMPERINGS, WHY, fill_decided_evening
from tests.fixtures.amounts import choose_amount, thin_on_postgres
from tests.fixtures.databases import Database
from tournaments.actions.decisions import seal_changed
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.book.chain import compute_tournament_head
from tournaments.book.loading import load_heads, load_sheet
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Adjustment, ChainLink, Entry, Record, Table, Tournament
from tournaments.presentation.text.numbers import format_head
from tournaments.upkeep.backups.encryption import BackupKey, encrypt

pytestmark = [pytest.mark.book_at_length, pytest.mark.start_from(fill=fill_decided_evening)]


def list_tried() -> Iterator[str]:
    """Yield the names of the tamperings to try, in the short form every second one of those that are told alike."""
    alike = Counter[str]()
    for name, (told, _statements) in TAMPERINGS.items():
        if alike[told] % choose_amount(2, 1) == 0:
            yield name
        alike[told] += 1


def test_there_are_more_than_forty_tamperings() -> None:
    assert len(TAMPERINGS) > 40


def test_recheck_reports_nothing_before_a_tampering(own_database: Database) -> None:
    assert "rien" not in run_recheck()
    assert ChainLink.objects.exclude(part=None).count() > 40


@pytest.mark.book
@pytest.mark.tampers
@pytest.mark.parametrize("name", thin_on_postgres(list_tried()))
def test_recheck_tells_what_was_tampered_with(own_database: Database, name: str) -> None:
    told, statements = TAMPERINGS[name]
    assert not attack_as_owner(statements)
    with pytest.raises(CommandError, match=told):
        run_recheck()


LINK = (
    "INSERT INTO tournaments_link (part, subject, event_id, state, reason, previous, beside, digest, by) "
    "VALUES ('adjustment', {subject}, 1, '{state}', '', {previous}, '', '" + "f" * 64 + "', '')"
)
OTHER = "'" + "a" * 64 + "'"
LAST = "(SELECT digest FROM tournaments_link WHERE part = 'adjustment' AND subject = 1 ORDER BY id DESC LIMIT 1)"
REFUSED = {
    "a link that skips the one before it": [LINK.format(subject=1, state="e" * 64, previous=OTHER)],
    "a state that is no digest": [LINK.format(subject=1, state="abc", previous=LAST)],
    "a link of a decision changed": ["UPDATE tournaments_link SET state = '' WHERE part = 'adjustment'"],
    "a link of a decision removed": ["DELETE FROM tournaments_link WHERE part = 'adjustment'"],
    "a link of a table and of a row": [
        LINK.format(subject=1, state="e" * 64, previous=LAST)
        .replace("(part,", "(table_id, part,")
        .replace("VALUES (", "VALUES (1, ")
    ],
    "a link of nothing": [
        LINK.format(subject=1, state="e" * 64, previous=LAST)
        .replace("'adjustment'", "NULL")
        .replace("1, 1,", "1, NULL,")
    ],
}


@pytest.mark.book
def test_the_guards_refuse_a_link_that_is_out_of_order(own_database: Database) -> None:
    assert [name for name, statements in REFUSED.items() if not is_refused(statements)] == []
    run_recheck()


# ── What nothing in the database tells: heads that stand elsewhere


def read_head() -> str:
    """Return the head of the evening as its printed standings name it."""
    return format_head(load_heads(Tournament.objects.get())[1])


def forge_bonus() -> None:
    """Change a bonus, and write the link that says so, in itself beyond doubt."""
    Adjustment.objects.filter(pk=1).update(amount=5000)
    seal_changed(Adjustment, [1])


def test_a_well_formed_forgery_is_told_by_the_head_on_printed_standings(own_database: Database) -> None:
    head = read_head()
    assert "rien n’a été écrit depuis" in run_recheck("--head", head, "--against", head)
    forge_bonus()
    run_recheck()
    with pytest.raises(CommandError, match="plus dans le livre"):
        run_recheck("--head", head)
    assert "depuis, il dit de plus\u202f: un bonus ou une pénalité (1)" in run_recheck("--against", head)


def test_the_last_record_cut_with_all_that_counts_it_is_told_by_what_was_decided_since(own_database: Database) -> None:
    assert not attack_as_owner(cut_last_record())
    with pytest.raises(CommandError, match="Il manque"):
        run_recheck()


def cut_last_record() -> list[str]:
    """Return the SQL that removes the last record and its link, and sets right every number that SQLite has given."""
    last = Record.objects.latest("pk").pk
    parts = ("line", "posting", "reason", "link")
    counted = [
        f"UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM {table}) WHERE name = '{table}'"
        for table in ("tournaments_record", "tournaments_link", "tournaments_posting", "tournaments_line")
    ]
    return [
        *(f"DELETE FROM tournaments_{part} WHERE record_id = {last}" for part in parts),
        f"DELETE FROM tournaments_record WHERE id = {last}",
        *(counted if connection.vendor == "sqlite" else []),
    ]


def test_the_very_end_of_the_book_cut_off_is_told_by_a_head_alone(own_database: Database) -> None:
    """The last thing of all: a bonus and its line of the log, with their links and SQLite's numbers."""
    tournament = Tournament.objects.get()
    open_tournament(tournament, actor="user:1", reason="encore un mot")
    before = ChainLink.objects.latest("pk").pk
    entry = Entry.objects.latest("pk")
    [given] = give_adjustment(tournament, entry, amount=3, rule="art. 1", round=1, **WHY)
    held, head = ChainLink.objects.latest("pk").digest[:16], read_head()
    counted = [
        f"UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM {table}) WHERE name = '{table}'"
        for table in ("tournaments_deed", "tournaments_adjustment", "tournaments_link")
    ]
    assert not attack_as_owner(
        [
            f"DELETE FROM tournaments_link WHERE id > {before}",
            f"DELETE FROM tournaments_adjustment WHERE id = {given.pk}",
            f"DELETE FROM tournaments_deedreason WHERE deed_id = {given.given_id}",
            f"DELETE FROM tournaments_deed WHERE id = {given.given_id}",
            *(counted if connection.vendor == "sqlite" else []),
        ]
    )
    run_recheck()
    for each in (held, head):
        with pytest.raises(CommandError, match="plus dans le livre"):
            run_recheck("--against", each)


def test_an_export_is_compared_with_the_book(own_database: Database, tmp_path: Path) -> None:
    tournament = Tournament.objects.get()
    file = tmp_path / "soiree.json"
    file.write_text(json.dumps(build_tournament_document(tournament)), encoding="utf-8")
    assert "rien n’a été écrit depuis" in run_recheck("--against", str(file))
    open_tournament(tournament, actor="user:1", reason="encore un coup")
    correct_event(Table.objects.get(round__n=1, n=2), 3, build_coup(40, 45, 35))
    said = run_recheck(tournament.code, "--against", str(file))
    assert "une ligne du journal (1)" in said
    assert "un enregistrement (1)" in said
    assert not attack_as_owner(
        [
            "UPDATE tournaments_link SET digest = '" + "c" * 64 + "' WHERE id = (SELECT MAX(id) FROM tournaments_link)",
        ]
    )
    with pytest.raises(CommandError):
        run_recheck("--against", str(file))


def test_an_export_of_another_book_is_told(own_database: Database, tmp_path: Path) -> None:
    document = build_tournament_document(Tournament.objects.get())
    document["rounds"][0]["tables"][1]["head"] = "0" * 64
    file = tmp_path / "soiree.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError, match=r"1\.2\)"):
        run_recheck("--against", str(file))


def test_a_backup_is_compared_with_the_book(own_database: Database, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    call_command("backup", str(file), stdout=StringIO())
    assert "rien n’a été écrit depuis" in run_recheck("--against", str(file))
    forge_bonus()
    assert "un bonus ou une pénalité (1)" in run_recheck("--against", str(file))
    later = tmp_path / "later.zip"
    call_command("backup", str(later), stdout=StringIO())
    last = ChainLink.objects.latest("pk").pk
    counted = ["UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'tournaments_link'"]
    assert not attack_as_owner(
        [
            f"DELETE FROM tournaments_link WHERE id = {last}",
            "UPDATE tournaments_adjustment SET amount = -1 WHERE id = 1",
            "DELETE FROM tournaments_keptevening",
            *(counted if connection.vendor == "sqlite" else []),
        ]
    )
    run_recheck("--against", str(file))
    with pytest.raises(CommandError, match="sceaux disparus\u202f: 1"):
        run_recheck("--against", str(later))


def test_an_encrypted_backup_is_compared_once_its_passphrase_is_given(
    own_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup.zip"
    call_command("backup", str(file), stdout=StringIO())
    file.write_bytes(encrypt(file.read_bytes(), BackupKey.derive("trois as et un sept")))
    monkeypatch.setattr("sys.stdin", StringIO("trois as et un sept\ntrois as\n"))
    assert "rien n’a été écrit depuis" in run_recheck("--against", str(file))
    with pytest.raises(CommandError, match="pas la phrase"):
        run_recheck("--against", str(file))


NEITHER = [b"", b"{}", b"[]", b'{"format": "corbillon.evenement/1"}', b"\xff", b"[" * 100_000]


@pytest.mark.parametrize("content", NEITHER)
def test_a_file_that_is_neither_gets_one_sentence(own_database: Database, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="ni l’export d’une soirée, ni une sauvegarde"):
        run_recheck("--against", str(file))
    with pytest.raises(CommandError, match="pas un sceau"):
        run_recheck("--against", str(tmp_path / "nothing"))


def test_a_head_printed_before_decisions_had_links_is_found(own_database: Database) -> None:
    """It covered the tables alone: what was decided since then is told as written since."""
    heads, _head = load_heads(Tournament.objects.get())
    earlier = format_head(compute_tournament_head(heads, ""))
    run_recheck("--head", earlier, "--head", load_sheet(Table.objects.get(round__n=1, n=1).pk).head[:16])
    assert "une table qui n’est pas jouée" in run_recheck("--against", earlier)
