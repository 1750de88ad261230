"""A club's site in a folder: its parts that changed are made again, those that are no longer public disappear, and all
other files stay as they are."""

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from urllib.parse import urlsplit

from django.template.loader import render_to_string
from django.utils import translation

from config.durable import SHARED, sync_everything, write_one_of_many
from tournaments.models import Club, Tournament
from tournaments.presentation.tables.calendars_and_cards import write_lines
from tournaments.reading.played_evenings import keep_evenings

from .addresses import ASSETS, FEED_FILE, INDEX, SEARCH_FILE, SitePlace, find_place, relate
from .front_page import write_front_files
from .manifest import SiteManifest, SiteUnit
from .marks import SiteMarks, compute_mark, compute_marks
from .reading_once import read_once
from .rewriting import PageRewriter, list_links, list_style_links
from .visitor import FetchedPage, Visitor

FRONT, WORDS = "front", "words"
PUBLISHED_AT = "<!--published-->"
URL_LINE = re.compile(r"^URL:.*\r\n(?: .*\r\n)*", re.MULTILINE)
SAVED_EVERY = 20  # tournaments
ROOTS = {"club": "/club/{club}", "season": "/season/{pk}", "career": "/club/{club}/player/{pk}"}
Pages = dict[str, tuple[SitePlace, FetchedPage]]


@dataclass(frozen=True)
class SiteFolder:
    """The folder in which a club's site in one language is kept before it is sent anywhere; `files` is the site
    itself."""

    root: Path

    @property
    def files(self) -> Path:
        """The folder of the site."""
        return self.root / "files"

    @property
    def manifest(self) -> Path:
        """The file that says what the site holds."""
        return self.root / "manifest.json"


class SiteBuilder:
    """Makes the site of a club anew, at the time `now`. After so many seconds it begins no other tournament; the next
    call goes on, and until then the site is whole but for the missing tournaments. `report`: called with (tournaments
    written, tournaments in all); `addresses`: by language, where the club's sites are visited, as far as that is
    known."""

    def __init__(
        self,
        club: Club,
        language: str,
        folder: SiteFolder,
        now: datetime,
        seconds: float = 300,
        *,
        report: Callable[[int, int], None] = lambda _made, _all: None,
        addresses: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._club, self._folder, self._now = club, folder, now
        self._addresses, self._base = addresses, addresses.get(language, "")
        self._until, self._report = monotonic() + seconds, report
        self._visitor = Visitor(language)
        self._manifest = SiteManifest.read(folder.manifest)
        self._known: dict[str, str] = {}

    def build(self) -> SiteManifest:
        """Make what has changed, and return what the site holds now. Raises OSError."""
        self._folder.files.mkdir(mode=0o700, parents=True, exist_ok=True)
        with translation.override(self._visitor.language):
            marks = compute_marks(self._club, self._visitor.language, self._addresses)
            self._remove_units({FRONT, WORDS, ASSETS, *marks.tournaments, *marks.people})
            self._known = self._manifest.collect_files() | {INDEX: "", FEED_FILE: "", SEARCH_FILE: ""}
            self._build_unit(WORDS, marks.words, self._list_word_places(marks))
            self._manifest.is_complete = self._build_tournaments(marks)
            with keep_evenings(), read_once():
                self._build_people(marks)
                self._build_front(marks)
            self._build_assets(marks.words)
        self._save()
        return self._manifest

    def _save(self) -> None:
        """Write the manifest, once all that it names is on the disk."""
        sync_everything()
        self._manifest.write_to(self._folder.manifest)

    def _list_word_places(self, marks: SiteMarks) -> list[str]:
        """Return the addresses of the pages that show no club's data: the one on privacy, and the rules of each
        game."""
        games = sorted({each.game for each in marks.titles.values()})
        return ["/privacy", *(f"/rules/{game}" for game in games)]

    def _build_tournaments(self, marks: SiteMarks) -> bool:
        """Make the tournaments that changed, the latest first; return False where time ran out before all were made."""
        stale = [(code, mark) for code, mark in marks.tournaments.items() if self._is_stale(code, mark)]
        count = len(marks.tournaments)
        for made, (code, mark) in enumerate(stale, 1):
            if monotonic() > self._until:
                return False
            self._build_unit(
                code, mark, [f"/{code}", f"/{code}/standings", f"/{code}/podium.png", f"/{code}/calendar.ics"]
            )
            self._manifest.units[code].round_n = find_last_round(marks.titles[code])
            self._report(count - len(stale) + made, count)
            if made % SAVED_EVERY == 0:
                self._manifest.is_complete = False
                self._save()
        return True

    def _build_people(self, marks: SiteMarks) -> None:
        """Make the careers, the seasons and the club's page that changed. All their pages are fetched before any is
        written, so that links from one to the other are kept. They lead to tournaments as well: while some of these are
        missing, only parts that were made before are made anew, and once more when all are there."""
        stale = [unit for unit, mark in marks.people.items() if self._is_stale(unit, mark)]
        is_whole = self._manifest.is_complete
        stale = stale if is_whole else [unit for unit in stale if unit in self._manifest.units]
        fetched = {unit: self._crawl(unit, [self._name_root(unit)]) for unit in stale}
        for unit, pages in fetched.items():
            self._know(unit, pages)
        for unit, pages in fetched.items():
            self._write_unit(unit, marks.people[unit] if is_whole else "", pages)

    def _name_root(self, unit: str) -> str:
        """Return the program's address from which links lead to all pages of a part, such as «career-12» or
        «season-3»."""
        kind, _dash, pk = unit.partition("-")
        return ROOTS[kind].format(club=self._club.pk, pk=pk)

    def _is_stale(self, unit: str, mark: str) -> bool:
        """True if the part was not made yet, or from other data: its stored mark differs from `mark`."""
        return unit not in self._manifest.units or self._manifest.units[unit].mark != mark

    def _build_unit(self, unit: str, mark: str, roots: list[str]) -> None:
        """Make one part of the site anew if its data changed: all pages of it to which links lead from the addresses
        `roots`. `mark`: the digest of that data."""
        if self._is_stale(unit, mark):
            with read_once():
                pages = self._crawl(unit, roots)
            self._know(unit, pages)
            self._write_unit(unit, mark, pages)

    def _crawl(self, unit: str, roots: Iterable[str]) -> Pages:
        """Return the pages of this part as the program answers them, by file, following links from the addresses
        `roots`."""
        pages: Pages = {}
        waiting = [place for root in roots if (place := find_place(root))]
        met = {place.file for place in waiting}
        while waiting:
            place = waiting.pop()
            page = self._visitor.fetch(place.address)
            if page is None:
                continue
            pages[place.file] = place, page
            for found in self._list_places(place, page):
                if found.unit == unit and found.file not in met:
                    met.add(found.file)
                    waiting.append(found)
        return pages

    def _list_places(self, place: SitePlace, page: FetchedPage) -> Iterator[SitePlace]:
        """Yield the pages and files of the site to which this page's links lead."""
        if place.is_page:
            for link in list_links(page.content.decode()):
                with suppress(ValueError):  # no address at all
                    if place_found := find_place(link, place.address):
                        yield place_found

    def _know(self, unit: str, pages: Pages) -> None:
        """Note that the part `unit` of the site has these files and no others, so that only links to them are kept."""
        old = self._manifest.units.get(unit)
        for file in old.files if old else ():
            self._known.pop(file, None)
        self._known |= dict.fromkeys(pages, "")

    def _write_unit(self, unit: str, mark: str, pages: Pages) -> None:
        """Write the files of one part that differ from what lies there, and delete those that it no longer has. `mark`:
        the digest of the data behind them."""
        old = self._manifest.units.get(unit) or SiteUnit("")
        new, assets = SiteUnit(mark, made_at=old.made_at), set()
        for file, (place, page) in pages.items():
            content = page.content
            if place.is_page:
                text = self._rewrite(place, page)
                assets |= {each.address for link in list_links(text) if (each := _find_asset(link, file))}
                content = text.encode()
            elif page.kind == "text/calendar":
                content = place_addresses(content, self._base)
            new.files[file] = self._write(file, content, old.files.get(file))
        new.assets = sorted(assets)
        if new.files != old.files:
            new.made_at = self._now.isoformat()
        self._delete(set(old.files) - set(new.files))
        self._manifest.units[unit] = new

    def _rewrite(self, place: SitePlace, page: FetchedPage) -> str:
        """Return a page with its links led to files of the site, and a placeholder for the time of publication; all
        pages but the first link back to it."""

        def link(href: str) -> str | None:
            """Return what a link of the page becomes in the site; None where it is dead."""
            found, split = find_place(href, place.address), urlsplit(href)
            if found is None or not (found.unit == ASSETS or found.file in self._known):
                return None
            if found.file == place.file and split.query and not split.fragment and "?" not in found.address:
                return None  # the same page with other lines, which the site has not
            return relate(found.file, place.file) + (f"#{split.fragment}" if split.fragment else "")

        own = relate(place.file, place.file)
        head = render_to_string("publishing/_head.html", self._describe_head(place, page))
        home = "" if place.file == INDEX else relate(INDEX, place.file)
        search = "" if place.file == SEARCH_FILE else relate(SEARCH_FILE, place.file)
        context = {
            "home": home,
            "search": search,
            "published_at": PUBLISHED_AT,
            "others": self._list_others(place.file),
        }
        foot = render_to_string("publishing/_foot.html", context)
        rewriter = PageRewriter(own, link, head, foot, keeps_scripts=place.file == SEARCH_FILE)
        return rewriter.rewrite(page.content.decode())

    def _describe_head(self, place: SitePlace, page: FetchedPage) -> dict[str, object]:
        """Return what the head of each page of the site says: where the feed is, and, where the
        site's address is known, its own address, its picture and itself in other languages."""
        picture = f"{place.unit}/podium.png"
        return {
            "is_indexable": page.is_indexable,
            "feed": relate(FEED_FILE, place.file),
            "address": self._base + place.file if self._base else "",
            "picture": self._base + picture if self._base and picture in self._known else "",
            "others": self._list_others(place.file),
        }

    def _list_others(self, file: str) -> list[tuple[str, str]]:
        """Return (language, address) of the same page on each of the club's sites in another language."""
        others = sorted((each, base) for each, base in self._addresses.items() if each != self._visitor.language)
        return [(each, base + file) for each, base in others]

    def _write(self, file: str, content: bytes, kept: str | None) -> str:
        """Write a file of the site, with the time of its publication, unless the same lies there. `kept`: the digest of
        what lies there. Return the digest of the content, whatever its time."""
        digest = compute_mark(hashlib.sha256(content).hexdigest())
        place = self._folder.files / file
        if digest != kept or not place.is_file():
            time = render_to_string("publishing/_time.html", {"now": self._now, "club": self._club})
            place.parent.mkdir(parents=True, exist_ok=True)
            write_one_of_many(place, content.replace(PUBLISHED_AT.encode(), time.encode()), SHARED)
        return digest

    def _delete(self, files: Iterable[str]) -> None:
        """Delete files of the site, and the folders that are then empty."""
        for file in files:
            place = self._folder.files / file
            place.unlink(missing_ok=True)
            with suppress(OSError):
                while (place := place.parent) != self._folder.files:
                    place.rmdir()

    def _remove_units(self, kept: set[str]) -> None:
        """Remove all parts of the site but those `kept`: they are no longer public."""
        for unit in set(self._manifest.units) - kept:
            self._delete(self._manifest.units.pop(unit).files)

    def _build_front(self, marks: SiteMarks) -> None:
        """Write the first page, the feed, the calendar, and what search engines are told."""
        files = write_front_files(self._club, marks, self._known, self._manifest, self._base, self._now)
        pages: Pages = {}
        for file, content in files.items():
            kind = "text/html" if file.endswith(".html") else "application/octet-stream"
            place = SitePlace(file, "/" if file == INDEX else f"/{file}", FRONT)
            pages[file] = place, FetchedPage(content, kind, self._club.indexed)
        self._write_unit(FRONT, "", pages)

    def _build_assets(self, mark: str) -> None:
        """Write the styles, fonts and pictures that the pages ask for, and those that these ask for. `mark`: the digest
        of what they come from."""
        old = self._manifest.units.get(ASSETS) or SiteUnit("")
        waiting = {address for name, unit in self._manifest.units.items() if name != ASSETS for address in unit.assets}
        if old.mark == mark and set(old.assets) == waiting:
            return
        unit, met, roots = SiteUnit(mark, assets=sorted(waiting)), set(waiting), list(waiting)
        while roots:
            address = roots.pop()
            asset, place = self._visitor.fetch(address), find_place(address)
            if asset is None or place is None:
                continue
            unit.files[place.file] = self._write(place.file, asset.content, old.files.get(place.file))
            if asset.kind == "text/css":
                links, folder = list_style_links(asset.content.decode()), posixpath.dirname(address)
                found = {posixpath.normpath(posixpath.join(folder, link)) for link in links}
                roots += sorted(found - met)
                met |= found
        self._delete(set(old.files) - set(unit.files))
        self._manifest.units[ASSETS] = unit


def find_last_round(tournament: Tournament) -> int:
    """Return the number of the last round that is published and not withdrawn; 0 without any."""
    return max(tournament.rounds.in_force().values_list("n", flat=True), default=0)


def place_addresses(calendar: bytes, base: str) -> bytes:
    """Return a calendar whose entries have the addresses of their pages on the site at the address `base`. If that is
    "", not known, the entries have no address: the server's own would lead nowhere."""

    def place(line: re.Match[str]) -> str:
        if not base:
            return ""
        code = line[0].replace("\r\n ", "").rstrip().rpartition("/")[2]
        return write_lines([f"URL:{base}{code}/{INDEX}"])

    return URL_LINE.sub(place, calendar.decode()).encode()


def _find_asset(link: str, file: str) -> SitePlace | None:
    """Return the style or picture that a link of the written page `file` leads to; None if it leads to a page."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file), urlsplit(link).path))
    return find_place(f"/{path}") if path.startswith(ASSETS) else None
