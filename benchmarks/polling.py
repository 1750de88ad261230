"""Measure the live pages: the cost of a poll that finds nothing new beside that of the whole page, on SQLite.

    python benchmarks/polling.py [--players 60] [--times 60]

An evening of twenty tables, played to its end; the organiser's page and the public board are asked for whole, then as
their polls ask while nothing changes (304). One line a page: the two times, their ratio, the limit. Exits 1 past it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from _installation import set_up_django

LIMIT = 0.5  # an unchanged poll may cost at most half of the whole page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--times", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        prepare(Path(folder))
        return measure(options.players, options.times)


def prepare(folder: Path) -> None:
    """Create an installation in `folder`: the program's settings and a new database."""
    set_up_django(folder)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def measure(players: int, times: int) -> int:
    """Measure each page and print a line for it. Return 1 if a poll costs too much, else 0."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.utils import timezone

    from tournaments.actions.people.members import add_member
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.models import Tournament

    tournament = simulate_tournament("brusquembille", players, 1, 1)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.OPEN)
    user = get_user_model().objects.create_user("organiser")
    add_member(user, tournament.club)
    browser = Client(headers={"host": "127.0.0.1"})
    browser.force_login(user)
    pages = {
        "desk": (f"/desk/event/{tournament.pk}", f"/desk/event/{tournament.pk}/watch"),
        "board": (f"/{tournament.code}", f"/{tournament.code}"),
    }
    with patch("django.utils.timezone.now", return_value=timezone.now()):  # else a new minute would change the page
        dear = [name for name, addresses in pages.items() if is_poll_too_costly(browser, name, *addresses, times)]
    return 1 if dear else 0


def is_poll_too_costly(browser: object, name: str, page: str, poll: str, times: int) -> bool:
    """Measure one page and its poll. True if the poll costs more than LIMIT of the page."""
    part = {"HX-Request": "true"}
    mark = browser.get(poll, headers=part)["ETag"]

    def whole() -> int:
        """Get the whole page. Return the status."""
        return browser.get(page).status_code

    def unchanged() -> int:
        """Poll with the current ETag. Return the status."""
        return browser.get(poll, headers=part | {"If-None-Match": mark}).status_code

    asked = {"whole": measure_request(whole, 200, times), "poll": measure_request(unchanged, 304, times)}
    ratio = asked["poll"] / asked["whole"]
    told = " ".join(f"{what} {1000 * each:.1f} ms" for what, each in asked.items())
    print(f"{name:>6}: {told}, ratio {ratio:.2f} (limit {LIMIT})")
    return ratio >= LIMIT


def measure_request(ask: Callable[[], int], expected: int, times: int) -> float:
    """Return the median CPU seconds of one request. The first request, which fills caches, is left out."""
    found = []
    for _ in range(times + 1):
        begun = time.process_time()
        status = ask()
        found.append(time.process_time() - begun)
        assert status == expected, status
    return statistics.median(found[1:])


if __name__ == "__main__":
    sys.exit(main())
