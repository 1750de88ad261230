"""The URL patterns of the whole program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path

from config import confirmed_sessions, security_log
from config.password_reset import MailedResetView
from tournaments.views.access import READ, allow_anyone
from tournaments.views.own_addresses import OwnAddressesView


@allow_anyone(READ)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers request this address beside a document that names no icon, such as a PDF."""
    return redirect(static("icon.svg"))


handler500 = "config.storage.pages.show_server_error"
security_log.connect_signals()
confirmed_sessions.connect_signals()
urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/password/reset/", MailedResetView.as_view()),
    path("accounts/email/", OwnAddressesView.as_view()),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("config.second_code_addresses")),
    path("favicon.ico", favicon),
    path("", include("tournaments.urls")),  # last: a tournament's code is itself a top-level address
]
