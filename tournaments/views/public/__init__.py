"""What anybody may look at: an evening’s board, its standings, its tables and players, who sits where."""

from django.urls import re_path

from . import bracket, pages, ranking, seasons, seats

urlpatterns = [
    *pages.urlpatterns,
    *bracket.urlpatterns,
    *ranking.urlpatterns,
    *seasons.urlpatterns,
    re_path(seats.PATTERN, seats.seats, name="seats"),
]

__all__ = ["urlpatterns"]
