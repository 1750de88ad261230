"""The hash chain of the book. It begins over the records that exist, and moves no row of theirs: links and reasons are
written beside them, in the order of the records' ids, a batch at a time."""

import secrets
from itertools import groupby
from operator import itemgetter
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from tournaments.models.guards import (InstallGuards, LiftGuards)
from tournaments.models.guards.digests import (LINE_FIGURES, RECORD_FIELDS, compute_reason_digest, compute_record_digest, compute_start_digest)

ROWS_AT_ONCE = 500
START_COLUMNS = ("pk", "round__tournament", "round__tournament__game", "round__n", "n", "sides")


class RowsByRecord:
    """Rows read in the order of their first column, a record's id, and handed out record by record."""

    def __init__(self, rows: Any) -> None:
        self.groups = groupby(rows.iterator(chunk_size=4 * ROWS_AT_ONCE), key=itemgetter(0))
        self.pk: Any = None
        self.group: Any = ()
        self.step()

    def step(self) -> None:
        """Go on to the next record's rows; to None after the last ones."""
        self.pk, self.group = next(self.groups, (None, ()))

    def take(self, pk: int) -> list[tuple[Any, ...]]:
        """Return the rows of this record without their first column; records are asked for in order."""
        while self.pk is not None and self.pk < pk:
            self.step()
        return [row[1:] for row in self.group] if self.pk == pk else []


def begin_chain(apps: Any, schema_editor: Any) -> None:
    """Write a link for every record, and its reason, if it has one, as a free text of its own."""
    Record, Link, Reason = (apps.get_model("tournaments", name) for name in ("Record", "ChainLink", "RecordReason"))
    postings = apps.get_model("tournaments", "Posting").objects.order_by("record", "transfer", "account")
    lines = apps.get_model("tournaments", "LedgerLine").objects.order_by("record", "seat")
    posted = RowsByRecord(postings.values_list("record", "transfer", "account", "jetons", "rule"))
    lined = RowsByRecord(lines.values_list("record", "seat", "seat__entry", *LINE_FIGURES))
    started: dict[int, str] = {}
    heads: dict[int, str] = {}
    beside = ""
    links: list[Any] = []
    reasons: list[Any] = []
    for record in Record.objects.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
        if not started:
            started = read_starts(apps)
        reason = ""
        if record.first_reason:
            salt = secrets.token_hex(16)
            reason = compute_reason_digest(salt, record.first_reason)
            reasons.append(Reason(record_id=record.pk, salt=salt, text=record.first_reason))
        facts = {name: getattr(record, name) for name in RECORD_FIELDS}
        facts |= {"id": record.pk, "at": record.at, "reason": reason}
        table = record.table_id
        previous = heads.get(table, started[table])
        digest = compute_record_digest(
            (previous, beside), table, facts, posted.take(record.pk), lined.take(record.pk)
        )
        links.append(
            Link(table_id=table, record_id=record.pk, reason=reason, previous=previous, beside=beside, digest=digest)
        )
        heads[table] = beside = digest
        if len(links) == ROWS_AT_ONCE:
            save_links(Link, links, Reason, reasons)
    save_links(Link, links, Reason, reasons)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no trigger is created over checks that wait


def read_starts(apps: Any) -> dict[int, str]:
    """Return the digest that the chain of each table begins with, by table."""
    rows = apps.get_model("tournaments", "Table").objects.values_list(*START_COLUMNS)
    return {
        pk: compute_start_digest(
            tournament=tournament, game=game, round_number=round_number, table=pk, table_number=n, sides=sides
        )
        for pk, tournament, game, round_number, n, sides in rows.iterator()
    }


def save_links(Link: Any, links: list[Any], Reason: Any, reasons: list[Any]) -> None:
    """Insert what was collected, and empty both lists."""
    Link.objects.bulk_create(links)
    Reason.objects.bulk_create(reasons)
    links.clear()
    reasons.clear()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_tries")]

    operations = [
        LiftGuards(),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("record", "reason", "first_reason"),
                migrations.AlterField(
                    "record", "first_reason", models.CharField(blank=True, db_column="reason", max_length=300)
                ),
            ]
        ),
        migrations.CreateModel(
            name="ChainLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("was", models.BigIntegerField(null=True)),
                ("entry", models.BigIntegerField(null=True)),
                ("actor", models.CharField(blank=True, db_column="by", max_length=40)),
                ("at", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=64)),
                ("previous", models.CharField(max_length=64)),
                ("beside", models.CharField(blank=True, max_length=64)),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "record",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="link",
                        to="tournaments.record",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="tournaments.seat",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links", to="tournaments.table"
                    ),
                ),
            ],
            options={
                "db_table": "tournaments_link",
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        name="link_is_of_one_thing",
                        condition=Q(record__isnull=False, seat__isnull=True, was__isnull=True, entry__isnull=True)
                        | Q(record__isnull=True, seat__isnull=False, was__isnull=False, entry__isnull=False),
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RecordReason",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="free_text",
                        serialize=False,
                        to="tournaments.record",
                    ),
                ),
                ("salt", models.CharField(max_length=32)),
                ("text", models.CharField(max_length=300)),
            ],
            options={"db_table": "tournaments_reason"},
        ),
        migrations.RunPython(begin_chain, migrations.RunPython.noop),
        InstallGuards(),
    ]
