"""What closed tournaments came to, in rows of their own; the next backup fills them for those that are closed already."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0045_table_corrections")]

    operations = [
        migrations.CreateModel(
            "KeptEvening",
            [
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="kept_evening",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("stamp", models.CharField(max_length=64)),
                ("ranked", models.JSONField()),
                ("results", models.JSONField()),
            ],
        ),
    ]
