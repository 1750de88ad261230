"""The line of packaging/federation/patroni.yml by which each PostgreSQL server archives its log in one folder."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.tidy.sources import ROOT

pytestmark = pytest.mark.posix
RECIPE = (ROOT / "packaging" / "federation" / "patroni.yml").read_text(encoding="utf-8")


def archive(folder: Path, server: str, body: str) -> int:
    """Archive a file of the log as this server does, and return the status."""
    found = re.search(r'archive_command: "(.*)"', RECIPE)
    assert found
    (folder / "segment").write_text(body)
    words = {"%p": str(folder / "segment"), "%f": "0001", "$ARCHIVE": str(folder), "$NAME": server}
    command = re.sub("|".join(map(re.escape, words)), lambda word: words[word[0]], found[1])
    return subprocess.run(["sh", "-c", command], check=False).returncode


def test_a_file_that_both_servers_archive_stops_neither(tmp_path: Path) -> None:
    assert archive(tmp_path, "one", "a") == 0
    assert archive(tmp_path, "two", "a") == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0001", "segment"]


def test_the_end_of_a_timeline_that_two_servers_wrote_otherwise_stops_neither(tmp_path: Path) -> None:
    """A primary that thaws goes on for a moment where another one has taken over already."""
    archive(tmp_path, "one", "a")
    assert archive(tmp_path, "two", "b") == 0
    assert ((tmp_path / "0001").read_text(), (tmp_path / "0001.two").read_text()) == ("a", "b")


def test_a_replica_archives_what_its_primary_has_not_come_to(tmp_path: Path) -> None:
    """What it has received counts as archived otherwise, and is missing for good once the primary is lost."""
    assert 'archive_mode: "always"' in RECIPE
