"""A random partie of any game, read: what the laws are tried on."""

import random

import scoring
from tests.scoring.plain.parties import random_partie

TRIES = 20


def played(seed: int, game: str) -> scoring.Partie:
    """A random partie in which all is well; the few that a random end has made impossible are passed over."""
    rng = random.Random(seed)
    tried = (scoring.read(random_partie(rng, game)) for _ in range(TRIES))
    return next(read for read in tried if isinstance(read, scoring.Partie))
