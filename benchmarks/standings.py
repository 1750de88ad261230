"""The standings of a very large event: 10,000 players, 12 rounds, 40,000 tables, 240,000 coups, on SQLite.

    python benchmarks/standings.py [--entries 10000] [--rounds 12] [--spectators 500] [--times 5]

An evening of ten tables is played through the program; a small event (ten tables a round) and the large one copy its
tables into a database of this run's own, under the same guards. Then, each against a limit measured in the same run:
how many queries the standings' page asks (not more than the small event's); its first page beside the bare sum over the
stored nets; the unchanged page (304) beside the whole one; a coup recorded beside one of the small event; a coup
recorded over HTTP while spectators poll the large event's board as its page does, beside one that nobody looks at. One
line each; exits 1 past a limit.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SEATS, COUPS, SMALL = 3, 6, 10  # at a table; written there; tables of the small event, a round
RULES = {"coups": 100, "payments": "off"}
AT_ONCE = 500  # tables in one transaction
FIRST_PAGE, UNCHANGED, A_COUP, WATCHED = 3.0, 1.0, 1.25, 1.5  # the limits
POLL_SECONDS = 8  # as the board's page asks
WATCHED_COUPS, BETWEEN_SECONDS = 40, 0.25
READY_SECONDS = 30


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        prepare(Path(folder))
        return measure(options)


def prepare(folder: Path) -> None:
    """A house of its own: the program's settings, a new database."""
    os.environ |= {
        "CORBILLON_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def measure(options: argparse.Namespace) -> int:
    """Fill the database, print a line a measurement; 1 where one is past its limit."""
    model = played_evening()
    small = copied(model, "Petit tournoi", SEATS * SMALL, options.rounds)
    begun = time.perf_counter()
    large = copied(model, "Grand tournoi", options.entries, options.rounds)
    tell_size(large, time.perf_counter() - begun)
    within = [
        same_queries(small, large),
        first_page(large, options.times),
        a_coup_costs_the_same(small, large),
        recording_while_watched(large, options.spectators),
    ]
    return 0 if all(within) else 1


def tell_size(event: Any, seconds: float) -> None:
    from tournaments.models import Entry, Line, Record, Table

    tables = Table.objects.filter(round__event=event).count()
    records = Record.objects.filter(table__round__event=event).count()
    entries, lines = Entry.objects.filter(event=event).count(), Line.objects.count()
    print(f"{entries:,d} entries, {tables:,d} tables, {records:,d} coups, {lines:,d} nets, made in {seconds:.0f} s")


# ── what is measured on


def coup(chance: Random) -> dict[str, Any]:
    """Some points of three players: 120 in all."""
    low, high = sorted(chance.sample(range(15, 105), 2))
    return {"type": "coup", "points": dict(zip("123", (low, high - low, 120 - high), strict=True))}


def record(table: int, body: dict[str, Any]) -> float:
    """Write the table's next coup; how many seconds it took."""
    from tournaments import actions
    from tournaments.models import Record

    number = Record.objects.filter(table=table).count() + 1
    begun = time.perf_counter()
    actions.record_event(table, body, key=secrets.token_hex(16), number=number, by="table")
    return time.perf_counter() - begun


def played_evening() -> Any:
    """A small evening, open, COUPS written at each of its tables through the program."""
    import datetime

    from tournaments import actions
    from tournaments.models import Club

    club = Club.objects.create(name="Banc d’essai")
    names = [f"Joueur {n}" for n in range(1, SEATS * SMALL + 1)]
    event = actions.create_event(club, name="Modèle", date=datetime.date(2026, 11, 21), options=RULES, players=names)
    actions.draw_tables(event, [SEATS] * SMALL, 1)
    actions.open_event(event)
    chance = Random(2)
    for table in tables_of(event):
        for _ in range(COUPS):
            record(table, coup(chance))
    return event


def tables_of(event: Any) -> list[int]:
    """The tables of its last round."""
    from tournaments.models import Table

    return list(Table.objects.filter(round=event.rounds.last()).order_by("n").values_list("pk", flat=True))


def copied(evening: Any, name: str, entries: int, rounds: int) -> Any:
    """An event of so many players and rounds, each table a copy of one of that evening's."""
    from tournaments.models import Entry, Event, Player, Rest, Round

    event = Event.objects.create(
        club=evening.club,
        code=secrets.token_hex(2).upper() + "Z",
        name=name,
        date=evening.date,
        preset=evening.preset,
        options=evening.options,
        format=Event.Format.RANDOM,
        status=evening.status,
    )
    chance = Random(name)
    names = [f"Personne {n}" for n in range(1, entries + 1)]
    players = Player.objects.bulk_create([Player(club=evening.club, name=name) for name in names])
    rows = [Entry(event=event, player=player, shown_name=player.name) for player in players]
    pks = [entry.pk for entry in Entry.objects.bulk_create(rows)]
    models = [Model.of(table) for table in tables_of(evening)]
    for n in range(1, rounds + 1):
        round = Round.objects.create(event=event, n=n)
        chance.shuffle(pks)
        seated = len(pks) // SEATS * SEATS
        Rest.objects.bulk_create([Rest(round=round, entry_id=pk) for pk in pks[seated:]])
        places = list(enumerate(parts(pks[:seated], SEATS), 1))
        for part in parts(places, AT_ONCE):
            sit_and_play(round, part, models, chance)
    return event


def parts(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@dataclass(frozen=True)
class Model:
    """What is in the book of one table of the evening: each record with its postings, and its lines by place."""

    records: list[Any]
    postings: dict[int, list[tuple[Any, ...]]]
    lines: dict[int, list[tuple[Any, ...]]]

    @classmethod
    def of(cls, table: int) -> Model:
        from tournaments.actions.writing import LINE, POSTING
        from tournaments.models import Line, Posting, Record

        records = list(Record.objects.filter(table=table).order_by("number"))
        places = dict(Line.objects.filter(record__table=table).values_list("seat", "seat__position"))
        postings = {r.pk: list(Posting.objects.filter(record=r).values_list(*POSTING[1:])) for r in records}
        lines = {
            r.pk: [(places[seat], *gain) for seat, *gain in Line.objects.filter(record=r).values_list(*LINE[1:])]
            for r in records
        }
        return cls(records, postings, lines)


def sit_and_play(round: Any, places: Sequence[Any], models: list[Model], chance: Random) -> None:
    """Some tables of a round (number, entries), seated and written in one transaction."""
    from django.db import transaction

    from tournaments.actions.writing import LINE, POSTING, insert
    from tournaments.models import Line, Posting, Record, Seat, Table

    with transaction.atomic():
        tables = Table.objects.bulk_create([Table(round=round, n=n) for n, _ in places])
        seats = [
            Seat(table=table, position=position, entry_id=entry)
            for table, (_, entries) in zip(tables, places, strict=True)
            for position, entry in enumerate(entries, 1)
        ]
        at = parts(Seat.objects.bulk_create(seats), SEATS)
        following = count(1 + Record.objects.order_by("-pk").values_list("pk", flat=True)[0])
        records, postings, lines = [], [], []
        for table, sitters in zip(tables, at, strict=True):
            model = chance.choice(models)
            for each in model.records:
                pk = next(following)
                records.append(copy_of(each, pk, table))
                postings += [(pk, *row) for row in model.postings[each.pk]]
                lines += [(pk, sitters[place - 1].pk, *gain) for place, *gain in model.lines[each.pk]]
        insert(Posting, POSTING, postings)
        insert(Line, LINE, lines)
        Record.objects.bulk_create(records)


def copy_of(record: Any, pk: int, table: Any) -> Any:
    kept = {name: getattr(record, name) for name in ("number", "kind", "position", "body", "digest", "by")}
    return type(record)(pk=pk, table=table, key=secrets.token_hex(16), **kept)


# ── what is measured


def told(what: str, ratio: float, limit: float, words: str) -> bool:
    print(f"{what:>22}: {words}, ratio {ratio:.2f} (limit {limit})", flush=True)
    return ratio <= limit


def browser() -> Any:
    from django.test import Client

    return Client(headers={"host": "127.0.0.1", "accept-language": "fr"})


def same_queries(small: Any, large: Any) -> bool:
    """The large event's page asks no more than the small one's."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    asked = []
    for event in (small, large):
        with CaptureQueriesContext(connection) as found:
            assert browser().get(f"/{event.code}/standings").status_code == 200
        asked.append(len(found))
    return told("queries of the page", asked[1] / asked[0], 1.0, f"{asked[1]} large, {asked[0]} small")


def first_page(event: Any, times: int) -> bool:
    """Beside the bare sum; and unchanged beside whole."""
    from django.db.models import Sum

    from tournaments.models import Line

    client, address = browser(), f"/{event.code}/standings"
    client.get(address)  # from now on there is a cookie
    mark = client.get(address)["ETag"]
    nets = Line.objects.filter(seat__table__round__event=event).values("seat__entry").annotate(Sum("net")).order_by()

    def whole() -> bool:
        return client.get(address).status_code == 200  # type: ignore[no-any-return]

    def unchanged() -> bool:
        return client.get(address, headers={"If-None-Match": mark}).status_code == 304  # type: ignore[no-any-return]

    found = medians(times, sum=lambda: bool(list(nets.all())), page=whole, unchanged=unchanged)
    words = {key: f"{1000 * each:.1f} ms" for key, each in found.items()}
    return all(
        [
            told("first page", found["page"] / found["sum"], FIRST_PAGE, f"{words['page']}, bare sum {words['sum']}"),
            told(
                "unchanged page (304)",
                found["unchanged"] / found["page"],
                UNCHANGED,
                f"{words['unchanged']}, whole {words['page']}",
            ),
        ]
    )


def medians(times: int, **deeds: Callable[[], bool]) -> dict[str, float]:
    """Seconds of each, done in turn; once before, to warm up."""
    found: dict[str, list[float]] = {key: [] for key in deeds}
    for turn in range(times + 1):
        for key, deed in deeds.items():
            begun = time.perf_counter()
            assert deed(), key
            found[key] += [time.perf_counter() - begun] if turn else []
    return {key: statistics.median(seconds) for key, seconds in found.items()}


def a_coup_costs_the_same(small: Any, large: Any) -> bool:
    """Recorded in turn at tables that have as much written."""
    chance = Random(3)
    costs: dict[str, list[float]] = {"small": [], "large": []}
    few, many = tables_of(small), tables_of(large)
    for _ in range(4):
        for one, other in zip(few, many[:: max(1, len(many) // SMALL)], strict=False):
            body = coup(chance)
            costs["small"].append(record(one, body))
            costs["large"].append(record(other, body))
    mine, its = (1000 * statistics.median(costs[size]) for size in ("large", "small"))
    return told("a coup recorded", mine / its, A_COUP, f"{mine:.1f} ms large, {its:.1f} ms small")


# ── a server, phones, spectators


def recording_while_watched(event: Any, spectators: int) -> bool:
    from tournaments.keys import table_key
    from tournaments.models import Table

    tables = Table.objects.filter(pk__in=tables_of(event)[1 : WATCHED_COUPS + 1])
    keys = [table_key(table) for table in tables]
    with serving() as port:
        alone = statistics.median(recorded(port, keys))
        process = get_context("spawn").Process(target=watch, args=(port, f"/{event.code}", spectators), daemon=True)
        process.start()
        time.sleep(POLL_SECONDS)  # everybody has come
        watched = statistics.median(recorded(port, keys))
        process.terminate()
        process.join()
    words = f"{1000 * watched:.1f} ms with {spectators} spectators, {1000 * alone:.1f} ms alone"
    return told("recording, watched", watched / alone, WATCHED, words)


class serving:
    """The program served as it is to a hall, at a free port of loopback, as long as it is needed."""

    def __enter__(self) -> int:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port: int = free.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
        bound = os.environ | {"CORBILLON_BIND": f"127.0.0.1:{port}"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=bound, stderr=subprocess.DEVNULL, start_new_session=True
        )
        limit = time.monotonic() + READY_SECONDS
        while time.monotonic() < limit:
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    return port
            time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def __exit__(self, *exception: object) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


def recorded(port: int, keys: list[str]) -> Iterator[float]:
    """A coup at each table, over HTTP, one after the other; the seconds of each."""
    from tests.fixtures.keeping_phone import KeepingPhone

    chance = Random(4)
    for n, key in enumerate(keys):
        phone = KeepingPhone(lambda: port, key, 1, Random(n), alone)
        number = phone.look().partition('data-number="')[2].partition('"')[0]
        points = {f"points.{place}": each for place, each in coup(chance)["points"].items()}
        begun = time.perf_counter()
        status, answer = phone.ask("POST", "/t/coup", {"number": number, "key": secrets.token_hex(16), **points})
        yield time.perf_counter() - begun
        assert status == 200, answer[:500]
        time.sleep(BETWEEN_SECONDS)


def alone(item: object, kind: str, following: int) -> str:
    """No other phone writes at the table."""
    raise AssertionError(f"{kind} at {following}")


def watch(port: int, address: str, spectators: int) -> None:
    """A process of its own: each spectator asks for the board's part every POLL_SECONDS, with the mark he has."""

    async def spectator(n: int) -> None:
        await asyncio.sleep(POLL_SECONDS * n / spectators)
        mark, due = "", time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while True:
            asked = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nIf-None-Match: {mark}\r\n\r\n"
            writer.write(asked.encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            await reader.readexactly(int(fields.get("content-length", 0)))
            mark, due = fields["etag"], due + POLL_SECONDS
            await asyncio.sleep(max(0, due - time.monotonic()))

    async def crowd() -> None:
        await asyncio.gather(*map(spectator, range(spectators)))

    asyncio.run(crowd())


if __name__ == "__main__":
    sys.exit(main())
