"""Passkeys, as allauth asks for them: beside the password and the second code, never in their place, for the hall's
plain http has none."""

from typing import Any

from allauth.core import context
from allauth.mfa import signals
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from allauth.mfa.webauthn.internal.auth import WebAuthn, begin_registration
from allauth.mfa.webauthn.views import AddWebAuthnView
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.presentation.tags.passkeys import has_passkeys

LONGEST_NAME = 60


class PasskeyAdapter(DefaultMFAAdapter):
    """allauth's adapter, for which a passkey is a door of its own: whoever has one still enters by his password."""

    def is_mfa_enabled(self, user: Any, types: list[str] | None = None) -> bool:
        """True if the account asks for a second code after the password; asked for passkeys alone, whether it has one
        that this page can use."""
        if user.is_anonymous:
            return False
        if types == [Authenticator.Type.WEBAUTHN]:
            return has_passkeys(context.request) and super().is_mfa_enabled(user, types)
        asked = set(types or Authenticator.Type.values) - {Authenticator.Type.WEBAUTHN}
        return bool(super().is_mfa_enabled(user, sorted(asked)))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": "Corbillon"}


class PasskeyForm(AddWebAuthnForm):
    """A new passkey: its name, and what the browser's script fills in."""

    name = forms.CharField(
        label=gettext_lazy("Son nom, pour la reconnaître"),
        help_text=gettext_lazy("Par exemple : le téléphone, la clé bleue."),
        required=False,
        max_length=LONGEST_NAME,
    )
    passwordless = None

    def clean_name(self) -> str:
        return self.cleaned_data["name"].strip() or _("Clé d’accès")


class AddPasskeyView(AddWebAuthnView):
    """allauth's page for a new one, which always opens the account by itself; it makes no recovery codes, since the
    password stays."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not has_passkeys(request):
            return redirect("mfa_list_webauthn")
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        options = begin_registration(self.request.user, passwordless=True)
        return {**super(AddWebAuthnView, self).get_context_data(**more), "js_data": {"creation_options": options}}

    def form_valid(self, form: PasskeyForm) -> HttpResponse:
        user = self.request.user
        made = WebAuthn.add(user, form.cleaned_data["name"], form.cleaned_data["credential"]).instance
        signals.authenticator_added.send(sender=Authenticator, request=self.request, user=user, authenticator=made)
        messages.success(self.request, _("C’est gardé : cette clé d’accès ouvre votre compte."))
        return redirect("mfa_list_webauthn")
