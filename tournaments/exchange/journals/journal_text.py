"""Writing a journal as text: the syntax of hledger (and ledger), and that of beancount. Amounts are written with all
their decimals; a balance that does not come out stops either program with the line where it stands."""

import datetime
from collections.abc import Callable, Iterator
from decimal import Decimal

from .journal import Commodity, Journal

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
"""By the ending of the file."""
