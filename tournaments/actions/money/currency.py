"""In which currency a tournament takes fees and gives prizes. Nothing is ever converted."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.saving import save_fields
from tournaments.models import Account, Fee, Prize, Tournament
from tournaments.models.currencies import CODE, MOST_MINOR_UNITS, get_decimals
from tournaments.presentation.text.numbers import format_money, name_currency

ALREADY_PAID = _("Des joueurs ont déjà payé en %(currency)s : la monnaie de cette soirée ne change plus.")
NO_SUCH_AMOUNT = _("%(amount)s ne s’écrit pas en %(currency)s : changez d’abord cette somme.")
NO_CURRENCY = _("Trois lettres, comme EUR ou CHF.")


def check_currency(code: str) -> str:
    """Return this currency code as it is. Raises Refused if it is none."""
    if not CODE.fullmatch(code):
        raise Refused([FieldError("currency", NO_CURRENCY)])
    return code


@sealed
def set_currency(tournament: Tournament, currency: str) -> Tournament:
    """Set the currency of the tournament's fees and prizes. Amounts keep their figures: 5 € become 5 CHF. Raises NotNow
    once somebody has paid, Refused if the new currency cannot have an amount: there are no 5.50 yen."""
    lock_tournament(tournament, "set_currency")
    kept = tournament.currency
    if check_currency(currency) == kept:
        return tournament
    fees = Fee.objects.filter(entry__tournament=tournament)
    if fees.filter(paid_cents__gt=0).exists():
        raise NotNow(ALREADY_PAID % {"currency": name_currency(kept)})
    convert = keep_figures(kept, currency)
    for account in Account.objects.filter(tournament=tournament):
        save_fields(account, fee_cents=convert(account.fee_cents))
    own = list(fees.filter(due_cents__gt=0))
    for fee in own:
        fee.due_cents = convert(fee.due_cents or 0)
    Fee.objects.bulk_update(own, ["due_cents"])
    prizes = list(tournament.prizes.filter(cents__gt=0))
    for prize in prizes:
        prize.cents = convert(prize.cents)
    Prize.objects.bulk_update(prizes, ["cents"])
    save_fields(tournament, currency=currency)
    seal_changed(Prize, [prize.pk for prize in prizes])
    seal_changed(Account, [tournament.pk])
    seal_changed(Tournament, [tournament.pk])
    return tournament


def keep_figures(old: str, new: str) -> Callable[[int], int]:
    """Return a function that turns minor units of currency `old` into those of `new` that are written with the same
    figures (5 € → 5 CHF). It raises Refused for an amount that `new` cannot have."""
    before, after = 10 ** get_decimals(old), 10 ** get_decimals(new)

    def convert(minor_units: int) -> int:
        found, rest = divmod(minor_units * after, before)
        if rest or found > MOST_MINOR_UNITS:
            amount = {"amount": format_money(minor_units, old), "currency": name_currency(new)}
            raise Refused([FieldError("currency", NO_SUCH_AMOUNT % amount)])
        return found

    return convert
