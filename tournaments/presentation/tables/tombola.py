"""The prizes of a tombola that are drawn, with the tickets that won them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.reading.tombola import TombolaView

from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


class WonPrizesTable(RowTable):
    """The prizes of a tombola in the order of the draw, each with its winning ticket; with names if each player has a
    ticket."""

    style = "lines"
    n = NumberColumn(_("Tirage"))
    label = RowColumn(_("Lot"), names_row=True)
    ticket = NumberColumn(_("Billet"))
    name = NameColumn(_("Joueur"), names_row=False)

    def __init__(self, view: TombolaView, **options: Any) -> None:
        super().__init__(view.won, **options)
        if view.tombola.is_sold_by_number:
            self.columns.hide("name")


CHECK = """# tombola
from hashlib import sha256

seed = "{seed}"
first, last, prizes, several = {first}, {last}, {prizes}, {several}
print(sha256(seed.encode()).hexdigest())
tickets, n = list(range(first, last + 1)), 0
for prize in range(1, prizes + 1):
    whole = (1 << 256) // len(tickets) * len(tickets)
    number = whole
    while number >= whole:
        number, n = int(sha256(f"{{seed}}:{{n}}".encode()).hexdigest(), 16), n + 1
    at = number % len(tickets)
    print(prize, tickets[at] if several else tickets.pop(at))
"""


def write_check(view: TombolaView) -> str:
    """Return a Python script with which anybody can repeat the draw; "" before the draw is over."""
    if not view.seed:
        return ""
    first = view.tombola.first if view.tombola.first is not None else 1
    terms = {"first": first, "last": first + view.count - 1, "prizes": len(view.won), "several": view.tombola.several}
    return CHECK.format(seed=view.seed, **terms)
