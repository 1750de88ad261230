"""The page of a tournament's audit log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from tournaments.text.audit_log import chronicle
from tournaments.views.access import member

from .scoping import our_event


@member()
def event_log(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the tournament's audit log."""
    event = our_event(request, pk)
    return render(request, "desk/log.html", {"event": event, "lines": chronicle(event)})


urlpatterns = [path("event/<int:pk>/log", event_log, name="event-log")]
