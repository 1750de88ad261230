"""The keys of tablets that keep a table's place."""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_poster_text")]

    operations = [
        migrations.CreateModel(
            "TableTablet",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tablets",
                        to="tournaments.tournament",
                    ),
                ),
                ("n", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=timezone.now)),
            ],
            options={
                "ordering": ["n"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "n"), name="one_tablet_a_table")],
            },
        ),
    ]
