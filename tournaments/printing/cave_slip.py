"""The document «caves»: how many fiches and jetons each player gets before the first coup, and what the bank must hold.

What each player gets is the purse with which the rules open the table. What the bank holds for change is our choice,
explained on the slip: a fiche is changed by a player who lacks jetons, and by the corbillon where it is shared
(BRU-11). In 6,400 parties played at random (2 to 5 players, 1 to 4 tours) one fiche for each player, and one more for
every two tours, was always enough, once what was changed back is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import scoring
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Tournament
from tournaments.presentation.text.option_text import localise


def count_tokens(fiches: int, jetons: int) -> scoring.Purse:
    """Return a purse of so many fiches and jetons, which knows its worth in jetons."""
    return scoring.Purse(scoring.FICHE * fiches + jetons, fiches, jetons)


@dataclass(frozen=True)
class TableCave:
    """The fiches and jetons that one table needs at the start. `purses`: (shown name, his cave) of each player."""

    sheet: Sheet
    purses: Sequence[tuple[str, scoring.Purse]]

    @property
    def tokens(self) -> scoring.Purse:
        """The fiches and jetons of all players of the table together, as one purse."""
        return count_tokens(
            sum(purse.fiches for _, purse in self.purses), sum(purse.jetons for _, purse in self.purses)
        )

    @property
    def change(self) -> int:
        """How many jetons the bank should hold ready to change this table's fiches."""
        return self.changed_a_player * scoring.FICHE * len(self.purses)

    @property
    def changed_a_player(self) -> int:
        """How many fiches the bank should be able to change for each player, reckoned from the fiches of a cave."""
        return 1 + max(purse.fiches for _, purse in self.purses) // (2 * len(self.purses))

    @property
    def is_house(self) -> bool:
        """True if no source settles the size of this cave, so that the program chose it."""
        return self.sheet.setting is not None and scoring.has_house_cave(self.sheet.setting)

    @property
    def fiches_for_sale(self) -> int:
        """How many fiches the bank should hold ready to sell to players who run out (recave): as many as one cave has;
        0 if the game has no recave."""
        setting = self.sheet.setting
        if setting is None or "recave" not in scoring.get_game(setting.game).list_specific_events(setting):
            return 0
        return max(purse.fiches for _, purse in self.purses)


def build_cave_slip(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the slip on caves: each table's caves, which are the same in every round, and the
    sums."""
    tables = [cave for sheet in load_sheets(tournament) if (cave := build_table_cave(sheet))]
    first = min((cave.sheet.table.round.n for cave in tables), default=1)
    caves = [cave for cave in tables if cave.sheet.table.round.n == first]
    return {
        "caves": caves,
        "handed_out": count_tokens(sum(c.tokens.fiches for c in caves), sum(c.tokens.jetons for c in caves)),
        "bank": count_tokens(sum(c.fiches_for_sale for c in caves), sum(c.change for c in caves)),
        "cave_mark": localise(scoring.CAVE_OF_OURS) if any(cave.is_house for cave in caves) else "",
        "changed_a_player": max((cave.changed_a_player for cave in caves), default=1),
    }


def build_table_cave(sheet: Sheet) -> TableCave | None:
    """Return the caves of a table; None if it cannot play under its rules, or plays for points."""
    if sheet.setting is None:
        return None
    purses = scoring.build_initial_state(sheet.setting).purses
    return TableCave(sheet, tuple(purses.items())) if purses else None
