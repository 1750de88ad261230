"""The language of the pages, chosen at the foot of each: kept on the device, and with the account of who is signed in,
who finds it again wherever he signs in (`config.accounts`)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.i18n import set_language

from tournaments import actions

from .access import anyone


@anyone
def choose(request: HttpRequest) -> HttpResponse:
    code = request.POST.get("language", "")
    if request.user.is_authenticated and code in dict(settings.LANGUAGES):
        actions.keep_language(request.user, code)
    return set_language(request)


urlpatterns = [path("i18n/setlang/", choose, name="set_language")]
