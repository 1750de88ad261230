"""Which names are allowed, and how players of one name are distinguished."""

import pytest

from tournaments.actions.errors import Refused
from tournaments.actions.people.names import UniqueNames, clean_name, make_name_unique


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anne", "Anne"),
        ("  Édith\t", "Édith"),
        ("Chloe\u0301", "Chloé"),
        ("Bob   Le  Gros", "Bob Le Gros"),
        ("Jean-Noël O’Brien", "Jean-Noël O’Brien"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("😀", "😀"),
        ("مريم", "مريم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 80, "x" * 80),
        ("Pot", "Pot"),
        ("1", "1"),
    ],
)
def test_a_name_is_kept_trimmed_and_in_nfc(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u200d", "x" * 81, "é\u0301" * 80, "An\x00ne", "A\nB", "\ud800", "pot", "bank", " pot "]
)
def test_an_invalid_name_is_refused_with_a_message(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(typed, "players")
    [problem] = refused.value.problems
    assert problem.path == "players"
    assert str(problem.message)


def test_people_of_one_name_are_numbered() -> None:
    shown = UniqueNames(["Marie M.", "Zoé"])
    assert [shown.reserve(name) for name in ("Marie M.", "Marie M.", "marie m.", "Anne")] == [
        "Marie M. 2",
        "Marie M. 3",
        "marie m. 4",
        "Anne",
    ]


def test_a_number_that_would_repeat_an_existing_name_is_skipped() -> None:
    assert make_name_unique("Marie M.", ["Marie M.", "Marie M. 2"]) == "Marie M. 3"


def test_a_long_name_is_shortened_to_fit_its_number() -> None:
    shown = make_name_unique("x" * 80, ["x" * 80])
    assert shown == "x" * 78 + " 2"
