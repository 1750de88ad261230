"""Fields of the organiser's forms: names and whole numbers, each wrong one told in one sentence, kept as it was typed."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import NAME_LENGTH

RESERVED = frozenset({"pot", "bank"})  # accounts of the book, in corbillon.partie/1
LONGEST_NUMBER = 18  # digits: more is out of any bounds
MOST_NAMES = 400


def tidy_name(typed: str) -> str:
    """The name that was meant (trimmed, NFC), as corbillon.partie/1 allows names; ValidationError says what is wrong."""
    name = unicodedata.normalize("NFC", typed).strip()
    if not name:
        raise ValidationError(_("Il faut un nom."), "required")
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("Ce nom est trop long : %(length)d lettres, et %(most)d au plus."),
            "long",
            {"length": len(name), "most": NAME_LENGTH},
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        raise ValidationError(_("Ce nom contient un signe invisible : effacez-le et récrivez-le."), "control")
    if name in RESERVED:
        raise ValidationError(
            _("« %(name)s  » est un mot du programme : ajoutez une lettre."), "reserved", {"name": name}
        )
    return name


class NameField(forms.CharField):
    """One name. Any writing of the world is a name, and so is a line of HTML: it is shown as text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"strip": False, "required": False, **kwargs})

    def clean(self, value: Any) -> str:
        return tidy_name(super().clean(value))


class NamesField(forms.CharField):
    """Names one a line; empty lines are skipped. The value is a list of names."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 3, "autocapitalize": "words", "spellcheck": "false"})
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


class WholeField(forms.CharField):
    """A whole number between two bounds, both included. The value is an int, or None where nothing was typed."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        self.low, self.high = low, high
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(**{"widget": widget, **kwargs})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        typed = super().clean(value).replace("\u202f", "").replace("\u00a0", "").replace(" ", "")
        if not typed:
            return None
        digits = typed.replace("−", "-").removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(_("Écrivez un nombre entier, en chiffres."), "number")
        number = int(typed.replace("−", "-")) if len(digits) <= LONGEST_NUMBER else self.high + 1
        if not self.low <= number <= self.high:
            raise ValidationError(_("Un nombre de %(low)d à %(high)d."), "bounds", {"low": self.low, "high": self.high})
        return number
