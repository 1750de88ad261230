"""Fixtures of the browser tests: Debian's Chromium, and a test that fails for any error on its pages' consoles.

`phone` and `page` are the two sizes that every page must serve: 360 px by touch, 1280 px with a mouse; both in French.
A test that provokes an error on purpose (a dead server, a refused form) says which: `page_errors.expect("net::ERR")`.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, expect

from config.statics import BUNDLED_STYLE, bundle_style
from config.system_calls import is_administrator
from tasks.built_files import SCRIPTS, bundle_script
from tasks.environment import ROOT
from tasks.system import browser
from tests.fixtures.amounts import choose_amount
from tests.fixtures.databases import locked
from tests.fixtures.live_server import HALL_NAME, LiveServer
from tests.fixtures.patience import ACTION_MS, NAVIGATION_MS

CHROMIUM = browser()
PageCheck = Callable[[Page, str], None]
expect.set_options(timeout=ACTION_MS)
QUIET_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-sync",
    "--font-render-hinting=none",
    "--metrics-recording-only",
    "--no-first-run",
)
DISABLED_FEATURES = (
    # each new window would load the pop-ups of its address bar: a renderer more, a second of work for each context
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    # Chromium reads the last list alone: repeat what Playwright disables, as far as it could affect our pages
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
AXE_VIOLATIONS = """() => axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.target)}`))"""
LAPTOP_SIZE = {"width": 1280, "height": 800}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests on a machine without Chromium."""
    if CHROMIUM is None:
        for item in items:
            if "browser" in item.path.parts:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(autouse=True, scope="session")
def playwright_before_databases(playwright: Playwright) -> None:
    """Start Playwright before a test points Django at a database of its own: from then on its event loop runs in this
    thread, where Django keeps another connection, which would stay with that database when it is dropped."""


@pytest.fixture(scope="session")
def bundles(run_folder: Path) -> Path:
    """The folder of a table's script and style, each with all that it imports, as an installation has them: made of
    what lies in static/ now, by the first process of a run that asks."""
    folder = run_folder / "bundles"
    with locked(run_folder / "bundles.lock"):
        if not folder.exists():
            for made in (folder / "js", folder / "css"):
                made.mkdir(parents=True)
            for script in SCRIPTS:
                (folder / script).write_text(bundle_script(ROOT / "static" / script), encoding="utf-8")
            (folder / BUNDLED_STYLE).write_text(bundle_style(ROOT / "static" / BUNDLED_STYLE), encoding="utf-8")
    return folder


@pytest.fixture
def live(live: LiveServer, bundles: Path, settings: Any) -> LiveServer:
    """The program, which serves a table's page of the fifteen files that a phone in a hall fetches: of seventy, each
    page would take a browser half a second more."""
    settings.STATICFILES_DIRS = [bundles, *settings.STATICFILES_DIRS]
    return live


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    sandbox = ["--no-sandbox"] if is_administrator() else []
    names = (
        f"--host-resolver-rules=MAP {HALL_NAME} 127.0.0.1, MAP localhost 127.0.0.1, EXCLUDE 127.0.0.1, MAP * ~NOTFOUND"
    )
    without = f"--disable-features={','.join(DISABLED_FEATURES)}"
    return {"executable_path": CHROMIUM, "args": [*QUIET_FLAGS, without, *sandbox, names], "headless": True}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "fr-FR", "timezone_id": "Europe/Paris"}


class PageErrors:
    """The errors that pages reported: uncaught exceptions and the console's errors (a refusal by the CSP is one)."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Accept errors that match the regular expression `pattern`: the test provokes them."""
        self._expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        """Collect the errors of all pages of this context from now on."""
        context.on("weberror", lambda error: self.seen.append(str(error.error)))
        context.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"{message.text} ({message.location.get('url', '')})")

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.seen if not any(re.search(pattern, text) for pattern in self._expected)]


@pytest.fixture
def page_errors() -> Iterator[PageErrors]:
    """The errors of the test's pages; the test fails if one of them was not expected."""
    errors = PageErrors()
    yield errors
    assert errors.unexpected == []


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], page_errors: PageErrors) -> Callable[..., BrowserContext]:
    """Make contexts as pytest-playwright does, with our time-outs, watched for errors and without motion (where a page
    still scrolls, a tap misses): `new_context(**PHONE)` is one more phone."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(
            **{"viewport": LAPTOP_SIZE, "service_workers": "block", "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(ACTION_MS)
        context.set_default_navigation_timeout(NAVIGATION_MS)
        page_errors.watch(context)
        return context

    return make


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(**PHONE).new_page()


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """`axe(page)` asserts that the page as it stands violates no accessibility rule."""

    def check(page: Page) -> None:
        page.wait_for_load_state()
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        assert page.evaluate(AXE_VIOLATIONS) == [], page.url

    return check


@pytest.fixture
def check_page(axe: Callable[[Page], None], request: pytest.FixtureRequest) -> PageCheck:
    """`look(page, name)` asserts that the page passes axe, is no wider than the screen and has at most one green
    button; it saves a picture where CORBILLON_PICTURES names a folder."""

    def check(page: Page, name: str) -> None:
        axe(page)
        over = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{name} is {over} px too wide"
        green = page.locator("main .btn:not(.ghost):not(.danger):visible")
        assert green.count() <= 1, f"{name}: {green.all_inner_texts()}"
        folder = os.environ.get("CORBILLON_PICTURES")
        if folder:
            picture = f"{request.path.stem}-{name}-{(page.viewport_size or {})['width']}.png"
            page.screenshot(path=Path(folder) / picture, full_page=True, caret="initial")

    return check


@pytest.fixture(params=["hall", "loopback"][: choose_amount(1, 2)])
def address(request: pytest.FixtureRequest, live: LiveServer) -> str:
    """Plain http as in a hall; in the long form loopback as well, which browsers count as secure."""
    return live.url if request.param == "loopback" else live.hall_url


@pytest.fixture(params=["phone", "laptop"])
def screen(request: pytest.FixtureRequest) -> Page:
    """Both sizes: 360 px by touch, 1280 px with a mouse."""
    name = {"phone": "phone", "laptop": "page"}[request.param]
    page: Page = request.getfixturevalue(name)
    return page


BOTH_ORIGINS_AND_SIZES = pytest.mark.parametrize(
    ("address", "screen"), [("hall", "phone"), ("loopback", "laptop")][: choose_amount(1, 2)], indirect=True
)
"""Run a test by plain http on a phone; in the long form again, by loopback on a laptop."""
