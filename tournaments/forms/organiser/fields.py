"""Fields of the organiser's forms: names, whole numbers, choices of several. Wrong input gets one sentence and stays as
typed."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import Refused
from tournaments.actions.people.names import clean_name

MOST_NUMBER_DIGITS = 18  # digits: a longer number is out of any bounds
MOST_NAMES = 400


def tidy_name(typed: str) -> str:
    """Return a typed name in the form in which names are stored; raise ValidationError with what is wrong with it."""
    try:
        return clean_name(typed)
    except Refused as refused:
        raise ValidationError([problem.message for problem in refused.problems]) from None


MOST_KEY_DIGITS = 18  # of a primary key


class NameField(forms.CharField):
    """One name, in any script of the world. A name that looks like HTML is accepted too: it is shown as text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"strip": False, "required": False, **kwargs})

    def clean(self, value: Any) -> str:
        return tidy_name(super().clean(value))


class NamesField(forms.CharField):
    """Names, one a line; empty lines are skipped. The value is a list of names."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"rows": 6, "class": "names", "autocapitalize": "words", "spellcheck": "false"}
        widget = forms.Textarea(attrs=attrs)
        super().__init__(**{"strip": False, "required": False, "widget": widget, **kwargs})

    def clean(self, value: Any) -> list[str]:  # type: ignore[override]
        lines = [(n, line) for n, line in enumerate(super().clean(value).splitlines(), 1) if line.strip()]
        if len(lines) > MOST_NAMES:
            raise ValidationError(_("%(most)d noms au plus à la fois."), "many", {"most": MOST_NAMES})
        names, wrong = [], []
        for n, line in lines:
            try:
                names.append(tidy_name(line))
            except ValidationError as error:
                wrong.append(_("Ligne %(n)d : %(what)s") % {"n": n, "what": error.messages[0]})
        if wrong:
            raise ValidationError(wrong)
        return names


class WholeNumberField(forms.CharField):
    """A whole number between two bounds, both included. The value is an int, or None where nothing was typed."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        self.low, self.high = low, high
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(**{"widget": widget, **kwargs})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        typed = "".join(super().clean(value).split()).replace("−", "-")
        if not typed:
            return None
        digits = typed.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(_("Écrivez un nombre entier, en chiffres."), "number")
        if len(digits) > MOST_NUMBER_DIGITS or not self.low <= int(typed) <= self.high:
            raise ValidationError(_("Un nombre de %(low)d à %(high)d."), "bounds", {"low": self.low, "high": self.high})
        return int(typed)


class SeveralRowsField(forms.ModelMultipleChoiceField):
    """Several of the offered rows. A number too long for the database is treated as one that is not offered."""

    def clean(self, value: Any) -> Any:
        strange = [each for each in value or () if len(str(each)) > MOST_KEY_DIGITS]
        if strange:
            raise forms.ValidationError(self.error_messages["invalid_choice"], params={"value": strange[0]})
        return super().clean(value)
