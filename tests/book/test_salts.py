"""The salts of keyed digests: what was printed, sent and stored under them hangs on no module's name."""

import ast
import re

import pytest

from config import devices
from tests.book.evening_builders import create_evening, get_table
from tests.tidy.sources import ROOT, python_files, tree
from tournaments.actions.tables.closing import revoke_keys
from tournaments.book.table_keys import find_open_table_by_code, find_table_by_key, table_code, table_key
from tournaments.models import Table, salts

GOLDEN = {
    "TABLE": "table",
    "EARLIER_TABLES": ("tournaments.book.table_keys", "tournaments.keys"),
    "DOOR": "tournaments.book.door_keys",
    "PAPER": "tournaments.printing.digest",
    "RECEIVER": "tournaments.webhooks",
    "SIGN_UP_CODE": "tournaments.signing_up.code",
    "SIGN_UP_DIGEST": "tournaments.signing_up.digest",
    "SIGN_UP_ORIGIN": "tournaments.signing_up.origin",
    "MAIL_STOP": "tournaments.sign_up_mails",
    "INVITATION": "tournaments.actions.invitations",
    "SESSION": "session",
    "TRY": "try",
}
KEYED = ("salted_hmac", "set_signed_cookie", "get_signed_cookie", "Signer", "TimestampSigner")


def test_no_salt_has_changed() -> None:
    assert {name: value for name, value in vars(salts).items() if name.isupper()} == GOLDEN
    assert devices.SALT == "config.devices"


def test_every_keyed_digest_takes_its_salt_from_the_list() -> None:
    """A literal salt is found and changed by whoever renames a module; `salts` says why it must not be."""
    calls = [
        (path, node)
        for path in python_files("config", "corbillon", "scoring", "tournaments")
        if any(name in (ROOT / path).read_text(encoding="utf-8") for name in KEYED)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in KEYED
    ]
    assert calls
    literal = [
        f"{path}:{node.lineno}"
        for path, node in calls
        for part in [*node.args[:1], *(word.value for word in node.keywords if word.arg == "salt")]
        if re.search(r"""^f?["'][\w.]*["']$""", ast.unparse(part)) or "__name__" in ast.unparse(node)
    ]
    assert literal == []


PRINTED = {
    "table": ("7-VEF3RH23PT4WPEJ83EFTAXT8WXRKA955", "8D2EQ4P"),
    "tournaments.book.table_keys": ("7-HSWYB0V581QG9YCTX0WHBPC3WK0SYK25", "ZQ1A77J"),
    "tournaments.keys": ("7-6TRXGPT0ANZA6M2M0QH2HJVXGEDWD29M", "QPG38RR"),
}
"""Of table 7 in its second generation, where the server's key is "a server"; computed without this code."""


@pytest.mark.parametrize("salt", PRINTED)
def test_the_key_and_the_code_under_each_salt_are_those_that_were_printed(
    salt: str, settings: pytest.FixtureRequest
) -> None:
    settings.PRINTED_KEY = "a server"  # type: ignore[attr-defined]
    table = Table(pk=7, generation=2)
    assert (table_key(table, salt), table_code(table, salt)[:-1].replace("-", "")) == PRINTED[salt]


@pytest.mark.django_db
@pytest.mark.parametrize("salt", salts.EARLIER_TABLES)
def test_a_card_printed_under_an_earlier_salt_opens_its_table_until_it_is_revoked(salt: str) -> None:
    tournament = create_evening(3, 3)
    table = get_table(tournament, 2)
    key, code = table_key(table, salt), table_code(table, salt)
    assert key != table_key(table)
    assert find_table_by_key(key) == table
    assert find_open_table_by_code(tournament, code) == table
    revoke_keys(table.pk)
    assert find_table_by_key(key) is None
    assert find_open_table_by_code(tournament, code) is None
