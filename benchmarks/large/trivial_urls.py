"""The program's addresses, and two that do next to nothing behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as program
from tournaments.models import Player


def answer(request: HttpRequest) -> HttpResponse:
    """Answer, and read or write nothing."""
    return HttpResponse("ok")


def write_row(request: HttpRequest) -> HttpResponse:
    """Write one row."""
    Player.objects.create(club_id=1, name="Personne")
    return HttpResponse("ok")


urlpatterns = [path("bench/view", answer), path("bench/write", write_row), *program]
