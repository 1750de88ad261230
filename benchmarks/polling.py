"""Measure the live pages: the cost of a poll that finds nothing new beside that of the whole page, on SQLite.

    python benchmarks/polling.py [--players 60] [--times 60]

An evening of twenty tables, played to its end; the organiser's page and the public board are asked for whole, then as
their polls ask while nothing changes (304). One line a page: the two times, their ratio, the limit. Then what one open
page costs the server in an hour in which nothing happens, each poll as late as it comes there: nothing is fresh.
Exits 1 past a limit. What wakes the phone meanwhile: tests/browser/test_idle_pages.py.
"""

from __future__ import annotations

import argparse
import gc
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import patch

from _installation import set_up_django

LIMIT = 0.5  # an unchanged poll may cost at most half of the whole page
IDLE_HOUR_SECONDS = 2.0  # of processor time, for one spectator's page


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
    from config.server.worker import GARBAGE_THRESHOLD

    gc.freeze()  # as in a process of the server
    gc.set_threshold(GARBAGE_THRESHOLD)


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
        dear += [name for name, spent in measure_idle_hours(tournament, times) if spent > IDLE_HOUR_SECONDS]
    return 1 if dear else 0


def measure_idle_hours(tournament: object, times: int) -> list[tuple[str, float]]:
    """Return what each page that a spectator may leave open costs the server in an hour, in seconds."""
    from django.test import Client

    from tournaments.book.table_keys import table_key
    from tournaments.models import Table

    table = Table.objects.filter(round__tournament=tournament).first()
    reader = Client(headers={"host": "127.0.0.1"})
    watcher = Client(headers={"host": "127.0.0.1", "x-table-key": table_key(table), "x-table-seat": "0"})
    stamp = re.search(r'data-stamp="(\w+)"', watcher.get("/t/sheet").content.decode())[1]
    script = (Path(__file__).parent.parent / "static/js/table_page.js").read_text(encoding="utf-8")
    every = int(re.search(r"REFRESH_MS = ([\d_]+)", script)[1].replace("_", "")) / 1000
    polls = {"table": (every, lambda: watcher.get(f"/t/sheet?stamp={stamp}").status_code, 204)}
    for name, address in {"board": f"/{tournament.code}", "player": f"/{tournament.code}/player/1"}.items():
        answer = reader.get(address)
        mark = reader.get(address, headers={"HX-Request": "true"})["ETag"]
        again = {"HX-Request": "true", "If-None-Match": mark}
        every = int(re.search(r"every (\d+)s", answer.content.decode())[1])
        polls[name] = every, lambda address=address, again=again: reader.get(address, headers=again).status_code, 304
    found = []
    late = count(time.time() + 3600, 60)
    with patch("tournaments.views.polled_parts.time", lambda: next(late)):
        for name, (every, ask, expected) in polls.items():
            spent = 3600 / every * measure_request(ask, expected, times)
            print(f"{name:>6}: an idle hour {spent:.2f} s, a poll every {every:.0f} s (limit {IDLE_HOUR_SECONDS} s)")
            found.append((name, spent))
    return found


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
