"""The welcome page: what the program is, the open tournaments, the way to a table's sheet and to the organiser's
pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.models import Tournament

from .access import allow_anyone


@allow_anyone
@require_safe
def show_welcome(request: HttpRequest) -> HttpResponse:
    """Show the open tournaments that are not hidden."""
    evenings = Tournament.objects.filter(status=Tournament.Status.OPEN, hidden=False).select_related("club")
    return render(request, "welcome.html", {"evenings": evenings})


urlpatterns: list[URLPattern] = [path("", show_welcome, name="welcome")]
