"""The program's addresses, and two that do next to nothing behind the same middleware."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as program
from tournaments.models import Player


def answer(request: HttpRequest) -> HttpResponse:
    """Answer, and read or write nothing."""
    return HttpResponse("ok")


@csrf_exempt
def write_row(request: HttpRequest) -> HttpResponse:
    """Read the form, and write one row in a transaction."""
    with transaction.atomic():
        Player.objects.create(club_id=1, name=request.POST["key"])
    return HttpResponse("ok")


urlpatterns = [path("bench/view", answer), path("bench/write", write_row), *program]
