"""Random legal parties of every game, and random damage to their documents."""

from tests.scoring.plain.parties import briscan, briscola, brusquembille, chiamata, marque
from tests.scoring.plain.parties.damage import mutate

GAMES = {"brusquembille": brusquembille, "briscola": briscola, "chiamata": chiamata, "marque": marque}

__all__ = ["mutate", "random_partie", "scored_partie"]


def random_partie(rng, game):
    """Return a random legal corbillon.partie/1 of the game; the same `rng` gives the same document."""
    return random_table(rng, game).document


def scored_partie(rng, game):
    """Return (a random legal document, its answer)."""
    table = random_table(rng, game)
    return table.document, table.build_answer()


def random_table(rng, game):
    """Return the table at which a random partie was played."""
    if game in ("briscan", "brisque"):
        return briscan.random_table(rng, game)
    assert game in GAMES, f"write tests/scoring/plain/{game}.py and parties/{game}.py: random parties try every game"
    return GAMES[game].random_table(rng)
