"""Forms of the organiser: how one signs up for a tournament, and somebody who comes to the door without having done
so."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.amounts import MoneyField
from tournaments.forms.fields import NameField, WholeNumberField
from tournaments.models import SignUpTerms

from .money import FEE_LABEL, set_field_currency

MOST_PLACES = 999


class SignUpTermsForm(forms.Form):
    """How one signs up; times are those of the club, whose time zone is the active one."""

    is_open = forms.BooleanField(
        label=_("On peut s’inscrire soi-même"),
        required=False,
        help_text=_("La page publique n’existe qu’avec cette case cochée."),
    )
    limit = WholeNumberField(
        1,
        MOST_PLACES,
        label=_("Nombre de places"),
        required=False,
        help_text=_("Vide : autant qu’on veut. Au-delà, on attend une place, dans l’ordre."),
    )
    fee_cents = MoneyField(help_text=_("Annoncée sur la page, réglée sur place."))
    closes_at = forms.DateTimeField(
        label=_("Jusqu’à quand"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        error_messages={"invalid": _("Écrivez un jour et une heure.")},
        help_text=_("Vide : jusqu’à la clôture de la soirée."),
    )
    self_check_in = forms.BooleanField(
        label=_("On se pointe soi-même à la porte"),
        required=False,
        help_text=_("Chacun vise le carré de l’affiche, choisit son nom, et le voilà présent."),
    )

    def __init__(self, terms: SignUpTerms | None, fee_cents: int, currency: str, data: Any = None) -> None:
        kept = {name: getattr(terms, name) for name in ("is_open", "limit", "closes_at", "self_check_in") if terms}
        super().__init__(data, initial={"fee_cents": fee_cents or None, **kept})
        set_field_currency(self, "fee_cents", currency, FEE_LABEL)


class WalkInForm(forms.Form):
    """Somebody who stands at the door. `is_namesake` is asked only of a name that is there already."""

    name = NameField(
        label=_("Son nom"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
    )
    is_namesake = forms.BooleanField(label=_("C’est quelqu’un d’autre, du même nom"), required=False)

    def asks_for_namesake(self) -> bool:
        """True where the name that was typed is there already."""
        return bool(self.is_bound and ("name" in self.errors or self.data.get("is_namesake")))
