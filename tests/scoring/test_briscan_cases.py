"""The rule book's cases of Briscan and Brisque; and one coup in tricks, in which a single thing at a time is
changed."""

import copy
from typing import Any

import pytest

import scoring
from tests.scoring.casebook import Case, check_case, read_cases

CASES = [(game, case) for game in ("briscan", "brisque") for case in read_cases(game)]
BY_CARDS = read_cases("briscan")[0].document


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{game} {case.title}") for game, case in CASES])
def test_the_case_scores_as_it_says(case: Case) -> None:
    check_case(case)


def list_problems(change: dict[str, Any], **options: Any) -> set[tuple[str, str | None]]:
    """Return (path inside the coup, rule) of each problem of the coup in tricks with these keys changed."""
    document = copy.deepcopy(BY_CARDS)
    document["options"] = options
    document["events"][0] |= change
    answer = scoring.score_partie(document)
    return {(problem["path"].removeprefix("events[0]."), problem["rule"]) for problem in answer.get("errors", ())}


def list_problems_of_announcements(*announcements: dict[str, Any], **options: Any) -> set[tuple[str, str | None]]:
    """Return the problems if these are the only announcements of the coup."""
    return list_problems({"announcements": list(announcements)}, **options)


def build_announcement(player: str, kind: str, before_trick: int, *cards: str, **about: Any) -> dict[str, Any]:
    """Return an announcement as a document writes it."""
    named = {"cards": list(cards)} if cards else {}
    return {"player": player, "kind": kind, "before_trick": before_trick, **named, **about}


def swap_cards(one: tuple[int, int], other: tuple[int, int]) -> list[list[str]]:
    """Return the coup's tricks with the cards at these two (trick, place) exchanged."""
    tricks = copy.deepcopy(BY_CARDS["events"][0]["tricks"])
    (a, b), (c, d) = one, other
    tricks[a][b], tricks[c][d] = tricks[c][d], tricks[a][b]
    return tricks


FIRST = {("announcements[0]", "USE-05")}


@pytest.mark.parametrize(
    ("announcement", "wrong"),
    [
        (build_announcement("Anne", "mariage", 4, suit="P"), set()),
        (build_announcement("Anne", "mariage", 5, suit="P"), FIRST),  # the roi is played before trick 5
        (build_announcement("Basile", "mariage", 4, suit="P"), FIRST),
        (build_announcement("Basile", "sequence", 6, "8♣", "9♣", "10♣"), set()),
        (build_announcement("Anne", "sequence", 1, "R♦", "D♦", "V♦"), set()),  # the turn-up counts once it is exchanged
        (build_announcement("Anne", "carre", 1, rank="A"), FIRST),
        (build_announcement("Anne", "as_atout", 12), set()),
        (build_announcement("Anne", "as_atout", 13), FIRST),
        (build_announcement("Basile", "as_atout", 1), FIRST),
        (build_announcement("Anne", "cinq_atouts", 12), set()),
        (build_announcement("Anne", "cinq_atouts", 11), {("announcements[0]", "BRC-12")}),
        (build_announcement("Basile", "cinq_atouts", 12), {("announcements[0]", "BRC-12")}),
        (build_announcement("Basile", "blanches", 1), set()),
        (build_announcement("Basile", "blanches", 2), {("announcements[0]", "BRC-10")}),
        (build_announcement("Basile", "figures", 1), {("announcements[0]", "BRC-08")}),
        (build_announcement("Anne", "blanches", 14), {("announcements[0]", "BRC-10"), ("announcements[0]", "BRC-09")}),
        (build_announcement("Anne", "figures", 0), {("announcements[0].before_trick", None)}),
        ({"player": "Anne", "kind": "figures"}, {("announcements[0].before_trick", None)}),
        (build_announcement("Anne", "mariage", 4, suit="P", rencontre=False), {("announcements[0].rencontre", None)}),
        (build_announcement("Anne", "mariage", 4), {("announcements[0].suit", None)}),
        (build_announcement("Anne", "mariage", 4, suit="x"), {("announcements[0].suit", None)}),
        (build_announcement("Anne", "carre", 4), {("announcements[0].rank", None)}),
        (build_announcement("Anne", "sequence", 4), {("announcements[0].cards", None)}),
        (build_announcement("Anne", "sequence", 4, cards="A♠"), {("announcements[0].cards", None)}),
        (build_announcement("Zoé", "figures", 1), {("announcements[0].player", None)}),
        (build_announcement("Anne", "trio", 1), {("announcements[0].kind", None)}),
        ({"player": "Anne", "before_trick": 1}, {("announcements[0].kind", None)}),
        ("Anne", {("announcements[0]", None)}),
    ],
)
def test_an_announced_card_must_have_been_in_hand(announcement: Any, wrong: set[tuple[str, str | None]]) -> None:
    assert list_problems_of_announcements(announcement) == wrong


def test_brc_21_an_exchanged_turn_up_counts_from_the_exchange_on() -> None:
    tierce = build_announcement("Anne", "sequence", 3, "R♦", "D♦", "V♦")
    early = {("announcements[0]", "BRC-21")}
    assert list_problems({"exchange": {"player": "Anne", "before_trick": 4}, "announcements": [tierce]}) == early
    assert list_problems({"exchange": {"player": "Anne", "before_trick": 3}, "announcements": [tierce]}) == set()
    played_at_once = {"tricks": swap_cards((14, 0), (5, 1)), "exchange": {"player": "Anne", "before_trick": 6}}
    tierce = build_announcement("Anne", "sequence", 5, "R♦", "D♦", "V♦")
    assert list_problems(played_at_once | {"announcements": [tierce]}) == early


def test_brc_21_a_turn_up_named_too_early_hides_no_other_card_that_was_not_in_hand() -> None:
    kings = build_announcement("Anne", "carre", 3, rank="R")  # one of them is Basile's
    both = {("announcements[0]", "BRC-21"), ("announcements[0]", "USE-05")}
    assert list_problems({"exchange": {"player": "Anne", "before_trick": 4}, "announcements": [kings]}) == both


def test_brc_21_an_exchanged_turn_up_is_played_later_and_by_who_took_it() -> None:
    moved = swap_cards((14, 0), (1, 0))  # R♦ in trick 2, in place of 8♥
    assert list_problems({"tricks": moved, "exchange": {"player": "Anne", "before_trick": 5}, "announcements": []}) == {
        ("tricks[1][0]", "BRC-21")
    }
    assert list_problems({"exchange": {"player": "Basile", "before_trick": 1}, "announcements": []}) == {
        ("tricks[14][0]", "BRC-21")
    }


def test_brc_21_without_exchange_only_who_drew_the_turn_up_plays_it() -> None:
    assert list_problems({"exchange": None, "announcements": []}) == set()
    assert list_problems({"exchange": None, "announcements": [], "retourne": "D♦"}) == set()
    assert list_problems({"exchange": None, "announcements": [], "retourne": "V♦"}) == {("tricks[9][1]", "BRC-21")}


def test_brc_18_a_hand_without_the_suit_plays_any_trump_or_else_any_card() -> None:
    moved = swap_cards((13, 1), (15, 1))  # 10♠ on the 8♦, V♣ on the 7♦: Basile holds no trump, he is free
    assert list_problems({"tricks": moved, "announcements": []}) == set()
    moved = swap_cards((11, 1), (13, 0))  # 8♦ on the 10♣, which A♦ could have cut as well
    assert list_problems({"tricks": moved, "announcements": []}) == set()


@pytest.mark.parametrize(
    ("exchange", "wrong"),
    [
        ({"player": "Anne", "before_trick": 11}, {("exchange.before_trick", "BRC-03")}),
        ({"player": "Anne", "before_trick": 17}, {("exchange.before_trick", None)}),
        ({"player": "Anne"}, {("exchange.before_trick", None)}),
        ({"player": "Zoé", "before_trick": 1}, {("exchange.player", None)}),
        ({"player": "Anne", "before_trick": 1, "card": "7♦"}, {("exchange.card", None)}),
        ("Anne", {("exchange", None)}),
    ],
)
def test_brc_03_after_a_wrong_exchange_its_two_cards_are_not_checked(
    exchange: Any, wrong: set[tuple[str, str | None]]
) -> None:
    tierce = build_announcement("Basile", "sequence", 1, "R♦", "D♦", "V♦")
    assert list_problems({"exchange": exchange, "announcements": []}) == wrong
    assert list_problems({"exchange": exchange, "announcements": [tierce]}) == wrong | FIRST  # Basile never had D♦
    assert list_problems({"exchange": exchange}) == wrong


def test_brc_03_with_until_drawn_an_exchange_before_trick_11_is_allowed() -> None:
    late = {"exchange": {"player": "Anne", "before_trick": 11}, "announcements": []}
    assert list_problems(late, exchange="until_drawn") == set()


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"retourne": "2♦"}, {("retourne", "BRC-01")}),
        ({"retourne": "?"}, {("retourne", None)}),
        ({"tricks": []}, {("tricks", "BRC-01")}),
        ({"tricks": None}, {("tricks", None)}),
        ({"announcements": None}, {("announcements", None)}),
        ({"tricks_won": {"Anne": 6, "Basile": 10}}, {("tricks_won", None)}),
        ({"last_trick": "Anne"}, {("last_trick", None)}),
    ],
)
def test_the_tricks_form_refuses_wrong_and_foreign_keys(
    change: dict[str, Any], wrong: set[tuple[str, str | None]]
) -> None:
    assert list_problems(change) == wrong


def test_brc_10_12_are_checked_even_if_the_tricks_cannot_be_read() -> None:
    """Problems that do not depend on the cards played are still reported."""
    calls = [
        build_announcement("Anne", "figures", 2),
        build_announcement("Anne", "cinq_atouts", 11),
        build_announcement("Anne", "mariage", 16, suit="T"),
    ]
    assert list_problems({"tricks": [], "announcements": calls}) == {
        ("tricks", "BRC-01"),
        ("announcements[0]", "BRC-10"),
        ("announcements[1]", "BRC-12"),
    }


TOTALS = {
    "type": "coup",
    "retourne": "9♠",
    "announcements": [],
    "tricks_won": {"Anne": 8, "Basile": 8},
    "last_trick": "Anne",
    "card_points": {"Anne": 60, "Basile": 60},
}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, set()),
        ({"retourne": None}, {("retourne", None)}),
        ({"tricks_won": 8}, {("tricks_won", None)}),
        ({"tricks_won": {"Anne": -8, "Basile": 24}}, {("tricks_won.Anne", None)}),
        ({"last_trick": None}, {("last_trick", None)}),
        ({"last_five": None}, set()),
        ({"last_five": 5}, {("last_five", None)}),
        ({"card_points": {"Anne": 61, "Basile": 60}}, {("card_points", "BRC-16")}),
        ({"points": {}}, {("points", None)}),
        (
            {"announcements": [{"player": "Anne", "kind": "mariage", "suit": "c", "rencontre": 1}]},
            {("announcements[0].rencontre", None)},
        ),
        ({"announcements": [{"player": "Anne", "kind": "mariage", "suit": "c", "rencontre": False}]}, set()),
        (
            {"exchange": {}, "announcements": [{"player": "Anne", "kind": "sequence", "cards": ["7♠", "8♠", "9♠"]}]},
            {("exchange.player", None)},
        ),
    ],
)
def test_each_problem_of_the_totals_form_has_its_path_and_rule(
    change: dict[str, Any], wrong: set[tuple[str, str | None]]
) -> None:
    answer = scoring.score_partie({**BY_CARDS, "events": [TOTALS | change]})
    problems = answer.get("errors", ())
    assert {(each["path"].removeprefix("events[0]."), each["rule"]) for each in problems} == wrong


def test_brc_19_without_a_turn_up_a_mariage_wins_only_by_its_plain_value() -> None:
    event = {"type": "coup", "announcements": [{"player": "Anne", "kind": "mariage", "suit": "♠"}]}
    for target, count in ((20, 1), (21, 4)):
        answer = scoring.score_partie({**BY_CARDS, "options": {"target": target}, "events": [event]})
        assert len(answer["errors"]) == count
