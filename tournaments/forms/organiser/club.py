"""The form of a club's settings: its name, its time zone, and what of its public pages is shown, and to whom."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.amounts import CurrencyField
from tournaments.forms.fields import NameField, get_field
from tournaments.models import Club
from tournaments.presentation.text.time_zones import list_zone_choices


class ClubForm(forms.Form):
    """A club's name, time zone, cards and currency, and what its public pages show, and to whom."""

    name = NameField(label=_("Nom du club"))
    time_zone = forms.ChoiceField(
        label=_("Fuseau horaire"), help_text=_("L’heure des pages, et le jour auquel une soirée appartient.")
    )
    cards = forms.ChoiceField(
        label=_("Enseignes des cartes, à la Briscola et à la chiamata"), choices=Club.Cards, widget=forms.RadioSelect
    )
    currency = CurrencyField(
        label=_("Monnaie"),
        help_text=_("Celle des inscriptions et des lots des prochaines soirées : trois lettres, comme EUR ou CHF."),
    )
    initials = forms.BooleanField(
        label=_("Montrer des initiales sur les pages publiques, au lieu des noms"), required=False
    )
    indexed = forms.BooleanField(
        label=_("Ouvrir nos pages publiques aux moteurs de recherche"),
        help_text=_("Sans cela, on leur demande de ne rien garder : qui cherche un nom ne tombe pas sur nos soirées."),
        required=False,
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        kept = {name: getattr(club, name) for name in self.base_fields}
        super().__init__(data, initial=kept | {"name": club.shown_name})
        self._club = club
        get_field(self, "currency", CurrencyField).kept = club.currency
        get_field(self, "time_zone", forms.ChoiceField).choices = list_zone_choices(club.time_zone)

    def clean_name(self) -> str:
        """Return the name as it is kept: a club whose name was left as shown keeps its own."""
        name: str = self.cleaned_data["name"]
        return self._club.name if name == self._club.shown_name else name
