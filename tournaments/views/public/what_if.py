"""The public page «Et si…», with the names of the public standings."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.views.access import allow_anyone
from tournaments.views.requests import PageRequest
from tournaments.views.what_if import build_what_if_context

from .names import get_public_names
from .pages import CODE, with_tournament


@allow_anyone
@require_safe
@with_tournament
def show_what_if(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show who is sure of a place and what the others need."""
    context = build_what_if_context(request, tournament, get_public_names(tournament))
    return render(request, "public/what_if.html", context, status=422 if context["failed"] else 200)


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/what-if$", show_what_if, name="what-if")]
