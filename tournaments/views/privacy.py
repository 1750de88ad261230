"""What is kept of people, why and for how long, for anybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from tournaments.models.kept_data import KEPT_DATA

from .access import READ, allow_anyone


@allow_anyone(READ)
def show_kept_data(request: HttpRequest) -> HttpResponse:
    """Show the page on what personal data the program keeps."""
    return render(request, "privacy.html", {"kept": KEPT_DATA})


urlpatterns: list[URLPattern] = [path("privacy", show_kept_data, name="privacy")]
