"""Random people with real cards: parties that are legal by construction, for trials and for the demonstration evening.

`PLAYERS` is by game: what its next event is, played at random from a table's state; `tricks` is the share of coups that
are written trick by trick, the others as totals. One file a game.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from scoring import TableState

from . import briscan, briscola, brusquembille, chiamata


class NextEvent(Protocol):
    def __call__(self, state: TableState, chance: Random, tricks: float) -> dict[str, Any]: ...


PLAYERS: Mapping[str, NextEvent] = {
    "brusquembille": brusquembille.next_event,
    "briscan": briscan.next_event,
    "brisque": briscan.next_event,
    "briscola": briscola.next_event,
    "chiamata": chiamata.next_event,
}

__all__ = ["PLAYERS", "NextEvent"]
