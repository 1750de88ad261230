"""The addresses of `trivial_settings`: one answers a phone's `POST /t/coup` with a row in a table of its own."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def insert(request: HttpRequest) -> JsonResponse:
    """Insert one row, and acknowledge it as the program acknowledges a coup."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_trivial (told) VALUES (%s)", [request.POST["points.1"]])
    told = {"id": request.POST["key"], "recorded": int(request.POST["number"])}
    return JsonResponse(told, headers={"X-Corbillon": "trivial"})


def say_loaded(_request: HttpRequest) -> HttpResponse:
    """Answer who asks whether the server can answer."""
    return HttpResponse()


urlpatterns = [path("t/coup", insert), path("favicon.ico", say_loaded)]
