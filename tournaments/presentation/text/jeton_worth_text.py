"""What jetons are worth, in words, and the settlement in money: currencies, amounts, how it was rounded."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.models import JetonWorth
from tournaments.reading.settlement import EveningSettlement
from tournaments.standings.jeton_money import settle_jetons

from .numbers import format_money

EXAMPLE_GAINS = (1, scoring.FICHE, 5 * scoring.FICHE)
"""In jetons: one, a fiche, about what a table plays for."""


def format_worth(worth: JetonWorth, minor_units: int) -> str:
    """Return an amount in the currency in which jetons are worth something, with all decimals, so that amounts line
    up."""
    return format_money(minor_units, worth.currency, worth.decimals, in_full=True)


def format_signed_worth(worth: JetonWorth, minor_units: int) -> str:
    """Return a gain or loss in the currency in which jetons are worth something: «+5,50 €», «−2,00 €»."""
    return f"+{format_worth(worth, minor_units)}" if minor_units > 0 else format_worth(worth, minor_units)


def describe_worth(worth: JetonWorth) -> str:
    """Return what jetons are worth: «Un jeton vaut 0,05 €», «Une fiche (20 jetons) vaut 1 €», «Les jetons ne valent pas
    d’argent»."""
    amount = {"amount": format_money(worth.minor_units, worth.currency, worth.decimals), "n": worth.jetons}
    if not worth.minor_units:
        return _("Les jetons ne valent pas d’argent")
    if worth.jetons == scoring.FICHE:
        return _("Une fiche (%(n)s jetons) vaut %(amount)s") % amount
    return ngettext("Un jeton vaut %(amount)s", "%(n)s jetons valent %(amount)s", worth.jetons) % amount


def list_example_gains(worth: JetonWorth | None) -> list[tuple[int, str]]:
    """Return examples of what gains are worth, as (jetons, amount as text); empty if jetons are worth nothing."""
    if worth is None or not worth.minor_units:
        return []
    settled = [settle_jetons([gain, -gain], worth.minor_units, worth.jetons).amounts[0] for gain in EXAMPLE_GAINS]
    return [(gain, format_worth(worth, amount)) for gain, amount in zip(EXAMPLE_GAINS, settled, strict=True)]


def describe_settlement(settlement: EveningSettlement) -> list[str]:
    """Return sentences on a settlement: how many payments it takes and whether fewer could do, how amounts were
    rounded, and how many jetons stayed in the corbillons."""
    count = len(settlement.hand_overs)
    if settlement.money.is_shortest:
        said = ngettext(
            "%(n)s remise suffit.",
            "%(n)s remises suffisent, et on ne peut pas en faire moins.",
            count,
        )
    else:
        said = ngettext(
            "%(n)s remise.", "%(n)s remises ; à tant de monde, on ne cherche pas s’il en faut moins.", count
        )
    words = [said % {"n": count}]
    if settlement.money.is_rounded:
        least = {"amount": format_worth(settlement.worth, 1)}
        words.append(
            _(
                "Arrondi à %(amount)s près : la somme reste juste, et chacun est à moins de %(amount)s de son compte "
                "exact."
            )
            % least
        )
    if left := settlement.left_in_baskets:
        words.append(
            ngettext(
                "%(n)s jeton est resté dans les corbillons ; sa part revient à la caisse.",
                "%(n)s jetons sont restés dans les corbillons ; leur part revient à la caisse.",
                left,
            )
            % {"n": left}
        )
    return words
