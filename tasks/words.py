"""Sentences for the terminal, in French and in English; and the one way to stop with such a sentence.

Also read by Pythons that are too old for the rest: no syntax here that 3.6 does not know.
"""

import sys


class Stop(Exception):
    """The work cannot go on; the two sentences say why and what to do."""

    def __init__(self, french: str, english: str) -> None:
        super().__init__(french)
        self.french = french
        self.english = english


def say(french: str, english: str = "") -> None:
    """Print to the terminal at once, the French first."""
    print("\n".join(filter(None, (french, english))), flush=True)


def complain(stop: Stop) -> None:
    print(stop.french + "\n" + stop.english, file=sys.stderr, flush=True)
