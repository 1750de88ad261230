"""Look-ups of what an address names, only among what the caller may know of: for anything else they raise Http404."""

from typing import Annotated

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from pydantic import Field

from tournaments.models import ApiToken, Club, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.cards import show_pack_of
from tournaments.reading.shown_names import Viewer, get_entry_names
from tournaments.views.access import NotAllowed
from tournaments.views.public.stamp import compute_stamp

from .callers import CallRequest
from .cursors import LARGEST_ID

Code = Annotated[
    str, Field(pattern=r"^[0-9A-Za-z]{3,6}$", description="The tournament's code, as in its address.", examples=["ABC"])
]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID, examples=[1])]
Number = Annotated[int, Field(ge=1, le=9999, examples=[1])]
DrawKey = Annotated[
    str, Field(pattern=r"^[0-9A-Za-z_-]{1,40}$", description="The end of the draw's address.", examples=["Yc3-x0"])
]


class Unchanged(Exception):
    """Raised if the caller's ETag shows that he has the present answer already."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


def answer_unchanged(request: HttpRequest, error: Unchanged) -> HttpResponse:
    """Answer 304 (not modified)."""
    return error.answer


def list_known_tournaments(request: CallRequest) -> QuerySet[Tournament]:
    """Return the tournaments that the caller may know of: the public ones, and all of his own club."""
    public = Q(pk__in=Tournament.objects.visible().order_by().values("pk"))
    token = request.auth.token
    if token is not None and request.auth.may_look_into(token.club_id):
        public |= Q(club=token.club_id)
    return Tournament.objects.filter(public).select_related("club")


def find_tournament(request: CallRequest, code: str) -> Tournament:
    """Return the tournament of this code, to be read. Raises Http404; Unchanged if the caller's ETag is still that of
    its public data."""
    tournament = get_object_or_404(list_known_tournaments(request), code=code.upper())
    show_pack_of(tournament)
    if request.auth.token is None:
        request.etag = f'"{compute_stamp(tournament, "api", get_language())}"'
        answer = get_conditional_response(request, etag=request.etag)
        if answer is not None:
            raise Unchanged(answer)
    return tournament


def find_own_tournament(request: CallRequest, code: str) -> Tournament:
    """Return a tournament of the caller's club, to be written. Raises Http404."""
    tournament = get_object_or_404(
        Tournament.objects.select_related("club"), code=code.upper(), club=get_own_club(request)
    )
    show_pack_of(tournament)
    return tournament


def get_own_token(request: CallRequest) -> ApiToken:
    """Return the key that the caller sent."""
    if request.auth.token is None:
        raise Http404
    return request.auth.token


def get_own_club(request: CallRequest) -> Club:
    """Return the club of the caller's key."""
    return get_own_token(request).club


def get_shown_names(request: CallRequest, tournament: Tournament) -> dict[int, str]:
    """Return each entry's name: as public pages show it, or in full to a program of the club."""
    return get_entry_names(get_viewer(request, tournament.club_id), tournament)


def get_viewer(request: CallRequest, club_id: int) -> Viewer:
    """Return whether the caller sees a club's names as a stranger or as the club does."""
    return Viewer.CLUB if request.auth.may_look_into(club_id) else Viewer.ANYBODY


def get_actor(request: CallRequest) -> str:
    """Return the text that records and the log keep for who wrote: the caller's key."""
    return get_own_token(request).actor


def may_handle_money(request: CallRequest) -> bool:
    """True if the caller's key gives the right to money."""
    return Right.MONEY in get_own_token(request).rights


def check_may_handle_money(request: CallRequest) -> None:
    """Raise NotAllowed if the caller's key lacks the right to money; for an operation that needs another right, when
    its body has amounts."""
    if not may_handle_money(request):
        raise NotAllowed(Right.MONEY)
