"""Numbers as people read them: gains and losses, holdings, points, money.

A figure below zero has a true minus sign, never a hyphen. Takes numbers, returns text; queries nothing.
"""

from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from math import ceil
from typing import Any

from django.utils.formats import get_format, number_format
from django.utils.translation import get_language, gettext, ngettext

from tournaments.models.currencies import EURO, get_decimals
from tournaments.standings.scores import Number

MINUS = "−"
NARROW_SPACE = "\u202f"
CURRENCY_SIGNS = {"EUR": "€", "GBP": "£"}  # signs that no other currency has; the others are named by their codes
SHOWN_DIGITS = 16  # of a digest, on the screen and on paper


def format_signed(number: int | None) -> str:
    """Format a gain or loss: 42 → "+42", −15 → "−15" with a true minus sign, 1200 → "+1 200"; None → ""."""
    if number is None:
        return ""
    return f"+{group_thousands(number)}" if number > 0 else group_thousands(number)


def format_holding(number: int | None) -> str:
    """Format a holding, which may be a debt: 1200 → "1 200", −15 → "−15" with a true minus sign; None → ""."""
    return "" if number is None else group_thousands(number)


def group_thousands(number: int) -> str:
    """Format a whole number with its thousands apart, as its reader writes it: 12345 → «12 345», in English "12,345",
    in Italian «12.345». The French space is narrow, and no line is broken at it."""
    if -1000 < number < 1000:  # most numbers of a page: none asks for the language
        return str(number).replace("-", MINUS)
    return f"{number:,}".replace(",", _get_thousands_separator()).replace("-", MINUS)


def format_decimals(number: Any, digits: int | None = None) -> str:
    """Return a number with decimals as text, as the reader's language writes it. `digits`: how many decimals (None: as
    many as it has)."""
    text = number_format(number, digits, force_grouping=True)
    if _get_thousands_separator() == NARROW_SPACE:
        text = text.replace(get_format("THOUSAND_SEPARATOR"), NARROW_SPACE)
    return text.replace("-", MINUS)


def _get_thousands_separator() -> str:
    """Return the character that separates thousands in the active language: Django's, which in French is a space of
    usual width."""
    separator = str(get_format("THOUSAND_SEPARATOR"))
    return NARROW_SPACE if separator.isspace() else separator


def format_points(number: Any) -> str:
    """Format the points that a tournament gives in a season, rounded to two decimals: "12", "7,5", "−3"."""
    if number == int(number):
        return group_thousands(int(number))
    whole, _point, decimals = str(abs(round(float(number), 2))).partition(".")  # Django's way takes ten times as long
    return f"{MINUS if number < 0 else ''}{group_thousands(int(whole))}{get_format('DECIMAL_SEPARATOR')}{decimals}"


def format_money(minor_units: int, currency: str, decimals: int | None = None, *, in_full: bool = False) -> str:
    """Format an amount in minor units of a currency: 550 → «5,50 €», in English "€5.50"; 123400 → «1 234 €», a debt
    with a true minus sign; a whole amount without decimals, unless `in_full`. `currency`: its ISO 4217 code;
    `decimals`: how many its amounts have, if they were kept beside it."""
    decimals = get_decimals(currency) if decimals is None else decimals
    digits = decimals if in_full or minor_units % 10**decimals else 0
    amount = format_decimals(Decimal(abs(minor_units)).scaleb(-decimals), digits)
    sign, minus = CURRENCY_SIGNS.get(currency), MINUS if minor_units < 0 else ""
    if sign and (get_language() or "").startswith("en"):
        return f"{minus}{sign}{amount}"
    return f"{minus}{amount}\u00a0{sign or currency}"


def name_currency(currency: str) -> str:
    """Return the name of a currency as it follows «en»: «euros», «CHF»."""
    return gettext("euros") if currency == EURO else currency


def format_head(digest: str) -> str:
    """Return the head of a chain of records, a digest, in the form that people compare: "3f9a-12bc-77e0-1d42"."""
    return "-".join(digest[start : start + 4] for start in range(0, min(len(digest), SHOWN_DIGITS), 4))


def format_plain(figure: Number) -> str:
    """Format a figure without a plus sign: whole numbers as they are, fractions with two decimals."""
    return group_thousands(int(figure)) if figure == int(figure) else format_decimals(_round_to_hundredths(figure), 2)


def _round_to_hundredths(figure: Number) -> Decimal:
    return (Decimal(figure.numerator) / Decimal(figure.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def format_wait(wait: timedelta) -> str:
    """Format how long one has to wait, or something lasts, rounded up: "12 secondes", "4 minutes", "3 heures",
    "12 jours"."""
    seconds = ceil(wait.total_seconds())
    if seconds < 60:
        return ngettext("%(n)s seconde", "%(n)s secondes", seconds) % {"n": seconds}
    minutes = ceil(seconds / 60)
    if minutes < 2 * 60:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = ceil(minutes / 60)
    if hours < 2 * 24:
        return ngettext("%(n)s heure", "%(n)s heures", hours) % {"n": hours}
    days = ceil(hours / 24)
    return ngettext("%(n)s jour", "%(n)s jours", days) % {"n": group_thousands(days)}
