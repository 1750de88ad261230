"""The organiser's paper: the catalogue of what an event can print, and each document as a PDF."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from tournaments.printing.documents import BY_NAME, catalogue, printable

from .access import member
from .desk.ours import our_event


@member()
def prints(request: HttpRequest, pk: int) -> HttpResponse:
    event = our_event(request, pk)
    rounds = list(event.rounds.published().order_by("n").values_list("n", flat=True))
    context = {"event": event, "shelves": catalogue(event), "rounds": rounds if len(rounds) > 1 else []}
    return render(request, "prints/catalogue.html", context)


@member()
def print_document(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """The PDF, to look at or to keep; `?round=` prints one round alone."""
    event = our_event(request, pk)
    document = BY_NAME.get(name)
    if document is None or document not in printable(event):
        raise Http404
    asked = request.GET.get("round", "")
    n = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else None
    response = HttpResponse(document.pdf(event, n), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="corbillon-{event.code}-{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


urlpatterns: list[URLPattern] = [
    path("event/<int:pk>/print", prints, name="prints"),
    path("event/<int:pk>/print/<slug:name>.pdf", print_document, name="print"),
]
