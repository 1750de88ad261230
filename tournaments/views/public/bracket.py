"""The bracket, the groups and every meeting of an event in which two sides meet, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments import brackets
from tournaments.models import Event
from tournaments.views.access import anyone

from .names import public_names
from .pages import evening


@anyone
@evening
def bracket(request: HttpRequest, event: Event) -> HttpResponse:
    if not event.has_bracket:
        raise Http404
    found = brackets.of_event(event, public_names(event))
    return render(request, "public/bracket.html", {"event": event, "phases": found})


urlpatterns: list[URLPattern] = [
    re_path(r"^(?P<code>[0-9A-Za-z]{3,6})/bracket$", bracket, name="bracket"),
]
