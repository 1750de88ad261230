"""What a phone is offered while a coup is typed: repairs of points that cannot be right, and who pays whom for each
brusquembille."""

import re

import pytest

from tests.web.phone_client import COUP, Phone, build_card_fields, build_point_fields, create_table_of_game, open_phone

pytestmark = pytest.mark.django_db
FATES = ("2+", "2+", "2+", "3-", "2+", "1-", "3+", "2-")


def read_repairs(page: str) -> list[tuple[str, str]]:
    """Return the offered repairs: (input, number)."""
    return re.findall(r'data-put="([^"]+)" value="(\d+)"', page)


def test_bru_24_points_are_mended_by_what_the_brusquembilles_allow_or_at_one_of_them() -> None:
    cards = build_card_fields(FATES)
    low = open_phone().read_preview(**build_point_fields(38, 5, 77), **cards)
    assert read_repairs(low) == [("points.2", "43")] and 'data-review="card.AP"' in low
    high = open_phone().read_preview(**build_point_fields(77, 43, 0), **cards)
    assert read_repairs(high) == [("points.1", "57")] and 'data-review="card.AP"' in high


def test_points_that_are_not_the_pack_s_are_mended_at_the_last_side() -> None:
    table = create_table_of_game("briscola", 4)
    assert read_repairs(Phone(table).read_preview(**build_point_fields(38, 62))) == [("points.2", "82")]
    assert read_repairs(open_phone().read_preview(**COUP | build_point_fields(90, 37, 25))) == []


def test_bru_14_and_15_each_brusquembille_tells_who_pays_whom_until_the_points_are_typed() -> None:
    said = build_card_fields(("2+", "", "", "", "1-"))
    page = open_phone().read_preview(**said)
    told = [" ".join(re.sub("<[^>]+>", "", each).split()) for each in re.findall(r"<b>(.*?)</b></p>", page)]
    assert told == ["Chacun donne 2 jetons à Basile.", "Anne donne 1 jeton à chacun."]
    assert "data-paid" not in open_phone().read_preview(**COUP)
