"""Numbers in the address of a request: whatever is typed there, it causes no server error."""

import pytest

from tournaments.views.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(("7", 7), ("0", 0), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, None), ("-1", None), ("²", None), ("٣", None), (" 7", None), ("", None), (None, None)),
    ],
)
def test_a_number_is_plain_digits_that_the_database_can_hold(text: str | None, found: int | None):
    assert parse_number(text) == found
