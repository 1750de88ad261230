"""« Où suis-je assis ? »: every player by name with his table in the current round, for any phone in the hall. A list
too long for a phone is split into pages, and the server then searches for a name."""

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Rest, Round, Table, Tournament
from tournaments.presentation.tables.seats import SeatRow, SeatsTable
from tournaments.reading.byes import list_byes
from tournaments.reading.group_names import letter_of, map_round_groups
from tournaments.standings.ranking import get_name_key
from tournaments.views.requests import PageRequest

from .names import get_public_listed_names
from .pages import CODE, with_tournament

NAMES_PER_PAGE = 300


def list_seats(tournament: Tournament, current: Round | None, names: Mapping[int, str]) -> list[SeatRow]:
    """Return the seat of each player, also of those who rest or have a bye, by these names; none while the last round
    is withdrawn."""
    if current is not None and current.withdrawn:
        return []
    resting = set(Rest.objects.filter(round=current).values_list("entry", flat=True))
    waiting = list_byes(tournament).get(current.n, set()) if current else set()
    places = dict.fromkeys(resting | waiting) | Table.objects.find_seats_in_play(tournament)
    groups = map_round_groups(tournament, current.n) if current else {}
    rows = [
        SeatRow(entry, names[entry], *(place or ()))._replace(group=letter_of(groups[entry]) if entry in groups else "")
        for entry, place in places.items()
    ]
    return sorted(rows, key=lambda row: get_name_key(row.name))


def name_place(row: SeatRow) -> SeatRow:
    """Return the row with its place as a letter («B»), as on papers."""
    return row._replace(place=LETTERS[int(row.place) - 1]) if row.place else row


@with_tournament
def show_seats(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of seats, or the names that contain `?name=`."""
    current = tournament.find_shown_round()
    places = [name_place(row) for row in list_seats(tournament, current, get_public_listed_names(tournament))]
    words = get_name_key(request.GET.get("name", "")).split()
    matching = [row for row in places if all(word in get_name_key(row.name) for word in words)]
    page = Paginator(matching, NAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "round": current,
        "count": len(places),
        "long": len(places) > NAMES_PER_PAGE,
        "wanted": request.GET.get("name", ""),
        "page": page,
        "table": SeatsTable(
            page,
            address=lambda row: reverse("player", args=[tournament.code, row.entry]),
            table_address=lambda row: reverse("public-table-of", args=[tournament.code, row.round, row.table]),
            element_id="seats",
        ),
        "pages": page.paginator.get_elided_page_range(page.number),
    }
    return render(request, "public/seats.html", context)


PATTERN = rf"^{CODE}/seats$"
