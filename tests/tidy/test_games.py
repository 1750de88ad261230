"""What README asks of whoever adds a game: each game that is declared has all its parts."""

import pytest

import scoring
from tests.tidy.sources import ROOT
from tournaments.games import PARTS_BY_GAME
from tournaments.text.rule_book import CHAPTERS, SOURCES

GAMES = scoring.list_games()
KEYS = {game.key for game in GAMES}


def test_a_form_a_sheet_and_a_random_player() -> None:
    assert set(PARTS_BY_GAME) == KEYS


@pytest.mark.parametrize("key", sorted(KEYS))
def test_cases(key: str) -> None:
    assert (ROOT / "tests" / "scoring" / "cases" / f"{key}.txt").exists()


def test_every_source_and_every_letter_of_the_ids_has_its_title() -> None:
    rules = [rule for game in GAMES for rule in game.rules]
    assert {source for rule in rules for source in rule.source.split()} <= set(SOURCES)
    assert {rule.id.split("-")[0] for rule in rules} <= set(CHAPTERS)
