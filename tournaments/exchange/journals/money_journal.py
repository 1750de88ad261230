"""The money of a tournament as a journal: what each player owes and has paid, the prizes he wins, and where jetons are
worth money, who hands whom how much.

Entry fees and prizes are in the tournament's currency; a settlement is in that of its jetons.
"""

from django.utils.translation import gettext as _

from tournaments.models import JetonWorth, Tournament
from tournaments.models.currencies import get_decimals
from tournaments.reading.prize_awards import award_prizes
from tournaments.reading.prizes import build_balance
from tournaments.reading.settlement import build_settlement, choose_worth, find_worths

from .journal import (
    ASSETS,
    EXPENSES,
    INCOME,
    LIABILITIES,
    Commodity,
    Journal,
    JournalPosting,
    JournalPrice,
    JournalTransaction,
    name_account,
)
from .token_journal import JETON

CASH, FEES, PRIZES = f"{ASSETS}:Cash", f"{INCOME}:EntryFees", f"{EXPENSES}:Prizes"


class MoneyBook:
    """Collects the accounts and transactions of a money journal; all are dated on the tournament's day."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.currency = Commodity(tournament.currency, get_decimals(tournament.currency))
        self.accounts: dict[str, str] = {}
        self.transactions: list[JournalTransaction] = []
        self.numbers = {pk: n for n, pk in enumerate(tournament.entries.order_by("pk").values_list("pk", flat=True), 1)}

    def name_player(self, root: str, part: str, entry: int, name: str) -> str:
        """Return the name of one player's account under this root and part, and add the account to the journal."""
        account = name_account(root, part, f"P{self.numbers[entry]} {name}")
        self.accounts[account] = name
        return account

    def post(self, title: str, commodity: Commodity, amount: int, payee: str, payer: str) -> None:
        """Add a transaction under this title, in which the account `payer` gives this amount to the account `payee`;
        nothing for an amount of 0."""
        if not amount:
            return
        for account in (payee, payer):
            self.accounts.setdefault(account, account.rpartition(":")[2])
        sides = (JournalPosting(payee, amount), JournalPosting(payer, -amount))
        self.transactions.append(JournalTransaction(self.tournament.date, title, commodity, sides))


def build_money_journal(tournament: Tournament) -> Journal:
    """Return the journal of fees, payments, prizes and the settlement; each currency is balanced by itself."""
    book = MoneyBook(tournament)
    closing = [*post_fees(book), *post_prizes(book)]
    worth = choose_worth(*find_worths(tournament))
    closing += post_settlement(book, worth) if worth else []
    return Journal(
        title=f"{tournament.name} · {tournament.date}",
        opened=tournament.date,
        accounts=book.accounts,
        transactions=tuple(book.transactions),
        closing=tuple(each for each in closing if each[0] in book.accounts),
        prices=(JournalPrice(JETON, worth.jetons, worth.minor_units, get_worth_currency(worth)),) if worth else (),
    )


def get_worth_currency(worth: JetonWorth) -> Commodity:
    """Return the currency of what jetons are worth, as a commodity."""
    return Commodity(worth.currency, worth.decimals)


def post_fees(book: MoneyBook) -> list[tuple[str, int, Commodity]]:
    """Post what each player owes and has paid. Return the closing balances, (account, amount, currency): what each
    still owes, and the cash."""
    balance = build_balance(book.tournament)
    closing = []
    for line in balance.lines:
        owing = book.name_player(ASSETS, "Owed", line.entry, line.name)
        book.post(f"{_('Dû')} · {line.name}", book.currency, line.due, owing, FEES)
        book.post(f"{_('Payé')} · {line.name}", book.currency, line.paid, CASH, owing)
        closing.append((owing, line.missing, book.currency))
    return [*closing, (CASH, balance.paid, book.currency)]


def post_prizes(book: MoneyBook) -> list[tuple[str, int, Commodity]]:
    """Post the money prizes that have winners as debts of the club. Return the closing balances, (account, amount,
    currency)."""
    owed: dict[str, int] = {}
    for each in award_prizes(book.tournament):
        if not each.award.settled:
            continue
        labels = ", ".join(lot.label for lot in each.lots)
        for row in each.winners:
            winner = book.name_player(LIABILITIES, "Prizes", row.tally.entry, row.tally.player)
            book.post(f"{labels} · {row.tally.player}", book.currency, each.award.cents, PRIZES, winner)
            owed[winner] = owed.get(winner, 0) - each.award.cents
    return [(winner, cents, book.currency) for winner, cents in owed.items()]


def post_settlement(book: MoneyBook, worth: JetonWorth) -> list[tuple[str, int, Commodity]]:
    """Post the payments that settle jetons in money. Return the closing balances, (account, gain or loss, currency)."""
    settlement = build_settlement(book.tournament, worth)
    if settlement is None:
        return []
    entries = dict(book.tournament.entries.values_list("shown_name", "pk"))
    currency = get_worth_currency(worth)
    baskets = f"{ASSETS}:Settlement:Corbillons"
    names = {
        line.name: book.name_player(ASSETS, "Settlement", entries[line.name], line.name) if line.name else baskets
        for line in settlement.lines
    }
    for each in settlement.hand_overs:
        title = f"{_('Règlement en argent')} · {each.payer or _('la caisse')} → {each.payee or _('la caisse')}"
        book.post(title, currency, each.minor_units, names[each.payee], names[each.payer])
    return [(names[line.name], line.minor_units, currency) for line in settlement.lines]
