"""Which address the hall's phones use: one that this machine has, or one typed in."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*", re.ASCII)


class AddressForm(forms.Form):
    """`address()`: an IPv4 address or a name."""

    known = forms.ChoiceField(label=_("Adresses de cet ordinateur"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Ou une autre adresse, ou un nom"),
        help_text=_("Sans « http:// » : par exemple 192.168.1.20, ou corbillon.local."),
        required=False,
    )

    def __init__(self, found: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["known"].choices = [(address, address) for address in found]  # type: ignore[attr-defined]

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
        return str(self.cleaned_data["typed"] or self.cleaned_data["known"])
