"""Random legal parties of every game, and random damage to them."""

from tests.scoring.plain.parties import briscan, briscola, brusquembille, chiamata
from tests.scoring.plain.parties.damage import mutate

GAMES = {"brusquembille": brusquembille, "briscola": briscola, "chiamata": chiamata}

__all__ = ["mutate", "random_partie", "scored_partie"]


def random_partie(rng, game):
    """A random legal corbillon.partie/1 of that game; the same `rng` gives the same document."""
    return random_table(rng, game).document


def scored_partie(rng, game):
    """(such a document, its answer)."""
    table = random_table(rng, game)
    return table.document, table.answer()


def random_table(rng, game):
    """The table at which it was played."""
    if game in ("briscan", "brisque"):
        return briscan.random_table(rng, game)
    return GAMES[game].random_table(rng)
