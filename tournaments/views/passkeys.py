"""Passkeys, as allauth asks for them: beside the password and the second code, never in their place, for the hall's
plain http has none. Their pages are in `passkey_pages`, which takes long to load."""

from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from tournaments.presentation.tags.passkeys import has_passkeys


class PasskeyAdapter(DefaultMFAAdapter):
    """allauth's adapter, with passkeys as another way to sign in and not as a second step: an account that has a
    passkey can still be entered by its password."""

    def is_mfa_enabled(self, user: Any, types: list[str] | None = None) -> bool:
        """True if the account asks for a second code after the password. If `types` are passkeys alone: True if it has
        a passkey that this page can use."""
        if user.is_anonymous:
            return False
        if types == [Authenticator.Type.WEBAUTHN]:
            return has_passkeys(context.request) and super().is_mfa_enabled(user, types)
        asked = set(types or Authenticator.Type.values) - {Authenticator.Type.WEBAUTHN}
        return bool(super().is_mfa_enabled(user, sorted(asked)))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": "Corbillon"}
