"""What a table needs beside the score: directions, the cut, the deal, the orders of the cards, the cards taken out,
when to pay.

Each game declares its facts in this order of keys: direction, cut, deal, order, draw, removed; and last, if players pay
in it, payments. What its source says of a fact stands in `quotations.json` under «game.key». Nothing here is counted.
"""

from functools import partial
from typing import NamedTuple

from scoring.language import Text
from scoring.references import Doubt


class TableFact(NamedTuple):
    """One thing that players must know to deal and play («La coupe»). `provenance`: where it comes from, `doubt`: other
    readings, both as in a `Rule`."""

    key: str
    name: Text
    text: Text
    provenance: str
    doubt: Doubt | None = None


tell_direction = partial(TableFact, "direction", Text("Sens de la donne et du jeu"))
tell_cut = partial(TableFact, "cut", Text("La coupe"))
tell_deal = partial(TableFact, "deal", Text("La donne"))
tell_order = partial(TableFact, "order", Text("Ordre des cartes"))
tell_piquet_order = partial(TableFact, "draw", Text("Ordre du piquet"))
tell_first_dealer = partial(TableFact, "draw", Text("Pour tirer le donneur"))
tell_removed = partial(TableFact, "removed", Text("Cartes ôtées"))
tell_payments = partial(TableFact, "payments", Text("Quand payer"))
