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
    """A unit that a journal counts in, as a currency or jetons. `code`: its name in the journal; `decimals`: of its
    amounts."""

    code: str
    decimals: int = 0


@dataclass(frozen=True)
class JournalPosting:
    """One side of a transaction. `amount`: what the account gets, negative if it gives; `note`: why, or ""."""

    account: str
    amount: int
    note: str = ""


@dataclass(frozen=True)
class JournalTransaction:
    """A transaction in one commodity; its postings sum to zero."""

    day: datetime.date
    title: str
    commodity: Commodity
    postings: tuple[JournalPosting, ...]


@dataclass(frozen=True)
class JournalPrice:
    """An exchange rate: `amount` of the commodity `priced` is worth `worth` of `commodity`."""

    priced: Commodity
    amount: int
    worth: int
    commodity: Commodity


@dataclass(frozen=True)
class Journal:
    """A journal of double-entry bookkeeping. `opened`: its first day, from which `prices` hold; `accounts`: a
    description of each account by its name; `closing`: the expected (account, amount, commodity) after the last
    transaction."""

    title: str
    opened: datetime.date
    accounts: dict[str, str]
    transactions: tuple[JournalTransaction, ...]
    closing: tuple[tuple[str, int, Commodity], ...]
    prices: tuple[JournalPrice, ...] = ()

    @property
    def last_day(self) -> datetime.date:
        """The day of the last transaction; without any, the day on which the journal opens."""
        return max((each.day for each in self.transactions), default=self.opened)

    @property
    def commodities(self) -> tuple[Commodity, ...]:
        """All commodities in which the journal counts or states a price, each once."""
        priced = [one for each in self.prices for one in (each.priced, each.commodity)]
        counted = [each.commodity for each in self.transactions]
        return tuple(dict.fromkeys([*counted, *(commodity for _name, _amount, commodity in self.closing), *priced]))


def name_account(*parts: str) -> str:
    """Return the name of an account, «Assets:R1-T2:P1-Anne-Lefèvre», from its parts. Each part but the first keeps only
    letters, digits and hyphens, which hledger and beancount both accept."""
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
    """Return an amount, given in the commodity's smallest unit, as text: «-12.50 EUR»."""
    return f"{Decimal(amount).scaleb(-commodity.decimals):f} {commodity.code}"


def list_price_lines(journal: Journal) -> Iterator[tuple[str, str]]:
    """Yield (code of a commodity, what one unit of it is worth, as text), rounded if it has too many decimals."""
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
    """Return the sample amount, «1000.00 EUR», from which hledger learns how many decimals the commodity has; it has a
    point even with none."""
    return f"1000.{'0' * commodity.decimals} {commodity.code}"


def write_beancount(journal: Journal) -> str:
    """Return the journal in beancount's syntax. Closing balances are dated the day after the last, as beancount checks
    them at the beginning of a day."""
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
    """Return the text in double quotes, with what is in it escaped, as beancount reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


JOURNAL_WRITERS: dict[str, Callable[[Journal], str]] = {"journal": write_hledger, "beancount": write_beancount}
"""The function that writes a journal, by the ending of the file that it makes."""
