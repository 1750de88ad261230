"""What several servers share, on PostgreSQL alone: jobs and their documents, who starts them, the cache, and what is kept
of the places that clubs' sites are sent to.

On SQLite all of this lies in the var folder. The cached parts of pages are in no log and on no replica: a new primary
begins without them. What tells a form that was sent twice must be on every replica, and is.
"""

from typing import Any

from django.db import migrations

CREATED = """
CREATE TABLE tournaments_job (
    key varchar(80) PRIMARY KEY, kind varchar(20) NOT NULL, tournament_id bigint, arguments text NOT NULL,
    details text NOT NULL, is_calm boolean NOT NULL, asked_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(), state varchar(10) NOT NULL DEFAULT 'waiting',
    tries integer NOT NULL DEFAULT 0, done integer NOT NULL DEFAULT 0, steps integer NOT NULL DEFAULT 0,
    failure text NOT NULL DEFAULT '', result bytea
);
CREATE INDEX tournaments_job_waiting ON tournaments_job (kind, state);
CREATE TABLE tournaments_keeper (
    id integer PRIMARY KEY CHECK (id = 1), holder varchar(40) NOT NULL, kinds text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT clock_timestamp(), heard_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE tournaments_cache (
    cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL
);
CREATE INDEX tournaments_cache_expires ON tournaments_cache (expires);
CREATE UNLOGGED TABLE tournaments_cached_part (
    cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expires timestamptz NOT NULL
);
CREATE INDEX tournaments_cached_part_expires ON tournaments_cached_part (expires);
CREATE TABLE tournaments_target_file (
    target varchar(80) NOT NULL, name varchar(20) NOT NULL, content bytea NOT NULL,
    written_at timestamptz NOT NULL, PRIMARY KEY (target, name)
);
"""
TABLES = ("job", "keeper", "cache", "cached_part", "target_file")


def create_tables(apps: Any, schema_editor: Any) -> None:
    """Create the tables on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(CREATED)


def drop_tables(apps: Any, schema_editor: Any) -> None:
    """Drop them."""
    if schema_editor.connection.vendor == "postgresql":
        for name in TABLES:
            schema_editor.execute(f"DROP TABLE tournaments_{name}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_kept_evenings")]

    operations = [migrations.RunPython(create_tables, drop_tables)]
