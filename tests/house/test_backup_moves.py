"""A backup on a stick, restored on another computer by its server: printed codes open there, sessions do not."""

from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config.background.jobs import KEEPER_LOCK
from tests.fixtures.databases import wait_for_lock
from tests.fixtures.laptop import Laptop

pytestmark = pytest.mark.timeout(1_800)  # several whole processes: against a hang, on the slowest machine
PHRASE = "trois as et un sept"
SECONDS = 600
FILL_AND_BACK_UP = f"""
from io import StringIO
from pathlib import Path
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from tests.book.evening_builders import create_evening, get_table
from tournaments.upkeep.backups.encryption import BackupKey
from tournaments.upkeep.backups.folders import save_second_folder
from tournaments.book.table_keys import table_key
save_second_folder(Path("STICK"), BackupKey.derive("{PHRASE}"))
client = Client()
client.force_login(get_user_model().objects.get())
key = table_key(get_table(create_evening(3)))
call_command("backup", stdout=StringIO())
print(key, client.cookies["session"].value)
"""
CHOOSE_AND_EXAMINE = f"""
from pathlib import Path
from django.core.management import call_command
from tournaments.upkeep.backups.folders import list_backups
from tournaments.upkeep.backups.restoring import choose_candidate
choose_candidate(list_backups(Path("STICK"))[0], "{PHRASE}", "user:1")
call_command("restore", "--examine")
"""
ORDER = """
from tournaments.upkeep.backups.restoring import order_restore, read_candidate
found = read_candidate().found
assert (found.tournaments, found.lost_records) == (1, 0), found
order_restore(read_candidate())
"""


def read_status(url: str, **headers: str) -> int:
    """Return the status of the answer; where the page leads elsewhere, of the page it leads to."""
    try:
        with urlopen(Request(url, headers=headers), timeout=SECONDS) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return int(refused.code)


def test_a_code_printed_before_opens_on_another_computer_after_a_restore_and_no_session_does(
    new_laptop: Callable[[str], Laptop], tmp_path: Path
) -> None:
    first, second, stick = new_laptop("first"), new_laptop("second"), tmp_path / "stick"
    key, session = first.ask(FILL_AND_BACK_UP.replace("STICK", str(stick))).split()
    second.ask(CHOOSE_AND_EXAMINE.replace("STICK", str(stick)))
    second.environment |= {"CORBILLON_BACKUPS": "1", "CORBILLON_WORKERS": "1"}
    port = second.serve()
    url = f"http://127.0.0.1:{port}"
    assert read_status(f"{url}/t/sheet", **{"X-Table-Key": key}) == 404
    second.ask(ORDER)
    with (tmp_path / "second" / KEEPER_LOCK).open("ab") as lock:
        wait_for_lock(lock)  # once the server that ran has made its last backup
    assert read_status(f"{url}/t/sheet", **{"X-Table-Key": key}) == 200
    with urlopen(Request(f"{url}/desk/", headers={"Cookie": f"session={session}"}), timeout=SECONDS) as answer:
        assert "/accounts/login/" in answer.url
    assert list((tmp_path / "second").glob("corbillon.sqlite3.*")), "what was there is moved aside"
