"""What a phone fetches when it opens its table for the first time, by a hall's Wi-Fi: over plain http, from files that
are collected as `make run` collects them."""

from collections.abc import Callable, Iterator
from operator import gt
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import BrowserContext, Page

import scoring
from tests.book.evening_builders import create_table
from tests.browser.conftest import PHONE
from tests.browser.table_user import TableUser
from tests.fixtures.databases import Database
from tests.fixtures.live_server import LiveServer
from tests.fixtures.page_load import PageEffort, PageLoad
from tournaments.models import Table

SIZES = {game.key: max(game.sizes) for game in scoring.list_games()}
MOST_REQUESTS, MOST_KILOBYTES = 15, 120_000 / 1024
MOST_NODES = 1_500  # kept by the browser: the page's own, those of its templates, and what it builds inside fields
MOST_FORMATS = 0  # the first that a page makes reads the language's data: 50 to 80 ms of a cheap phone's main thread
COUNT_CACHED_FILES = """() =>
    caches.keys().then(([name]) => caches.open(name)).then((one) => one.keys()).then((all) => all.length)"""
COUNT_FORMATS = """
    window.formatsMade = 0;
    for (const name of ["DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules", "Collator"]) {
        Intl[name] = new Proxy(Intl[name], {
            construct: (kind, ...made) => { window.formatsMade++; return Reflect.construct(kind, ...made); },
        });
    }"""
LATER_MS = 2000
"""After so long a table's page fetches what it can do without (AFTER_PAGE_MS in table_page.js)."""
HOLD_LATER = f"""
    const {{ setTimeout }} = window;
    window.setTimeout = (call, ms, ...given) => (ms === {LATER_MS} ? 0 : setTimeout(call, ms, ...given));"""
"""Keeps a page as it first opened, however slow the machine is."""
YEAR_SECONDS = 365 * 24 * 3600


def fill_one_table_a_game() -> None:
    """Fill the database: an open table of each game."""
    for game, size in SIZES.items():
        create_table(size, game=game)


pytestmark = pytest.mark.start_from(fill=fill_one_table_a_game)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the collected static files."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture
def installed(collected: Path, settings: Any, own_database: Database) -> Iterator[LiveServer]:
    """The program served over `own_database`, its static files as an installation has them."""
    settings.STATIC_ROOT = collected
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.statics.Storage"}}
    if not list(collected.iterdir()):
        call_command("collectstatic", verbosity=0, interactive=False)
    server = LiveServer(own_database)
    yield server
    server.stop()


def test_the_first_page_of_each_game_costs_little(
    installed: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    found = {}
    for game in SIZES:
        context = new_context(**PHONE)
        page = context.new_page()
        page.add_init_script(COUNT_FORMATS)
        page.add_init_script(HOLD_LATER)
        load, effort = PageLoad(page), PageEffort(page)
        TableUser(page).sit_down(installed.hall_url, Table.objects.get(round__tournament__game=game))
        page.wait_for_load_state("networkidle")
        found[game] = (load.requests, load.kilobytes, effort.nodes, page.evaluate("window.formatsMade"))
        check_lasting_files(load)
        context.close()
    most = (MOST_REQUESTS, MOST_KILOBYTES, MOST_NODES, MOST_FORMATS)
    too_much = {game: each for game, each in found.items() if any(map(gt, each, most))}
    assert not too_much, found


def check_lasting_files(load: PageLoad) -> None:
    """Assert that each static file is kept for a year at least under its digest, and that text came compressed."""
    for address, headers in load.headers.items():
        if "/static/" in address:
            lasting = headers["cache-control"].split(",")
            age = next(int(word.partition("=")[2]) for word in lasting if "max-age" in word)
            assert age >= YEAR_SECONDS, address
            assert "immutable" in headers["cache-control"], address
        if not address.endswith(".woff2"):
            assert headers["content-encoding"] == "gzip", address


def test_the_installed_page_opens_offline_from_its_few_files(
    installed: LiveServer, new_context: Callable[..., BrowserContext], page_errors: Any
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    context = new_context(**PHONE, service_workers="allow")
    page: Page = context.new_page()
    page.add_init_script(HOLD_LATER)
    TableUser(page).sit_down(installed.url, Table.objects.get(round__tournament__game="brusquembille"))
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        "() => caches.keys().then(([name]) => caches.open(name)).then(one => one.keys()).then(all => all.length)"
    )
    assert kept <= MOST_REQUESTS
    context.set_offline(True)
    page.reload()
    page.locator("#coup").wait_for()
    page.locator("#trouble").wait_for()
