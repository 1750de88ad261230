"""The public pages, which anybody may see: a tournament's board, standings, tables, players and seats, and the hall's
screen."""

from django.urls import re_path

from . import bracket, files, pages, podium, ranking, screen, seasons, seats, why

urlpatterns = [
    *pages.urlpatterns,
    *files.urlpatterns,
    *bracket.urlpatterns,
    *screen.urlpatterns,
    *ranking.urlpatterns,
    *podium.urlpatterns,
    *why.urlpatterns,
    *seasons.urlpatterns,
    re_path(seats.PATTERN, seats.show_seats, name="seats"),
]

__all__ = ["urlpatterns"]
