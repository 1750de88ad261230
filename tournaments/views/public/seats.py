"""« Où suis-je assis ? »: every player by name with his table in the current round, for any phone in the hall. A list
too long for a phone is split into pages, and the server then searches for a name."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Event, Rest, Round, Table
from tournaments.models.querysets import Place
from tournaments.standings.ranking import name_order
from tournaments.views.access import anyone

from .names import public_names
from .pages import CODE, evening

A_PAGE = 300


def everybody(event: Event, current: Round | None) -> list[tuple[int, str, Place | None]]:
    """Return (entry, name, seat or None for a resting player), by name."""
    names = public_names(event)
    resting = Rest.objects.filter(round=current).values_list("entry", flat=True)
    places = dict.fromkeys(resting) | Table.objects.seated(event)
    rows = [(entry, names[entry], place) for entry, place in places.items()]
    return sorted(rows, key=lambda row: name_order(row[1]))


@anyone
@evening
def seats(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the list of seats, or the names that contain `?name=`."""
    current = event.rounds.current()
    found = everybody(event, current)
    wanted = name_order(request.GET.get("name", "").strip())
    page = Paginator([row for row in found if wanted in name_order(row[1])], A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "round": current,
        "count": len(found),
        "long": len(found) > A_PAGE,
        "wanted": request.GET.get("name", ""),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
    }
    return render(request, "public/seats.html", context)


PATTERN = rf"^{CODE}/seats$"
