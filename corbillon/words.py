"""Sentences for the terminal, in French and in English, and the exception that stops a task with one.

Pythons too old for the rest read this file too: it uses no syntax that 3.6 does not know.
"""

import sys


class Stop(Exception):
    """Stops a task; the two sentences (French, English) say why and what to do."""

    def __init__(self, french: str, english: str) -> None:
        super().__init__(french)
        self.french = french
        self.english = english


def say(french: str, english: str = "") -> None:
    """Print these lines at once, the French first."""
    print("\n".join(filter(None, (french, english))), flush=True)


def complain(stop: Stop) -> None:
    print(stop.french + "\n" + stop.english, file=sys.stderr, flush=True)
