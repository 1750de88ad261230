"""Players named by the beginning of their name, as one types who is in a hurry."""

from collections.abc import Sequence

from scoring.letters import fold_letters

LEAST_OF_NAME = 2  # letters: one alone may be a player's letter


def find_by_beginning(typed: str, names: Sequence[str]) -> list[int]:
    """Return the places (from 1) of the names that begin as what was typed, whatever its case and accents; none for
    fewer than two letters."""
    begun = fold_letters(typed.strip())
    if len(begun) < LEAST_OF_NAME:
        return []
    return [n for n, name in enumerate(names, 1) if fold_letters(name).startswith(begun)]
