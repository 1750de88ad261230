"""Numbers that a request carries: whatever is typed into an address, no answer is an error of ours."""

import pytest

from tournaments.views.numbers import number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(("7", 7), ("0", 0), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, None), ("-1", None), ("²", None), ("٣", None), (" 7", None), ("", None), (None, None)),
    ],
)
def test_a_number_is_plain_digits_that_the_database_can_hold(text: str | None, found: int | None):
    assert number(text) == found
