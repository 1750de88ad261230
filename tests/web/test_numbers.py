"""Numbers in the address of a request: whatever is typed there, it causes no server error."""

import pytest
from django import forms

from tournaments.forms import fields
from tournaments.forms.fields import NamesField, SeveralRowsField, WholeNumberField
from tournaments.models import Club
from tournaments.views.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(("7", 7), ("0", 0), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, None), ("-1", None), ("²", None), ("٣", None), (" 7", None), ("", None), (None, None)),
    ],
)
def test_a_number_is_plain_digits_that_the_database_can_hold(text: str | None, found: int | None):
    assert parse_number(text) == found


def test_a_number_that_is_typed_is_bounded_before_it_is_computed():
    with pytest.raises(forms.ValidationError, match="de 0 à"):
        WholeNumberField(0, 10**40).clean("9" * (fields.MOST_NUMBER_DIGITS + 1))


def test_names_that_are_typed_at_once_are_bounded():
    some = "\n".join(f"Joueur {n}" for n in range(fields.MOST_NAMES))
    assert len(NamesField().clean(some)) == fields.MOST_NAMES
    with pytest.raises(forms.ValidationError, match="noms au plus"):
        NamesField().clean(f"{some}\nun de trop")


@pytest.mark.django_db
def test_an_id_that_no_database_holds_is_one_that_is_not_offered():
    field = SeveralRowsField(Club.objects.all())
    for strange in ("9" * (fields.MOST_KEY_DIGITS + 1), "9" * 400):
        with pytest.raises(forms.ValidationError):
            field.clean([strange])
