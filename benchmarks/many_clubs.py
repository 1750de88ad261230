"""Measure whether a page grows with clubs that are none of its own: on PostgreSQL, beside 100 clubs and beside 1,000.

    python benchmarks/many_clubs.py FILE [--times 10]

FILE: a past that benchmarks/fill_clubs.py keeps. It is loaded, and each page that the program has is read for a new
evening, and some for a club of the past with all its evenings; then the past is laid beside itself `--times` − 1 times,
row after row under other ids (100 clubs of 100 evenings become 1,000: 23 million rows), with the book's guards removed,
and all is read again. Needs 10 GB in the folder for temporary files (TMPDIR).
Prints how many blocks of the database each page's queries touch before and after, which no load of the machine changes,
and which tables of the book it reads from end to end by the plans that PostgreSQL makes then. Exits 1 where a page
touches over MOST times as many blocks, and FEW, or where it reads such a table; tests/book/plans.py names those that
may: a page of all clubs, or of what somebody wrote in any.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import set_up_django
from fill_clubs import name_club, run_postgres

from tasks.postgres import temporary_server

MOST, FEW = 2, 20
OF_ALL_CLUBS = {"tournaments_event", "tournaments_deed"}
"""Whoever may read one of these from end to end asks about all clubs."""
MD5_DIGITS = 32
Page = tuple[str, Any, str]
"""Its name, who reads it, its address."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--times", type=int, default=10, help="the past, at the end")
    options = parser.parse_args()
    with ExitStack() as stay:
        folder = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="corbillon-many-")))
        url = stay.enter_context(temporary_server(["shared_buffers=512MB", "max_wal_size=8GB"], tempfile.gettempdir()))
        run_postgres(url, "pg_restore", "--no-owner", "--no-privileges", str(options.file))
        set_up_django(folder, url)
        prepare()
        pages = [*open_evening(), *visit_past()]
        furnish()
        settle()
        before = {page[0]: count_blocks(read_plans(page)) for page in pages}
        lay_beside(options.times - 1)
        settle()
        late = [*compare(pages, before)]
    for each in late:
        print(f"past its limit: {each}")
    return 1 if late else 0


def prepare() -> None:
    """Bring the database up to date, and the program to where tests may read its pages."""
    import logging

    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    setup_test_environment()
    logging.disable(logging.INFO)


def open_evening() -> list[Page]:
    """Open an evening of a new club, with one coup. Return every page of it that answers."""
    from tests.web.counted_pages import list_pages
    from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
    from tournaments.actions.evenings.seasons import create_season

    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    create_season(club, "2026").tournaments.add(tournament)
    enter_coup(desk, get_first_table(tournament))
    return [page for page in list_pages(tournament, desk) if page[1].get(page[2]).status_code == 200]


def visit_past() -> Iterator[Page]:
    """Give each club of the past a season of all its evenings, and a place at the door. Yield pages of one of them."""
    from benchmarks.long_lives import list_pages, sign_in
    from tournaments.actions.evenings.seasons import create_season
    from tournaments.models import Club

    Club.objects.update(demonstration=False)
    for club in Club.objects.filter(seasons=None):
        create_season(club, "2026").tournaments.set(club.tournaments.all())
    club = Club.objects.get(name=name_club(0))
    reader = sign_in(club)
    yield from ((f"a club with a past: {name}", reader, address) for name, address, _most in list_pages(club))


def furnish() -> None:
    """Withdraw a table in each round of the clubs that nobody reads, and let somebody rest there, for the past has
    neither. No guard of the book looks at this, nor at what comes after."""
    from django.db import connection

    from tournaments.models import Rest, Table, UnplayedTable
    from tournaments.models.guards.install import remove_guards

    remove_guards(connection)
    tables = Table.objects.filter(n=1, seats__position=1, round__tournament__club__members=None)
    rows = [*tables.values_list("pk", "round", "seats__entry")]
    UnplayedTable.objects.bulk_create(UnplayedTable(table_id=table, kind="withdrawn") for table, _n, _entry in rows)
    Rest.objects.bulk_create(Rest(round_id=n, entry_id=entry) for _table, n, entry in rows)


def lay_beside(times: int) -> None:
    """Insert all rows of the program so many times more, with all their ids moved; no guard looks at them."""
    from django.apps import apps
    from django.db import connection
    from django.db.models import Max

    from tournaments.models import Member

    models = [each for each in apps.get_app_config("tournaments").get_models(True) if each is not Member]
    step = 1 + max(model._base_manager.aggregate(most=Max("pk"))["most"] or 0 for model in models)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # it looks for no row that a key names
        for model in models:
            fields = {field.column: move_value(field, step) for field in model._meta.concrete_fields}
            table, columns = model._meta.db_table, ", ".join(f'"{column}"' for column in fields)
            copies = f"{table}, generate_series(1, {times}) copy"
            cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {', '.join(fields.values())} FROM {copies}")


def move_value(field: Any, step: int) -> str:
    """Return what the column of this field holds in a copy, in SQL. `step`: by how much each copy moves an id."""
    column = f'"{field.column}"'
    ours = not field.is_relation or field.related_model._meta.app_label == "tournaments"
    if (field.is_relation and ours) or field.get_internal_type() == "BigAutoField":
        return f"{column} + {step}::bigint * copy"
    if field.unique and field.get_internal_type() == "CharField":
        pk, table = f'"{field.model._meta.pk.column}"', field.model._meta.db_table
        short = f"to_hex((SELECT max({pk}) FROM {table}) * copy + {pk})"
        return f"md5({column} || copy)" if field.max_length >= MD5_DIGITS else short
    return column


def read_plans(page: Page) -> list[dict[str, Any]]:
    """Return PostgreSQL's plan of each query of a page for which nothing is kept, with the blocks that it touched."""
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.reading import played_evenings

    _name, client, address = page
    for cache in caches.all():
        cache.clear()
    played_evenings._recent.clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    plans = []
    for query in queries.captured_queries:
        if query["sql"].startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query['sql']}")
                plan = cursor.fetchone()[0]
            plans.append((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
    return plans


def count_blocks(plans: list[dict[str, Any]]) -> int:
    """Return how many blocks (8 kB) of tables and indexes the queries touched."""
    return sum(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] for plan in plans)


def compare(pages: list[Page], before: dict[str, int]) -> Iterator[str]:
    """Print how many blocks each page touches now; yield those past the limit, and those that read a table of the book
    from end to end though no test names them."""
    from tests.book.plans import UNBOUNDED, list_unbounded

    for page in pages:
        name, plans = page[0], read_plans(page)
        blocks, tables = count_blocks(plans), {table for plan in plans for table in list_unbounded(plan)}
        grown = f"{name}: {before[name]} → {blocks} blocks"
        print(f"{grown}{', from end to end: ' if tables else ''}{', '.join(sorted(tables))}", flush=True)
        known = {table for table, routes in UNBOUNDED.items() if name in routes}
        if not known & OF_ALL_CLUBS and blocks > MOST * before[name] + FEW:
            yield grown
        yield from (f"{name} reads {table} from end to end" for table in sorted(tables - known))


def settle() -> None:
    """Tidy and count as the server does by itself meanwhile. Print how many clubs, evenings and rows there are, and how
    large the database is."""
    from django.apps import apps
    from django.db import connection

    from tournaments.models import Club, Tournament

    rows = {model: model._base_manager.count() for model in apps.get_app_config("tournaments").get_models()}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    clubs, evenings = Club.objects.count(), Tournament.objects.count()
    print(f"{clubs} clubs, {evenings} evenings, {sum(rows.values())} rows, {size / 1e9:.1f} GB")
    print(f"no rows of: {', '.join(model.__name__ for model, count in rows.items() if not count)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
