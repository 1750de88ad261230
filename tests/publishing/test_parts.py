"""A club with years behind it publishes for the first time: its latest evenings are soon where they go, and how far the
rest is is said on the console and on the page."""

import datetime
import io
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.publishing.site_links import list_dangling_links
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.publication_targets import add_publication_target
from tournaments.models import Club, Tournament
from tournaments.upkeep.publishing import publishing
from tournaments.upkeep.publishing.publishing import make_by_parts, publish_sites
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

pytestmark = pytest.mark.django_db
PAGE = "/desk/club/publishing"
EVENINGS = 3


@pytest.fixture(autouse=True)
def slow_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A computer on which each evening takes seven seconds, with a data folder of its own."""
    clock = count(0, 7)
    for module in ("site", "publishing"):
        monkeypatch.setattr(f"tournaments.upkeep.publishing.{module}.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "var")
    (tmp_path / "var").mkdir()


@pytest.fixture
def desk() -> tuple[Client, Club]:
    """The organiser of a club that has closed some evenings, the same people at each."""
    client, made = sign_in_organiser()
    for n in range(1, EVENINGS + 1):
        tournament = create_open_evening(made, names=("Anne", "Basile", "Chloé"), sizes=(3,))
        record_events(get_table(tournament), build_coup())
        close_tournament(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(date=datetime.date(2026, n, 1), name=f"Soirée {n}")
    return client, made


@pytest.fixture
def club(desk: tuple[Client, Club]) -> Club:
    """This club."""
    return desk[1]


def read_progress(client: Client) -> tuple[int, int] | None:
    """Return how many evenings of the one place's site are written, of how many, as the page says it; None if all."""
    (target,) = client.get(PAGE).context["targets"]
    return target["progress"]


def prepare_building(
    club: Club, site: SiteFolder, report: publishing.Report = publishing.say_nothing, days: int = 0
) -> partial[SiteBuilder]:
    """Return what builds a builder of the club's site, so many days from now, for some seconds."""
    now = timezone.now() + datetime.timedelta(days=days)
    return partial(SiteBuilder, club, "fr", site, now, report=report)


def list_written(folder: Path, codes: list[str]) -> list[str]:
    """Return which of these evenings a written site has, in their order."""
    return [code for code in codes if (folder / code / "index.html").is_file()]


def test_the_latest_evenings_are_sent_first_and_everybody_s_career_with_the_last(club: Club, tmp_path: Path) -> None:
    site, told = SiteFolder(tmp_path / "site"), list[tuple[int, int]]()
    codes = list(Tournament.objects.order_by("-date").values_list("code", flat=True))
    met = []
    for manifest in make_by_parts(prepare_building(club, site, lambda *far: told.append(far)), 10_000):
        met.append(list_written(site.files, codes))
        assert list(list_dangling_links(site.files)) == []
        assert manifest.is_complete is any(site.files.glob("club/*/player/*.html"))
    assert len(met) > 1
    assert 0 < len(met[0]) < EVENINGS
    assert met[-1] == codes
    assert all(each == codes[: len(each)] for each in met), "the latest first"
    assert told == [(n, EVENINGS) for n in range(1, EVENINGS + 1)]
    careers = [path.read_text(encoding="utf-8") for path in site.files.glob("club/*/player/*.html")]
    assert len(careers) == 3
    assert all(f"/{code}/" in each for code in codes for each in careers)


def test_a_career_that_is_there_never_waits_and_leads_to_what_came_later(club: Club, tmp_path: Path) -> None:
    site = SiteFolder(tmp_path / "site")
    list(make_by_parts(prepare_building(club, site), 10_000))
    Club.objects.filter(pk=club.pk).update(name="Cercle de Montbard")
    [first, *_more] = make_by_parts(prepare_building(Club.objects.get(), site, days=1), 10_000)
    assert not first.is_complete
    careers = [path.read_text(encoding="utf-8") for path in site.files.glob("club/*/player/*.html")]
    assert len(careers) == 3
    assert all("Cercle de Montbard" in each for each in careers)
    [last] = make_by_parts(prepare_building(Club.objects.get(), site), 0)
    assert last.is_complete


def test_the_command_says_how_far_it_is_while_it_writes_a_folder(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.management.commands.publish.REPORTED_EVERY", 2)
    (tmp_path / "folder").mkdir()
    said = io.StringIO()
    call_command("publish", str(tmp_path / "folder"), stdout=io.StringIO(), stderr=said)
    assert said.getvalue().splitlines() == ["2 / 3 soirées", "3 / 3 soirées"]
    assert list(list_dangling_links(tmp_path / "folder")) == []
    said.truncate(0)
    call_command("publish", str(tmp_path / "folder"), stdout=io.StringIO(), stderr=said)
    assert said.getvalue() == "", "nothing is to be made"


def test_a_place_gets_what_there_is_and_the_page_says_how_much(
    desk: tuple[Client, Club], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, club = desk
    (tmp_path / "stick").mkdir()
    place = {"kind": "folder", "place": str(tmp_path / "stick"), "login": "", "host_key": ""}
    add_publication_target(club, **place, language="fr")
    assert read_progress(client) == (0, EVENINGS)
    monkeypatch.setattr(publishing, "SERVER_SECONDS", 20)
    codes = list(Tournament.objects.order_by("-date").values_list("code", flat=True))
    [result] = publish_sites(timezone.now()) or []
    written = list_written(tmp_path / "stick", codes)
    assert result.is_waiting
    assert 0 < len(written) < EVENINGS
    assert result.count > 0
    assert read_progress(client) == (len(written), EVENINGS)
    monkeypatch.setattr(publishing, "SERVER_SECONDS", 10_000)
    [result] = publish_sites(timezone.now()) or []
    assert not result.is_waiting
    assert list_written(tmp_path / "stick", codes) == codes
    assert read_progress(client) is None
