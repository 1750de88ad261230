"""The page of a forgotten password, and the addresses in mails. A link is mailed only where the server's own address is
fixed (CORBILLON_URL): one that the machine guessed, or that a request claims, could lead to somebody else's server."""

from typing import Any

from allauth.account.views import PasswordResetView
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.hall import get_fixed_url


class MailedResetView(PasswordResetView):
    """allauth's page for a forgotten password. Without a mail server or a fixed address it says who gives a new one,
    and mails nothing."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "mail": can_mail_links()}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().post(request, *args, **kwargs) if can_mail_links() else self.get(request, *args, **kwargs)


def can_mail_links() -> bool:
    """True if a mail server and the server's own address are configured."""
    return settings.HAS_MAIL and bool(get_fixed_url())


def build_mailed_address(page: str) -> str:
    """Return the whole address of a page (its path) for a mail: on CORBILLON_URL, whatever host was asked."""
    return get_fixed_url() + page
