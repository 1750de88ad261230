"""What a static site has in place of the server's own first page: the club's evenings, those to come, a search, its
feed, what search engines are told, and what is shown where a page is no more."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from config.hall import get_fixed_url
from tournaments.actions.people.signing_up import takes_sign_ups
from tournaments.models import Club, Season, Tournament
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.standings.ranking import get_name_key

from .addresses import FEED_FILE, INDEX, NOT_FOUND_FILE, ROBOTS_FILE, SEARCH_FILE
from .manifest import SiteManifest
from .marks import SiteMarks

NO_EVENING = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = 30  # tournaments in the feed


@dataclass(frozen=True)
class SiteEvening:
    """A tournament as the site's first page and its feed list it. `round_n`: its last published round; `made_at`: when
    its pages changed last; `has_picture`: there is a picture of its podium."""

    tournament: Tournament
    round_n: int
    made_at: datetime
    has_picture: bool

    @property
    def feed_id(self) -> str:
        """The identifier, a URN, by which feed readers know the tournament from any other."""
        return uuid5(NAMESPACE_OID, f"{self.tournament.code} {self.tournament.created_at.isoformat()}").urn


def write_front_files(
    club: Club, marks: SiteMarks, known: dict[str, str], manifest: SiteManifest, base: str, now: datetime
) -> dict[str, bytes]:
    """Return the contents of the first page, the feed, the calendar and the other files beside them, by file. `known`:
    all files of the site; `base`: the address at which it is visited, "" if unknown."""
    today = now.astimezone(ZoneInfo(club.time_zone)).date()
    evenings, coming = list_evenings(marks, known, manifest), list(Tournament.objects.coming(club, today))
    awaited = {each.pk for each in coming}
    context = {
        "club": club,
        "base": base,
        "server": get_fixed_url(),
        "coming": coming,
        "taking": [each.pk for each in coming if each.status == "draft" and takes_sign_ups(each.sign_up_terms)],
        "evenings": [each for each in evenings if each.tournament.pk not in awaited],
        "latest": evenings[:LATEST],
        "seasons": Season.objects.visible().played_by(club),
        "people": list_people(club, known),
        "updated": max((each.made_at for each in evenings), default=NO_EVENING),
        "feed_address": f"/{FEED_FILE}",
        "search_address": f"/{SEARCH_FILE}",
        "feed_id": uuid5(NAMESPACE_OID, f"{club.pk} {club.name}").urn,
    }
    files = {
        INDEX: "publishing/index.html",
        SEARCH_FILE: "publishing/search.html",
        NOT_FOUND_FILE: "publishing/404.html",
        FEED_FILE: "publishing/feed.xml",
        ROBOTS_FILE: "publishing/robots.txt",
    }
    return {file: render_to_string(template, context).encode() for file, template in files.items()}


def list_people(club: Club, known: dict[str, str]) -> list[tuple[int, str]]:
    """Return (player id, name) of everybody who has a page on the site, by name; the names are those that anybody may
    read. `known`: all files of the site."""
    names = get_player_names(Viewer.ANYBODY, club)
    people = [(pk, name) for pk, name in names.items() if f"club/{club.pk}/player/{pk}.html" in known]
    return sorted(people, key=lambda each: get_name_key(each[1]))


def list_evenings(marks: SiteMarks, known: dict[str, str], manifest: SiteManifest) -> list[SiteEvening]:
    """Return the tournaments whose pages are written, the latest first. `known`: all files of the site."""
    return [
        SiteEvening(
            marks.titles[code],
            manifest.units[code].round_n,
            datetime.fromisoformat(manifest.units[code].made_at),
            f"{code}/podium.png" in known,
        )
        for code in marks.tournaments
        if code in manifest.units
    ]
