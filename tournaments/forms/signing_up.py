"""Forms of signing up: what a player types, and the terms that the organiser sets."""

import secrets
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.signing_up import SignUpRequest
from tournaments.forms.amounts import MoneyField
from tournaments.forms.fields import NameField, WholeNumberField, tidy_name
from tournaments.forms.organiser.money import FEE_LABEL, set_field_currency
from tournaments.models import SignUpMail, SignUpTerms, Tournament
from tournaments.models.days import check_day
from tournaments.models.signing_up import PHONE_LENGTH

NONCE_LENGTH = 64


def build_nonce() -> str:
    """Return a random text that identifies one display of the page."""
    return secrets.token_urlsafe(16)


class SignUpForm(forms.Form):
    """The form by which somebody signs up: name, partner where pairs are fixed, how to be reached. `is_namesake` is
    asked only if the name is already on the list."""

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
    wants_mail = forms.BooleanField(
        label=_("Envoyez-moi l’adresse de ma page par courriel"),
        required=False,
        help_text=_("Un seul message, tout de suite, au courriel écrit plus haut."),
    )
    mails = forms.MultipleChoiceField(
        label=_("Prévenez-moi aussi par courriel"),
        required=False,
        choices=SignUpMail.MailKind.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Un message pour chaque case cochée ; chacun a un lien qui arrête les suivants."),
    )
    nonce = forms.CharField(max_length=NONCE_LENGTH, widget=forms.HiddenInput, initial=build_nonce)

    def __init__(self, terms: SignUpTerms, data: Any = None, *, has_mail: bool = False) -> None:
        super().__init__(data)
        tournament = terms.tournament
        if not has_mail:
            del self.fields["wants_mail"], self.fields["mails"]
        elif terms.limit is None:  # nobody waits for a place
            kinds = cast(forms.MultipleChoiceField, self.fields["mails"])
            kinds.choices = [each for each in SignUpMail.MailKind.choices if each[0] != SignUpMail.MailKind.PLACE]
        if tournament.pairing != Tournament.Pairing.FIXED:
            del self.fields["partner"]

    def clean_partner(self) -> str:
        """Return the partner's name as names are stored; "" for nobody."""
        typed: str = self.cleaned_data["partner"]
        return tidy_name(typed) if typed else ""

    def clean(self) -> None:
        """Add an error if mails are asked for and no address is given."""
        typed = self.cleaned_data
        wants_any = typed.get("wants_mail") or typed.get("mails")
        if wants_any and not typed.get("email") and "email" not in self.errors:
            self.add_error("email", _("Écrivez votre courriel, ou décochez les cases des messages."))

    def asks_for_namesake(self) -> bool:
        """True if the typed name is already on the list, so that the page must ask whether this is another person."""
        typed = str(self.data.get("name", "")).strip()
        return bool(typed and ("name" in self.errors or self.data.get("is_namesake")))

    def build_request(self, origin: str, language: str) -> SignUpRequest:
        """Return what was typed as a request to sign up. `origin`: the network address it came from; `language`: the
        reader's."""
        typed = {name: value for name, value in self.cleaned_data.items() if name != "wants_mail"}
        return SignUpRequest(**typed | {"mails": tuple(typed.get("mails", ()))}, origin=origin, language=language)


class SecretForm(forms.Form):
    """The form of a secret that stands after # in the page's address: a private code, or the key on the poster at the
    door."""

    code = forms.CharField(
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, label: Any, missing: Any, data: Any = None) -> None:
        super().__init__(data)
        self.fields["code"].label = label
        self.fields["code"].error_messages["required"] = missing


MOST_PLACES = 999


class SignUpTermsForm(forms.Form):
    """The form of the terms of signing up: whether and until when, places, fee. Times are in the club's time zone, the
    active one."""

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
        validators=[check_day],
        help_text=_("Vide : jusqu’à la clôture de la soirée."),
    )
    self_check_in = forms.BooleanField(
        label=_("On se pointe soi-même à la porte"),
        required=False,
        help_text=_("Chacun vise le carré de l’affiche, choisit son nom, et le voilà présent."),
    )

    def __init__(self, terms: SignUpTerms | None, fee_cents: int, currency: str, data: Any = None) -> None:
        initial = {name: getattr(terms, name) for name in ("is_open", "limit", "closes_at", "self_check_in") if terms}
        super().__init__(data, initial={"fee_cents": fee_cents or None, **initial})
        set_field_currency(self, "fee_cents", currency, FEE_LABEL)


class WalkInForm(forms.Form):
    """The form of somebody who arrives at the door without having signed up. `is_namesake` is asked only if the name is
    already on the list."""

    name = NameField(
        label=_("Son nom"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
    )
    is_namesake = forms.BooleanField(label=_("C’est quelqu’un d’autre, du même nom"), required=False)

    def asks_for_namesake(self) -> bool:
        """True if the typed name is already on the list, so that the page must ask whether this is another person."""
        return bool(self.is_bound and ("name" in self.errors or self.data.get("is_namesake")))
