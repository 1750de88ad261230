"""Somebody else's program in TypeScript plays an evening by generated types alone. Those of openapi-typescript are kept
(`CORBILLON_GOLDEN=1` makes them anew, with npm and a network); here they are held to the description of today, checked
by deno with the program that uses them, and that program plays against a running server."""

import os
import subprocess
from pathlib import Path

import pytest

from tasks.checks import DENO, OFFLINE
from tests.book.evening_builders import create_club
from tests.fixtures.live_server import LiveServer
from tests.tidy.sources import DENO_PROGRAM, ROOT
from tests.web.typescript_client import TYPES, write_head, write_types
from tournaments.actions.people.tokens import make_token
from tournaments.models.rights import Role, find_rights

PROGRAM = "tests/js/client/evening.ts"


def test_the_kept_types_are_those_of_the_description_of_today(tmp_path: Path):
    if os.environ.get("CORBILLON_GOLDEN"):
        write_types(tmp_path)
    assert TYPES.read_text(encoding="utf-8").startswith(write_head()), "CORBILLON_GOLDEN=1 makes them anew"


@pytest.mark.deno
def test_a_typed_client_plays_a_whole_evening(live: LiveServer):
    scopes = find_rights(Role.ORGANISER, owns_installation=False)
    _token, key = make_token(create_club(), name="Site", role=Role.ORGANISER, scopes=scopes, days=1, maker=None)
    command = [str(DENO_PROGRAM), "run", "--check", *OFFLINE, "--allow-net=127.0.0.1", PROGRAM]
    done = subprocess.run(
        [*command, f"{live.url}/api/v1", key],
        cwd=ROOT,
        env=os.environ | DENO,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    stage, *rows, status = done.stdout.splitlines()
    assert (stage, len(rows), status) == ("confirmed 3 true", 3, "closed")
    assert rows[0].startswith("1 ")
