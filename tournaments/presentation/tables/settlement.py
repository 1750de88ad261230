"""The settlement of an evening in money: who hands whom how much, and what each won or lost."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.models import JetonWorth, Tournament
from tournaments.presentation.text.jeton_worth_text import (
    describe_settlement,
    describe_worth,
    format_signed_worth,
    format_worth,
)
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.settlement import build_settlement

from .amounts import AmountColumn, MoneyTable
from .row_table import FILE, SCREEN, GainColumn, RowColumn

CASH_BOX = _("la caisse")
"""Who holds what is left in the baskets."""


def format_party(name: str) -> SafeString:
    """Return the name of who pays or receives as HTML; for "", the words for the cash box."""
    return format_html('<bdi class="name">{}</bdi>', name) if name else format_html("<em>{}</em>", CASH_BOX)


def name_party(name: str) -> Any:
    """Return the name of who pays or receives, for files; for "", the words for the cash box."""
    return name or CASH_BOX


class WorthTable(MoneyTable):
    """The base of the tables of money into which jetons are turned. `worth`: what a jeton is worth."""

    style = "lines"
    names_euro = True

    def __init__(self, rows: Iterable[Any], worth: JetonWorth, **options: Any) -> None:
        self.worth = worth
        super().__init__(rows, worth.currency, worth.decimals, **options)


class HandOversTable(WorthTable):
    """The payments that settle the evening: who pays whom how much."""

    payer = RowColumn(_("Qui"), show=format_party, export=name_party, names_row=True)
    amount = AmountColumn(_("verse"), "minor_units")
    currency = RowColumn(_("Monnaie"), media=(FILE,))
    payee = RowColumn(_("à qui"), show=format_party, export=name_party)

    def format_amount(self, minor_units: int) -> str:
        """Return the amount of the payment with its currency: «5,50 €»."""
        return format_worth(self.worth, minor_units)


class SettlementTable(WorthTable):
    """The gain or loss of each player in the settlement, in jetons and in money."""

    player = RowColumn(_("Joueur"), "name", show=format_party, export=name_party, names_row=True)
    jetons = GainColumn(_("Jetons"))
    money = AmountColumn(_("En argent"), "minor_units")
    currency = RowColumn(_("Monnaie"), media=(FILE,))

    def format_amount(self, minor_units: int) -> str:
        """Return the gain or loss in money with sign and currency: «+5,50 €»."""
        return format_signed_worth(self.worth, minor_units)


def build_settlement_context(tournament: Tournament, worth: JetonWorth | None, medium: str = SCREEN) -> dict[str, Any]:
    """Return the settlement in money for a template: what jetons are worth, and, once somebody won something, the
    payments, everybody's account, remarks on them, and why they may still change. {} if `worth` is None."""
    if worth is None:
        return {}
    settlement = build_settlement(tournament, worth)
    described = {"worth": describe_worth(worth)}
    if settlement is None:
        return described
    return described | {
        "handed": HandOversTable(settlement.hand_overs, worth, medium=medium),
        "accounts": SettlementTable(settlement.lines, worth, medium=medium),
        "words": describe_settlement(settlement),
        "provisional": _("provisoire : la soirée n’est pas terminée")
        if tournament.status == Tournament.Status.OPEN
        else describe_provisional(tournament, list_unread_tables(tournament)),
    }
