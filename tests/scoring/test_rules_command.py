"""The output of `manage.py rules`: the rule book with the words of its sources, and its refusal of an unknown game."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

import scoring

GAMES = scoring.list_games()


def run_rules(*arguments: str) -> str:
    """Run the command and return what it printed."""
    out = io.StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


def read_rules(*arguments: str) -> dict[str, dict[str, object]]:
    """Run the command and return its rules by id, in their order."""
    answer = json.loads(run_rules(*arguments))
    assert answer["format"] == "corbillon.regles/1"
    assert len({rule["id"] for rule in answer["rules"]}) == len(answer["rules"])
    return {rule["id"]: rule for rule in answer["rules"]}


def test_the_book_has_every_rule_once_in_its_order() -> None:
    ids = list(read_rules())
    assert set(ids) == {rule.id for game in GAMES for rule in game.rules}
    chapters = list(dict.fromkeys(key.split("-")[0] for key in ids))
    assert chapters == ["GEN", "BRU", "PEN", "BRC", "USE", "BLA", "CHI", "MAR"]


def test_a_rule_has_its_games_words_standing_sources_and_quotations() -> None:
    rules = read_rules()
    assert rules["BRC-13"] == {
        "id": "BRC-13",
        "games": ["briscan", "brisque"],
        "text": next(rule for rule in GAMES[1].rules if rule.id == "BRC-13").text.localise("fr"),
        "standing": "src",
        "sources": ["S2", "S3"],
        "quotes": [
            {"source": "S2", "text": "Comme à la Brisque, celui qui fait la dernière levée marque 10 points."},
            {"source": "S3", "text": "Celui qui lève la dernière carte du talon compte 10."},
        ],
    }
    assert rules["BLA-01"]["games"] == ["briscola", "chiamata"]
    assert (rules["GEN-03"]["standing"], rules["GEN-03"]["games"]) == ("src", [game.key for game in GAMES])
    assert (rules["BRU-12"]["standing"], rules["BRU-12"]["sources"], rules["BRU-12"]["quotes"]) == ("house", [], [])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_named_gives_its_own_rules_alone(game: scoring.Game) -> None:
    assert list(read_rules(game.key)) == [rule.id for rule in game.rules]


@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_the_rules_speak_the_language_asked_for_and_the_sources_their_own(language: str) -> None:
    rule = next(rule for rule in GAMES[0].rules if rule.id == "BRU-08")
    words = "Cette mise totale de trois fiches constitue l'enjeu du coup."
    told = read_rules("brusquembille", "--language", language)["BRU-08"]
    assert told["text"] == rule.text.localise(language)
    assert {"source": "S0", "text": words} in told["quotes"]  # type: ignore[operator]
    text = run_rules("brusquembille", "--format", "text", "--language", language)
    assert rule.text.localise(language) in text
    assert f"«\u202f{words}\u202f»" in text


def test_the_text_of_the_whole_book_names_the_games_of_each_rule() -> None:
    told = run_rules("--format", "text").splitlines()
    assert "BRC-13 · Briscan · Brisque, ou Mariage · d’après l’Académie de 1752 et la règle de la Brisque" in told
    assert "BRU-12 · Brusquembille · choix de la maison" in told


@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_an_unknown_game_is_refused_in_one_sentence(language: str) -> None:
    with pytest.raises(CommandError, match="whist.*" + ", ".join(game.key for game in GAMES)) as refused:
        run_rules("whist", "--language", language)
    assert refused.value.returncode == 1
