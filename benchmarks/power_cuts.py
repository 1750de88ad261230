"""Cut the power while coups are recorded, and look for a coup that was acknowledged and is lost, or stands there twice.

    python benchmarks/power_cuts.py [--coups 60] [--cuts 300] [--seed 1]

The program records coups at two tables into an SQLite file, in a process of its own for each journal; every write and
sync of the library is noted (`_recorded_disk`). Then the power is cut at random moments: the files are made as a disk
might leave them, opened by the same library, and read: SQLite finds them sound, each acknowledged coup is there once,
and `recheck` scores the book as it stands. In the same run a control: a disk that pretends to have synced, where coups
must be lost. One line a journal. Exits 1 where a coup is lost, and where the control loses none.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from random import Random

from _installation import set_up_django
from _recorded_disk import DiskEvent, DiskRecorder, cut_power, write_files

SEATS = 3
RECHECK_EVERY = 10  # cuts: to score the whole book takes longer than to read it


def run_journal(journal: str, coups: int, cuts: int, seed: int) -> int:
    """Record and cut with this journal, and print the figures. Return the number of wrong results."""
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as name:
        folder = Path(name)
        use_journal(journal)
        set_up_django(folder)
        from config.sqlite.driver import library

        recorder = DiskRecorder()
        recorder.install(library)
        before, events = record_coups(recorder, folder, coups)
        chance = Random(seed)
        places = [chance.randrange(len(events)) + 1 for _ in range(cuts)]
        wrong = [
            try_cut(before, events[:place], chance, folder, check=n % RECHECK_EVERY == 0)
            for n, place in enumerate(places)
        ]
        control = [try_cut(before, events[:place], chance, folder, syncs=False) for place in places]
    found, rival = Counter(filter(None, wrong)), Counter(filter(None, control))
    syncs = sum(event.kind == "sync" for event in events)
    print(f"{journal}, SQLite {library.sqlite_version}: {coups} coups, {len(events)} writes, {syncs} syncs; ", end="")
    print(f"{cuts} power cuts: {format_counts(found)}; a disk that does not sync: {format_counts(rival)}", flush=True)
    return len(wrong) - wrong.count("") + (not rival)


def use_journal(journal: str) -> None:
    """Let the program's connections have this journal, whatever its library is."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from config import sqlite
    from config.sqlite import pragmas

    sqlite.OPTIONS["init_command"] = pragmas.INIT_COMMAND.replace(pragmas.choose_journal_mode(), journal)
    pragmas.choose_journal_mode = lambda *version: journal


def record_coups(recorder: DiskRecorder, folder: Path, coups: int) -> tuple[dict[str, bytes], list[DiskEvent]]:
    """Create an evening, then record so many coups. Return the files before the first one and what happened since; the
    note n says that coup n, from 1, was acknowledged."""
    import datetime
    import secrets

    from django.core.management import call_command
    from django.db import connection

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.actions.tables.recording import record_event
    from tournaments.models import Club, Table

    call_command("migrate", verbosity=0)
    tournament = create_tournament(
        Club.objects.create(name="Banc d’essai"),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        preset=None,
        options={"coups": coups, "payments": "off"},
        players=[f"Joueur {n}" for n in range(1, 2 * SEATS + 1)],
    )
    draw_tables(tournament, [SEATS] * 2, 1)
    open_tournament(tournament)
    tables = list(Table.objects.filter(round__tournament=tournament).order_by("n").values_list("pk", flat=True))
    connection.close()
    before = {str(path): path.read_bytes() for path in folder.glob("bench.sqlite3*")}
    del recorder.events[:]
    for n in range(1, coups + 1):
        points = {"1": 60 - n % 12, "2": 35 + n % 12, "3": 25}
        event = {"type": "coup", "points": points}
        record_event(tables[n % 2], event, key=secrets.token_hex(16), number=(n + 1) // 2, actor="table")
        recorder.note(n)
    events = list(recorder.events)
    connection.close()
    return before, events


def try_cut(
    before: dict[str, bytes],
    events: list[DiskEvent],
    chance: Random,
    folder: Path,
    *,
    syncs: bool = True,
    check: bool = False,
) -> str:
    """Cut the power at the end of these events and read what is left. Return what is wrong with it, "" if nothing."""
    acknowledged = max((event.at for event in events if event.kind == "note"), default=0)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        write_files(cut_power(before, events, chance, syncs), Path(name))
        file = Path(name) / "bench.sqlite3"
        return read_file(file, acknowledged) or (check_file(file) if check else "")


def read_file(file: Path, acknowledged: int) -> str:
    """Return what is wrong with the database file: it should hold the acknowledged coups, and one more at most."""
    from config.sqlite.driver import library

    try:
        with closing(library.connect(file)) as opened:
            if opened.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return "damaged"
            found, numbers = opened.execute(
                "SELECT count(*), count(DISTINCT table_id || '/' || number) FROM tournaments_record"
            ).fetchone()
    except library.DatabaseError:
        return "damaged"
    if found != numbers or found > acknowledged + 1:
        return "doubled"
    return "lost" if found < acknowledged else ""


def check_file(file: Path) -> str:
    """Return "wrong book" if the records of the file do not give its book."""
    from tournaments.actions.tables.book_check import check_book
    from tournaments.exchange.restore import use_database_file
    from tournaments.models import Table

    with use_database_file(file):
        return "wrong book" if check_book(Table.objects.all()).difference else ""


def format_counts(found: Counter[str]) -> str:
    """Return the counts of what is wrong as text."""
    return ", ".join(f"{count} {what}" for what, count in sorted(found.items())) or "nothing wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=60)
    parser.add_argument("--cuts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        work = [(journal, options.coups, options.cuts, options.seed) for journal in ("wal", "truncate")]
        return 1 if sum(pool.starmap(run_journal, work, chunksize=1)) else 0


if __name__ == "__main__":
    sys.exit(main())
