"""Random parties of any game, for the tests of laws."""

import random

import scoring
from tests.scoring.plain.parties import random_partie

TRIES = 20


def read_random_partie(seed: int, game: str) -> scoring.Partie:
    """Return a random partie that `scoring` accepts. A few random ones are impossible at their end and are skipped."""
    rng = random.Random(seed)
    tried = (scoring.read_partie(random_partie(rng, game)) for _ in range(TRIES))
    return next(read for read in tried if isinstance(read, scoring.Partie))
