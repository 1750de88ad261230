"""Measure a club of 500 closed evenings beside one of 20 in the same installation: what its pages, its backup and its
first publication cost.

    python benchmarks/long_lives.py [--evenings 500] [--small 20]

Two evenings a night for years, of twelve people at three tables each; players renamed and merged, a season of every
fifty evenings (`_long_life.py`). Each page is asked for by a process that has read no evening yet: its processor time
and its queries count, as multiples of the small club's, beside the limit. The backup
is made and checked as the server does it, and may take MOST_RECHECKS times `recheck` of the same book. The first part
of the first publication must lie in its folder, the latest evening in it, no later than MOST_LATER evenings take after
the time that it is given. Exits 1 past a limit.
"""

from __future__ import annotations

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import ROOT, set_up_django
from benchmarks._long_life import build_club

MOST_RECHECKS, MOST_LATER = 3.0, 10.0
TIMES = 3
MOST_MS = 40.0  # of a page of a career, whatever the small club's takes


def main() -> int:
    """Run the benchmark. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=500)
    parser.add_argument("--small", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="long-lives-") as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        setup_test_environment()
        logging.disable(logging.INFO)  # exports are noted
        began = time.process_time()
        small, large = build_club("Petit", asked.small), build_club("Grand", asked.evenings)
        print(f"{asked.small} and {asked.evenings} evenings played in {time.process_time() - began:.0f} s of a core")
        late = [*measure_pages(small, large), *measure_backup(), *measure_publication(large, Path(folder))]
    for each in late:
        print(f"past its limit: {each}")
    return 1 if late else 0


def list_pages(club: Any) -> Iterator[tuple[str, str, float]]:
    """Yield what the pages of a club are called, their addresses, and how many times the small club's they may cost;
    those that list every evening of somebody may grow with them, by the line."""
    from tournaments.models import Entry, Season, Tournament

    player = Entry.objects.filter(tournament__club=club).order_by("pk")[0].player_id
    latest = Tournament.objects.filter(club=club).latest("date", "pk")
    season = Season.objects.filter(club=club).order_by("pk")[0].pk
    yield "evenings", "/desk/", 2.0
    yield "search", "/desk/?find=soiree+1", 6.0
    yield "seasons", f"/desk/seasons?club={club.pk}", 3.0
    yield "season", f"/season/{season}", 4.0
    yield "season, CSV", f"/season/{season}.csv", 4.0
    yield "career", f"/club/{club.pk}/player/{player}", 4.0
    yield "career, CSV", f"/club/{club.pk}/player/{player}.csv", 6.0
    yield "club", f"/club/{club.pk}", 6.0
    yield "players", f"/desk/players?club={club.pk}", 2.0
    yield "an evening", f"/desk/event/{latest.pk}", 2.0
    yield "a board", f"/{latest.code}", 2.0
    yield "export of an evening", f"/desk/event/{latest.pk}/export.json", 2.0


def measure_pages(small: Any, large: Any) -> Iterator[str]:
    """Measure the pages of both clubs, each for a member of that club alone; yield those past their limits."""
    readers = [(sign_in(club), list(list_pages(club))) for club in (small, large)]
    (reader, pages), (other, theirs) = readers
    for (name, address, most), (_name, its, _most) in zip(pages, theirs, strict=True):
        (before, queries), (after, more) = measure_page(reader, address), measure_page(other, its)
        limit = max(most * before, MOST_MS / 1000)
        print(
            f"{name:22} {1000 * before:6.0f} → {1000 * after:6.0f} ms, limit {1000 * limit:.0f}; "
            f"{queries} → {more} queries"
        )
        if after > limit or more > queries:
            yield name


def sign_in(club: Any) -> Any:
    """Return a client of an organiser of this club."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.actions.people.members import add_member
    from tournaments.models.rights import Role

    user = get_user_model().objects.create_user(club.name)
    add_member(user, club, Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


def measure_page(client: Any, address: str) -> tuple[float, int]:
    """Return the seconds of a processor that a page takes for which nothing is in memory, the least of TIMES, and its
    queries."""
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.reading import played_evenings

    def forget() -> None:
        """Forget what is kept in memory: the pages, and what evenings came to."""
        cache.clear()
        played_evenings._recent.clear()

    assert client.get(address).status_code == 200, address
    seconds = []
    for _time in range(TIMES):
        forget()
        began = time.process_time()
        client.get(address)
        seconds.append(time.process_time() - began)
    with CaptureQueriesContext(connection) as queries:
        forget()
        client.get(address)
    return min(seconds), len(queries)


def measure(work: Callable[[], object]) -> float:
    """Return how many seconds of a processor some work takes, with the processes that it starts."""
    began = sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - began


def measure_backup() -> Iterator[str]:
    """Make a backup, restored on trial and scored again, beside `recheck`; yield its name past the limit."""
    from django.utils import timezone

    from tournaments.upkeep.backups.making import BackupState, make_backup

    states: list[BackupState | None] = []
    recheck = measure(lambda: subprocess.run([sys.executable, "manage.py", "recheck"], cwd=ROOT, check=True))
    backup = measure(lambda: states.append(make_backup(timezone.now())))
    assert states[0] and not states[0].trouble, states
    limit = MOST_RECHECKS * recheck
    print(f"backup {backup:.0f} s, limit {limit:.0f}: {MOST_RECHECKS:.0f} × recheck, which took {recheck:.1f} s")
    if backup > limit:
        yield "backup"


def measure_publication(club: Any, folder: Path) -> Iterator[str]:
    """Write the first part of a club's site; yield its name if the latest evening is there too late."""
    from django.utils import timezone

    from tournaments.models import Tournament
    from tournaments.upkeep.publishing.publishing import FIRST_SECONDS, make_by_parts
    from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

    site, told = SiteFolder(folder / "site"), list[tuple[float, int, int]]()
    began, used = time.perf_counter(), time.process_time()

    def build(seconds: float) -> SiteBuilder:
        """Return a builder that takes so long, and notes when it has written which tournament."""

        def note(made: int, count: int) -> None:
            told.append((time.perf_counter(), made, count))

        return SiteBuilder(club, "fr", site, timezone.now(), seconds, report=note)

    next(make_by_parts(build, FIRST_SECONDS))
    first, spent = time.perf_counter() - began, time.process_time() - used
    at, made, count = told[-1]
    limit = FIRST_SECONDS + MOST_LATER * (at - began) / made
    print(
        f"publication: {made} of {count} evenings lie there after {first:.0f} s, limit {limit:.0f}; "
        f"{spent / made:.1f} s of a core each, {spent / made * count / 60:.0f} minutes for all"
    )
    latest = Tournament.objects.filter(club=club).latest("date", "pk")
    if first > limit or not (site.files / latest.code / "index.html").is_file():
        yield "publication"


if __name__ == "__main__":
    sys.exit(main())
