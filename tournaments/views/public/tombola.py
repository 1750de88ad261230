"""The tombola's own page, where anybody checks its draw: the digest of the seed before, the seed after."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments.models import Tournament
from tournaments.presentation.tables.tombola import WonPrizesTable, write_check
from tournaments.reading.shown_names import Viewer
from tournaments.reading.tombola import read_tombola
from tournaments.views.requests import PageRequest

from .pages import CODE, with_tournament


@with_tournament
def show_tombola(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes drawn and how to draw them again; 404 where no tombola is set up."""
    view = read_tombola(tournament, Viewer.ANYBODY)
    if not view:
        raise Http404
    context = {"tournament": tournament, "view": view, "table": WonPrizesTable(view), "check": write_check(view)}
    return render(request, "public/tombola.html", context)


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/tombola$", show_tombola, name="tombola")]
