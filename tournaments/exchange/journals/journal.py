"""A journal of double-entry bookkeeping, whatever program reads it. Knows no database and no syntax.

Amounts are integers in the least unit of their commodity. What is closed is what each account must hold after the last
transaction: who reads the journal checks it.
"""

import datetime
import unicodedata
from dataclasses import dataclass

ASSETS, EQUITY, LIABILITIES, INCOME, EXPENSES = "Assets", "Equity", "Liabilities", "Income", "Expenses"


@dataclass(frozen=True)
class Commodity:
    """What is counted: `code`, and how many decimals an amount of it has."""

    code: str
    decimals: int = 0


@dataclass(frozen=True)
class JournalPosting:
    """One side of a transaction: what an account gets, or gives where `amount` is below zero. `note`: why."""

    account: str
    amount: int
    note: str = ""


@dataclass(frozen=True)
class JournalTransaction:
    """What moved at once, in one commodity; its postings sum to zero."""

    day: datetime.date
    title: str
    commodity: Commodity
    postings: tuple[JournalPosting, ...]


@dataclass(frozen=True)
class JournalPrice:
    """So much of one commodity is worth so much of another."""

    priced: Commodity
    amount: int
    worth: int
    commodity: Commodity


@dataclass(frozen=True)
class Journal:
    """A whole journal. `accounts`: each with the words that say whose it is; `prices` hold from `opened` on; `closing`:
    (account, amount, commodity) after the last transaction."""

    title: str
    opened: datetime.date
    accounts: dict[str, str]
    transactions: tuple[JournalTransaction, ...]
    closing: tuple[tuple[str, int, Commodity], ...]
    prices: tuple[JournalPrice, ...] = ()

    @property
    def last_day(self) -> datetime.date:
        """The day of the last transaction."""
        return max((each.day for each in self.transactions), default=self.opened)

    @property
    def commodities(self) -> tuple[Commodity, ...]:
        """Everything that is counted, or that a price names, each once."""
        priced = [one for each in self.prices for one in (each.priced, each.commodity)]
        counted = [each.commodity for each in self.transactions]
        return tuple(dict.fromkeys([*counted, *(commodity for _name, _amount, commodity in self.closing), *priced]))


def name_account(*parts: str) -> str:
    """Return an account's name, «Assets:R1-T2:P1-Anne-Lefèvre»: of each part letters and digits, which is what both
    programs take. The first part stands as it is."""
    first, *others = parts
    return ":".join([first, *map(_clean_part, others)])


def _clean_part(part: str) -> str:
    kept = (each if _is_plain(each) else " " for each in unicodedata.normalize("NFC", part))
    return "-".join("".join(kept).split()) or "X"


def _is_plain(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category.startswith("L") or category == "Nd" or sign == "-"
