"""What a club's evenings say of skill, in rows that may be made anew; who wants none reckoned of him."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0052_shared_backup_state")]

    operations = [
        migrations.AddField(
            "player",
            "rated",
            models.BooleanField(db_default=True, default=True, verbose_name="adresse estimée"),
        ),
        migrations.CreateModel(
            "KeptRatings",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=20)),
                ("stamp", models.CharField(max_length=64)),
                ("document", models.JSONField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_ratings",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_ratings",
                        to="tournaments.player",
                    ),
                ),
            ],
        ),
    ]
