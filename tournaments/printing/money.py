"""Documents on prizes and money: who has which prize, labels for the prizes, receipts, the treasurer's list, who hands
whom how much for his jetons."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.money import AccountsTable, PrizesTable, build_award_rows
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.settlement import build_settlement_context
from tournaments.presentation.text.prize_text import describe_prize_choice
from tournaments.reading.prize_awards import award_prizes, list_unclaimed
from tournaments.reading.prizes import build_balance, build_listed_balance, get_account
from tournaments.reading.settlement import choose_worth, find_worths

from .cut_cards import build_card_pages
from .document import CLOSED, DRAFT, OPEN, Document
from .print_stage import MONEY, PAYMENTS, PRIZES, SETTLEMENT
from .round_papers import build_check_in


def build_prize_list(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the list of prizes: each award with its winners, in the order of giving, then the
    prizes that nobody wins."""
    awards = award_prizes(tournament)
    rows = build_award_rows(awards, list_unclaimed(tournament.prizes.all(), awards))
    table = PrizesTable(rows, tournament.currency, medium=PAPER, style="lines prizes")
    return {"table": table, "choice": describe_prize_choice(get_account(tournament).choice)}


def build_prize_labels(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a card for every prize, with the names of its winners once they are settled."""
    named = {
        lot.pk: [row.tally.player for row in each.winners]
        for each in award_prizes(tournament)
        for lot in each.lots
        if each.award.settled
    }
    return build_card_pages([{"prize": prize, "winners": named.get(prize.pk, ())} for prize in tournament.prizes.all()])


def build_receipts(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a receipt for every player who has paid something."""
    return build_card_pages([line for line in build_listed_balance(tournament).lines if line.paid])


def build_paid_check_in(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the check-in list with a tick for each player who has paid."""
    return build_check_in(tournament, {line.entry: line for line in build_balance(tournament).lines})


def build_accounts(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the treasurer's list: each player's account by name, and the totals; `fee`: the
    usual entry fee as text, if somebody owes another amount, else ""."""
    balance, fee = build_listed_balance(tournament), get_account(tournament).fee_cents
    table = AccountsTable(balance, tournament.currency, medium=PAPER)
    others = any(line.due != fee for line in balance.lines)
    return {
        "accounts": balance,
        "table": table,
        "lines": balance.lines,
        "fee": table.format_amount(fee) if others else "",
        "prizes": table.format_amount(balance.prizes),
        "left": table.format_amount(balance.remaining),
    }


def build_settlement_paper(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the settlement in money: what jetons are worth, who pays whom how much, and
    everybody's account."""
    return build_settlement_context(tournament, choose_worth(*find_worths(tournament)), PAPER)


MONEY_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "prizes",
        _("Liste des lots"),
        _("Chaque lot et qui le gagne ; à égalité, ce qui est partagé et ce qui se tire au sort."),
        build_prize_list,
        PRIZES,
        (CLOSED,),
    ),
    Document(
        "prize-labels",
        _("Étiquettes des lots"),
        _("Une par lot, à découper aux repères : la place, et le gagnant quand il est connu."),
        build_prize_labels,
        PRIZES,
        (CLOSED,),
    ),
    Document(
        "receipts",
        _("Reçus"),
        _("Un par personne qui a payé, à découper aux repères."),
        build_receipts,
        PAYMENTS,
        (OPEN,),
        right=Right.MONEY,
    ),
    Document(
        "check-in-paid",
        _("Liste de pointage, payés cochés"),
        _("La même que pour l’entrée, où qui a payé est déjà coché."),
        build_paid_check_in,
        PAYMENTS,
        (DRAFT, OPEN),
        layout="check-in",
        right=Right.MONEY,
    ),
    Document(
        "accounts",
        _("Comptes de la soirée"),
        _("Pour le trésorier : ce que chacun doit et a payé, les totaux, ce qui reste en caisse."),
        build_accounts,
        MONEY,
        (CLOSED,),
        right=Right.MONEY,
    ),
    Document(
        "settlement",
        _("Règlement en argent"),
        _("Qui donne combien à qui, en aussi peu de remises que possible, et le compte de chacun."),
        build_settlement_paper,
        SETTLEMENT,
        (CLOSED,),
        right=Right.MONEY,
        always_listed=False,
    ),
)
