"""Which addresses of the program a static site has, and in which file each of them lies.

Left out is what only a server can do: forms, searches, sorting by a click, the hall's screen, «Et si…», signing up.
A query that only chooses lines of a page leads to the whole page.
"""

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

INDEX, FEED_FILE, ROBOTS_FILE = "index.html", "feed.xml", "robots.txt"
SEARCH_FILE, NOT_FOUND_FILE = "search.html", "404.html"
FRONT_FILES = {"": INDEX, **{file: file for file in (FEED_FILE, ROBOTS_FILE, SEARCH_FILE, NOT_FOUND_FILE)}}
PAGES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("public-rules", "bracket", "player", "public-table-of", "replay", "result-card"), ()),
    **dict.fromkeys(("club-page", "season", "career", "rule-book", "privacy", "board"), ()),
    **dict.fromkeys(("table-of-file", "now-of-file", "replay-file", "player-file", "seats-file"), ()),
    **dict.fromkeys(("bracket-file", "bracket-part-file", "cross-table-file"), ()),
    **dict.fromkeys(("teams", "team", "teams-file"), ()),
    **dict.fromkeys(("season-file", "season-teams-file", "records-file", "career-file"), ()),
    **dict.fromkeys(("calendar", "club-calendar", "club-picture"), ()),
    "standings": ("round", "page", "all"),
    "standings-file": ("round",),
    "cross-table": ("page",),
    "seats": ("page",),
}
"""The addresses (by name) that a site has, each with the numbers of its query that make another page of it."""
FILE_ENDINGS = ("json", "csv")
"""Files for spreadsheet programs hold the time at which they were made: each would be sent again with every round."""
ASSETS = "static/"


@dataclass(frozen=True)
class SitePlace:
    """A page or file of the site: `file`, its path there, and `address`, where the program serves it. `unit`: the part
    of the site that is made anew together with it, such as a tournament's code or "career-12"."""

    file: str
    address: str
    unit: str

    @property
    def is_page(self) -> bool:
        """True for a page; False for a download, a style or a picture, and for the page shown where an address is not
        found."""
        return self.file.endswith(".html") and self.file != NOT_FOUND_FILE


def find_place(link: str, page: str = "/") -> SitePlace | None:
    """Return the page or file of the site to which a link on the page at the address `page` leads; None if the site has
    none."""
    split = urlsplit(link)
    if split.scheme or split.netloc:
        return None
    base = urlsplit(page).path
    path = posixpath.normpath(posixpath.join(base, split.path)) if split.path else base
    if path.strip("/") in FRONT_FILES:
        return SitePlace(FRONT_FILES[path.strip("/")], path, "front")
    if path.startswith(settings.STATIC_URL):
        return SitePlace(ASSETS + path.removeprefix(settings.STATIC_URL), path, ASSETS)
    return _find_page(path, split.query)


@lru_cache(20_000)
def _find_page(path: str, query: str) -> SitePlace | None:
    """Return the page of the site that stands for this address of the program; None if the site has none."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    name = match.url_name or ""
    numbers = PAGES.get(name)
    if numbers is None:
        return None
    ending = match.kwargs.get("ending")
    if ending and ending not in FILE_ENDINGS:
        return None
    parameters = dict(parse_qsl(query))
    if "sort" in parameters:
        return None
    chosen = [(number, parameters[number]) for number in numbers if parameters.get(number, "").isdecimal()]
    suffix = "".join(f"-{number}-{value}" for number, value in chosen)
    stem, dot, last = path.strip("/").rpartition(".")
    if name == "board":
        file = f"{path.strip('/')}/{INDEX}"
    elif ending or "." in path:
        file = f"{stem}{suffix}{dot}{last}"
    else:
        file = f"{path.strip('/')}{suffix}.html"
    address = path + ("?" + "&".join(f"{number}={value}" for number, value in chosen) if chosen else "")
    return SitePlace(file, address, _name_unit(name, match.kwargs))


def _name_unit(name: str, arguments: dict[str, str]) -> str:
    """Return the name of the part of the site to which a page belongs: a tournament's code, «words», «career-12»,
    «season-3» or «club»."""
    if "code" in arguments:
        return arguments["code"].upper()
    if name in ("privacy", "rule-book"):
        return "words"
    if "player_pk" in arguments:
        return f"career-{arguments['player_pk']}"
    return f"season-{arguments['pk']}" if name.startswith("season") else "club"


def relate(file: str, page: str) -> str:
    """Return the relative link that leads from the file `page` of the site to `file`."""
    return posixpath.relpath(file, posixpath.dirname(page) or ".")


def order_for_sending(files: Iterable[str]) -> list[str]:
    """Return files in the order in which they may appear, so that no link leads into nothing meanwhile: styles, then
    pages, then the pages that lead to others, the site's first page last."""

    def rank(file: str) -> tuple[int, str]:
        """Return the sort key of a file: the later it is to be sent, the greater."""
        if file.startswith(ASSETS):
            return 0, file
        if file == INDEX:
            return 3, file
        return (2 if posixpath.basename(file) == INDEX or file.startswith(("club/", "season/")) else 1), file

    return sorted(files, key=rank)
