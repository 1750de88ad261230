"""The reason of an audit entry stands in a row of its own, which may be erased with a name; a club opens its pages to
search engines or does not; a player may ask that public pages show his initials."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (InstallGuards, LiftGuards)

ROWS_AT_ONCE = 500


def move_reasons(apps, schema_editor):
    """Copy each reason out of its audit entry, whose column is dropped afterwards."""
    entry, reason = (apps.get_model("tournaments", name) for name in ("AuditEntry", "AuditReason"))
    rows = entry.objects.exclude(reason="").order_by("pk").values_list("pk", "reason")
    reason.objects.bulk_create((reason(deed_id=pk, text=text) for pk, text in rows), batch_size=ROWS_AT_ONCE)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no column is dropped under checks that wait


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_adjustments")]

    operations = [
        LiftGuards(),
        migrations.CreateModel(
            name="AuditReason",
            fields=[
                (
                    "deed",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="free_text",
                        serialize=False,
                        to="tournaments.auditentry",
                    ),
                ),
                ("text", models.CharField(max_length=300)),
            ],
            options={"db_table": "tournaments_deedreason"},
        ),
        migrations.RunPython(move_reasons, migrations.RunPython.noop, elidable=False),
        migrations.RemoveField("auditentry", "reason"),
        migrations.AddField(
            "club",
            "indexed",
            models.BooleanField(default=False, verbose_name="pages ouvertes aux moteurs de recherche"),
        ),
        migrations.AddField(
            "player",
            "discreet",
            models.BooleanField(default=False, verbose_name="initiales sur les pages publiques"),
        ),
        InstallGuards(),
    ]
