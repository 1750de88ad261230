"""What no source settles is marked as the house's choice wherever the scoring words show it; never in the JSON."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import scoring
from scoring.provenance import is_unsourced
from tests.scoring.nasty_parties import build_nasty_partie
from tests.scoring.plain.parties import random_partie

MARK = {"fr": "hoix de la maison", "en": "ouse rule", "it": "egola della casa"}
GAMES = tuple(game.key for game in scoring.list_games())
UNSOURCED = {rule.id for rule in scoring.list_rules() if is_unsourced(rule)}


def list_parties(game: str) -> Iterator[scoring.Partie]:
    """Yield parties of the game, random ones and, of Brusquembille, nasty ones, each ended before its end by a leave
    or by the bell as well."""
    documents = [random_partie(random.Random(seed), game) for seed in range(12)]
    if game == "brusquembille":
        documents += [build_nasty_partie(seed) for seed in range(60)]
    for document in documents:
        for end in ([], [{"type": "leave", "player": document["players"][0]}], [{"type": "end"}]):
            read = scoring.read_partie({**document, "events": [*document["events"][: -1 if end else None], *end]})
            if isinstance(read, scoring.Partie):
                yield read


def list_events(game: str) -> Iterator[tuple[scoring.TableState, scoring.Step]]:
    """Yield every event of these parties, with the state before it."""
    for partie in list_parties(game):
        before = scoring.build_initial_state(partie.setting)
        for step in partie.steps:
            yield before, step
            before = step.state


def find_unsourced_rules(before: scoring.TableState, step: scoring.Step) -> set[str]:
    """Return the rules without a source by which the event moved or marked something, or ended the partie."""
    outcome = step.outcome
    assert outcome is not None
    found = {each.rule for each in (*outcome.transfers, *outcome.lines)} & UNSOURCED
    if outcome.type == "leave" and not outcome.seat_purses:
        found.add("GEN-01")
    if outcome.type == "end" and before.coups_played:
        found.add("GEN-02")
    if any(purse.total < min(was.total, 0) for purse, was in zip(outcome.seat_purses, before.seat_purses, strict=True)):
        found.add("BRU-20")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_event_that_a_rule_without_a_source_decides_is_narrated_with_the_mark(game: str) -> None:
    seen: set[str] = set()
    for before, step in list_events(game):
        rules = find_unsourced_rules(before, step)
        for language, mark in MARK.items() if rules else ():
            words = " ".join(text.localise(language) for text in scoring.narrate_event(before, step))
            assert mark in words, (rules, words)
        seen |= rules
    assert {"GEN-01", "GEN-02"} <= seen
    assert game != "brusquembille" or {"BRU-12", "BRU-20"} <= seen
    assert game != "chiamata" or "CHI-04" in seen


def test_a_sequence_whose_value_no_source_gives_is_narrated_with_the_mark() -> None:
    for cards, house in ((["R♠", "D♠", "V♠"], True), (["R♠", "D♠", "V♠", "10♠"], False)):
        coup = {
            "type": "coup",
            "retourne": "7♥",
            "announcements": [{"player": "Anne", "kind": "sequence", "cards": cards}],
            "tricks_won": {"Anne": 8, "Basile": 8},
            "last_trick": "Anne",
            "card_points": {"Anne": 60, "Basile": 60},
        }
        document = {"format": "corbillon.partie/1", "game": "briscan", "players": ["Anne", "Basile"], "events": [coup]}
        assert ("pique, choix de la maison" in scoring.narrate_partie(document)) is house
        assert "maison" not in json.dumps(scoring.score_partie(document))


def test_the_answer_holds_no_mark() -> None:
    for game in GAMES:
        for partie in list_parties(game):
            assert "maison" not in json.dumps(scoring.write_answer(partie), ensure_ascii=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_partie_whose_length_is_a_house_value_opens_with_the_mark(game: str) -> None:
    """Held by the declarations: under each preset, the option that sets the length."""
    declared = scoring.get_game(game)
    for preset in declared.presets:
        players = [*"ABCDEF"[: scoring.list_table_sizes(game, preset.key)[0]]]
        setting = scoring.build_setting(game, players, preset.key)
        keys = {"target"} if declared.get_target(setting) is not None else {"coups", "tours"}
        ours = any(
            "house" in preset.get_provenance(option).split()
            for option in declared.options
            if option.key in keys and setting.options[option.key] is not None
        )
        words = " ".join(map(str, scoring.narrate_opening(setting)))
        assert ("Ce nombre est un choix" in words or "Le nombre de tours est un choix" in words) is ours, preset.key


def test_a_problem_that_cites_a_rule_without_a_source_marks_it() -> None:
    event: dict[str, Any] = {"type": "recave", "player": "A", "fiches": 1}
    document = {"format": "corbillon.partie/1", "game": "brusquembille", "players": ["A", "B"], "events": [event]}
    assert "(BRU-20, choix de la maison)" in scoring.narrate_partie(document)
    assert [scoring.cite_rule(rule).localise("fr") for rule in ("BRU-08", "BRU-12", "BRC-15")] == [
        "BRU-08",
        "BRU-12, choix de la maison",
        "BRC-15",
    ]


def test_the_text_of_a_rule_says_whether_all_of_it_or_a_part_is_the_house_s_choice() -> None:
    rules = {rule.id: scoring.mark_rule(rule).localise("fr") for rule in scoring.list_rules()}
    assert rules["GEN-02"].endswith("(Choix de la maison.)")
    assert rules["PEN-06"].endswith("(En partie, choix de la maison.)")
    assert "maison" not in rules["PEN-04"]
