"""A club's site of files: the pages of the server, whose links lead to files that are there, made anew where something
changed and nowhere else."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish
from tests.publishing.site_links import list_dangling_links
from tests.web.organiser_builders import create_draft_evening
from tests.web.rights_world import record_lines
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.people.clubs import rename_player, set_player_discreet
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.models import Club, SignUpTerms, Table, Tournament
from tournaments.reading import played_evenings
from tournaments.reading.tallies import get_standings
from tournaments.upkeep.publishing.addresses import order_for_sending
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder, place_addresses

pytestmark = pytest.mark.django_db

UNCHANGED_QUERIES = 10
NEEDS_A_SERVER = r"<(script|form|button|input)|\shx-|\shidden[\s>]|csrf"
NOW = datetime(2026, 11, 23, 20, 40, tzinfo=UTC)


@pytest.fixture
def evening() -> Tournament:
    """An evening of one table of three, with a coup."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    return tournament


@pytest.fixture
def rounds() -> Tournament:
    """Two rounds of seven players at two tables of three, of a season; one coup is recorded trick by trick."""
    tournament = create_tournament(7, "random")
    for n in (1, 2):
        draw_and_publish(tournament, n, (3,))
        if n == 1:
            open_tournament(tournament)
        for table in Table.objects.filter(round__tournament=tournament, round__n=n):
            record_lines(table, 1)
    season = create_season(tournament.club, "Saison")
    season.tournaments.add(tournament)
    return tournament


class WrittenSite:
    """The site of a club in a folder of the test."""

    def __init__(self, club: Club, root: Path) -> None:
        self.club, self.folder, self.times = club, SiteFolder(root), 0

    def build(self, language: str = "fr", **options: Any) -> set[str]:
        """Write the site, an hour after the last time. Return the files that were written or deleted."""
        before = self.read()
        self.times += 1
        club = Club.objects.get(pk=self.club.pk)
        SiteBuilder(club, language, self.folder, NOW + timedelta(hours=self.times), **options).build()
        after = self.read()
        return {name for name in before | after if before.get(name) != after.get(name)}

    def read(self) -> dict[str, bytes]:
        """Return what the site holds."""
        root = self.folder.files
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def read_text(self, file: str) -> str:
        """Return a page of the site."""
        return (self.folder.files / file).read_text(encoding="utf-8")


@pytest.fixture
def site(evening: Tournament, tmp_path: Path) -> WrittenSite:
    """The site of the evening's club, written once."""
    written = WrittenSite(evening.club, tmp_path)
    written.build()
    return written


def test_a_site_holds_the_pages_of_the_server_and_every_link_leads_to_something(
    rounds: Tournament, tmp_path: Path, monkeypatch: Any
) -> None:
    site, code, ranked = WrittenSite(rounds.club, tmp_path), rounds.code, []
    close_tournament(rounds)
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    monkeypatch.setattr(
        played_evenings, "get_standings", lambda tournament: ranked.append(tournament) or get_standings(tournament)
    )
    site.build()
    assert ranked == [], "what it came to stands in its row"
    files = set(site.read())
    assert 'href="../index.html">Toutes les soirées' in site.read_text(f"{code}/standings.html")
    assert list(list_dangling_links(site.folder.files)) == []
    assert {"index.html", "feed.xml", "robots.txt", "privacy.html", "rules/brusquembille.html"} <= files
    for name in (
        *("index.html", "standings.html", "standings-round-1.html", "standings-round-1.json"),
        *(
            "cross.html",
            "podium.png",
            "rules.html",
            "calendar.ics",
            "seats.html",
            "round/1/table/2.html",
            "round/1/table/2/coup/1.html",
        ),
    ):
        assert f"{code}/{name}" in files
    kinds = {re.sub(r"\d+", "N", name) for name in files}
    assert {
        "club/N.html",
        "club/N.csv",
        "club/N/calendar.ics",
        "club/N/player/N.html",
        "season/N.html",
        "season/N.json",
    } <= kinds
    check_standings(site, code)
    check_feed(site, rounds)
    assert b"BEGIN:VEVENT" in (calendar := site.read()[f"{code}/calendar.ics"])
    assert b"URL:" not in calendar
    assert '<meta name="robots" content="noindex' in site.read_text("404.html")
    assert "href" not in site.read_text("404.html")
    for name in files - {"404.html"}:
        if name.endswith(".html"):
            text = site.read_text(name)
            scripted = r"<script(?! src)|<(form|button)|\shx-|csrf" if name == "search.html" else NEEDS_A_SERVER
            assert not re.search(scripted, text), name
            assert '<meta name="robots" content="noindex' in text, name
            assert "<time datetime=" in text, name
            assert not re.search(r'(href|src)="/', text), name
            assert "cards.example" not in text, name
    assert "Disallow: /\n" in site.read_text("robots.txt")


def check_standings(site: WrittenSite, code: str) -> None:
    """The standings of the site say what those of the server say."""
    served, written = Client().get(f"/{code}/standings").content.decode(), site.read_text(f"{code}/standings.html")
    tables = [re.findall(r"<tr.*?</tr>", page, re.DOTALL) for page in (served, written)]
    rows = [[re.sub(r"<[^>]+>", " ", row).split() for row in table] for table in tables]
    assert len(rows[0]) > 7
    assert rows[0] == rows[1]
    assert "?sort=" not in written
    assert json.loads(site.read()[f"{code}/standings.json"]) == Client().get(f"/{code}/standings.json").json()


def check_feed(site: WrittenSite, tournament: Tournament) -> None:
    """The feed names the tournament and leads to it."""
    atom = "{http://www.w3.org/2005/Atom}"
    (entry,) = ElementTree.fromstring(site.read()["feed.xml"]).findall(f"{atom}entry")
    link = entry.find(f"{atom}link")
    assert entry.findtext(f"{atom}title") == tournament.name
    assert link is not None
    assert (site.folder.files / link.attrib["href"]).is_file()


def test_only_what_changed_is_written_again(site: WrittenSite, evening: Tournament) -> None:
    assert site.build() == set()
    other = create_draft_evening(evening.club, names=("Zoé", "Yann", "Xavier"), sizes=(3,))
    assert site.build() == set(), "a tournament in preparation is nobody's yet"
    open_tournament(other)
    changed = site.build()
    assert f"{other.code}/standings.html" in changed
    assert "index.html" in changed
    assert not any(name.startswith((f"{evening.code}/", "rules/", "static/", "privacy")) for name in changed)
    record_events(get_table(evening), build_coup())
    changed = site.build()
    assert {f"{evening.code}/standings.html", f"{evening.code}/standings.json"} <= changed
    assert not any(name.startswith((f"{other.code}/", f"{evening.code}/rules")) for name in changed)
    times = [
        re.findall(r"<time datetime=.*?(\d\d:\d\d)</time>", site.read_text(f"{evening.code}/{name}.html"))
        for name in ("rules", "standings")
    ]
    assert times == [["22:40"], ["02:40"]], "when each was published, at the club's hour"


def test_a_hidden_tournament_and_the_name_of_who_asks_for_initials_disappear(
    site: WrittenSite, evening: Tournament
) -> None:
    entry = evening.entries.get(shown_name="Anne")
    rename_player(entry.player, "Anne-Marie Lefèvre")
    rename_entry(entry, "Anne-Marie Lefèvre")
    site.build()
    assert any("Lefèvre".encode() in content for content in site.read().values())
    entry.player.refresh_from_db()
    set_player_discreet(entry.player, discreet=True)
    site.build()
    assert [name for name, content in site.read().items() if "Lefèvre".encode() in content] == []
    assert "A.-M. L." in site.read_text(f"{evening.code}/standings.html")
    hide_tournament(evening, hidden=True, actor="user:1")
    site.build()
    assert not [name for name in site.read() if name.startswith((evening.code, "club/"))]
    assert f"{evening.code}/" not in site.read_text("index.html")
    assert not (site.folder.files / evening.code).exists()
    assert list(list_dangling_links(site.folder.files)) == []


def test_a_long_first_writing_stops_and_goes_on_and_is_a_whole_site_meanwhile(
    evening: Tournament, tmp_path: Path
) -> None:
    Club.objects.filter(pk=evening.club_id).update(indexed=True)
    written = WrittenSite(evening.club, tmp_path)
    for seconds, is_there in ((-1, False), (60, True)):
        written.build("it", seconds=seconds)
        assert (f"{evening.code}/" in written.read_text("index.html")) == is_there
        assert list(list_dangling_links(written.folder.files)) == []
    assert '<html lang="it">' in written.read_text(f"{evening.code}/standings.html")
    pages = [name for name in written.read() if name.endswith(".html") and not name.startswith(("rules", "privacy"))]
    assert pages
    assert not [name for name in pages if "noindex" in written.read_text(name)]
    assert "Disallow" not in written.read_text("robots.txt"), "a club that opens its pages to engines says so on all"


def test_pages_that_lead_to_others_are_sent_after_them() -> None:
    files = ["index.html", "K7M/index.html", "K7M/player/1.html", "static/a.css", "club/1.html"]
    assert order_for_sending(files) == [
        "static/a.css",
        "K7M/player/1.html",
        "K7M/index.html",
        "club/1.html",
        "index.html",
    ]


ADDRESSES = {"fr": "https://club.example/fr/", "it": "https://club.example/"}


def test_links_that_leave_the_site_are_whole_where_its_address_is_known(evening: Tournament, tmp_path: Path) -> None:
    close_tournament(evening)
    site, code = WrittenSite(evening.club, tmp_path), evening.code
    site.build(addresses=ADDRESSES)
    atom = "{http://www.w3.org/2005/Atom}"
    links = [link.attrib["href"] for link in ElementTree.fromstring(site.read()["feed.xml"]).iter(f"{atom}link")]
    assert links == [f"https://club.example/fr/{file}" for file in ("index.html", "feed.xml", f"{code}/standings.html")]
    for calendar in (f"{code}/calendar.ics", f"club/{evening.club_id}/calendar.ics"):
        assert f"\r\nURL:https://club.example/fr/{code}/index.html\r\n".encode() in site.read()[calendar]
    page = site.read_text(f"{code}/standings.html")
    assert f'<meta property="og:url" content="https://club.example/fr/{code}/standings.html">' in page
    assert f'<meta property="og:image" content="https://club.example/fr/{code}/podium.png">' in page
    there = f"https://club.example/{code}/standings.html"
    assert f'hreflang="it" href="{there}"' in page
    assert re.search(rf'href="{there}" lang="it"\s+hreflang="it">Italiano<', page)
    assert 'href="https://club.example/fr/"' in site.read_text("404.html")
    assert list(list_dangling_links(site.folder.files)) == []
    assert site.build(addresses=ADDRESSES) == set()
    site.build()
    assert [name for name, content in site.read().items() if b"club.example" in content] == []


def test_a_long_address_in_a_calendar_is_folded_and_an_address_that_was_is_read_whole() -> None:
    before = f"A:1\r\nURL:http://{'a' * 60}.example/K7\r\n M\r\nB:2\r\n".encode()
    assert place_addresses(before, "") == b"A:1\r\nB:2\r\n"
    placed = place_addresses(before, f"https://{'b' * 80}.example/")
    assert max(map(len, placed.splitlines())) <= 75
    assert placed.replace(b"\r\n ", b"").splitlines()[1].endswith(b".example/K7M/index.html")


def test_the_first_page_says_what_comes_and_leads_to_a_calendar_and_a_search(
    evening: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CORBILLON_URL", raising=False)
    Tournament.objects.update(date=NOW.date())
    club = evening.club
    days = {"Demain": (1, "open"), "Inscriptions": (7, "draft"), "Secret": (8, "draft"), "Hier": (-1, "draft")}
    for name, (later, status) in days.items():
        other = create_draft_evening(club, names=("Zoé", "Yann", "Xavier"), sizes=(3,))
        Tournament.objects.filter(pk=other.pk).update(name=name, date=NOW.date() + timedelta(days=later), status=status)
        if name in ("Inscriptions", "Hier"):
            set_sign_up_terms(other, is_open=True, limit=None, closes_at=None, self_check_in=False, fee_cents=None)
    site = WrittenSite(club, tmp_path)
    site.build()
    page = site.read_text("index.html")
    coming = page.partition("<h2>À venir</h2>")[2].partition("<h2>")[0]
    assert re.findall(r"<bdi>(\w+)</bdi>", coming) == ["Demain", "Inscriptions"]
    assert coming.count("<a ") == 1
    assert not any(name in page for name in ("Secret", "Hier", "Zoé"))
    assert page.count("Demain") == 1
    assert f'href="club/{club.pk}/calendar.ics"' in page
    assert 'href="search.html"' in page
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    site.build()
    page = site.read_text("index.html")
    assert re.search(r'href="https://cards\.example/\w+/sign-up"><bdi>Inscriptions', page)
    assert "on s’y inscrit" in page
    SignUpTerms.objects.update(closes_at=NOW - timedelta(days=365 * 20))
    site.build()
    page = site.read_text("index.html")
    assert "<bdi>Inscriptions" in page
    assert "sign-up" not in page
    assert "on s’y inscrit" not in page


def test_the_search_holds_everybody_who_has_a_page_under_the_name_that_may_be_shown(
    evening: Tournament, tmp_path: Path
) -> None:
    close_tournament(evening)
    hidden = evening.entries.get(shown_name="Anne").player
    rename_player(hidden, "Anne Lefèvre")
    set_player_discreet(hidden, discreet=True)
    site = WrittenSite(evening.club, tmp_path)
    site.build()
    page = site.read_text("search.html")
    assert re.findall(r"<bdi>([^<]+)</bdi></a></li>", page)[:3] == ["A. L.", "Basile", "Chloé"]
    assert evening.name in page
    assert f'href="club/{evening.club_id}/player/{hidden.pk}.html"' in page
    scripts = re.findall(r'<script src="([^"]+)"', page)
    assert [re.sub(r"\.[0-9a-f]{8,}", "", script) for script in scripts] == [
        "static/js/letters.js",
        "static/js/site_search.js",
    ]
    assert all((site.folder.files / script).is_file() for script in scripts)
    assert 'media="screen and (prefers-color-scheme: dark)"' in page


def test_a_site_costs_few_queries_that_do_not_grow_with_what_has_not_changed(
    site: WrittenSite, evening: Tournament
) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert site.build() == set()
    assert len(queries) <= UNCHANGED_QUERIES
