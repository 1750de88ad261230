"""The journals of a tournament for hledger and beancount, read back: beancount by its own parser, hledger by hledger
where it is installed and everywhere by a reader of the few lines that are written."""

import re
import shutil
import subprocess
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core import inventory
from beancount.core.data import Transaction
from django.db.models import Sum

from tests.book.document_builders import fill_evening_with_history
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.actions.people.entries import rename_entry
from tournaments.book.loading import load_sheets
from tournaments.exchange.journals import Journal, build_money_journal, build_token_journal
from tournaments.exchange.journals.journal import write_beancount, write_hledger
from tournaments.models import Posting, Tournament

pytestmark = pytest.mark.django_db

Balances = dict[tuple[str, str], Decimal]
POSTING = re.compile(r"    (\S(?: ?\S)*)  (-?\d+(?:\.\d+)?) ([A-Z]+)(?: = (-?\d+(?:\.\d+)?) ([A-Z]+))?(?:  ; .*)?")
OTHER_LINE = re.compile(
    r"|; .*|commodity 1000\.\d* [A-Z]+|P \d{4}-\d\d-\d\d [A-Z]+ \d+(\.\d+)? [A-Z]+|account \S+  ; .*|\d{4}-\d\d-\d\d .*"
)


def read_beancount(text: str) -> Balances:
    """Return the balance of each account by commodity; fail on any error of beancount."""
    entries, errors, _options = loader.load_string(text)
    assert [each.message for each in errors] == []
    found: dict[str, inventory.Inventory] = {}
    for entry in entries:
        for posting in entry.postings if isinstance(entry, Transaction) else ():
            found.setdefault(posting.account, inventory.Inventory()).add_position(posting)
    return {
        (account, position.units.currency): position.units.number
        for account, held in found.items()
        for position in held
    }


def read_hledger(text: str) -> Balances:
    """Return the balance of each account by commodity. Every line must be one that hledger knows, every transaction
    must balance, and every assertion must hold."""
    declared = set(re.findall(r"(?m)^account (\S+)  ;", text))
    found: Balances = Counter()  # type: ignore[assignment]
    for block in text.split("\n\n"):
        sums: Counter[str] = Counter()
        for line in block.splitlines():
            side = POSTING.fullmatch(line)
            if side is None:
                assert OTHER_LINE.fullmatch(line), line
                continue
            account, amount, commodity, expected, _unit = side.groups()
            assert account in declared
            found[account, commodity] += Decimal(amount)
            sums[commodity] += Decimal(amount)  # type: ignore[assignment]
            assert expected is None or found[account, commodity] == Decimal(expected), line
        assert not any(sums.values()), block
    return {key: amount for key, amount in found.items() if amount}


def ask_hledger(text: str, folder: Path) -> Balances | None:
    """Return the balances as the installed hledger reads them; None where it is not installed."""
    program = shutil.which("hledger")
    if program is None:
        return None
    file = folder / "corbillon.journal"
    file.write_text(text, encoding="utf-8")
    command = [program, "-f", str(file), "bal", "--flat", "--no-total", "--strict", "-O", "csv"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, env={"LANG": "C.UTF-8"})
    assert told.returncode == 0, told.stderr
    rows = re.findall(r'"([^"]+)","([^"]+)"', told.stdout)[1:]
    amounts = ((account, *each.split(" ")) for account, held in rows for each in held.split(", "))
    return {(account, unit): Decimal(amount) for account, amount, unit in amounts}


def read_journal(journal: Journal, folder: Path) -> Balances:
    """Return the balances of a journal, on which all readers agree."""
    text = write_hledger(journal)
    found = read_hledger(text)
    assert read_beancount(write_beancount(journal)) == found
    assert ask_hledger(text, folder) in (None, found)
    return found


def test_the_journal_of_jetons_holds_what_the_book_and_the_sheets_hold(tmp_path: Path) -> None:
    fill_evening_with_history()
    tournament = Tournament.objects.get()
    balances = read_journal(build_token_journal(tournament), tmp_path)
    for sheet in load_sheets(tournament):
        assert sheet.state is not None
        begins = f"Assets:R{sheet.table.round.n}-T{sheet.table.n}:"
        held = {key: amount for (key, _unit), amount in balances.items() if key.startswith(begins)}
        names = [f"{begins}P{seat.position}-{seat.entry.shown_name}" for seat in sheet.seats]
        assert [held[name] for name in names] == [purse.total for purse in sheet.state.seat_purses]
        assert held.get(f"{begins}Corbillon", 0) == sheet.state.pot
    in_book = Posting.objects.filter(account="1", record__table__n=1).aggregate(moved=Sum("jetons"))["moved"]
    cave = -balances["Equity:R1-T1:Cave", "JETON"] / 3
    assert balances["Assets:R1-T1:P1-Anne", "JETON"] == cave + in_book


def test_a_player_who_buys_fiches_buys_them_from_the_bank(tmp_path: Path) -> None:
    tournament = create_evening(3, exhausted="recave", tours=2)
    record_events(get_table(tournament), build_coup(), {"type": "recave", "player": "3", "fiches": 2})
    balances = read_journal(build_token_journal(tournament), tmp_path)
    assert balances["Equity:R1-T1:Bank", "JETON"] == -40


@pytest.mark.parametrize(
    ("currency", "decimals", "minor_units", "jetons", "of_fees"),
    [("CHF", 2, 5, 1, "EUR"), ("JPY", 0, 100, 20, "KWD"), ("TND", 3, 1000, 3, "JPY")],
)
def test_the_journal_of_money_holds_fees_payments_prizes_and_the_settlement(
    currency: str, decimals: int, minor_units: int, jetons: int, of_fees: str, tmp_path: Path
) -> None:
    tournament = set_currency(create_evening(3, tours=1), of_fees)
    record_events(get_table(tournament), build_coup(), {"type": "end"})
    set_account(tournament, fee_cents=750)
    anne, basile, _chloe = tournament.entries.order_by("shown_name")
    rename_entry(basile, 'O’Neill ; « د » ("B")', actor="user:1")
    set_payments(tournament, [Payment(anne.pk, "", None, 750), Payment(basile.pk, "", 500, 600)])
    add_prize(tournament, kind="rank", place=1, group="", label='Un "jambon" \\', cents=1005, shared=True)
    set_jeton_worth(tournament, WorthTerms(minor_units, decimals, currency, jetons))
    balances = read_journal(build_money_journal(tournament), tmp_path)
    cent = Decimal(1).scaleb(-{"EUR": 2, "KWD": 3, "JPY": 0}[of_fees])
    assert balances["Assets:Cash", of_fees] == 1350 * cent
    assert balances["Assets:Owed:P2-O-Neill-د-B", of_fees] == -100 * cent
    assert balances["Assets:Owed:P3-Chloé", of_fees] == 750 * cent
    assert balances["Liabilities:Prizes:P1-Anne", of_fees] == -1005 * cent
    won = Decimal(42 * minor_units).scaleb(-decimals) / jetons
    assert abs(balances["Assets:Settlement:P1-Anne", currency] - won) <= Decimal(1).scaleb(-decimals)
    assert sum(amount for (_name, unit), amount in balances.items() if unit == currency) == 0


def test_a_journal_whose_figures_were_changed_is_noticed(tmp_path: Path) -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    text = write_beancount(build_token_journal(tournament))
    _entries, errors, _options = loader.load_string(re.sub(r"(balance \S+P1-Anne  )\d+", r"\g<1>999", text))
    assert errors
    spoilt = re.sub(r"(P1-Anne  0 JETON = )\d+", r"\g<1>999", write_hledger(build_token_journal(tournament)))
    with pytest.raises(AssertionError):
        read_hledger(spoilt)


@pytest.mark.parametrize("writer", [write_hledger, write_beancount])
def test_a_game_of_points_has_an_empty_journal_of_jetons(writer: Any) -> None:
    journal = build_token_journal(create_evening(2, game="briscan"))
    assert journal.transactions == journal.closing == ()
    assert "JETON" not in writer(journal)
