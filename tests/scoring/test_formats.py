"""Sections 1 and 2 of formats.md, sentence by sentence, where the cases of a game do not cover them already."""

import copy
from typing import Any

import pytest

import scoring
from tests.scoring.good_documents import COUPS, DROP, FIVE, build_document, list_problems

for_each_game = pytest.mark.parametrize("game", COUPS)


@for_each_game
def test_a_good_coup_has_no_problems(game: str) -> None:
    assert list_problems(build_document(game)) == set()


@for_each_game
@pytest.mark.parametrize("key", ["preset", "options", "sides"])
def test_null_for_preset_options_or_sides_means_left_out(game: str, key: str) -> None:
    assert list_problems({**build_document(game), key: None}) == set()


@for_each_game
@pytest.mark.parametrize("key", ["format", "game", "players", "events"])
def test_null_for_another_key_of_the_document_is_an_error(game: str, key: str) -> None:
    assert list_problems({**build_document(game), key: None}) == {(key, None)}


@pytest.mark.parametrize(
    ("game", "change"),
    [
        *((game, {"dealer": None}) for game in COUPS),
        ("chiamata", {"partner": None}),
        ("briscan", {"exchange": None}),
        ("briscan", {"last_five": None}),
        ("brisque", {"exchange": None, "last_five": None}),
    ],
)
def test_null_for_an_optional_key_of_a_coup_means_left_out(game: str, change: dict[str, Any]) -> None:
    assert scoring.score_partie(build_document(game, **change)) == scoring.score_partie(build_document(game))


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("brusquembille", "points"),
        ("brusquembille", "brusquembilles"),
        ("brusquembille", "claimed"),
        ("brusquembille", "short_pack"),
        ("brusquembille", "retourne"),
        ("briscan", "retourne"),
        ("briscan", "announcements"),
        ("briscan", "tricks_won"),
        ("briscan", "card_points"),
        ("briscan", "last_trick"),
        ("brisque", "last_talon_card"),
        ("briscola", "points"),
        ("chiamata", "caller"),
        ("chiamata", "bid"),
        ("chiamata", "called"),
        ("chiamata", "points"),
        ("chiamata", "cappotto"),
    ],
)
def test_null_for_another_key_of_a_coup_is_an_error(game: str, key: str) -> None:
    assert list_problems(build_document(game, **{key: None})) == {(f"events[0].{key}", None)}


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("brusquembille", "points"),
        ("briscan", "retourne"),
        ("briscan", "tricks_won"),
        ("briscan", "card_points"),
        ("briscan", "last_trick"),
        ("brisque", "last_talon_card"),
        ("briscola", "points"),
        ("chiamata", "caller"),
        ("chiamata", "bid"),
        ("chiamata", "called"),
        ("chiamata", "points"),
    ],
)
def test_a_missing_required_key_of_a_coup_is_an_error(game: str, key: str) -> None:
    assert list_problems(build_document(game, **{key: DROP})) == {(f"events[0].{key}", None)}


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("briscola", "retourne"),
        ("briscola", "claimed"),
        ("briscola", "short_pack"),
        ("briscola", "brusquembilles"),
        ("chiamata", "retourne"),
        ("chiamata", "sides"),
        ("briscan", "last_talon_card"),
        ("brisque", "last_trick"),
        ("briscan", "points"),
        ("brusquembille", "announcements"),
    ],
)
def test_a_key_of_another_form_is_an_error(game: str, key: str) -> None:
    assert list_problems(build_document(game, **{key: 1})) == {(f"events[0].{key}", None)}


@for_each_game
@pytest.mark.parametrize("kind", [None, 3, [], "prise", DROP])
def test_an_unknown_event_type_is_an_error(game: str, kind: Any) -> None:
    event = {} if kind is DROP else {"type": kind}
    assert list_problems({**build_document(game), "events": [event]}) == {("events[0].type", None)}


@for_each_game
def test_an_event_after_the_end_gets_one_error_and_is_not_read_further(game: str) -> None:
    events = [{"type": "end"}, {"type": "coup", "surplus": 1, "dealer": 3}, 7]
    assert list_problems({**build_document(game), "events": events}) == {("events[1]", None), ("events[2]", None)}


@for_each_game
def test_a_partie_without_events_is_incomplete_and_all_rank_first(game: str) -> None:
    answer = scoring.score_partie({**build_document(game), "events": []})
    assert (answer["complete"], answer["winners"], answer["events"]) == (False, [], [])
    assert [row["rank"] for row in answer["ranking"]] == [1] * len(answer["totals"])


@for_each_game
def test_names_are_compared_and_given_back_trimmed(game: str) -> None:
    partie = build_document(game, dealer="  Anne\u00a0")
    partie["players"] = [" Anne", *partie["players"][1:]]
    answer = scoring.score_partie(partie)
    assert answer["events"][0]["dealer"] == "Anne"
    assert answer["ranking"][0]["player"] in FIVE


@for_each_game
def test_outcomes_of_void_and_leave_repeat_the_keys_of_their_events(game: str) -> None:
    events = [
        {"type": "void"},
        {"type": "void", "dealer": " Basile", "reason": "é"},
        {"type": "leave", "player": "Anne "},
    ]
    void, named, left = scoring.score_partie({**build_document(game), "events": events})["events"]
    assert set(void) - {"holdings", "pot"} == {"n", "type", "transfers", "lines", "net"}
    assert (named["n"], named["dealer"], named["reason"]) == (2, "Basile", "é")
    assert (left["player"], "winners" in left, "dealer" in left) == ("Anne", False, False)
    assert ("holdings" in left) == ("pot" in left) == (game == "brusquembille")


@for_each_game
def test_an_answer_has_exactly_the_documented_keys(game: str) -> None:
    answer = scoring.score_partie(build_document(game))
    keys = ["format", "game", "complete", "winners", "events", "totals", "ranking"]
    assert list(answer) == keys
    coup = {"n", "type", "dealer", "transfers", "lines", "net", "winners"}
    own = {"brusquembille": {"points", "holdings", "pot"}, "chiamata": {"side_points", "partner"}}
    assert set(answer["events"][0]) == coup | own.get(game, {"points"})
    for line in answer["events"][0]["lines"]:
        assert list(line) == ["player", "points", "rule", "text"]


@pytest.mark.parametrize(
    ("game", "options", "wrong"),
    [
        ("brusquembille", {"tours": 101, "coups": 1001, "target": 0, "mode": "x"},
         {"tours", "coups", "target", "mode"}),
        ("brusquembille", {"payments": True, "sevens": None, "follow_after_talon": 0, "exhausted": "on"},
         {"payments", "sevens", "follow_after_talon", "exhausted"}),
        ("brusquembille", {"tours": 100, "coups": 1000, "target": 1_000_000}, set()),
        ("briscan", {"target": 1_000_001, "cards": 7, "last_ten": None, "order": 1},
         {"target", "cards", "last_ten", "order"}),
        ("briscan", {"cards": 6.0}, {"cards"}),
        ("brisque", {"mariage_of_sequence": None, "exchange": None}, {"mariage_of_sequence"}),
        ("briscola", {"match": "best", "match_n": 100, "target": True, "target_marks": "none"},
         {"match", "match_n", "target", "target_marks"}),
        ("briscola", {"three_player_win": 61, "three_player_pack": 1, "signs": False, "tours": 1},
         {"three_player_win", "three_player_pack", "signs", "tours"}),
        ("chiamata", {"coups": 0, "solo": "4", "cappotto": 1, "multiplier": None},
         {"coups", "solo", "cappotto", "multiplier"}),
        ("chiamata", {"coups": None}, set()),
    ],
)  # fmt: skip
def test_options_of_wrong_type_or_out_of_bounds_are_errors(game: str, options: dict[str, Any], wrong: set[str]) -> None:
    assert list_problems({**build_document(game), "options": options}) == {(f"options.{key}", None) for key in wrong}


def test_a_wrong_option_is_replaced_by_the_presets_value() -> None:
    partie = {**build_document("briscola"), "preset": "briscola-usage", "options": {"match": 3, "match_n": 4}}
    assert list_problems(partie) == {("options.match", None), ("options.match_n", "BLA-08")}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"cappotto": 1}, {("cappotto", None)}),
        ({"cappotto": False, "partner": "Ève"}, set()),
        ({"bid": 61.0}, {("bid", None)}),
        ({"points": {"Anne": 61}}, {("points", None)}),
        ({"tricks": [], "points": DROP}, {("tricks", "BLA-01")}),
    ],
)
def test_each_problem_of_a_coup_of_chiamata_has_its_path_and_rule(
    change: dict[str, Any], wrong: set[tuple[str, str | None]]
) -> None:
    assert list_problems(build_document("chiamata", **change)) == {(f"events[0].{path}", rule) for path, rule in wrong}


def test_in_tricks_briscola_needs_its_turn_up() -> None:
    partie = build_document("briscola", tricks=[["A♠", "2♠"]] * 20, points=DROP)
    assert list_problems(partie) == {("events[0].retourne", None), ("events[0].tricks[1][0]", "BLA-01")}


def test_bru_24_is_checked_if_bru_09_and_bru_17_hold_even_if_bru_16_does_not() -> None:
    counts = {"Anne": {"aces_lost": 4, "tens_won": 2}, "Basile": {"tens_won": 2}}
    coup = build_document("brusquembille", points={"Anne": 101, "Basile": 19}, brusquembilles=counts)
    assert list_problems(coup) == {
        ("events[0].brusquembilles", "BRU-16"),
        ("events[0].points.Anne", "BRU-24"),
        ("events[0].points.Basile", "BRU-24"),
    }
    short = copy.deepcopy(coup)
    short["events"][0]["points"]["Basile"] = 18
    assert list_problems(short) == {("events[0].brusquembilles", "BRU-16"), ("events[0].points", "BRU-09")}


def test_problems_in_several_places_are_all_reported() -> None:
    partie = {
        **build_document("brusquembille", points={"Anne": 70, "Basile": 51}, claimed={"Zoé": 1}, surplus=0),
        "preset": "x",
        "options": {"tours": 0, "surplus": 1},
        "surplus": 1,
    }
    partie["events"] += [{"type": "leave"}, {"type": "penalty", "rule": "PEN-99", "player": 3, "to": "Anne"}]
    assert list_problems(partie) == {
        ("surplus", None),
        ("preset", None),
        ("options.tours", None),
        ("options.surplus", None),
        ("events[0].surplus", None),
        ("events[0].points", "BRU-09"),
        ("events[0].claimed.Zoé", None),
        ("events[1].player", None),
        ("events[2].rule", None),
        ("events[2].player", None),
    }


def test_true_is_not_1_even_if_an_equal_setting_was_cached() -> None:
    partie = build_document("brusquembille") | {"options": {"coups": 1}}
    assert list_problems(partie) == set()
    assert list_problems(partie | {"options": {"coups": True}}) == {("options.coups", None)}


def test_an_option_with_too_many_digits_is_refused() -> None:
    with pytest.raises(scoring.InvalidSetting):
        scoring.build_setting("brusquembille", ["Anne", "Basile"], options={"coups": 10**5000})


def test_an_option_that_nests_too_deeply_is_an_error() -> None:
    nest: list[Any] = []
    for _ in range(100_000):
        nest = [nest]
    assert list_problems(build_document("brusquembille") | {"options": {"coups": nest}}) == {("options.coups", None)}


def test_settings_are_cached_and_the_oldest_are_forgotten() -> None:
    settings = [scoring.build_setting("briscan", [f"Anne {number}", "Basile"]) for number in range(200)]
    assert scoring.build_setting("briscan", ["Anne 199", "Basile"]) is settings[199]
    again = scoring.build_setting("briscan", ["Anne 0", "Basile"])
    assert again == settings[0]
    assert again is not settings[0]
