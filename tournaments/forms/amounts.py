"""What is typed of money: an amount of a currency, and the currency itself."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.money.currency import NO_CURRENCY
from tournaments.actions.people.paid_words import remove_currency
from tournaments.models.currencies import (
    CODE,
    CODE_LENGTH,
    EURO,
    IN_FORCE,
    MOST_MINOR_UNITS,
    get_decimals,
    split_amount,
    to_minor_units,
)
from tournaments.presentation.text.numbers import CURRENCY_SIGNS

CODES_BY_SIGN = {sign: code for code, sign in CURRENCY_SIGNS.items()}
NOT_IN_FORCE = gettext_lazy("Aucune monnaie d’aujourd’hui n’a ce code de trois lettres.")
CODE_HELP = gettext_lazy("Son code de trois lettres : EUR, CHF, GBP, CAD…")


class CurrencyField(forms.CharField):
    """A currency, typed as its ISO 4217 code («EUR», «eur») or as a sign that only one currency has («€»). `kept`: a
    code that is accepted although the currency is no longer in force."""

    kept = ""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        widget = forms.TextInput(attrs=attrs)
        usual = {"label": gettext_lazy("Monnaie"), "help_text": CODE_HELP, "required": False, "initial": EURO}
        super().__init__(**{"widget": widget, "max_length": CODE_LENGTH, **usual, **kwargs})

    def clean(self, value: Any) -> str:
        """Return the code in capitals."""
        typed = str(super().clean(value)).strip()
        code = CODES_BY_SIGN.get(typed, typed.upper())
        if not CODE.fullmatch(code):
            raise ValidationError(NO_CURRENCY, "currency")
        if code not in IN_FORCE and code != self.kept:
            raise ValidationError(NOT_IN_FORCE, "currency")
        return code


class MoneyField(forms.CharField):
    """An amount of a currency, «5», «5,50» or «5.5». The value is minor units, or None where nothing was typed."""

    currency = EURO

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"widget": widget, "required": False, "max_length": 20, **kwargs})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        """Return the amount in minor units (cents), None if nothing was typed; raise ValidationError if it is no
        amount."""
        typed = remove_currency(super().clean(value), self.currency)
        return read_amount(typed, get_decimals(self.currency)) if typed else None

    def prepare_value(self, value: Any) -> Any:
        """Return an amount in minor units as one would type it, for the input."""
        return write_amount(value, get_decimals(self.currency)) if isinstance(value, int) else value


def read_amount(typed: str, decimals: int) -> int:
    """Return a typed amount in minor units, for a currency with this number of `decimals`: «5,50» gives 550. Raises
    ValidationError."""
    amount_parts = split_amount(typed)
    if typed.startswith(("-", "−")):
        raise ValidationError(_("Un montant n’est jamais négatif."), "amount")
    if amount_parts is None:
        example = _("Écrivez un montant comme 5 ou 5,50.") if decimals else _("Un montant entier, comme 500.")
        raise ValidationError(example, "amount")
    if len(amount_parts[1]) > decimals:
        few, none = _("Cette monnaie a %(n)s décimales."), _("Cette monnaie n’a pas de décimales.")
        raise ValidationError(few % {"n": decimals} if decimals else none, "decimals")
    units = to_minor_units(*amount_parts, decimals)
    if units > MOST_MINOR_UNITS:
        raise ValidationError(_("C’est plus que le programme ne peut compter."), "most")
    return units


def write_amount(minor_units: int, decimals: int) -> str:
    """Return an amount in minor units as one would type it, for a currency with this number of `decimals`: 550 gives
    "5,50" ("5.50" in English)."""
    whole, rest = divmod(minor_units, 10**decimals)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:0{decimals}}" if rest else str(whole)
