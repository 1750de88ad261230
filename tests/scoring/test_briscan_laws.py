"""Laws that hold for every partie of Briscan and Brisque, whatever is played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring.games.briscan.announcements import SEQUENCES_BY_CARDS
from scoring.games.briscan.config import PACK, SEQUENCE_TABLES
from scoring.games.briscan.coup import BriscanCoup
from scoring.games.briscan.names import SEQUENCE_NAMES as NAMED
from tests.scoring.random_parties import read_random_partie

SEEDS = st.integers(0, 10**9)
GAMES = st.sampled_from(("briscan", "brisque"))
ENDS = frozenset(("BRC-13", "BRC-14", "BRC-15", "BRC-16"))
COUP = {
    "type": "coup",
    "retourne": "8♠",
    "tricks_won": {"Anne": 8, "Basile": 8},
    "card_points": {"Anne": 60, "Basile": 60},
}


def list_coups(partie: scoring.Partie) -> list[tuple[BriscanCoup, scoring.Outcome]]:
    """Return the partie's coups, each with its outcome."""
    return [
        (step.record, step.outcome)
        for step in partie.steps
        if isinstance(step.record, BriscanCoup) and step.outcome is not None
    ]


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_a_coup_scores_alike_in_totals_and_in_tricks(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    document = partie.to_document()
    document["events"] = [rewrite_in_totals(partie.setting, step) for step in partie.steps]
    assert scoring.score_partie(document) == scoring.score_partie(partie)


def rewrite_in_totals(setting: scoring.Setting, step: scoring.Step) -> dict[str, Any]:
    """Return the event, a coup in tricks rewritten in totals."""
    coup = step.record
    if not isinstance(coup, BriscanCoup) or coup.play is None:
        return step.event
    names, end = setting.players, coup.end
    assert end.tricks_won is not None
    assert end.card_points is not None
    assert end.last_ten_seat is not None
    kept = ("type", "dealer", "retourne", "exchange")
    last = "last_talon_card" if setting.options["last_ten"] == "talon_card" else "last_trick"
    return {key: value for key, value in step.event.items() if key in kept} | {
        "announcements": [call.to_json(setting) for call in coup.announcements],
        "tricks_won": dict(zip(names, end.tricks_won, strict=True)),
        last: names[end.last_ten_seat],
        "last_five": None if end.last_five_seat is None else names[end.last_five_seat],
        "card_points": dict(zip(names, end.card_points, strict=True)),
    }


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_brc_01_16_a_coup_is_16_tricks_and_120_points(seed: int, game: str) -> None:
    for coup, outcome in list_coups(read_random_partie(seed, game)):
        if coup.play is not None:
            assert coup.end.tricks_won is not None
            assert sum(coup.end.tricks_won) == 16
            assert sum((outcome.points or {}).values()) == 120
        elif coup.end.card_points is None:
            assert set((outcome.points or {}).values()) == {0}


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_a_total_is_the_sum_of_the_lines(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    for name, total in partie.state.totals.items():
        lines = [line for _, outcome in list_coups(partie) for line in outcome.lines if line.player == name]
        assert total == sum(line.points for line in lines)


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_marks_come_before_the_lines_of_the_end_which_are_in_rule_order(seed: int, game: str) -> None:
    for _, outcome in list_coups(read_random_partie(seed, game)):
        rules = [line.rule for line in outcome.lines]
        ends = [rule for rule in rules if rule in ENDS]
        assert rules[len(rules) - len(ends) :] == sorted(ends)
        assert rules.count("BRC-02") == (rules[:1] == ["BRC-02"])
        assert all(line.points > 0 for line in outcome.lines)


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_the_winner_has_made_a_vole_or_reached_the_target(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    state = partie.state
    if state.complete and not state.left and partie.steps[-1].event["type"] == "coup":
        coup, _ = list_coups(partie)[-1]
        (winner,) = state.winners
        vole = coup.end.tricks_won is not None and max(coup.end.tricks_won) == 16
        assert vole or state.totals[winner] >= partie.setting.options["target"]
        assert state.ranking[0].player == winner


@settings(max_examples=25)
@given(SEEDS, GAMES, st.sampled_from(scoring.LANGUAGES))
def test_every_partie_can_be_narrated(seed: int, game: str, language: str) -> None:
    partie = read_random_partie(seed, game)
    told = scoring.narrate_partie(partie, language)
    assert all(name in told for name in partie.setting.players)
    for _, outcome in list_coups(partie):
        assert all(line.text.localise(language) in told for line in outcome.lines if line.rule != "BRC-16")


@pytest.mark.parametrize("announced", [[], ["A"], ["A", "10"]])
@pytest.mark.parametrize("order", ["marked", "end_of_coup"])
def test_brc_17_a_vole_wins_unless_a_mark_has_won_before(announced: list[str], order: str) -> None:
    setting = scoring.build_setting("briscan", ["Anne", "Basile"], options={"order": order, "target": 240})
    event = {
        **COUP,
        "announcements": [{"player": "Anne", "kind": "carre", "rank": rank} for rank in announced],
        "tricks_won": {"Anne": 0, "Basile": 16},
        "card_points": {"Anne": 0, "Basile": 120},
        "last_trick": "Basile",
        "last_five": "Basile",
    }
    state = scoring.play_event(scoring.build_initial_state(setting), event).state
    by_a_mark = order == "marked" and len(announced) == 2
    assert (state.complete, state.winners) == (True, ("Anne",) if by_a_mark else ("Basile",))


def test_brc_06_every_sequence_has_its_name_and_its_value() -> None:
    heights = {(len(cards), cards[-1] & 15) for cards in SEQUENCES_BY_CARDS.values()}
    assert len(SEQUENCES_BY_CARDS) == 4 * (6 + 5 + 4)
    assert set(NAMED) == heights
    for table in SEQUENCE_TABLES.values():
        assert {(row, rank) for row, cells in table.items() for rank in cells} == {
            ({3: "tierce", 4: "quatrieme", 5: "quinte"}[length], PACK.ranks[height]) for length, height in heights
        }
        assert all(value % 2 == 0 for cells in table.values() for value in cells.values())


def test_the_form_has_the_fields_of_the_totals_form() -> None:
    for game, last in (("briscan", "last_trick"), ("brisque", "last_talon_card")):
        setting = scoring.build_setting(game, ["Anne", "Basile"])
        fields = scoring.get_game(game).list_fields(setting)
        assert [field.path for field in fields if field.required] == [
            "retourne",
            "tricks_won.Anne",
            "tricks_won.Basile",
            last,
            "card_points.Anne",
            "card_points.Basile",
        ]
        assert [field.total for field in fields if field.player] == [16, 16, 120, 120]


def test_brc_06_sequences_may_have_values_of_the_clubs_own() -> None:
    table = {row: dict.fromkeys(cells, 8) for row, cells in SEQUENCE_TABLES["litteral"].items()}
    table["tierce"]["9"] = 0
    options = {"sequences": "libre", "sequence_values": table}
    setting = scoring.build_setting("briscan", ["Anne", "Basile"], options=options)
    cards = (["8♠", "9♠", "10♠"], ["8♥", "9♥", "10♥"], ["7♦", "8♦", "9♦"])
    calls = [{"player": "Anne", "kind": "sequence", "cards": each} for each in cards]
    (step,) = scoring.play_events(setting, [{**COUP, "last_trick": "Anne", "announcements": calls}])
    assert step.outcome is not None
    assert [line.points for line in step.outcome.lines if line.rule == "BRC-06"] == [8, 4]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"sequences": "libre"}, {("", "BRC-06")}),
        ({"sequence_values": {}}, {("", "BRC-06"), (".quinte", None), (".quatrieme", None), (".tierce", None)}),
        ({"sequences": "libre", "sequence_values": 3}, {("", None)}),
        ({"sequences": "libre", "sequence_values": None}, {("", "BRC-06")}),
        ({"sequences": "libre", "exchange": None}, {("", "BRC-06")}),
    ],
)
def test_brc_06_values_are_refused_unless_the_option_asks_for_them(
    options: dict[str, Any], wrong: set[tuple[str, str | None]]
) -> None:
    assert list_problems(options) == {(f"options.sequence_values{path}", rule) for path, rule in wrong}


def test_brc_06_each_wrong_cell_of_the_values_is_reported() -> None:
    table: dict[str, Any] = {row: dict(cells) for row, cells in SEQUENCE_TABLES["litteral"].items()}
    table["quinte"] |= {"A": 1, "R": 10_001, "D": -2, "V": "2", "10": 4}
    table["quatrieme"] = [1]
    del table["tierce"]["A"]
    table["tierce"] |= {"8": 2, "valet": 2}
    table["sixte"] = {}
    told = list_problems({"sequences": "libre", "sequence_values": table})
    assert told == {
        ("options.sequence_values.quinte.A", "BRC-06"),  # odd
        ("options.sequence_values.quinte.R", None),
        ("options.sequence_values.quinte.D", None),
        ("options.sequence_values.quinte.V", None),
        ("options.sequence_values.quinte.10", "BRC-06"),  # no quinte au dix
        ("options.sequence_values.quatrieme", None),
        ("options.sequence_values.tierce.A", None),
        ("options.sequence_values.tierce.8", "BRC-06"),
        ("options.sequence_values.tierce.valet", None),
        ("options.sequence_values.sixte", None),
    }


def list_problems(options: dict[str, Any]) -> set[tuple[str, str | None]]:
    """Return (path, rule) of each problem of these options."""
    with pytest.raises(scoring.InvalidSetting) as refused:
        scoring.build_setting("briscan", ["Anne", "Basile"], options=options)
    return {(problem.path, problem.rule) for problem in refused.value.problems}


def test_a_partie_won_by_a_mark_before_a_vole_is_narrated() -> None:
    document = {
        "format": "corbillon.partie/1",
        "game": "briscan",
        "players": ["Anne", "Basile"],
        "options": {"target": 150},
        "events": [
            {
                **COUP,
                "retourne": "D♠",
                "exchange": {"player": "Basile"},
                "announcements": [
                    {"player": "Basile", "kind": "carre", "rank": "A"},
                    {"player": "Anne", "kind": "mariage", "suit": "♥"},
                ],
                "tricks_won": {"Anne": 16, "Basile": 0},
                "card_points": {"Anne": 120, "Basile": 0},
                "last_trick": "Anne",
                "last_five": "Anne",
            }
        ],
    }
    told = scoring.narrate_partie(document)
    around, _, coup = told.splitlines()[1:4]
    assert around.endswith("Anne contre Basile. On joue en 150 points, à cinq cartes.")
    assert coup.replace("\u202f", " ") == (
        "Coup 1, donné par Anne. La retourne est D♠ : l’atout est pique. Basile prend la retourne contre le sept "
        "d’atout. On marque : Anne 10 (retourne D♠) ; Basile 150 (quatre as). Par cette marque, Basile atteint le but "
        "de 150 points et gagne. (Choix de la maison.) On marque encore : Anne 20 (mariage de cœur). "
        "Anne fait la vole, les seize levées. À la fin, on marque : Anne 10 (dernière levée), 20 (les cinq dernières "
        "levées) et 10 (le plus de levées : 16). Points de cartes : Anne 120 et Basile 0. "
        "Le coup rapporte : Anne 190 et Basile 150. "
        "Totaux : Anne 190 et Basile 150."
    )


def test_a_vole_that_wins_is_narrated() -> None:
    end = {
        "tricks_won": {"Anne": 16, "Basile": 0},
        "card_points": {"Anne": 120, "Basile": 0},
        "last_trick": "Anne",
        "last_five": "Anne",
    }
    document = {
        "format": "corbillon.partie/1",
        "game": "briscan",
        "players": ["Anne", "Basile"],
        "events": [COUP | end],
    }
    assert "Anne fait la vole, les seize levées, et gagne la partie." in scoring.narrate_partie(document)


def test_an_outcome_holds_tricks_won_and_who_led_and_took_each_trick() -> None:
    outcome = next(
        out for seed in range(99) for coup, out in list_coups(read_random_partie(seed, "briscan")) if coup.play
    )
    extra = outcome.extra
    assert sum(extra["tricks_won"].values()) == len(extra["takers"]) == 16
    assert extra["leaders"][1:] == extra["takers"][:-1]
    setting = scoring.build_setting("briscan", ["Anne", "Basile"], options={"target": 10})
    (step,) = scoring.play_events(setting, [{"type": "coup", "retourne": "D♠"}])
    assert step.outcome is not None
    assert step.outcome.extra == {}


def test_a_coup_ended_by_a_mark_is_narrated() -> None:
    setting = scoring.build_setting("briscan", ["Anne", "Basile"], options={"target": 10})
    (step,) = scoring.play_events(setting, [{"type": "coup", "retourne": "D♠"}])
    told = " ".join(map(str, scoring.get_game("briscan").narrate_event(scoring.build_initial_state(setting), step)))
    assert "et gagne. (Choix de la maison.) Le coup rapporte\u202f: Anne 10 et Basile 0." in told
    assert told.endswith("Totaux\u202f: Anne 10 et Basile 0.")


def test_a_leaving_player_is_narrated() -> None:
    setting = scoring.build_setting("brisque", ["Anne", "Basile"], preset="brisque-1752")
    (step,) = scoring.play_events(setting, [{"type": "leave", "player": "Anne"}])
    (text,) = scoring.get_game("brisque").narrate_event(scoring.build_initial_state(setting), step)
    left = "Anne quitte la table\u202f: la partie s’arrête là, et qui quitte est classé dernier."
    assert str(text) == f"{left} (Choix de la maison.)"
    (opening,) = scoring.get_game("brisque").narrate_opening(setting)
    assert str(opening) == "On joue en 300 points, à six cartes."
