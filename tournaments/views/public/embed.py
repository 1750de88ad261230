"""One view of an evening alone, for another site's page to show in a frame: only sites that the club has named may
(`Club.framers`), and for a club that has named none there is no such page."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path, reverse
from django.utils.translation import get_language

from config.framing import let_sites_frame
from tournaments.models import Tournament
from tournaments.views.access import READ, allow_anyone
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, answer_page, answer_part, build_ranks_context, build_tables_context, find_public_tournament

LOOKS = ("dark", "auto")
VIEWS = {
    "board": (build_ranks_context, build_tables_context),
    "standings": (build_ranks_context,),
    "tables": (build_tables_context,),
}


@allow_anyone(READ)
def show_embedded(request: PageRequest, code: str, view: str) -> HttpResponse:
    """Show the board, or its standings or tables alone, for a frame of another site; only the changing part for htmx.
    `?look=dark` suits a dark page around it, `auto` follows each reader's own setting. `view`: a key of VIEWS. 404
    where the club lets no site show it."""
    tournament = find_public_tournament(code)
    framers = tournament.club.framers.split()
    if not framers:
        raise Http404

    def page() -> HttpResponse:
        template = "public/_board.html" if request.htmx else "public/embed.html"
        return render(request, template, build_embedded_context(request, tournament, view))

    if request.htmx:
        answer = answer_part(request, tournament, ("embed", view, tournament.code, get_language()), page)
    else:
        answer = answer_page(request, tournament, page)
    request.is_indexable = False
    let_sites_frame(request, answer, framers)
    return answer


def build_embedded_context(request: PageRequest, tournament: Tournament, view: str) -> dict[str, Any]:
    """Return, for a template, what an embedded page shows. `view`: what of the board, a key of VIEWS."""
    look, names = request.GET.get("look", ""), get_public_names(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "look": look if look in LOOKS else "",
        "polled": reverse("embed", args=[tournament.code, view]),
    }
    for build in VIEWS[view]:
        context |= build(tournament, names)
    if context.get("table"):
        context["table"].orderable = False
    return context


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/embed/(?P<view>{'|'.join(VIEWS)})$", show_embedded, name="embed"),
]
