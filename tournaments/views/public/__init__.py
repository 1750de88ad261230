"""The public pages, which anybody may see: a tournament's board, standings, tables, players and seats, and the hall's
screen."""

from django.urls import re_path

from . import (
    bracket,
    calendars,
    embed,
    engines,
    files,
    pages,
    podium,
    ranking,
    reveal,
    screen,
    seasons,
    seats,
    signing_up,
    tombola,
    why,
)

urlpatterns = [
    *signing_up.urlpatterns,
    *engines.urlpatterns,
    *pages.urlpatterns,
    *embed.urlpatterns,
    *files.urlpatterns,
    *calendars.urlpatterns,
    *bracket.urlpatterns,
    *screen.urlpatterns,
    *reveal.urlpatterns,
    *tombola.urlpatterns,
    *ranking.urlpatterns,
    *podium.urlpatterns,
    *why.urlpatterns,
    *seasons.urlpatterns,
    re_path(seats.PATTERN, seats.show_seats, name="seats"),
]

__all__ = ["urlpatterns"]
