"""The rows that decide something beside the book have links too. They begin with what stands, after the links of the
records that exist, of which none is moved; names and free words get the salts under which their links hold them."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

import tournaments.models.tournaments
from tournaments.models.guards import InstallGuards, LiftGuards
from tournaments.models.guards.deciding_rows import DECIDING_ROWS, read_decisions
from tournaments.models.guards.digests import compute_decision_digest, compute_first_digest

ROWS_AT_ONCE = 500
OF_A_TABLE = Q(table__isnull=False, part__isnull=True, subject__isnull=True, state__isnull=True)
OF_A_ROW = Q(table__isnull=True, part__isnull=False, subject__isnull=False, state__isnull=False)


def begin_decisions(apps: Any, schema_editor: Any) -> None:
    """Give each name and reason a salt of its own, but for erased names, and write a link for every deciding row."""
    fill_salts(apps.get_model("tournaments", "AuditReason").objects.all())
    fill_salts(apps.get_model("tournaments", "Prize").objects.all())
    entries = apps.get_model("tournaments", "Entry").objects.all()
    entries.update(salt="")
    fill_salts(entries.filter(player__erasure=None))
    write_links(apps)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no trigger is created over checks that wait


def fill_salts(rows: Any) -> None:
    """Give each of these rows a salt."""
    pks = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), ROWS_AT_ONCE):
        some = list(rows.model.objects.filter(pk__in=pks[start : start + ROWS_AT_ONCE]))
        for row in some:
            row.salt = tournaments.models.tournaments.make_salt()
        rows.model.objects.bulk_update(some, ["salt"])


def write_links(apps: Any) -> None:
    """Write a link for every deciding row, part by part."""
    Link = apps.get_model("tournaments", "ChainLink")
    last = Link.objects.order_by("-pk").first()
    beside, links = last.digest if last else "", []
    for part, deciding in DECIDING_ROWS.items():
        rows = apps.get_model("tournaments", deciding.model)._base_manager.order_by(*deciding.order)
        values = rows.values_list(*deciding.paths).iterator(chunk_size=ROWS_AT_ONCE)
        for _part, subject, tournament, state, texts in read_decisions(part, values):
            previous = compute_first_digest(part, subject)
            digest = compute_decision_digest((previous, beside), part, subject, tournament, state, texts)
            links.append(
                Link(
                    part=part,
                    subject=subject,
                    tournament_id=tournament,
                    state=state,
                    reason=texts,
                    previous=previous,
                    beside=beside,
                    digest=digest,
                )
            )
            beside = digest
    Link.objects.bulk_create(links, batch_size=ROWS_AT_ONCE)


def end_decisions(apps: Any, schema_editor: Any) -> None:
    """Remove the links of decisions, which the program of before cannot read. Links of records that were written since
    the first of them hold their digests, and that program tells it."""
    apps.get_model("tournaments", "ChainLink").objects.exclude(part=None).delete()


def build_salt() -> models.CharField:
    """Return the column of a salt."""
    return models.CharField(default=tournaments.models.tournaments.make_salt, editable=False, max_length=32)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_worth_in_the_log")]

    operations = [
        LiftGuards(),
        migrations.RemoveConstraint("chainlink", "link_is_of_one_thing"),
        migrations.AddField("auditreason", "salt", build_salt()),
        migrations.AddField("entry", "salt", build_salt()),
        migrations.AddField("prize", "salt", build_salt()),
        migrations.AddField("chainlink", "part", models.CharField(max_length=12, null=True)),
        migrations.AddField("chainlink", "subject", models.BigIntegerField(null=True)),
        migrations.AddField("chainlink", "state", models.CharField(max_length=64, null=True)),
        migrations.AddField(
            "chainlink",
            "tournament",
            models.ForeignKey(
                "tournaments.tournament",
                django.db.models.deletion.PROTECT,
                db_column="event_id",
                null=True,
                related_name="decision_links",
            ),
        ),
        migrations.AlterField(
            "chainlink",
            "table",
            models.ForeignKey(
                "tournaments.table", django.db.models.deletion.PROTECT, null=True, related_name="links"
            ),
        ),
        migrations.AddIndex("chainlink", models.Index(fields=["part", "subject"], name="links_of_a_row")),
        migrations.AddConstraint(
            "chainlink",
            models.CheckConstraint(
                name="link_is_of_one_thing",
                condition=Q(OF_A_TABLE, record__isnull=False, seat__isnull=True, was__isnull=True, entry__isnull=True)
                | Q(OF_A_TABLE, record__isnull=True, seat__isnull=False, was__isnull=False, entry__isnull=False)
                | Q(OF_A_ROW, record__isnull=True, seat__isnull=True, was__isnull=True, entry__isnull=True),
            ),
        ),
        migrations.RunPython(begin_decisions, end_decisions),
        InstallGuards(),
    ]
