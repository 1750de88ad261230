"""Random people with real cards: parties that are legal by construction, for trials and for the demonstration evening.

`PLAYERS` is by game: what its next event is, played at random from a table's state. One file a game.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from scoring import TableState

from . import brusquembille

NextEvent = Callable[[TableState, Random], dict[str, Any]]

PLAYERS: Mapping[str, NextEvent] = {"brusquembille": brusquembille.next_event}

__all__ = ["PLAYERS", "NextEvent"]
