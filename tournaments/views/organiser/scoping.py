"""The objects that a page is about, looked up only among the user's clubs: any other raises Http404. A view names the
function in `require_right(…, of=…)`, and gets what it returns."""

from functools import reduce
from typing import Any, TypeVar, cast

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import (
    ArbiterCall,
    Club,
    ClubPreset,
    Entry,
    JoinedClub,
    Player,
    Season,
    SheetPhoto,
    Table,
    Tournament,
)
from tournaments.presentation.text.cards import show_pack_of
from tournaments.views.access import NotAllowed
from tournaments.views.requests import MemberRequest

ModelRow = TypeVar("ModelRow", bound=Model)


def get_scoped_row(request: MemberRequest, rows: QuerySet[ModelRow], pk: int, club_lookup: str = "club") -> ModelRow:
    """Return the row with this primary key if it belongs to one of the user's clubs, else raise Http404. `club_lookup`:
    the field lookup from a row to its club. Raises NotAllowed where his role in that club does not give the right."""
    mine: dict[str, Any] = {f"{club_lookup}__in": request.club_rights}
    row = get_object_or_404(rows, pk=pk, **mine)
    club_id: Any = reduce(getattr, f"{club_lookup}_id".split("__"), cast(Any, row))
    enter_club(request, club_id)
    return row


def enter_club(request: MemberRequest, club_id: int) -> None:
    """Note that the page is about this club of the user, so that `request.rights` is what he may do there. Raises
    NotAllowed if that lacks the right that the view needs."""
    request.rights = request.club_rights[club_id]
    if request.needed not in request.rights:
        raise NotAllowed


def get_tournament(request: MemberRequest, pk: int) -> Tournament:
    """Return a tournament of the user's clubs, and draw playing cards as its club does; else raise Http404."""
    tournament = get_scoped_row(request, Tournament.objects.select_related("club", "hall_message", "tombola"), pk)
    show_pack_of(tournament)
    return tournament


def get_table(request: MemberRequest, pk: int) -> Table:
    """Return a table of the user's clubs, and draw playing cards as its club does; else raise Http404."""
    table = get_scoped_row(
        request, Table.objects.select_related("round__tournament__club"), pk, "round__tournament__club"
    )
    show_pack_of(table.round.tournament)
    return table


def get_sheet(request: MemberRequest, pk: int) -> Sheet:
    """Return the sheet of a table of the user's clubs, else raise Http404."""
    get_table(request, pk)
    return load_sheet(pk)


def get_photo(request: MemberRequest, pk: int) -> SheetPhoto:
    """Return the kept picture of a sheet of the user's clubs, else raise Http404."""
    photos = SheetPhoto.objects.select_related("table__round__tournament")
    return get_scoped_row(request, photos, pk, "table__round__tournament__club")


def get_entry(request: MemberRequest, pk: int) -> Entry:
    """Return a tournament entry of the user's clubs, else raise Http404."""
    return get_scoped_row(request, Entry.objects.select_related("tournament__club"), pk, "tournament__club")


def get_call(request: MemberRequest, pk: int) -> ArbiterCall:
    """Return a table's call of the user's clubs, else raise Http404."""
    return get_scoped_row(
        request, ArbiterCall.objects.select_related("table__round__tournament"), pk, "table__round__tournament__club"
    )


def get_player(request: MemberRequest, pk: int) -> Player:
    """Return a player of the user's clubs, else raise Http404."""
    return get_scoped_row(request, Player.objects.select_related("club"), pk)


def get_preset(request: MemberRequest, pk: int) -> ClubPreset:
    """Return a preset of the user's clubs, else raise Http404."""
    return get_scoped_row(request, ClubPreset.objects.select_related("club"), pk)


def get_season(request: MemberRequest, pk: int) -> Season:
    """Return a season of the user's clubs, else raise Http404."""
    return get_scoped_row(request, Season.objects.select_related("club"), pk)


def get_joined_season(request: MemberRequest, pk: int) -> JoinedClub:
    """Return how one of the user's clubs takes part in another one's season, else raise Http404."""
    joined_clubs = JoinedClub.objects.exclude(state=JoinedClub.Answer.REFUSED)
    return get_scoped_row(request, joined_clubs.select_related("club", "season__club"), pk)


def get_invited_club(request: MemberRequest, pk: int) -> JoinedClub:
    """Return how another club takes part in a season of the user's clubs, else raise Http404."""
    return get_scoped_row(request, JoinedClub.objects.select_related("club", "season__club"), pk, "season__club")


def get_club(request: MemberRequest, club_id: str | None) -> Club:
    """Return the user's club with this id, else raise Http404. Without an id return his first club, a real one before
    the demonstration club. Raises NotAllowed where his role there does not give the right."""
    if club_id and club_id not in map(str, request.club_rights):
        raise Http404
    clubs: list[Club] = request.clubs
    if club_id:
        enter_club(request, int(club_id))
        return next(club for club in clubs if club.pk == int(club_id))
    found = min(clubs, key=lambda club: club.demonstration)
    enter_club(request, found.pk)
    return found


def get_asked_club(request: MemberRequest) -> Club:
    """Return the club whose id the form or the address names, as `get_club` does; without an id, the user's first
    club."""
    return get_club(request, (request.POST or request.GET).get("club"))


def build_club_address(page: str, club_id: int) -> str:
    """Return the address of the page with this URL name, for this club: «/…/?club=3»."""
    return f"{reverse(page)}?club={club_id}"


def get_actor(request: MemberRequest) -> str:
    """Return the actor string of the signed-in user, as the records name an account: «user:ID»."""
    return f"user:{request.user.pk}"
