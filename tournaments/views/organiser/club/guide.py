"""The organisers' guide, for whoever may enter the desk."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import get_language

from tournaments.models.rights import Right
from tournaments.views.access import READ, require_right
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK, READ)
def show_guide(request: MemberRequest) -> HttpResponse:
    """Show the guide in the reader's language: a page made of its document in docs/ (`make built`)."""
    return render(request, f"guide/{get_language()}.html")


urlpatterns: list[URLPattern] = [path("guide", show_guide, name="guide")]
