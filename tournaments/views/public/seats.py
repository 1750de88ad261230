"""« Où suis-je assis ? »: everybody by name with his table in the current round, on any phone in the hall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Event, Rest, Table
from tournaments.standings.ranking import name_order
from tournaments.views.access import anyone

from .names import public_names
from .pages import CODE, evening


@anyone
@evening
def seats(request: HttpRequest, event: Event) -> HttpResponse:
    names = public_names(event)
    rows: dict[int, tuple[str, Table | None, int]] = {}
    for sheet in Table.objects.for_play(event):
        for position, seat in enumerate(sheet.seats, 1):
            rows[seat.entry_id] = (names[seat.entry_id], sheet.table, position)
    current = event.rounds.current()
    resting = set(Rest.objects.filter(round=current).values_list("entry", flat=True))
    for entry in resting:
        rows[entry] = (names[entry], None, 0)
    found = sorted(((entry, *row) for entry, row in rows.items()), key=lambda row: name_order(row[1]))
    return render(request, "public/seats.html", {"event": event, "rows": found, "round": current})


PATTERN = rf"^{CODE}/seats$"
