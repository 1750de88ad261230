"""Calendars to subscribe to: of one evening, and of all of a club that anybody may see."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, re_path, reverse
from django.utils.http import content_disposition_header

from config.hall import get_base_url
from tournaments.models import Club, Tournament
from tournaments.presentation.tables.calendars_and_cards import CALENDAR_TYPE, list_calendar_entries, write_calendar
from tournaments.views.access import READ, allow_anyone
from tournaments.views.requests import PageRequest

from .pages import CODE, with_tournament
from .seasons import NUMBER


@with_tournament
def download_calendar(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Download an evening and its rounds as a calendar."""
    return answer_calendar(tournament.name, [tournament])


@allow_anyone(READ)
def download_club_calendar(request: HttpRequest, pk: str) -> HttpResponse:
    """Download all public evenings of a club as a calendar. 404 where it has none."""
    club = get_object_or_404(Club, pk=int(pk))
    tournaments = list(Tournament.objects.visible().filter(club=club))
    if not tournaments:
        raise Http404
    return answer_calendar(club.shown_name, tournaments)


def answer_calendar(name: str, tournaments: list[Tournament]) -> HttpResponse:
    """Answer with the calendar of these tournaments, to be kept as a file of this name. Its addresses are the server's
    own, whatever the request says that it is called."""
    base = get_base_url(settings.VAR_DIR)

    def get_address(tournament: Tournament) -> str:
        return base + reverse("board", args=[tournament.code])

    content = write_calendar(name, list_calendar_entries(tournaments, get_address))
    kept_as = content_disposition_header(False, f"{name.replace('/', '-')}.ics") or ""
    return HttpResponse(content, content_type=CALENDAR_TYPE, headers={"Content-Disposition": kept_as})


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/calendar\.ics$", download_calendar, name="calendar"),
    re_path(rf"^club/(?P<pk>{NUMBER})/calendar\.ics$", download_club_calendar, name="club-calendar"),
]
