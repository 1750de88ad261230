"""What a table needs beside the score: directions, the cut, the deal, the orders of the cards, the cards taken out,
when to pay.

Each game declares its facts, in this order of keys: direction, cut, deal, order, draw, removed; a game in which one
pays, last of all payments. What its source says
of one stands in `quotations.json` under «game.key». Nothing here is counted.
"""

from typing import NamedTuple

from scoring.language import Text


class TableFact(NamedTuple):
    """One thing that a table must know to deal and play. `provenance` is written as a rule's."""

    key: str
    name: Text
    text: Text
    provenance: str


DIRECTION, CUT, DEAL = Text("Sens de la donne et du jeu"), Text("La coupe"), Text("La donne")
ORDER, PIQUET_ORDER = Text("Ordre des cartes"), Text("Ordre du piquet")
FIRST_DEALER, REMOVED = Text("Pour tirer le donneur"), Text("Cartes ôtées")
PAYMENTS = Text("Quand payer")
