"""A journal of double-entry bookkeeping, and writing it in the syntax of hledger (and ledger) or of beancount. Knows no
database."""

import datetime
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

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


PRICE_DIGITS = Decimal(1).scaleb(-12)


def write_amount(amount: int, commodity: Commodity) -> str:
    """Return «-12.50 EUR»."""
    return f"{Decimal(amount).scaleb(-commodity.decimals):f} {commodity.code}"


def list_price_lines(journal: Journal) -> Iterator[tuple[str, str]]:
    """Yield (commodity, what one of it is worth), rounded where it has no end."""
    for each in journal.prices:
        one = Decimal(each.worth).scaleb(-each.commodity.decimals) / Decimal(each.amount).scaleb(-each.priced.decimals)
        yield each.priced.code, f"{one.quantize(PRICE_DIGITS).normalize():f} {each.commodity.code}"


def write_hledger(journal: Journal) -> str:
    """Return the journal in hledger's syntax."""
    lines = [f"; {journal.title}", ""]
    lines += [f"commodity {write_sample(each)}" for each in journal.commodities]
    lines += [f"P {journal.opened} {code} {worth}" for code, worth in list_price_lines(journal)]
    lines += [f"account {account}  ; {words}" for account, words in sorted(journal.accounts.items())]
    for each in journal.transactions:
        lines += ["", f"{each.day} {each.title.replace(';', ',')}"]
        for side in each.postings:
            note = f"  ; {side.note}" if side.note else ""
            lines.append(f"    {side.account}  {write_amount(side.amount, each.commodity)}{note}")
    if journal.closing:
        lines += ["", f"{journal.last_day} ="]
    for account, amount, commodity in journal.closing:
        nothing = write_amount(0, commodity)
        lines.append(f"    {account}  {nothing} = {write_amount(amount, commodity)}")
    return "\n".join([*lines, ""])


def write_sample(commodity: Commodity) -> str:
    """Return the amount that shows hledger how many decimals the commodity has; the mark stands even without any."""
    return f"1000.{'0' * commodity.decimals} {commodity.code}"


def write_beancount(journal: Journal) -> str:
    """Return the journal in beancount's syntax. Its balances are those at the beginning of the day after the last."""
    lines = [f'option "title" {quote(journal.title)}']
    lines += [f"{journal.opened} commodity {each.code}" for each in journal.commodities]
    lines += [f"{journal.opened} price {code} {worth}" for code, worth in list_price_lines(journal)]
    for account, words in sorted(journal.accounts.items()):
        lines += [f"{journal.opened} open {account}", f"  name: {quote(words)}"]
    for each in journal.transactions:
        lines += ["", f"{each.day} * {quote(each.title)}"]
        for side in each.postings:
            lines.append(f"  {side.account}  {write_amount(side.amount, each.commodity)}")
            if side.note:
                lines.append(f"    rule: {quote(side.note)}")
    after = journal.last_day + datetime.timedelta(days=1)
    lines.append("")
    lines += [f"{after} balance {account}  {write_amount(amount, unit)}" for account, amount, unit in journal.closing]
    return "\n".join([*lines, ""])


def quote(text: str) -> str:
    """Return the text between quotes, as beancount reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


JOURNAL_WRITERS: dict[str, Callable[[Journal], str]] = {"journal": write_hledger, "beancount": write_beancount}
"""The function that writes a journal, by the ending of the file that it makes."""
