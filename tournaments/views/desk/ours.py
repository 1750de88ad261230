"""What a page is about, found among the clubs of whoever asks: anything else is missing (404)."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Club, Event, Player, Season, Table

BIGGEST_ID = 2**63 - 1  # what the database can hold: a longer number in an address is simply missing


def _known(pk: int) -> int:
    if pk > BIGGEST_ID:
        raise Http404
    return pk


def our_event(request: HttpRequest, pk: int) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), pk=_known(pk), club__in=request.clubs)  # type: ignore[attr-defined]


def our_table(request: HttpRequest, pk: int) -> Table:
    tables = Table.objects.select_related("round__event__club")
    return get_object_or_404(tables, pk=_known(pk), round__event__club__in=request.clubs)  # type: ignore[attr-defined]


def our_player(request: HttpRequest, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("club"), pk=_known(pk), club__in=request.clubs)  # type: ignore[attr-defined]


def our_season(request: HttpRequest, pk: int) -> Season:
    return get_object_or_404(Season.objects.for_desk(request.clubs), pk=_known(pk))  # type: ignore[attr-defined]


def our_club(request: HttpRequest, typed: str | None) -> Club:
    """The club that was asked for, or the first of whoever asks (a real one before the demonstration's)."""
    clubs: list[Club] = request.clubs  # type: ignore[attr-defined]
    if typed:
        return next((club for club in clubs if str(club.pk) == typed), None) or _missing()
    return min(clubs, key=lambda club: club.demonstration)


def _missing() -> Club:
    raise Http404


def by(request: HttpRequest) -> str:
    """Who writes, as the book names an account."""
    return f"user:{request.user.pk}"
