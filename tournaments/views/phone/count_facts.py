"""What a table's page shows of the count at the end: who counts now, what differs from the book, who owes what."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

import scoring
from tournaments.book.sheet import Sheet
from tournaments.presentation.tables.comparisons import CountRow, CountsTable
from tournaments.presentation.text.sheet_text import shorten_names


@dataclass(frozen=True)
class DebtQuestion:
    """A debt as the page asks about it. `position`, `short_name`: who owes it; `creditor`, `creditor_name`: to whom it
    is owed, as noted or proposed (0: the bank; None and "": nothing shows it); `choices`: (position, short name) of all
    to whom it may be owed."""

    debt: scoring.Debt
    position: int
    short_name: str
    creditor: int | None
    creditor_name: str
    choices: list[tuple[int, str]]


@dataclass(frozen=True)
class Miscount:
    """A player whose count differs from the book, debts apart: his name and short name, what he counted, what the book
    says and the difference, in jetons."""

    name: str
    short_name: str
    counted: int
    book: int
    difference: int

    @property
    def lacking(self) -> int:
        """How many jetons less he counted; below zero, how many more."""
        return -self.difference


class CountFacts:
    """The part of a phone's page on the count of jetons at the end of the partie."""

    sheet: Sheet

    @property
    def count_comparison(self) -> list[tuple[str, int, int, int]]:
        """Each player's (name, counted, recorded, difference), in jetons; empty until all players have counted."""
        counted = self.sheet.settled_counts.counted
        if self.sheet.state is None or len(counted) < len(self.sheet.names):
            return []
        book = {name: purse.total for name, purse in self.sheet.state.purses.items()}
        return [(name, counted[name], book[name], counted[name] - book[name]) for name in self.sheet.positions]

    @property
    def steps_of_count(self) -> list[tuple[str, str]]:
        """Each player's short name, and how far the count is for him: "counted", "now" or "later"."""
        short, counted = shorten_names(self.sheet.names), self.sheet.settled_counts.counted
        now = next((name for name in self.sheet.names if name not in counted), None)
        return [
            (short[name], "counted" if name in counted else "now" if name == now else "later")
            for name in self.sheet.names
        ]

    @property
    def next_to_count(self) -> int:
        """The position of the player who counts next; 0 once all have."""
        counted = self.sheet.settled_counts.counted
        return next((place for name, place in self.sheet.positions.items() if name not in counted), 0)

    @property
    def next_count_field(self) -> str:
        """The name of the first field of the player who counts next."""
        return f"fiches.{self.next_to_count}"

    @property
    def counts_after(self) -> str:
        """The short name of the player who counts after the next one; "" where he is the last."""
        later = [name for name, step in self.steps_of_count if step == "later"]
        return later[0] if later else ""

    @property
    def counted_so_far(self) -> int:
        """The sum of what the players who have counted had before them, in jetons."""
        return sum(self.sheet.settled_counts.counted.values())

    @property
    def jetons_in_play(self) -> tuple[int, int]:
        """(Jetons that must lie on the table if every debt is owed to a player, jetons if the bank lent what is owed.)
        For holdings of 60, 45 and −5 that is (100, 105)."""
        held = [purse.total for purse in self.sheet.state.purses.values()] if self.sheet.state else []
        return sum(held), sum(max(jetons, 0) for jetons in held)

    @property
    def most_fiches(self) -> int:
        """The number of fiches that a player would have if he held all that is in play."""
        return self.jetons_in_play[1] // scoring.FICHE

    @property
    def jetons_in_fiche(self) -> int:
        """What a fiche is worth, in jetons."""
        return scoring.FICHE

    @property
    def debts(self) -> list[DebtQuestion]:
        """Who owes what; empty until all players have counted."""
        if not self.count_comparison:
            return []
        places, bank, short = self.sheet.positions, gettext("la banque"), shorten_names(self.sheet.names)
        return [
            DebtQuestion(
                debt,
                places[debt.debtor],
                short[debt.debtor],
                None if debt.creditor is None else places.get(debt.creditor, 0),
                "" if debt.creditor is None else short.get(debt.creditor, bank),
                [*((place, short[name]) for name, place in places.items() if name != debt.debtor), (0, bank)],
            )
            for debt in self.sheet.settled_counts.debts
        ]

    @property
    def open_debt(self) -> DebtQuestion | None:
        """The first debt of which the players have not said to whom it is owed, or None."""
        return next((each for each in self.debts if not each.debt.noted), None)

    @property
    def counts_table(self) -> CountsTable:
        """The table of the counts beside the records, with the players' short names."""
        short, settled = shorten_names(self.sheet.names), self.sheet.settled_counts.settled
        table = CountsTable(
            [
                CountRow(short[name], None, counted, book + owed, counted - owed - book, owed)
                for name, counted, book, _difference in self.count_comparison
                for owed in (counted - settled[name],)
            ]
        )
        table.has_differences_above = bool(self.certain_miscounts)
        return table

    @property
    def counts_match(self) -> bool:
        """True if every count is equal to the recorded holding, debts apart."""
        return not self.miscounts

    @property
    def is_settled(self) -> bool:
        """True once all have counted, every count is right and the players have said to whom each debt is owed."""
        return bool(self.count_comparison) and self.counts_match and self.open_debt is None

    @property
    def certain_miscounts(self) -> list[Miscount]:
        """The players whose count differs from the book, once a creditor of each debt is known or proposed; empty until
        then, as a debt may be what somebody lacks."""
        return [] if any(each.creditor is None for each in self.debts) else self.miscounts

    @property
    def miscounted_names(self) -> list[str]:
        """The names of the players whose count differs from the book, debts apart."""
        return [each.name for each in self.miscounts]

    @property
    def miscounts(self) -> list[Miscount]:
        """The players whose count differs from the book, debts apart, in the order of the table; empty until all have
        counted."""
        short, settled = shorten_names(self.sheet.names), self.sheet.settled_counts.settled
        return [
            Miscount(name, short[name], counted, book, settled[name] - book)
            for name, counted, book, _difference in self.count_comparison
            if settled[name] != book
        ]
