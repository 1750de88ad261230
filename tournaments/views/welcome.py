"""The welcome page («the door»): what the program is, its games, the open evenings, the way to a table's sheet, to the
demonstration and to the organiser's pages."""

from typing import Any

from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

import scoring
from tournaments.book.table_keys import find_table_anywhere, normalise_code
from tournaments.exchange.demonstration import get_or_create_demonstration
from tournaments.forms.codes import TableCodeForm
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Club, Tournament
from tournaments.models.rights import Right

from .access import READ, SEND, allow_anyone, require_right
from .numbers import parse_number
from .phone.typed_code import answer_typed_code
from .posted_forms import read_post
from .requests import MemberRequest
from .rules import build_game_context

LISTED, MOST_DIGITS = 100, 6
"""How many evenings a page lists, and how many clubs; of how many digits a page's number is read."""
IS_CLOSED = Case(When(status=Tournament.Status.OPEN, then=0), default=1)
"""Orders the tournaments that are still open before the closed ones."""


@allow_anyone()
@never_cache
def show_welcome(request: HttpRequest) -> HttpResponse:
    """Show the welcome page («the door»), or exchange a code typed there for the key of its table, in whichever
    evening; an evening's own code, which is in its address and on its papers, leads to its board."""
    anybody = Tournament.objects.visible()
    clubs = Club.objects.filter(demonstration=False, pk__in=anybody.closed().order_by().values("club"))
    page = parse_number(request.GET.get("page", "")[:MOST_DIGITS]) or 1
    listed = slice(LISTED * (page - 1), LISTED * page)
    context = {
        "games": [describe_game(game) for game in scoring.list_games()],
        "form": TableCodeForm(read_post(request)),
        "evenings": Tournament.objects.for_door(timezone.localdate())[listed],
        "clubs": clubs.order_by("pk")[listed],
        "most": LISTED,
        "next_page": page + 1,
        "demonstration": anybody.filter(club__demonstration=True).order_by(IS_CLOSED, "pk").first(),
        "may_make": getattr(request.user, "is_superuser", False),
    }
    if request.method != "POST":
        return render(request, "welcome.html", context)
    if evening := anybody.filter(code=normalise_code(request.POST.get("code", ""))).first():
        return redirect("board", evening.code)
    return answer_typed_code(request, "welcome.html", context, place="door", find=find_table_anywhere)


@allow_anyone(READ)
@never_cache
def find_tonight(request: HttpRequest) -> HttpResponse:
    """Redirect to the seats of the one evening that is open, where the page's script goes on to the player's own page
    if this phone has said whose it is; to the welcome page where several evenings are open, or none. The address never
    changes, so that it can hang on the wall."""
    evenings = list(Tournament.objects.for_door()[:2])
    return redirect(f"{reverse('seats', args=[evenings[0].code])}#me" if len(evenings) == 1 else "welcome")


def describe_game(game: scoring.Game) -> dict[str, Any]:
    """Return a game for the welcome page's template: {key, name, players, picture, summary, address}. The address is
    that of its lesson, or of its rules if it has no lesson."""
    parts = PARTS_BY_GAME[game.key]
    address = reverse("lesson" if parts.lesson else "rule-book", args=[game.key])
    return {**build_game_context(game), "picture": parts.picture, "summary": parts.summary, "address": address}


@require_right(Right.INSTALL, SEND)
def make_demonstration(request: MemberRequest) -> HttpResponse:
    """Make the demonstration, if there is none, and redirect to the welcome page, from which anybody may look at it."""
    get_or_create_demonstration()
    return redirect("welcome")


urlpatterns: list[URLPattern] = [
    path("", show_welcome, name="welcome"),
    path("tonight", find_tonight, name="tonight"),
    path("desk/demonstration", make_demonstration, name="demonstration-make"),
]
