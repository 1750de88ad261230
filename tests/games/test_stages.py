"""A game may be merged by its rules and cases first: what it still lacks is listed, what others lack is a fault."""

from dataclasses import replace

import pytest

from tests.games import stages
from tournaments.forms.games import PARTS_BY_GAME


def test_a_lesson_and_words_that_are_missing_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS_BY_GAME, "chiamata", replace(PARTS_BY_GAME["chiamata"], lesson=None))
    monkeypatch.setattr(stages, "list_problems", lambda path: ["Le cappotto double", "Fermer"])
    listed = stages.list_missing(["chiamata"])
    assert listed[0] == "chiamata: its lesson"
    assert listed[1].startswith("chiamata: 1 texts in ")


def test_a_text_may_wait_for_its_translation_in_the_room_of_an_unfinished_game_alone() -> None:
    assert stages.may_wait("Le cappotto double", ["chiamata"])
    assert not stages.may_wait("Le cappotto double", ["briscola"])
    assert stages.may_wait("('{n} point', '{n} points')", ["marque"])
    assert not stages.may_wait("Fermer")
