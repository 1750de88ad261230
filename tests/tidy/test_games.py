"""What docs/developers.md asks of whoever adds a game: each game that is declared has all its parts."""

import pytest

import scoring
from tests.tidy.sources import ROOT
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import LedgerLine

GAMES = scoring.list_games()
KEYS = {game.key for game in GAMES}


def test_every_game_has_its_room_of_form_sheet_and_random_player() -> None:
    assert set(PARTS_BY_GAME) == KEYS, (
        "a game is registered twice: a line in scoring/games/__init__.py, one in tournaments/forms/games/__init__.py"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_field_that_holds_players_is_among_the_player_keys(game: scoring.Game) -> None:
    """Else a record would store a name."""
    keys = game.player_keys
    for size in game.sizes:
        players = tuple(f"J{n}" for n in range(size))
        for field in game.list_fields(scoring.build_setting(game.key, players)):
            first = field.path.partition(".")[0]
            if field.kind == "player":
                assert first in keys.single, (
                    f"{field.path} holds players: name {first} in the single of the game's player_keys"
                )
            elif field.kind in ("announcements", "exchange"):
                assert first in keys.nested, (
                    f"{field.path} holds players: name {first} in the nested of the game's player_keys"
                )
            elif "." in field.path:
                assert first in keys.by_player, (
                    f"{field.path} holds players: name {first} in the by_player of the game's player_keys"
                )


def test_every_statistic_has_its_column_in_the_ledger() -> None:
    columns = {field.name for field in LedgerLine._meta.get_fields()}
    assert {statistic.key for statistic in scoring.list_statistics()} <= columns, (
        "a figure that a game counts has a column of that name in LedgerLine and SeatSummary: add it, with a migration"
    )


@pytest.mark.parametrize("key", sorted(KEYS))
def test_cases(key: str) -> None:
    assert (ROOT / "tests" / "scoring" / "cases" / f"{key}.txt").exists(), (
        f"write the worked examples of the rules in tests/scoring/cases/{key}.txt (tests/scoring/casebook.py says how)"
    )


def test_every_source_and_every_letter_of_the_ids_has_its_title() -> None:
    named = {source for game in GAMES for rule in game.rules for source in rule.source.split()}
    assert named == set(scoring.list_sources()), (
        "each source that a rule names is in the `sources` of a game, and no other"
    )
    for game in GAMES:
        assert {rule.id.split("-")[0] for rule in game.rules} == set(game.chapters), (
            f"{game.key}: give each letter of the rules' ids its title in `chapters`, and no other"
        )
