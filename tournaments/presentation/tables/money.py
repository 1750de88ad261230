"""Money and prizes: what each player owes and has paid, who wins which prize."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Prize
from tournaments.presentation.text.numbers import format_money
from tournaments.reading.prize_awards import PrizeAward
from tournaments.standings.balances import TournamentBalance

from .amounts import AmountColumn, MoneyTable
from .row_table import FILE, PAGES, NameColumn, NumberColumn, RowColumn


class AccountsTable(MoneyTable):
    """What each player owes and has paid for the evening. `sums`: the footer, over all players. All amounts have
    decimals if one of them does, so that units line up."""

    style = "lines"
    footed_in_body = True
    player = NameColumn(_("Joueur"), "name", footer=_("Ensemble"))
    group = RowColumn(_("Groupe"))
    due = AmountColumn(_("Dû"), footer=lambda table: table.format_sum("due"))
    paid = AmountColumn(_("Payé"), footer=lambda table: table.format_sum("paid"))
    missing = AmountColumn(_("Reste"), footer=lambda table: table.format_sum("difference"))
    currency = RowColumn(_("Monnaie"), media=(FILE,))

    def __init__(self, sums: TournamentBalance, currency: str, **options: Any) -> None:
        self.sums = sums
        super().__init__(sums.lines, currency, **options)
        amounts = (sums.prizes, *(amount for line in sums.lines for amount in (line.due, line.paid)))
        self.in_full = any(amount % 10**self.decimals for amount in amounts)
        if self.medium != FILE and not any(line.group for line in sums.lines):
            self.columns.hide("group")

    def format_amount(self, minor_units: int) -> str:
        """Return an amount as text, with decimals if any amount of the table has some."""
        return format_money(minor_units, self.currency, self.decimals, in_full=self.in_full)

    def format_sum(self, name: str) -> SafeString:
        """Return one of the sums over all players, the attribute `name` of `sums`, as HTML in bold."""
        return format_html("<strong>{}</strong>", self.format_amount(getattr(self.sums, name)))


class AwardRow(NamedTuple):
    """One award: its prizes, and its winners as rows of the standings (none if nobody wins it). `cents`: the money for
    each winner; `remainder`: what cannot be divided among them; `settled`: False if lots must still be drawn."""

    lots: Sequence[Any]
    winners: Sequence[Any] = ()
    cents: int = 0
    remainder: int = 0
    settled: bool = True


class PrizesTable(MoneyTable):
    """Who wins which prize: a row for each award; in a file, a row for each winner of each award."""

    rank = NumberColumn(_("Rang"), lambda row: row.winners[0].rank if row.winners else None, media=(FILE,))
    lots = RowColumn(_("Lot"), media=PAGES)
    player = RowColumn(_("Joueur"), lambda row: row.winners[0].tally.player if row.winners else "", names_row=True)
    prize = RowColumn(_("Lot"), lambda row: ", ".join(lot.label for lot in row.lots), media=(FILE,))
    amount = AmountColumn(_("Reçoit"), lambda row: row.cents if row.winners else None, file_heading=_("Montant"))
    currency = RowColumn(_("Monnaie"), media=(FILE,))
    settled = RowColumn(_("À tirer au sort"), lambda row: "" if row.settled else _("oui"), media=(FILE,))

    def render_lots(self, row: AwardRow) -> SafeString:
        """Return the prizes of an award, each with its money and its place."""
        return format_html_join(mark_safe("<br>"), "{}", ((self.format_lot(lot),) for lot in row.lots))

    def render_player(self, row: AwardRow) -> SafeString:
        """Return the winners of an award, each with his rank."""
        if not row.winners:
            return format_html('<span class="small soft">{}</span>', _("personne"))
        return format_html_join(
            mark_safe("<br>"),
            '<bdi class="name">{}</bdi> <span class="small soft">{}</span>',
            ((each.tally.player, gettext("rang %(n)s") % {"n": each.rank}) for each in row.winners),
        )

    def render_amount(self, row: AwardRow) -> Any:
        """Return the money for each winner, and the remainder that cannot be divided."""
        if not row.settled:
            return _("à tirer au sort entre eux")
        if len(row.winners) < 2:
            return self.format_amount(row.cents) if row.cents else ""
        each = gettext("%(amount)s chacun") % {"amount": self.format_amount(row.cents)}
        if not row.remainder:
            return each
        remains = gettext("reste %(amount)s") % {"amount": self.format_amount(row.remainder)}
        return format_html('{} <span class="small soft">{}</span>', each, remains)

    def format_lot(self, lot: Prize) -> SafeString:
        """Return one prize with its money and the place that it is for."""
        amount = f" {self.format_amount(lot.cents)}" if lot.cents else ""
        place = gettext("place %(n)s") % {"n": lot.place}
        if lot.kind == "group":
            place = f"{lot.group}, {place}"
        elif lot.kind == "new":
            place = ", ".join((gettext("nouveaux"), place))
        return format_html('<bdi>{}</bdi>{} <span class="small soft">{}</span>', lot.label, amount, place)


def build_award_rows(awards: Iterable[PrizeAward], unclaimed: Iterable[Any]) -> list[AwardRow]:
    """Return a row for each award, then one for each prize that nobody wins."""
    won = [
        AwardRow(each.lots, each.winners, each.award.cents, each.award.remainder, each.award.settled) for each in awards
    ]
    return [*won, *(AwardRow((lot,)) for lot in unclaimed)]


def split_winners(rows: Iterable[AwardRow]) -> list[AwardRow]:
    """Return the awards as rows for a file: a row for each winner of each award; an award without a winner keeps its
    row."""
    return [each for row in rows for each in ([row._replace(winners=(one,)) for one in row.winners] or [row])]
