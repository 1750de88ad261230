"""The pictures from which sheets were read, where a club wishes them kept."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0062_kept_teams")]

    operations = [
        LiftGuards(),
        migrations.AddField(
            "club",
            "photos_kept",
            models.BooleanField(db_default=False, default=False, verbose_name="photos des feuilles gardées"),
        ),
        migrations.CreateModel(
            "SheetPhoto",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="photos", to="tournaments.table"
                    ),
                ),
                ("page", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("body", models.BinaryField()),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "page", "digest"), name="sheet_photos_differ")
                ],
            },
        ),
        InstallGuards(),
    ]
