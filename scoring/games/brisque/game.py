"""Brisque, or Mariage (S3): Briscan's rules with its own values where the two differ (BRC-13, USE-02)."""

from scoring.games.briscan.coup import build_example
from scoring.games.briscan.game import Briscan
from scoring.games.briscan.options import BRISQUE, BRISQUE_PRESETS
from scoring.games.briscan.rules import BRISQUE_FACTS, BRISQUE_SOURCES
from scoring.language import Text


class Brisque(Briscan):
    """The game of Brisque: the rules of Briscan (BRC-01 to BRC-22, USE-01 to USE-06) with Brisque's defaults."""

    key = "brisque"
    name = Text("Brisque, ou Mariage")
    options = BRISQUE
    presets = BRISQUE_PRESETS
    sources = BRISQUE_SOURCES
    example = build_example("8♠", [], "last_talon_card")
    table_facts = BRISQUE_FACTS
