"""What a static site has in place of the server's own first page: the club's evenings, its feed, and what search
engines are told."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5

from django.template.loader import render_to_string

from tournaments.models import Club, Season, Tournament

from .addresses import FEED_FILE, INDEX, ROBOTS_FILE
from .manifest import SiteManifest
from .marks import SiteMarks

NO_EVENING = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = 30  # tournaments in the feed


@dataclass(frozen=True)
class SiteEvening:
    """A tournament on the first page and in the feed. `round_n`: the last one that is published, `made_at`: when its
    pages changed last; `has_picture`: there is one of its podium."""

    tournament: Tournament
    round_n: int
    made_at: datetime
    has_picture: bool

    @property
    def feed_id(self) -> str:
        """The name of the tournament for feed readers, which no other tournament has."""
        return uuid5(NAMESPACE_OID, f"{self.tournament.code} {self.tournament.created_at.isoformat()}").urn


def write_front_files(club: Club, marks: SiteMarks, known: dict[str, str], manifest: SiteManifest) -> dict[str, bytes]:
    """Return the first page, as the server would render it, the feed and robots.txt, by file. `known`: all files that
    the site has."""
    evenings = list_evenings(marks, known, manifest)
    context = {
        "club": club,
        "evenings": evenings,
        "latest": evenings[:LATEST],
        "seasons": Season.objects.visible().filter(club=club),
        "updated": max((each.made_at for each in evenings), default=NO_EVENING),
        "feed_address": f"/{FEED_FILE}",
        "feed_id": uuid5(NAMESPACE_OID, f"{club.pk} {club.name}").urn,
    }
    files = {
        INDEX: "publishing/index.html",
        FEED_FILE: "publishing/feed.xml",
        ROBOTS_FILE: "publishing/robots.txt",
    }
    return {file: render_to_string(template, context).encode() for file, template in files.items()}


def list_evenings(marks: SiteMarks, known: dict[str, str], manifest: SiteManifest) -> list[SiteEvening]:
    """Return the tournaments whose pages are written, the latest first."""
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
