"""What a table's phone records, and what it is refused: with a message, with all input kept, with nothing written."""

import re
from typing import Any

import pytest

from tests.web.phone_client import COUP, EXAMPLE, Phone, build_card_fields, build_point_fields, open_phone, read_html
from tournaments.actions.errors import StaleSheet
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.rounds.seating import set_sides
from tournaments.actions.states import ONLY_ORGANISERS
from tournaments.models import Record, Table

pytestmark = pytest.mark.django_db

NARROW_SPACE = "\u202f"


def test_a_coup_is_recorded_and_shown_on_the_sheet() -> None:
    """Worked example 4."""
    mine = open_phone()
    answer = mine.send_coup(dealer=1)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/t/sheet")
    record = Record.objects.get()
    assert record.actor == "table:1"
    assert record.body == {
        "type": "coup",
        "dealer": "1",
        "points": {"1": 58, "2": 37, "3": 25},
        "brusquembilles": {
            "1": {"aces_won": 2, "aces_lost": 1, "tens_won": 1, "tens_lost": 1},
            "2": {"aces_won": 1, "tens_won": 1},
            "3": {"tens_lost": 1},
        },
    }
    page = mine.read_sheet()
    assert "+42" in page
    assert "−15" in page
    assert "−27" in page
    assert re.search(r"Anne\b.* \(58\) .*: 3 fiches\.", page), "who takes the corbillon, and why"


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "BRU-09 too few": (build_point_fields(58, 37, 22), "il en manque 3"),
    "BRU-09 too many": (build_point_fields(58, 37, 40), "c’est 15 de trop"),
    "BRU-17 a card not said": ({"card.10T": ""}, "4 as et 3 dix"),
    "BRU-16 no ace won": (build_card_fields(("1-", "1-", "1-", "2-")), "Aucun as n’est gagné"),
    "BRU-24": (build_card_fields(("3+", "3+", "3+")), "d’après les brusquembilles"),
    "no points": (build_point_fields("", 37, 25), "combien de points"),
    "no number": (build_point_fields("beaucoup", 37, 25), "écrivez un nombre, en chiffres"),
    "400 digits": (build_point_fields("9" * 400, 37, 25), "de 0 à 120"),
    "5000 digits": (build_point_fields("9" * 5000, 37, 25), "écrivez un nombre, en chiffres"),
    "below zero": (build_point_fields(-5, 100, 25), "de 0 à 120"),
    "PEN-11 more than he has": ({"claimed.1": 59}, "Anne n’a que 58 points"),
    "no such card": ({"retourne": "Z ♠"}, "<select"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_invalid_coup_is_refused_with_a_message_and_all_input_is_kept(case: str) -> None:
    changes, sentence = REFUSED[case]
    mine = open_phone()
    answer = mine.send_coup(**changes)
    assert answer.status_code == 422
    page = read_html(answer)
    assert sentence in page.replace(NARROW_SPACE, " ")
    assert not Record.objects.exists()
    for name, value in (COUP | changes).items():
        if name != "retourne":
            assert f'name="{name}" value="{value}"' in page.replace(' autocomplete="off"', ""), name


def has_field_value(page: str, name: str, value: object) -> bool:
    """Return whether the page has a field of this name and value."""
    return f'name="{name}" value="{value}"' in page


@pytest.mark.parametrize("said", [{}, {"dealer": 2}])
def test_the_same_key_twice_is_recorded_once(said: dict[str, int]) -> None:
    mine = open_phone()
    for _ in range(2):
        assert mine.send_coup(number=1, key="one-and-the-same", **said).status_code == 303
    assert Record.objects.count() == 1


def test_the_same_key_with_another_body_is_refused() -> None:
    mine = open_phone()
    mine.send_coup(key="one-and-the-same")
    answer = mine.send_coup(number=1, key="one-and-the-same", **build_point_fields(57, 38, 25))
    assert answer.status_code == 409
    assert Record.objects.count() == 1
    assert has_field_value(read_html(answer), "points.1", 57)


def test_the_second_of_two_phones_sees_the_newer_sheet_and_keeps_its_input() -> None:
    mine = open_phone()
    hers = Phone(mine.table, 2)
    mine.send_coup(number=1)
    answer = hers.send_coup(number=1, **build_point_fields(60, 35, 25))
    page = read_html(answer)
    assert answer.status_code == 409
    assert answer.context["trouble"] == StaleSheet.message
    assert "coup 2 sur 3" in page
    assert has_field_value(page, "points.1", 60)
    assert has_field_value(page, "number", 2)
    assert Record.objects.count() == 1


@pytest.mark.parametrize("number", ["", "deux", "1" * 400, "-1", "²"])
def test_a_malformed_record_number_is_refused_as_stale(number: str) -> None:
    mine = open_phone()
    assert mine.send_coup(number=number).status_code == 409
    assert not Record.objects.exists()


@pytest.mark.parametrize("key", ["", "x", "é" * 20, "a" * 400])
def test_a_malformed_key_is_refused(key: str) -> None:
    mine = open_phone()
    assert mine.send_coup(key=key).status_code == 422
    assert not Record.objects.exists()


def test_a_coup_after_the_end_of_the_partie_is_refused() -> None:
    mine = open_phone(coups=1)
    mine.send_coup()
    answer = mine.send_coup()
    assert answer.status_code == 422
    assert 'id="result"' in read_html(answer)
    assert Record.objects.count() == 1


def test_a_closed_evening_can_be_read_and_takes_no_coup() -> None:
    mine = open_phone()
    close_tournament(mine.sheet.tournament)
    answer = mine.send_coup()
    assert answer.status_code == 409
    assert answer.context["trouble"] == ONLY_ORGANISERS
    assert 'id="coup"' not in mine.read_sheet()
    assert not Record.objects.exists()


# ── every number of players


def test_two_players_enter_points_and_no_payments() -> None:
    mine = open_phone(2)
    assert "card.AP" not in mine.read_sheet()
    mine.send("coup", **build_point_fields(70, 50))
    assert mine.bodies == [{"type": "coup", "points": {"1": 70, "2": 50}}]


def test_two_against_two_enter_the_points_of_each_side() -> None:
    table = open_phone(4).table
    set_sides(table, True)
    mine = Phone(table)
    page = mine.read_sheet()
    assert "points.3" in page
    assert "points.2" not in page
    assert "card.AP" not in page
    assert "PEN-09" in page
    mine.send("coup", **{"points.1": 80, "points.3": 40})
    assert mine.bodies[0]["points"] == {"1": 80, "3": 40}


@pytest.mark.parametrize("size", [4, 5])
def test_four_or_five_single_players_enter_points_and_brusquembilles(size: int) -> None:
    mine = open_phone(size)
    mine.send(
        "coup",
        **build_point_fields(50, 30, 20, *([20] if size == 4 else [10, 10])),
        **build_card_fields(["1+"] * 4 + ["2-"] * 4),
    )
    assert mine.bodies[0]["brusquembilles"] == {"1": {"aces_won": 4}, "2": {"tens_lost": 4}}


def test_a_partie_to_a_target_of_points_has_no_fiches() -> None:
    mine = open_phone(preset="aux-points", target=100)
    assert "en 100 points" in mine.read_sheet()
    mine.send("coup", **build_point_fields(58, 37, 25))
    assert "Anne +58" in mine.read_preview(**build_point_fields(58, 37, 25)).replace("</bdi>", "").replace("<bdi>", "")
    mine.send("coup", **build_point_fields(58, 37, 25))
    page = mine.read_sheet()
    assert 'id="result"' in page
    assert "Comptez vos fiches" not in page
    assert "c’est juste" in page


def test_without_payments_no_brusquembilles_are_asked_for() -> None:
    mine = open_phone(payments="off")
    assert "card.AP" not in mine.read_sheet()


def test_the_first_coup_may_name_another_dealer() -> None:
    mine = open_phone()
    mine.send_coup(dealer=2)
    assert mine.bodies[0]["dealer"] == "2"
    assert 'name="dealer"' not in mine.read_sheet()


# ── rare events


def test_short_pack_needs_neither_points_nor_cards() -> None:
    mine = open_phone()
    mine.send("coup", short_pack=1)
    assert mine.bodies == [{"type": "coup", "brusquembilles": {}, "short_pack": 1}]
    assert mine.read_facts().last_nets == []


def test_points_claimed_beyond_one_s_own_are_named_as_such_on_the_button() -> None:
    shown = open_phone().preview(**COUP | {"claimed.1": 59})
    assert re.search(r"\bAnne\b[^<]* 58 points", read_html(shown))
    assert "annoncés" in shown.context["blocked"]
    assert "Anne" not in shown.context["blocked"]


def test_claimed_points_and_the_retourne_are_recorded() -> None:
    mine = open_phone()
    mine.send_coup(**{"claimed.1": 30, "retourne": "A♠"})
    assert (mine.bodies[0]["claimed"], mine.bodies[0]["retourne"]) == ({"1": 30}, "A♠")
    assert re.search(r"Anne\b[^.]* 30 points\b", mine.read_sheet())


@pytest.mark.parametrize("rule", ["PEN-01", "PEN-04", "PEN-05", "PEN-07", "PEN-08"])
def test_a_penalty_is_recorded_from_the_menu(rule: str) -> None:
    mine = open_phone()
    assert rule in mine.read_sheet()
    mine.send("penalty", rule=rule, player=3)
    assert mine.bodies == [{"type": "penalty", "rule": rule, "player": "3"}]
    marked = mine.read_sheet().partition("data-toast")[2].partition("<form")[0]
    assert (marked.count("Chloé"), rule in marked) == (2 if "net" in marked else 1, False)


def test_pen_06_asks_whose_card_it_was() -> None:
    mine = open_phone()
    answer = mine.send("penalty", rule="PEN-06", player=2)
    assert answer.status_code == 422
    assert [*answer.context["forms"]["penalty"].errors] == ["to"]
    mine.send("penalty", rule="PEN-06", player=2, to=3)
    assert mine.bodies == [{"type": "penalty", "rule": "PEN-06", "player": "2", "to": "3"}]


def test_pen_06_is_not_paid_to_oneself() -> None:
    mine = open_phone()
    answer = mine.send("penalty", rule="PEN-06", player=2, to=2)
    assert answer.status_code == 422
    assert [*answer.context["forms"]["penalty"].errors] == ["to"]
    assert not mine.bodies


def test_pen_09_is_for_two_against_two_alone() -> None:
    mine = open_phone()
    assert "PEN-09" not in mine.read_sheet()
    assert mine.send("penalty", rule="PEN-09", player=1).status_code == 422


def test_no_coup_is_recorded_while_a_recave_is_due() -> None:
    """BRU-20: no coup while a player holds less than 20 jetons."""
    mine = open_phone(exhausted="recave", coups=3)
    rich = build_point_fields(110, 5, 5) | build_card_fields(["1+"] * 8)
    while not mine.sheet.state.purses["Basile"].total < 20:  # type: ignore[union-attr]
        assert mine.send("coup", **rich).status_code == 303
    assert "Basile" in mine.read_facts().players_short_of_fiches
    assert mine.send("coup", **rich).status_code == 422
    for player in (2, 3):
        assert mine.send("recave", player=player, fiches=3).status_code == 303
    assert mine.send("coup", **rich).status_code == 303


@pytest.mark.parametrize("fiches", ["0", "1001", "trois", "9" * 400])
def test_a_recave_out_of_bounds_is_refused(fiches: str) -> None:
    mine = open_phone(exhausted="recave")
    assert mine.send("recave", player=2, fiches=fiches).status_code == 422
    assert not mine.bodies


def test_a_misdeal_a_departure_and_an_end_are_recorded() -> None:
    mine = open_phone()
    mine.send("void", reason="maldonne")
    assert "Donne annulée" in mine.read_sheet()
    mine.send("leave", player=2)
    assert [body["type"] for body in mine.bodies] == ["void", "leave"]
    assert "est parti" in mine.read_sheet()
    other = open_phone()
    other.send("end")
    assert other.bodies == [{"type": "end"}]


def test_undo_takes_back_the_last_coup_and_keeps_its_record() -> None:
    mine = open_phone()
    mine.send_coup()
    assert mine.send("undo").status_code == 303
    assert mine.sheet.events == ()
    assert [record.kind for record in mine.sheet.records] == ["event", "undo"]
    assert mine.send("undo").status_code == 409


# ── previews


def test_the_preview_names_the_winner_before_all_cards_are_said_and_writes_nothing() -> None:
    mine = open_phone()
    told = mine.read_preview(**build_point_fields(58, 37, 25), **build_card_fields(EXAMPLE[:6]))
    assert re.search(r"Anne\b.* \(58\) .*: 3 fiches", told)
    assert "Pour solde" not in told
    assert "Encore 2 cartes" in told
    assert not Record.objects.exists()


def test_the_preview_of_a_whole_coup_shows_what_each_player_wins() -> None:
    told = open_phone().read_preview(**COUP)
    assert "+42" in told
    assert "−15" in told
    assert "−27" in told
    assert re.search(r"Chloé 2</span> \w Anne, 5 \w Basile\.", told), "what is owed for the brusquembilles"


def test_the_preview_of_an_invalid_coup_says_what_is_wrong() -> None:
    mine = open_phone()
    for last, gap in ((22, 3), (40, 15)):
        [[wrong]] = mine.preview(**build_point_fields(58, 37, last)).context["wrong_parts"].values()
        assert wrong.message.values["gap"] == gap
    assert "points.1" in mine.preview(**build_point_fields("x", 37, 40)).context["form"].errors
    assert 'class="points-first"' in mine.read_preview()
    assert not mine.preview(short_pack=2).context["whole"].outcome.lines


def test_the_preview_of_a_tie_shares_the_corbillon() -> None:
    """Rule BRU-11, with the points 46, 46, 28."""
    told = open_phone().read_preview(**build_point_fields(46, 46, 28))
    assert re.search("Anne .. Basile [^.]* 1 fiche .. 10 jetons", told)


def test_the_preview_after_the_end_names_no_winner() -> None:
    mine = open_phone(coups=1)
    mine.send_coup()
    assert "corbillon" not in mine.read_preview(**COUP)


def test_a_table_without_players_says_so_and_takes_no_coup() -> None:
    mine = open_phone()
    other = Phone(Table.objects.create(round=mine.table.round, n=9))
    assert "pas complète" in other.read_sheet()
    assert other.send("coup").status_code in (409, 422)
    assert not Record.objects.exists()


def test_an_undo_names_the_line_that_was_read_and_takes_back_no_other() -> None:
    """Not after another coup, nor in a book that went back and has another coup there."""
    mine = open_phone()
    mine.send_coup()
    read = mine.sheet.records[0].key
    assert f'name="undoes" value="{read}"' in mine.read_sheet()
    mine.send_coup()
    for number in (2, 3):
        answer = mine.send("undo", undoes=read, number=number)
        assert answer.status_code == 409
        assert answer.context["trouble"]
    assert len(mine.bodies) == 2
    assert mine.send("undo", undoes=mine.sheet.records[1].key, number=1).status_code == 303
    assert [record.kind for record in mine.sheet.records] == ["event", "event", "undo"]


def test_who_annuls_the_end_of_the_partie_is_told_so() -> None:
    phone = open_phone()
    phone.send_coup()
    phone.send("end")
    phone.send("undo")
    assert phone.read_facts().is_end_undone
