"""The page on which an account adds a passkey."""

from typing import Any

from allauth.mfa import signals
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
    """allauth's page for a new passkey, which always opens the account by itself; it makes no recovery codes, since the
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


add_passkey = AddPasskeyView.as_view()
