"""Tables of amounts of money: on pages in words of their currency, in files as numbers with the currency's code beside
them."""

from collections.abc import Iterable
from typing import Any

from tournaments.models.currencies import EURO, get_decimals, to_major_units
from tournaments.presentation.text.numbers import format_money

from .row_table import NumberColumn, RowTable


class MoneyTable(RowTable):
    """A table of amounts in minor units of one `currency` with `decimals` decimals (None: those of ISO 4217). The
    column `currency` stands in files only; for euros it is left out, unless `names_euro` is True."""

    names_euro = False

    def __init__(self, rows: Iterable[Any], currency: str, decimals: int | None = None, **options: Any) -> None:
        self.currency = currency
        self.decimals = get_decimals(currency) if decimals is None else decimals
        hidden = () if self.names_euro or currency != EURO else ("currency",)
        super().__init__(rows, hidden=hidden, **options)

    def to_number(self, minor_units: int) -> float:
        """Return an amount of minor units as the number of the currency for files: 550 → 5.5."""
        return to_major_units(minor_units, self.decimals)

    def value_currency(self, row: Any) -> str:
        """Return the currency's code for the `currency` column of files."""
        return self.currency

    def format_amount(self, minor_units: int) -> str:
        """Return an amount of minor units as text for pages: «5,50 €»."""
        return format_money(minor_units, self.currency, self.decimals)


class AmountColumn(NumberColumn):
    """A column of a `MoneyTable` with an amount of money; None is an empty cell."""

    def render_cell(self, table: Any, record: Any) -> str:
        """Return the amount as text for pages: «5,50 €»."""
        return str(table.format_amount(self.read(record)))

    def export_cell(self, table: Any, record: Any) -> float | None:
        """Return the amount for files as a number of the currency: 5.5; None without an amount."""
        amount = self.read(record)
        return None if amount is None else float(table.to_number(amount))
