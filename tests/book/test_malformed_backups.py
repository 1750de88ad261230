"""A backup that is not as the program writes it is refused with one sentence, and nothing is put in place: every
member, every field of the manifest, the archive itself."""

import io
import json
import struct
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.book.book_rows import read_all_rows
from tests.book.document_builders import fill_evening_with_history
from tests.fixtures.amounts import choose_amount, thin_on_postgres
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tournaments.actions.errors import NotNow
from tournaments.exchange.backup import write_archive
from tournaments.exchange.backup_archive import (
    HALL_FILE,
    KEY_FILE,
    MANIFEST,
    MOST_BYTES,
    MOST_FILE_BYTES,
    MOST_LINE_BYTES,
    MOST_RATIO,
    VAR_FILES,
    is_bounded,
    read_values,
)
from tournaments.exchange.restore import restore_backup

pytestmark = pytest.mark.start_from(fill=fill_evening_with_history)

Members = dict[str, bytes]
KEY, HALL = b"k" * 64 + b"\n", b'{"address": "192.168.1.20", "port": 8000}\n'
RECORDS, CLUBS = "rows/tournaments.record.jsonl", "rows/tournaments.club.jsonl"


@pytest.fixture
def members(own_database: Database, copies: DatabaseCopies, tmp_path: Path, monkeypatch: Any) -> Iterator[Members]:
    """What a sound backup holds; the installation is another one from then on, without a row and with its own files."""
    var = tmp_path / "var"
    var.mkdir()
    monkeypatch.setattr(settings, "VAR_DIR", var)
    for name, content in zip(VAR_FILES, (KEY, HALL), strict=True):
        (var / name).write_bytes(content)
    write_archive(tmp_path / "backup.zip")
    for name in VAR_FILES:
        (var / name).write_bytes(b"another one\n")
    with ZipFile(tmp_path / "backup.zip") as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    empty = copies.copy(None)
    with pointed_at(empty):
        yield found
    copies.shelf.drop(empty)


def pack(members: Members, *more: tuple[str, bytes], method: int = ZIP_DEFLATED) -> io.BytesIO:
    """Write these members, and further ones that may have the same names, into an archive."""
    stream = io.BytesIO()
    with ZipFile(stream, "w", method) as archive, pytest.warns() if more else nullcontext():
        for name, content in [*members.items(), *more]:
            archive.writestr(name, content)
    return stream


def read_state() -> Any:
    """Return all that a restore would put in place."""
    kept = [path for path in settings.VAR_DIR.iterdir() if path.suffix != ".lock"]
    files = {path.name: path.read_bytes() for path in kept}
    return files, read_all_rows() if connection.introspection.table_names() else None


def check_refused(file: io.BytesIO, before: Any) -> str:
    """Try to restore the file, which must leave all as it was `before`. Return why it was refused, in a line of
    words."""
    with pytest.raises(NotNow) as refused:
        restore_backup(file)
    assert read_state() == before
    words = str(refused.value)
    assert words.endswith(".")
    assert "\n" not in words
    assert len(words) < 200
    return words


def change_manifest(**changed: Any) -> Callable[[Members], Members]:
    """Return a function that gives the manifest these fields; without one where it is None."""

    def change(members: Members) -> Members:
        manifest = json.loads(members[MANIFEST]) | changed
        kept = {name: value for name, value in manifest.items() if value is not None}
        return members | {MANIFEST: json.dumps(kept).encode()}

    return change


def put(name: str, content: bytes) -> Callable[[Members], Members]:
    """Return a function that gives a member this content."""
    return lambda members: members | {name: content}


def change_lines(name: str, change: Callable[[list[Any]], list[Any]]) -> Callable[[Members], Members]:
    """Return a function that changes the lines of a table, each as its values."""

    def changed(members: Members) -> Members:
        lines = change([json.loads(line) for line in members[name].splitlines()])
        return members | {name: b"".join(json.dumps(line).encode() + b"\n" for line in lines)}

    return changed


def swap(lines: list[Any], column: str, value: Any) -> list[Any]:
    """Return the lines with this value in a column of the first row."""
    at = lines[0].index(column)
    return [lines[0], [value if n == at else each for n, each in enumerate(lines[1])], *lines[2:]]


MALFORMED: dict[str, Callable[[Members], Members]] = {
    "no manifest": lambda members: {name: content for name, content in members.items() if name != MANIFEST},
    **{f"manifest {text!r}": put(MANIFEST, text) for text in (b"", b"{", b"\xff", b"null", b"[]", b"3", b"[" * 99_999)},
    "another format": change_manifest(format="corbillon.sauvegarde/2"),
    "no format": change_manifest(format=None),
    "no time": change_manifest(at=None),
    "a time of another kind": change_manifest(at=3),
    "a time that is none": change_manifest(at="yesterday"),
    "no list of migrations": change_manifest(migrations=None),
    "an empty list of migrations": change_manifest(migrations=[]),
    "migrations of others alone": change_manifest(migrations=[["contenttypes", "0001_initial"]]),
    "the last migration alone": change_manifest(migrations=[["tournaments", "0034_earlier"]]),
    "a word for migrations": change_manifest(migrations="tournaments"),
    "migrations without names": change_manifest(migrations=[["tournaments"]]),
    "migrations of another kind": change_manifest(migrations=[["tournaments", 1]]),
    "migrations in lists": change_manifest(migrations=[["tournaments", ["0001_initial"]]]),
    **{f"the key {text!r}": put(f"files/{KEY_FILE}", text) for text in (b"", b"\n", b"short", b"k" * 31, b"\xff" * 64)},
    **{f"the hall {text!r}": put(f"files/{HALL_FILE}", text) for text in (b"", b"[]", b'{"port": 1}', b"[" * 99_999)},
    "a port that is none": put(f"files/{HALL_FILE}", b'{"address": "192.168.1.20", "port": 70000}'),
    "a table less": lambda members: {name: content for name, content in members.items() if name != RECORDS},
    "a table without a line": put(CLUBS, b""),
    "columns of another kind": put(CLUBS, b"{}\n"),
    "columns that are none": put(CLUBS, b'[1, ["name"]]\n'),
    "a column less": change_lines(CLUBS, lambda lines: [line[:-1] for line in lines]),
    "a column twice": change_lines(CLUBS, lambda lines: [line + line[-1:] for line in lines]),
    "a value less": change_lines(CLUBS, lambda lines: [lines[0], lines[1][:-1]]),
    "a row of another kind": change_lines(CLUBS, lambda lines: [lines[0], 3]),
    "a row twice": change_lines(CLUBS, lambda lines: [*lines, lines[1]]),
    "a line that is none": lambda members: members | {CLUBS: members[CLUBS] + b"[1,\n"},
    "a line that is too long": lambda members: members | {CLUBS: members[CLUBS] + b'["' + b"a" * MOST_LINE_BYTES},
    "a number that is none": change_lines(CLUBS, lambda lines: swap(lines, "id", float("nan"))),
    "a number that is too large": change_lines(CLUBS, lambda lines: swap(lines, "id", 10**30)),
    "a list for a number": change_lines(CLUBS, lambda lines: swap(lines, "id", [[]])),
    "half a letter": change_lines(CLUBS, lambda lines: swap(lines, "name", "\ud800")),
    "a record of nothing": change_lines(RECORDS, lambda lines: swap(lines, "body", None)),
    "a record of another kind": change_lines(RECORDS, lambda lines: swap(lines, "body", [{"type": 3}])),
    "a time of nothing": change_lines(RECORDS, lambda lines: swap(lines, "at", None)),
    "a table that there is not": change_lines(RECORDS, lambda lines: swap(lines, "table_id", 999)),
}


FOUND_LATE = ("a table less", "a value less", "a row twice", "a list for a number", "a table that there is not")
"""What only the restore itself meets, when the database has its tables: on PostgreSQL that takes seconds each time."""


@pytest.mark.book
def test_a_backup_with_a_malformed_member_is_refused_with_one_sentence(members: Members) -> None:
    """All in one installation, which no refusal may change."""
    before = read_state()
    for name in thin_on_postgres(FOUND_LATE) if connection.vendor == "postgresql" else MALFORMED:
        try:
            check_refused(pack(MALFORMED[name](members)), before)
        except (pytest.fail.Exception, AssertionError) as failed:
            raise AssertionError(name) from failed


@pytest.mark.book_at_length
def test_a_sound_backup_with_members_that_are_not_ours_is_restored_and_they_are_left(members: Members) -> None:
    foreign = {"../../evil": b"a", "/tmp/evil": b"a", "rows/../../evil.jsonl": b"[1]\n", "files/../session.key": b"a"}
    restore_backup(pack(members | foreign))
    assert (settings.VAR_DIR / KEY_FILE).read_bytes() == KEY
    assert (settings.VAR_DIR / HALL_FILE).read_bytes() == HALL
    written = {path.name for path in settings.VAR_DIR.parent.rglob("*")}
    assert not {"evil", "evil.jsonl", "session.key"} & written


@pytest.mark.book_at_length
def test_a_spoilt_key_or_address_is_left_out_of_a_backup_which_is_restored_then(
    members: Members, tmp_path: Path
) -> None:
    restore_backup(pack(members))
    for name in VAR_FILES:
        (settings.VAR_DIR / name).write_bytes(b"")
    write_archive(tmp_path / "again.zip")
    with ZipFile(tmp_path / "again.zip") as archive:
        assert not [name for name in archive.namelist() if name.startswith("files/")]


def test_an_archive_that_says_anything_else_than_what_it_holds_is_refused(members: Members) -> None:
    before, whole = read_state(), pack(members).getvalue()
    zeros = b"\n" * 30_000_000
    stored = pack(members, method=ZIP_STORED).getvalue()
    at = stored.index(members[CLUBS])
    end = whole.rindex(b"PK\x05\x06")
    (place,) = struct.unpack("<L", whole[end + 16 : end + 20])  # of the list of members
    for spoilt in (
        whole[:-1],
        whole[: len(whole) // 2],
        spoil_first(whole, place, 8, 1),  # a member with a password
        spoil_first(whole, place, 10, 99),  # a way to pack that there is not
        spoil_first(whole, place, 24, 7),  # another length
        spoil_first(whole, place, 42, 7),  # another place
        whole[: end + 16] + b"\xff\xff\xff\x7f" + whole[end + 20 :],
        stored[:at] + b"{" + stored[at + 1 :],
        pack(members, (MANIFEST, members[MANIFEST])).getvalue(),
        pack(members, (CLUBS, members[CLUBS])).getvalue(),
        pack(members | {"zeros": zeros}).getvalue(),
        pack(members | {f"files/{HALL_FILE}": zeros}).getvalue(),
    ):
        assert spoilt != whole
        check_refused(io.BytesIO(spoilt), before)


def spoil_first(archive: bytes, place: int, at: int, value: int) -> bytes:
    """Return the archive with another value in one byte of the first entry of its list of members."""
    return archive[: place + at] + bytes([archive[place + at] ^ value]) + archive[place + at + 1 :]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@st.composite
def draw_spoiling(draw: st.DrawFn) -> Callable[[Members], io.BytesIO]:
    """Draw one way to spoil a backup."""
    place, second, value = draw(st.integers(0, 10**6)), draw(st.integers(0, 10**6)), draw(JSON)
    kind = draw(st.sampled_from(["value", "value", "value", "manifest", "line", "content", "byte", "cut"]))

    def spoil(members: Members) -> io.BytesIO:
        filled = [name for name, content in members.items() if content.count(b"\n") > 1 and name.startswith("rows/")]
        name = filled[place % len(filled)]
        lines = members[name].splitlines()
        if kind == "value":
            n = 1 + second % (len(lines) - 1)
            values = json.loads(lines[n])
            values[place % len(values)] = value
            lines[n] = json.dumps(values).encode()
        elif kind == "line":
            lines[second % len(lines)] = json.dumps(value).encode()
        elif kind == "manifest":
            manifest = json.loads(members[MANIFEST])
            manifest[sorted(manifest)[place % 3]] = value
            return pack(members | {MANIFEST: json.dumps(manifest).encode()})
        elif kind == "content":
            return pack(members | {sorted(members)[second % len(members)]: repr(value).encode()})
        whole = bytearray(pack(members | {name: b"\n".join(lines) + b"\n"}).getvalue())
        if kind == "byte":
            whole[second % len(whole)] ^= 1 + place % 255
        return io.BytesIO(bytes(whole[: second % len(whole)] if kind == "cut" else whole))

    return spoil


@hypothesis_settings(max_examples=choose_amount(10, 60), suppress_health_check=list(HealthCheck))
@given(spoil=draw_spoiling())
def test_whatever_is_spoilt_a_backup_is_restored_whole_or_refused_with_one_sentence(
    members: Members, spoil: Callable[[Members], io.BytesIO]
) -> None:
    file, before = spoil(members), read_state()
    try:
        restore_backup(file)
    except NotNow as refused:
        assert str(refused).endswith(".")
        assert read_state() == before
    else:
        for path in settings.VAR_DIR.glob("*.2*"):
            path.unlink()


def test_a_backup_holds_no_more_than_its_length_a_small_file_and_a_line_allow() -> None:
    """By what the archive says that it holds, of which nothing is unpacked."""

    def holds(length: int, **sizes: int) -> bool:
        listed = [SimpleNamespace(filename=name.replace("__", "."), file_size=size) for name, size in sizes.items()]
        return is_bounded(cast(ZipFile, SimpleNamespace(infolist=lambda: listed)), length)

    assert holds(2**40, rows=MOST_BYTES)
    assert not holds(2**40, rows=MOST_BYTES + 1)
    assert holds(1000, rows=MOST_FILE_BYTES + 1000 * MOST_RATIO)
    assert not holds(1000, rows=MOST_FILE_BYTES + 1000 * MOST_RATIO + 1)
    manifest = MANIFEST.replace(".", "__")
    assert holds(2**40, **{manifest: MOST_FILE_BYTES})
    assert not holds(2**40, **{manifest: MOST_FILE_BYTES + 1})
    line = b"a" * (MOST_LINE_BYTES - 4)
    assert read_values(b'["%s"]' % line, "rows")
    with pytest.raises(NotNow):
        read_values(b'["%sa"]' % line, "rows")
