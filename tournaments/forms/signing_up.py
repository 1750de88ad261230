"""Forms of players themselves: signing up on a tournament's page, opening one's sign-up or the door, finding one's name
at the door."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.signing_up import SignUpRequest
from tournaments.forms.fields import NameField, tidy_name
from tournaments.models import Tournament
from tournaments.models.signing_up import PHONE_LENGTH

NONCE_LENGTH = 64


def build_nonce() -> str:
    """Return the random text of one page."""
    return secrets.token_urlsafe(16)


class SignUpForm(forms.Form):
    """A name, the partner where pairs are fixed, and how to reach the person. `is_namesake` is asked only of a name
    that is there already."""

    name = NameField(
        label=_("Votre nom"),
        help_text=_("Comme vous l’écrivez, prénom et nom."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words", "spellcheck": "false"}),
    )
    is_namesake = forms.BooleanField(label=_("Je suis quelqu’un d’autre, du même nom"), required=False)
    partner = forms.CharField(
        label=_("Votre partenaire, si vous en avez un"),
        required=False,
        help_text=_("Inscrivez-vous chacun, et nommez-vous l’un l’autre : la paire se fait toute seule."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    email = forms.EmailField(label=_("Courriel"), required=False, max_length=254)
    phone = forms.CharField(
        label=_("Téléphone"),
        required=False,
        max_length=PHONE_LENGTH,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        help_text=_("L’un ou l’autre, ou rien : seul l’organisateur les voit, pour vous prévenir."),
    )
    nonce = forms.CharField(max_length=NONCE_LENGTH, widget=forms.HiddenInput, initial=build_nonce)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        if tournament.pairing != Tournament.Pairing.FIXED:
            del self.fields["partner"]

    def clean_partner(self) -> str:
        """Return the partner's name as names are stored; "" for nobody."""
        typed: str = self.cleaned_data["partner"]
        return tidy_name(typed) if typed else ""

    def asks_for_namesake(self) -> bool:
        """True where the name that was typed is there already."""
        typed = str(self.data.get("name", "")).strip()
        return bool(typed and ("name" in self.errors or self.data.get("is_namesake")))

    def build_request(self, origin: str) -> SignUpRequest:
        """Return what was typed, from somebody who comes from the address `origin`."""
        return SignUpRequest(**self.cleaned_data, origin=origin)


class SecretForm(forms.Form):
    """A secret that the page's address carries after #: a private code, or the key of the poster at the door."""

    code = forms.CharField(
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, label: Any, missing: Any, data: Any = None) -> None:
        super().__init__(data)
        self.fields["code"].label = label
        self.fields["code"].error_messages["required"] = missing
