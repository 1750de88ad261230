"""The objects that a page is about, looked up only among the user's clubs: any other raises Http404."""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Call, Club, ClubPreset, Entry, Event, Player, Season, Table

Row = TypeVar("Row", bound=Model)


def ours(request: HttpRequest, rows: QuerySet[Row], pk: int, club: str = "club") -> Row:
    """Return the row with this primary key if it belongs to one of the user's clubs, else raise Http404. `club_lookup`:
    the field lookup from a row to its club."""
    mine: dict[str, Any] = {f"{club}__in": request.clubs}  # type: ignore[attr-defined]
    return get_object_or_404(rows, pk=pk, **mine)


def our_event(request: HttpRequest, pk: int) -> Event:
    """Return a tournament of the user's clubs, else raise Http404."""
    return ours(request, Event.objects.select_related("club"), pk)


def our_table(request: HttpRequest, pk: int) -> Table:
    """Return a table of the user's clubs, else raise Http404."""
    return ours(request, Table.objects.select_related("round__event__club"), pk, "round__event__club")


def our_entry(request: HttpRequest, pk: int) -> Entry:
    """Return a tournament entry of the user's clubs, else raise Http404."""
    return ours(request, Entry.objects.select_related("event__club"), pk, "event__club")


def our_call(request: HttpRequest, pk: int) -> Call:
    """Return a table's call of the user's clubs, else raise Http404."""
    return ours(request, Call.objects.select_related("table__round__event"), pk, "table__round__event__club")


def our_player(request: HttpRequest, pk: int) -> Player:
    """Return a player of the user's clubs, else raise Http404."""
    return ours(request, Player.objects.select_related("club"), pk)


def our_preset(request: HttpRequest, pk: int) -> ClubPreset:
    """Return a preset of the user's clubs, else raise Http404."""
    return ours(request, ClubPreset.objects.select_related("club"), pk)


def our_season(request: HttpRequest, pk: int) -> Season:
    """Return a season of the user's clubs, else raise Http404."""
    return ours(request, Season.objects.select_related("club"), pk)


def our_club(request: HttpRequest, typed: str | None) -> Club:
    """Return the user's club with this id, else raise Http404. Without an id return his first club, a real one before
    the demonstration club."""
    clubs: list[Club] = request.clubs  # type: ignore[attr-defined]
    if typed:
        return next((club for club in clubs if str(club.pk) == typed), None) or _missing()
    return min(clubs, key=lambda club: club.demonstration)


def _missing() -> Club:
    raise Http404


def by(request: HttpRequest) -> str:
    """Return the actor string of the signed-in user, as the records name an account: «user:ID»."""
    return f"user:{request.user.pk}"
