"""Random parties of any game, for the tests of laws."""

import random
from typing import Any

import scoring
from tests.scoring.plain.parties import random_partie

TRIES = 20


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
