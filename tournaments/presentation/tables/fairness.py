"""What the evenings of a season gave each player: first deals, rests, small tables, walks, whom he met."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.draws.fairness import FairnessRow

from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


class FairnessTable(RowTable):
    """What a season gave each player: tables, first deals, rests, small tables, changes of table, players met. `names`:
    by player id."""

    def __init__(self, rows: Iterable[FairnessRow], names: Mapping[int, str], **options: Any) -> None:
        columns: list[tuple[str, RowColumn]] = [
            ("player", NameColumn(_("Joueur"), lambda row: names[row.player])),
            ("tables", NumberColumn(_("Tables"))),
            ("deals", NumberColumn(_("Premières donnes"), lambda row: row.first_deals)),
            ("rests", NumberColumn(_("Repos"))),
            ("small", NumberColumn(_("Petites tables"), lambda row: row.small_tables)),
            ("walks", NumberColumn(_("Changements de table"))),
            ("met", NumberColumn(_("Joueurs rencontrés"), lambda row: len(row.met))),
        ]
        super().__init__(rows, columns=columns, **options)


def list_met(row: FairnessRow, names: Mapping[int, str]) -> list[tuple[str, int]]:
    """Return (name, how often) of each player that one player met in the season, the most frequent first."""
    return [(names[player], times) for player, times in row.met.items()]
