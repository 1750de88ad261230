"""Forms for the address that phones in the hall use, and for the hall's Wi-Fi."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import get_field

HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*", re.ASCII)


MOST_NAME_BYTES = 32
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63


class AddressForm(forms.Form):
    """The address that phones use: one that this machine has, or one typed in."""

    known = forms.ChoiceField(label=_("Adresses de cet ordinateur"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Ou une autre adresse, ou un nom"),
        help_text=_("Sans « http:// » : par exemple 192.168.1.20, ou corbillon.local."),
        required=False,
    )

    def __init__(self, found: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        get_field(self, "known", forms.ChoiceField).choices = [(address, address) for address in found]

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"].strip()
        if typed and not HOST.fullmatch(typed):
            raise ValidationError(_("Écrivez l’adresse seule : des chiffres et des points, ou un nom sans espace."))
        return typed

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("typed") and not data.get("known"):
            self.add_error("typed", _("Choisissez une adresse, ou écrivez-en une."))
        return data

    def address(self) -> str:
        """Return the chosen address, an IPv4 address or a name; the typed one comes first."""
        return str(self.cleaned_data["typed"] or self.cleaned_data["known"])


class WifiForm(forms.Form):
    """The Wi-Fi of the hall: its name as phones list it, its password, and whether the poster shows them."""

    name = forms.CharField(
        label=_("Le nom du Wi-Fi"),
        help_text=_("Tel que les téléphones le montrent. Laissez vide pour ne plus rien dire du Wi-Fi."),
        required=False,
        max_length=32,
    )
    password = forms.CharField(
        label=_("Son mot de passe, si les invités peuvent le connaître"),
        help_text=_(
            "Laissez vide pour que le carré ne le donne pas. Il n’est gardé que sur cet ordinateur, hors des "
            "données du club et de leurs copies."
        ),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    on_poster = forms.BooleanField(
        label=_("Les imprimer sur l’affiche de la soirée, avec un carré pour s’y relier"), required=False
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if len(name.encode()) > MOST_NAME_BYTES:
            raise ValidationError(
                _("Ce nom de Wi-Fi est trop long : 32 caractères au plus, une lettre accentuée en valant deux.")
            )
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise ValidationError(_("Un mot de passe de Wi-Fi a de 8 à 63 caractères."))
        return password
