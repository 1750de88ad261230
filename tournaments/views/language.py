"""The choice of the pages' language, at the foot of every page. It is stored on the device, and for a signed-in user
also with the account, so that it applies wherever he signs in (`tournaments.views.sign_in`)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.i18n import set_language

from tournaments.actions.people.accounts import save_language

from .access import allow_anyone


@allow_anyone()
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language of the pages and return to the page."""
    code = request.POST.get("language", "")
    if request.user.is_authenticated and code in dict(settings.LANGUAGES):
        save_language(request.user, code)
    return set_language(request)


urlpatterns = [path("i18n/setlang/", choose_language, name="set_language")]
