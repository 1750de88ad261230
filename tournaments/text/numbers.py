"""Numbers as people read them: gains and losses, holdings, points, money.

A figure below zero has a true minus sign, never a hyphen. Takes numbers, returns text; queries nothing.
"""

from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from math import ceil
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import ngettext

from tournaments.standings.scores import Number

MINUS = "−"
CURRENCY_SIGNS = {"EUR": "€", "GBP": "£"}  # signs that no other currency has; the others are named by their codes
SHOWN_DIGITS = 16  # of a digest, on the screen and on paper


def format_signed(number: int | None) -> str:
    """Format a gain or loss: 42 → "+42", −15 → "−15" with a true minus sign, 0 → "0"; None → ""."""
    if number is None:
        return ""
    return f"+{number}" if number > 0 else str(number).replace("-", MINUS)


def format_holding(number: int | None) -> str:
    """Format a holding, which may be a debt: 42 → "42", −15 → "−15" with a true minus sign; None → ""."""
    return "" if number is None else str(number).replace("-", MINUS)


def format_points(number: Any) -> str:
    """Format the points that a tournament gives in a season, rounded to two decimals: "12", "7,5", "−3"."""
    text = number_format(int(number) if number == int(number) else round(float(number), 2))
    return text.replace("-", MINUS)


def format_cents(cents: int) -> str:
    """Format an amount in cents: 550 → «5,50 €», 500 → «5 €», a debt with a true minus sign."""
    return format_money(cents, "EUR", 2)


def format_money(minor_units: int, currency: str, decimals: int, *, in_full: bool = False) -> str:
    """Format an amount in minor units of a currency, whose amounts have so many decimals: 550 → «5,50 CHF», a debt with
    a true minus sign; a whole amount without decimals, unless `in_full`. `currency`: its ISO 4217 code."""
    shown = decimals if in_full or minor_units % 10**decimals else 0
    amount = number_format(Decimal(minor_units).scaleb(-decimals), shown)
    return f"{amount}\u00a0{CURRENCY_SIGNS.get(currency, currency)}".replace("-", MINUS)


def format_head(digest: str) -> str:
    """Format the head of a chain as people compare it: "3f9a-12bc-77e0-1d42"."""
    return "-".join(digest[start : start + 4] for start in range(0, min(len(digest), SHOWN_DIGITS), 4))


def format_plain(figure: Number) -> str:
    """Format a figure without a plus sign: whole numbers as they are, fractions with two decimals."""
    text = str(figure) if figure == int(figure) else number_format(_round_to_hundredths(figure), 2)
    return text.replace("-", MINUS)


def _round_to_hundredths(figure: Number) -> Decimal:
    return (Decimal(figure.numerator) / Decimal(figure.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def format_wait(wait: timedelta) -> str:
    """Format how long one has to wait, rounded up: "12 secondes", "4 minutes"."""
    seconds = ceil(wait.total_seconds())
    if seconds < 60:
        return ngettext("%(n)s seconde", "%(n)s secondes", seconds) % {"n": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
