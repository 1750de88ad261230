"""The welcome page: what this is, tonight's evenings, the way to a table's sheet and the organiser's door."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from tournaments.models import Event

from .access import anyone


@anyone
def welcome(request: HttpRequest) -> HttpResponse:
    evenings = Event.objects.filter(status=Event.Status.OPEN, hidden=False).select_related("club")
    return render(request, "welcome.html", {"evenings": evenings})


urlpatterns: list[URLPattern] = [path("", welcome, name="welcome")]
