"""Random parties and coups of any game, for the tests of laws."""

import random
from typing import Any

import scoring
from tests.scoring.plain.parties import random_partie
from tournaments.forms.games import PARTS_BY_GAME

TRIES = 20
NAMES = ("Anne", "Basile", "Chloé", "Denis", "Édith", "Flore")
TABLES = [(game.key, size) for game in scoring.list_games() if game.tricks_form_keys for size in game.sizes]


def read_random_partie(seed: int, game: str) -> scoring.Partie:
    """Return a random partie that `scoring` accepts. A few random ones are impossible at their end and are skipped."""
    rng = random.Random(seed)
    tried = (scoring.read_partie(random_partie(rng, game)) for _ in range(TRIES))
    return next(read for read in tried if isinstance(read, scoring.Partie))


def rewrite_in_totals(document: dict[str, Any]) -> dict[str, Any]:
    """Return the same partie, its coups in tricks rewritten in totals."""
    read = scoring.read_partie(document)
    assert isinstance(read, scoring.Partie)
    sides = read.setting.sides
    named = list(read.setting.players) if sides is None else [side[0] for side in sides]
    events = []
    for step in read.steps:
        event, outcome = step.event, step.outcome
        if outcome is not None and outcome.points is not None:
            event = {
                "type": "coup",
                "points": {name: outcome.points[name] for name in named},
                "brusquembilles": outcome.extra["brusquembilles"],
            }
        events.append(event)
    return {**document, "events": events}


def keep_tricks_form(state: scoring.TableState, coup: dict[str, Any]) -> dict[str, Any]:
    """Return the coup's event with only the keys of the tricks form of chiamata; other games unchanged."""
    if state.setting.game != "chiamata":
        return coup
    called = coup.get("called", "A♠")
    return {"type": "coup", "caller": coup["caller"], "bid": coup["bid"], "called": called, "tricks": coup["tricks"]}


def open_table(game: str, size: int, **options: Any) -> scoring.TableState:
    """Return the opening state of a table of so many players."""
    return scoring.build_initial_state(scoring.build_setting(game, NAMES[:size], options=options))


def random_coup(state: scoring.TableState, seed: int) -> dict[str, Any]:
    """Play a random coup in tricks. Return its event."""
    return PARTS_BY_GAME[state.setting.game].play_next_event(state, random.Random(seed), 1.0)
