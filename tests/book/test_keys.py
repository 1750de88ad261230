"""Table keys and table codes: which table they open, and what they do not open."""

from itertools import permutations

import pytest

from tests.book.evening_builders import create_evening, get_table
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.tables.closing import revoke_keys
from tournaments.book import table_keys
from tournaments.book.table_keys import (
    ALPHABET,
    check_digit,
    find_open_table_by_code,
    is_valid_code,
    table_code,
    table_key,
)
from tournaments.models import Table

pytestmark = pytest.mark.django_db


def test_a_key_opens_its_table_and_no_other() -> None:
    tournament = create_evening(3, 3)
    first, second = get_table(tournament), get_table(tournament, 2)
    assert table_keys.find_table_by_key(table_key(first)) == first
    assert table_keys.find_table_by_key(table_key(second)) == second
    mixed = f"{second.pk}-{table_key(first).split('-')[1]}"
    assert table_keys.find_table_by_key(mixed) is None


def test_a_key_has_at_least_128_bits_and_depends_on_the_server_secret(settings: pytest.FixtureRequest) -> None:
    table = get_table(create_evening(3))
    before = table_key(table)
    assert len(before.split("-")[1]) * 5 >= 128
    settings.PRINTED_KEY = "another server"  # type: ignore[attr-defined]
    assert table_key(table) != before
    assert table_keys.find_table_by_key(before) is None


NO_KEYS = ["", "1", "1-", "-", "0-ABC", "1-abc", "x-ABC", "9" * 30 + "-A", "1-A-B", "１-A", "1-Aé", "1-A\n"]


@pytest.mark.parametrize("key", NO_KEYS)
def test_a_malformed_key_opens_nothing(key: str) -> None:
    create_evening(3)
    assert table_keys.find_table_by_key(key) is None


def test_revoking_replaces_the_key_and_the_code_of_a_table() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    key, code = table_key(table), table_code(table)
    revoke_keys(table.pk)
    table = Table.objects.get(pk=table.pk)
    assert table_keys.find_table_by_key(key) is None
    assert find_open_table_by_code(tournament, code) is None
    assert table_keys.find_table_by_key(table_key(table)) == table
    assert find_open_table_by_code(tournament, table_code(table)) == table


def test_a_code_may_be_typed_in_any_case_separator_and_lookalike_letter() -> None:
    tournament = create_evening(3, 3)
    table = get_table(tournament, 2)
    code = table_code(table)
    assert len(code) == 9
    assert set(code) <= set(ALPHABET) | {"-"}
    written = (code, code.lower(), code.replace("-", " "), code.replace("-", "–"), f"  {code.replace('1', 'l')}")
    for text in (*written, code.replace("0", "O"), code.replace("1", "I")):
        assert find_open_table_by_code(tournament, text) == table


@pytest.mark.parametrize("text", ["", "K7M4", "x" * 400, "😀" * 8, "K7M4-P2X\x00", "UUUUUUUU"])
def test_a_malformed_code_opens_nothing(text: str) -> None:
    assert find_open_table_by_code(create_evening(3), text) is None


def test_a_code_opens_its_own_evening_alone_while_it_is_open() -> None:
    tournament, other = create_evening(3), create_evening(3)
    code = table_code(get_table(tournament))
    assert find_open_table_by_code(other, code) is None
    assert find_open_table_by_code(tournament, code)
    assert find_open_table_by_code(close_tournament(tournament), code) is None


def test_a_code_with_one_wrong_or_two_exchanged_characters_is_invalid() -> None:
    body = "K7M4P2X"
    code = body + check_digit(body)
    assert is_valid_code(code)
    for place in range(8):
        for letter in ALPHABET.replace(code[place], ""):
            assert not is_valid_code(code[:place] + letter + code[place + 1 :])
    for one, other in permutations(range(8), 2):
        swapped = list(code)
        swapped[one], swapped[other] = code[other], code[one]
        assert is_valid_code("".join(swapped)) == (code[one] == code[other])
