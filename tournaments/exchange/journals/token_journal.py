"""The book of a tournament as a journal of jetons: each transfer of each record, as it was written.

An account of the journal is a place of a table, as in the book; the description of the account names who sat there. The
cave is paid from an account of its own, so that a place's balance is what lies before the player.
"""

import datetime
from collections import Counter
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

import scoring
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Posting, Tournament
from tournaments.reading.grouping import group_pairs

from .journal import (
    ASSETS,
    EQUITY,
    Commodity,
    Journal,
    JournalPosting,
    JournalPrice,
    JournalTransaction,
    name_account,
)

JETON, FICHE = Commodity("JETON"), Commodity("FICHE")
CAVE = "cave"
Side = tuple[str, int, str]  # the book's account, jetons, rule


def build_token_journal(tournament: Tournament) -> Journal:
    """Return the journal of all tables, counted in jetons; without transactions for a game that counts points."""
    sheets = [sheet for sheet in load_sheets(tournament) if sheet.state is not None and sheet.state.purses]
    sides = list_book_sides(tournament)
    zone = ZoneInfo(tournament.club.time_zone)
    transactions = [each for sheet in sheets for each in iterate_transactions(sheet, sides, tournament.date, zone)]
    return Journal(
        title=f"{tournament.name} · {tournament.date}",
        opened=min([tournament.date, *(each.day for each in transactions)]),
        accounts={account: words for sheet in sheets for account, words in name_accounts(sheet).values()},
        transactions=tuple(sorted(transactions, key=lambda each: each.day)),
        closing=tuple(closed for sheet in sheets for closed in iterate_closing(sheet)),
        prices=(JournalPrice(FICHE, 1, scoring.FICHE, JETON),) if sheets else (),
    )


def list_book_sides(tournament: Tournament) -> dict[int, list[Side]]:
    """Return, by record id, the postings of the book as (account, jetons, rule), in the order in which they were
    written."""
    postings = Posting.objects.filter(record__table__round__tournament=tournament).order_by("record", "transfer", "pk")
    rows = postings.values_list("record", "account", "jetons", "rule")
    return group_pairs((record, (account, jetons, rule)) for record, account, jetons, rule in rows)


def name_accounts(sheet: Sheet) -> dict[str, tuple[str, str]]:
    """Return the (name, description) in the journal of each account of one table, by the account's name in the book:
    "pot", "bank", CAVE, or the number of a seat."""
    table = sheet.table
    label, place = f"R{table.round.n}-T{table.n}", describe_table(sheet)
    accounts = {
        "pot": (name_account(ASSETS, label, "Corbillon"), f"{place} · corbillon"),
        "bank": (name_account(EQUITY, label, "Bank"), f"{place} · {_('la banque')}"),
        CAVE: (name_account(EQUITY, label, "Cave"), f"{place} · cave"),
    }
    for seat in sheet.seats:
        everybody = [each.entry.shown_name for each in sheet.all_seats if each.position == seat.position]
        account = name_account(ASSETS, label, f"P{seat.position} {seat.entry.shown_name}")
        accounts[str(seat.position)] = (account, f"{place} · {', '.join(everybody)}")
    return accounts


def describe_table(sheet: Sheet) -> str:
    """Return the name of a table with its round: «Ronde 1 · Table 2»."""
    round_n, n = sheet.table.round.n, sheet.table.n
    return f"{_('Ronde %(n)s') % {'n': round_n}} · {_('Table %(n)s') % {'n': n}}"


def iterate_transactions(
    sheet: Sheet, sides: dict[int, list[Side]], first: datetime.date, zone: ZoneInfo
) -> Iterator[JournalTransaction]:
    """Yield the transaction that hands out the caves, then one for each record that moved jetons, dated in the club's
    time zone. `sides`: the postings by record id; `first`: the day of the caves at the latest."""
    accounts, place = name_accounts(sheet), describe_table(sheet)
    days = {record.pk: record.at.astimezone(zone).date() for record in sheet.records}
    assert sheet.setting is not None
    caves = [purse.total for purse in scoring.build_initial_state(sheet.setting).seat_purses]  # by the rules of now
    brought = [JournalPosting(accounts[str(n)][0], jetons) for n, jetons in enumerate(caves, 1)]
    opening = (*brought, JournalPosting(accounts[CAVE][0], -sum(caves)))
    yield JournalTransaction(min([first, *days.values()]), f"{place} · cave", JETON, opening)
    for record in sheet.records:
        moved = tuple(JournalPosting(accounts[key][0], jetons, rule) for key, jetons, rule in sides.get(record.pk, ()))
        if moved:
            yield JournalTransaction(days[record.pk], f"{place} · nº {record.number}", JETON, moved)


def iterate_closing(sheet: Sheet) -> Iterator[tuple[str, int, Commodity]]:
    """Yield (account, jetons, commodity) for what each player holds in the end, and for what lies in the corbillon."""
    assert sheet.state is not None
    accounts = name_accounts(sheet)
    holdings = Counter({str(n): purse.total for n, purse in enumerate(sheet.state.seat_purses, 1)})
    holdings["pot"] = sheet.state.pot or 0
    for key, jetons in holdings.items():
        yield accounts[key][0], jetons, JETON
