"""What search engines may look at: nothing, but for the public pages of clubs that open theirs."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse

from tournaments.models import Club, JoinedClub, Season, Tournament
from tournaments.views.access import READ, allow_anyone


@allow_anyone(READ)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, which asks search engines to stay away from all pages but those of clubs that open theirs."""
    lines = ["User-agent: *", "Disallow: /", *(f"Allow: {address}" for address in list_open_addresses())]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain")


def list_open_addresses() -> Iterator[str]:
    """Yield the beginnings of the addresses that engines may look at; «$» ends a whole address."""
    clubs = list(Club.objects.filter(indexed=True).order_by("pk"))
    if not clubs:
        return
    yield "/static/"
    for club in clubs:
        page = reverse("club-page", args=[club.pk])
        yield from (f"{page}$", f"{page}/player/")
    closed = JoinedClub.objects.filter(state=JoinedClub.Answer.JOINED, club__indexed=False)
    for season in Season.objects.visible().filter(club__in=clubs).exclude(joined_clubs__in=closed).order_by("pk"):
        yield reverse("season", args=[season.pk]) + "$"
    for tournament in Tournament.objects.visible().filter(club__in=clubs):
        page = reverse("board", args=[tournament.code])
        yield from (f"{page}$", f"{page}/")


urlpatterns = [path("robots.txt", show_robots, name="robots")]
