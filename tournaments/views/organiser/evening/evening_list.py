"""The list of the clubs' evenings: all that are played or prepared; of the closed ones the latest, with the others page
by page or by a search."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format

from scoring.letters import fold_letters
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.reading.running_tables import list_double_seats, list_forgotten
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.club.backups import describe_backups
from tournaments.views.requests import MemberRequest

CLOSED = Tournament.Status.CLOSED
EVENINGS_PER_PAGE = 24


class ListedEvening(NamedTuple):
    """One evening as the list of evenings reads it, with the few columns that decide whether and where it stands
    there."""

    pk: int
    status: str
    hidden: bool
    name: str
    date: date
    demonstration: bool


@require_right(Right.LOOK, READ)
def show_tournaments(request: MemberRequest) -> HttpResponse:
    """Show the clubs' tournaments by status, the hidden ones last; of the closed ones one page, or those that have the
    words of `?find=` in their name or their day."""
    listed = list_evenings(request)
    wanted = request.GET.get("find", "").strip()
    now = list_present(listed, timezone.localdate())
    past = [each for each in listed if each.status == CLOSED and not each.hidden]
    hidden = [each for each in listed if each.hidden]
    page = Paginator(search(past, wanted), EVENINGS_PER_PAGE).get_page(request.GET.get("page"))
    put_away = search(hidden, wanted)
    shelves = fill_shelves(request, {"now": now, "closed": page, "hidden": put_away[:EVENINGS_PER_PAGE]})
    context = {
        "shelves": shelves,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
        "hidden_count": len(put_away),
        "wanted": wanted,
        "is_long": max(len(past), len(hidden)) > EVENINGS_PER_PAGE,
        "clubs": request.clubs,
        "has_own": not all(each.demonstration for each in listed),
        "next_pk": find_next(now),
        "double_seats": list_double_seats(shelves["open"]),
        "forgotten": list_forgotten(shelves["open"], timezone.now()),
        **describe_backups(request),
    }
    return render(request, "organiser/evenings.html", context)


def list_evenings(request: MemberRequest) -> list[ListedEvening]:
    """Return all tournaments of the clubs, the latest first. One query reads only the few columns of
    `ListedEvening`."""
    mine = Tournament.objects.filter(club__in=list(request.clubs)).order_by("-date", "-pk")
    columns = (*ListedEvening._fields[:-1], "club__demonstration")
    return [ListedEvening(*row) for row in mine.values_list(*columns)]


def list_present(evenings: Iterable[ListedEvening], today: date) -> list[ListedEvening]:
    """Return the evenings that are played or prepared: the club's own before the example, those to come before those of
    the past, and the nearest day first."""
    now = (each for each in evenings if each.status != CLOSED and not each.hidden)
    return sorted(now, key=lambda each: (each.demonstration, each.date < today, abs(each.date - today)))


def find_next(evenings: Iterable[ListedEvening]) -> int | None:
    """Return the id of the evening to which the page's green button leads: an open one, else the next in preparation;
    None if there is none. The example never counts."""
    own = [each for each in evenings if not each.demonstration]
    is_open = [each for each in own if each.status == Tournament.Status.OPEN]
    return next((each.pk for each in (*is_open, *own)), None)


def search(evenings: Sequence[ListedEvening], wanted: str) -> list[ListedEvening]:
    """Return the evenings in whose name or day all these words begin a word, whatever their accents and capitals."""
    words = fold_letters(wanted).split()
    return [each for each in evenings if all(is_in(word, each) for word in words)] if words else list(evenings)


def is_in(word: str, evening: ListedEvening) -> bool:
    """True if a word of the evening's name or date begins with `word`, which has no accents and no capitals."""
    said = fold_letters(f"{evening.name} {date_format(evening.date, 'l j F Y')}").split()
    return any(each.startswith(word) for each in said)


def fill_shelves(request: MemberRequest, wanted: Mapping[str, Iterable[ListedEvening]]) -> dict[str, Any]:
    """Return, by the name of each part of the page, its tournaments with the counts of their players and tables; one
    query. `wanted`: the evenings of each part. The part "now" is returned as two: "open" and "draft"."""
    kept = {name: [each.pk for each in some] for name, some in wanted.items()}
    tournaments = Tournament.objects.for_organiser(request.clubs).filter(pk__in=chain(*kept.values()))
    by_id = {each.pk: each for each in tournaments}
    shelves = {name: [by_id[pk] for pk in pks] for name, pks in kept.items()}
    now = shelves.pop("now")
    return {**shelves, **{status: [each for each in now if each.status == status] for status in ("open", "draft")}}


urlpatterns = [path("", show_tournaments, name="organiser")]
