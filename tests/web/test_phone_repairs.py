"""What a phone is offered while a coup is typed: repairs of points that cannot be right, and who pays whom for each
brusquembille."""

import re

import pytest

from tests.web.phone_client import COUP, Phone, build_card_fields, build_point_fields, create_table_of_game, open_phone
from tournaments.forms.phone.coup import NEEDED_POINTS

pytestmark = pytest.mark.django_db
FATES = ("2+", "2+", "2+", "3-", "2+", "1-", "3+", "2-")


def read_repairs(page: str) -> list[tuple[str, str]]:
    """Return the offered repairs: (input, value)."""
    return re.findall(r'data-put="([^"]+)" value="(\d+)"', page)


def test_bru_24_points_are_mended_by_what_the_brusquembilles_allow_or_at_one_of_them() -> None:
    cards = build_card_fields(FATES)
    low = open_phone().read_preview(**build_point_fields(38, 5, 77), **cards, filled="points.3")
    assert read_repairs(low) == [("points.2", "43")]
    assert 'data-review="card.AP"' in low
    high = open_phone().read_preview(**build_point_fields(77, 43, 0), **cards, filled="points.3")
    assert read_repairs(high) == [("points.1", "57")]
    assert 'data-review="card.10K"' in high


def test_bru_24_a_player_s_own_brusquembilles_are_said_before_what_those_of_others_leave() -> None:
    """It names whom the repair is for: the sentence before it is about somebody else."""
    typed = build_point_fields(77, 43, 0) | build_card_fields(FATES)
    page = open_phone().read_preview(**typed, filled="points.3")
    assert re.search(r"Chloé [^.]* 10 points\..* 57 [^<]*Anne.* 57 points", page, re.DOTALL)
    assert re.search(r'class="todo">[^<]* Chloé</span>', page)


def test_bru_24_no_other_s_number_is_offered_that_leaves_the_first_thing_wrong() -> None:
    """Anne won all brusquembilles, 84 points: Basile's 36 instead of his 37 would not give her more than her 58."""
    typed = build_point_fields(58, 37, 25) | build_card_fields(("1+",) * 8)
    page = open_phone().read_preview(**typed, filled="points.3")
    assert " 84 points" in page
    assert read_repairs(page) == []
    assert 'data-review="card.AP"' in page


@pytest.mark.parametrize(
    ("game", "players", "typed", "what"),
    [
        ("briscola", 4, build_point_fields(130, ""), "les points d’Anne et Chloé"),
        ("briscola", 4, build_point_fields("abc", 50), "les points d’Anne et Chloé"),
        ("briscola", 4, build_point_fields(70, 60), "les points"),
        ("brusquembille", 3, build_point_fields(38, 5, 77) | build_card_fields(FATES), "les points de Basile"),
        ("brusquembille", 3, COUP | build_card_fields(("1-",) * 4 + ("2+",) * 4), "les brusquembilles"),
        ("chiamata", 5, {"bid": "58"}, "l’enchère"),
        ("chiamata", 5, {"points": "130"}, "les points"),
        ("briscan", 2, {"tricks_won.1": "20"}, "les levées"),
        ("briscan", 2, {"announcements": "rien"}, "les annonces"),
    ],
)
def test_the_button_says_what_must_be_corrected_first(
    game: str, players: int, typed: dict[str, object], what: str
) -> None:
    page = Phone(create_table_of_game(game, players)).read_preview(**typed)
    assert f'<span class="todo">\u202f: corrigez d’abord {what}</span>' in page


def test_a_coup_that_cannot_be_marked_as_it_stands_is_not_told_who_takes_the_corbillon() -> None:
    """Points alone tell it; as soon as the brusquembilles contradict them, they do not."""
    points = build_point_fields(77, 43, 0)
    assert "corbillon" in open_phone().read_preview(**points)
    assert "corbillon" not in open_phone().read_preview(**points, **build_card_fields(FATES))


def test_points_are_never_mended_by_a_number_that_the_brusquembilles_refuse() -> None:
    cards = build_card_fields(FATES)
    typed = open_phone().read_preview(**build_point_fields(77, 43, 0), **cards)
    assert read_repairs(typed) == []
    assert 'data-review="card.10K"' in typed
    in_all = open_phone().read_preview(**build_point_fields(38, 5, 90), **cards)
    assert read_repairs(in_all) == []
    assert 'data-review="card.AP"' in in_all


def test_points_that_are_not_the_pack_s_are_mended_at_the_last_sides() -> None:
    table = create_table_of_game("briscola", 4)
    assert read_repairs(Phone(table).read_preview(**build_point_fields(38, 62))) == [
        ("points.2", "82"),
        ("points.1", "58"),
    ]
    singly = Phone(create_table_of_game("briscola", 3))
    assert read_repairs(singly.read_preview(**build_point_fields(100, 50, 0))) == [
        ("points.2", "20"),
        ("points.1", "70"),
    ]
    out_of_bounds = Phone(table).read_preview(**build_point_fields(150, 50))
    assert read_repairs(out_of_bounds) == [("points.1", "70")]
    assert re.search(r'class="todo">[^<]*Anne et Chloé</span>', out_of_bounds)


def test_points_that_are_too_many_already_are_refused_before_the_last_is_typed() -> None:
    page = open_phone().read_preview(**COUP | build_point_fields(90, 37, ""))
    assert 'data-fields="points.1 points.2"' in page
    assert "7 de trop" in page
    assert str(NEEDED_POINTS) not in page
    assert read_repairs(page) == []


def test_chi_01_a_bid_out_of_range_is_mended_by_its_digits_turned_or_the_nearest_bound() -> None:
    phone = Phone(create_table_of_game("chiamata", 5))
    assert read_repairs(phone.read_preview(bid="58")) == [("bid", "85"), ("bid", "61")]
    assert read_repairs(phone.read_preview(bid="140")) == [("bid", "120")]
    assert read_repairs(phone.read_preview(bid="?")) == []


def test_brc_14_to_16_the_end_of_a_coup_is_mended_by_what_the_rest_leaves_open() -> None:
    phone = Phone(create_table_of_game("briscan", 2))
    end = {"retourne": "9♥", "tricks_won.1": 9, "tricks_won.2": 7, "card_points.1": 71, "card_points.2": 49}
    few = {"tricks_won.1": 3, "tricks_won.2": 13}
    assert read_repairs(phone.read_preview(**end | few, last=1, last_five=1)) == [("last_five", "0")]
    assert read_repairs(phone.read_preview(**end, last=2, last_five=1)) == [("last_five", "2"), ("last_five", "0")]
    wrong_sum = phone.read_preview(**end | {"tricks_won.2": 8}, last=1, last_five=1)
    assert read_repairs(wrong_sum) == [("tricks_won.2", "7"), ("tricks_won.1", "8")]
    all_tricks = {"tricks_won.1": 16, "tricks_won.2": 0}
    assert read_repairs(phone.read_preview(**end | all_tricks, last=1, last_five=1)) == [("card_points.2", "0")]


def test_bru_14_and_15_each_brusquembille_tells_who_pays_whom_until_the_points_are_typed() -> None:
    said = build_card_fields(("2+", "", "", "", "1-"))
    page = open_phone().read_preview(**said)
    told = [" ".join(re.sub("<[^>]+>", "", each).split()) for each in re.findall(r"<b>(.*?)</b></p>", page)]
    assert [re.findall(r"Anne|Basile|\d", each) for each in told] == [["2", "Basile"], ["Anne", "1"]]
    paid = " ".join(re.sub("<[^>]+>", "", page.split('class="paid-so-far">')[1].split("</p>")[0]).split())
    assert paid.endswith("Anne −4, Basile +5, Chloé −1")
    assert "data-paid" not in open_phone().read_preview(**COUP)


def test_a_brusquembille_is_paid_when_its_trick_is_made_for_nobody_knows_before_who_pays() -> None:
    sheet = open_phone().read_sheet()
    assert "data-paying" in sheet
    assert "dès qu’elle tombe" not in sheet
