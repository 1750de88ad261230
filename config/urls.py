"""The URL patterns of the whole program."""

from allauth.account.views import PasswordResetView
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path

from tournaments.views.access import allow_anyone


@allow_anyone
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers request this address beside a document that names no icon, such as a PDF."""
    return redirect(static("icon.svg"))


handler500 = "config.storage.pages.show_server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/password/reset/", PasswordResetView.as_view(extra_context={"mail": settings.HAS_MAIL})),
    path("accounts/", include("allauth.urls")),
    path("favicon.ico", favicon),
    path("", include("tournaments.urls")),  # last: a tournament's code is itself a top-level address
]
