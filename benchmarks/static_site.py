"""Measure the site of a club with 1,000 tournaments after one of them changed.

    python benchmarks/static_site.py [--tournaments 1000] [--players 60]

The club has so many players; six of them, at two tables, play one coup in each tournament; thirty tournaments are a
season. The pages of the latest tournament and of all players are written as they are; of the older tournaments, whose
pages nobody asks for again, the manifest alone. Then a coup is recorded in the latest one, and the site is made anew:
one line, against a limit of five seconds of a core; a second line for a site in which nothing changed. Exits 1 past a
limit.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import set_up_django

LIMIT_SECONDS, UNCHANGED_LIMIT_SECONDS = 5.0, 2.0
IN_SEASON, AT_TABLE, TABLES = 30, 3, 2


def main() -> int:
    """Run the benchmark. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--players", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="static-site-") as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        club, latest = build_club(asked.tournaments, asked.players)
        return measure(club, latest, Path(folder) / "site")


def build_club(tournaments: int, players: int) -> tuple[Any, Any]:
    """Build the club in one transaction, which waits for the disk once. Return it and its latest tournament."""
    from django.db import transaction

    from tournaments.actions.evenings.seasons import create_season
    from tournaments.models import Club, Tournament

    chance, names = Random(1), [f"Joueur {n}" for n in range(1, players + 1)]
    with transaction.atomic():
        club = Club.objects.create(name="Club")
        first = datetime.date(2000, 1, 1)
        for n in range(tournaments):
            play_evening(
                club, f"Soirée {n}", first + datetime.timedelta(days=n), chance.sample(names, AT_TABLE * TABLES)
            )
        season = create_season(club, "Saison")
        season.tournaments.set(Tournament.objects.filter(club=club).order_by("-date")[:IN_SEASON])
    return club, Tournament.objects.filter(club=club).latest("date")


def play_evening(club: Any, name: str, date: datetime.date, names: list[str]) -> None:
    """Play one coup at each table of a new tournament."""
    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import add_table, seat_entry

    tournament = create_tournament(club, name=name, date=date, players=names)
    entries = list(tournament.entries.all())
    for n in range(TABLES):
        table = add_table(tournament)
        for entry in entries[n * AT_TABLE : (n + 1) * AT_TABLE]:
            seat_entry(entry, table)
    tournament = open_tournament(tournament)
    for table in tournament.rounds.get().tables.all():
        record_coup(table, f"{tournament.code}-{table.n}-first")


def record_coup(table: Any, key: str) -> None:
    """Record a coup without brusquembilles at a table of three."""
    from tournaments.actions.tables.recording import record_event
    from tournaments.book.loading import load_sheet

    ones = {"aces_won": 4, "tens_won": 4}
    body = {"type": "coup", "points": {"1": 120, "2": 0, "3": 0}, "brusquembilles": {"1": ones}}
    record_event(table.pk, body, key=key, number=load_sheet(table.pk).next_number, actor="table:1")


def measure(club: Any, latest: Any, folder: Path) -> int:
    """Write the site, change one tournament, and measure how long it takes to make it anew."""
    from django.utils import timezone

    from tournaments.upkeep.publishing.manifest import SiteManifest, SiteUnit
    from tournaments.upkeep.publishing.marks import compute_marks
    from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

    site = SiteFolder(folder)

    def build() -> tuple[float, float]:
        """Make the site, and return how many seconds it took, and how many of the processor."""
        began, used = time.perf_counter(), time.process_time()
        SiteBuilder(club, "fr", site, timezone.now(), 3600).build()
        return time.perf_counter() - began, time.process_time() - used

    manifest, marks = SiteManifest(), compute_marks(club, "fr", {})
    for code, mark in marks.tournaments.items():
        if code != latest.code:
            files = {f"{code}/{name}": "0" * 32 for name in ("index.html", "standings.html")}
            manifest.units[code] = SiteUnit(mark, files, made_at=timezone.now().isoformat())
    folder.mkdir()
    manifest.write_to(site.manifest)
    first, used = build()
    print(
        f"first writing, of one tournament and of everybody's career: {first:.1f} s ({used:.1f} s of a core)",
        flush=True,
    )
    record_coup(latest.rounds.get().tables.first(), f"{latest.code}-second")
    is_late = False
    for what, limit in (
        (f"one of {len(marks.tournaments)} changed", LIMIT_SECONDS),
        ("none changed", UNCHANGED_LIMIT_SECONDS),
    ):
        seconds, used = build()
        is_late = is_late or used > limit
        print(f"{what}: {seconds:.1f} s ({used:.1f} s of a core), limit {limit:.0f} s", flush=True)
    return int(is_late)


if __name__ == "__main__":
    sys.exit(main())
