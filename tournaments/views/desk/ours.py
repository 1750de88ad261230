"""What a page is about, found among the clubs of whoever asks: anything else is missing (404)."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Call, Club, ClubPreset, Entry, Event, Player, Season, Table

Row = TypeVar("Row", bound=Model)


def ours(request: HttpRequest, rows: QuerySet[Row], pk: int, club: str = "club") -> Row:
    """The row of this number, if it is of one of the asker's clubs; `club`: the way from a row to its club."""
    mine: dict[str, Any] = {f"{club}__in": request.clubs}  # type: ignore[attr-defined]
    return get_object_or_404(rows, pk=pk, **mine)


def our_event(request: HttpRequest, pk: int) -> Event:
    return ours(request, Event.objects.select_related("club"), pk)


def our_table(request: HttpRequest, pk: int) -> Table:
    return ours(request, Table.objects.select_related("round__event__club"), pk, "round__event__club")


def our_entry(request: HttpRequest, pk: int) -> Entry:
    return ours(request, Entry.objects.select_related("event__club"), pk, "event__club")


def our_call(request: HttpRequest, pk: int) -> Call:
    return ours(request, Call.objects.select_related("table__round__event"), pk, "table__round__event__club")


def our_player(request: HttpRequest, pk: int) -> Player:
    return ours(request, Player.objects.select_related("club"), pk)


def our_preset(request: HttpRequest, pk: int) -> ClubPreset:
    return ours(request, ClubPreset.objects.select_related("club"), pk)


def our_season(request: HttpRequest, pk: int) -> Season:
    return ours(request, Season.objects.select_related("club"), pk)


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
