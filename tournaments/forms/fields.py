"""Fields of forms: names, whole numbers, a seat of a table, choices of several. Wrong input gets one sentence and stays
as typed."""

from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import Refused
from tournaments.actions.people.names import clean_name
from tournaments.book.sheet import Sheet
from tournaments.presentation.text.numbers import group_thousands

MOST_NUMBER_DIGITS = 18  # digits: a longer number is out of any bounds
MOST_NAMES = 400
AnyField = TypeVar("AnyField", bound=forms.Field)


def get_field(form: forms.BaseForm, name: str, kind: type[AnyField]) -> AnyField:
    """Return the form's field of this name as an object of the class `kind`, so that its choices can be set."""
    field = form.fields[name]
    assert isinstance(field, kind), f"{name} is a {type(field).__name__}"
    return field


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
        keyboard = "numeric" if low >= 0 else "text"  # the digits of many phones have no minus
        widget = forms.TextInput(attrs={"inputmode": keyboard, "autocomplete": "off"})
        super().__init__(**{"widget": widget, **kwargs})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        typed = "".join(super().clean(value).split()).replace("−", "-").removeprefix("+")
        if not typed:
            return None
        digits = typed.removeprefix("-")
        if not digits.isdecimal():  # the digits of any script: a phone's keyboard may write its own
            raise ValidationError(_("Écrivez un nombre entier, en chiffres."), "number")
        if len(digits) > MOST_NUMBER_DIGITS or not self.low <= int(typed) <= self.high:
            bounds = {"low": group_thousands(self.low), "high": group_thousands(self.high)}
            raise ValidationError(_("Il faut un nombre de %(low)s à %(high)s."), "bounds", bounds)
        return int(typed)


class SeatField(forms.TypedChoiceField):
    """A choice of one of the table's players; the value is the seat number, an int. `empty`: the words of a choice of
    nobody, offered first."""

    def __init__(self, sheet: Sheet, *, empty: str | None = None, **options: Any) -> None:
        options.setdefault("error_messages", {"required": _("Dites de quel joueur il s’agit.")})
        options.setdefault("widget", forms.RadioSelect)
        nobody = [] if empty is None else [("", empty)]
        super().__init__(choices=[*nobody, *list_seat_choices(sheet)], coerce=int, **options)


def list_seat_choices(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the table's players as choices: (seat number as text, name)."""
    return [(str(position), name) for name, position in sheet.positions.items()]


class SeveralRowsField(forms.ModelMultipleChoiceField):
    """A choice of several database rows. A number too large for the database is refused as not offered."""

    def clean(self, value: Any) -> Any:
        strange = [each for each in value or () if len(str(each)) > MOST_KEY_DIGITS]
        if strange:
            raise forms.ValidationError(self.error_messages["invalid_choice"], params={"value": strange[0]})
        return super().clean(value)
