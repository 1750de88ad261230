"""Simulated players with real cards: parties that are legal by construction, for trials and for the demonstration
tournament. One module per game.

`NEXT_EVENT_BY_GAME`: by game, the function that returns a table's next event, played at random from its state; its
argument `tricks` is the share of coups written trick by trick, the others being written as totals.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from scoring import TableState

from . import briscan, briscola, brusquembille, chiamata


class NextEvent(Protocol):
    """A function that plays a table's next event at random and returns it (corbillon.partie/1)."""

    def __call__(self, state: TableState, chance: Random, tricks: float) -> dict[str, Any]: ...


NEXT_EVENT_BY_GAME: Mapping[str, NextEvent] = {
    "brusquembille": brusquembille.play_next_event,
    "briscan": briscan.play_next_event,
    "brisque": briscan.play_next_event,
    "briscola": briscola.play_next_event,
    "chiamata": chiamata.play_next_event,
}

__all__ = ["NEXT_EVENT_BY_GAME", "NextEvent"]
