"""A club's logo and sponsors: what pages show of them, and their pictures."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0048_hall_message")]

    operations = [
        migrations.AddField(
            "club", "face", models.JSONField(blank=True, db_default=[], default=list, editable=False)
        ),
        migrations.CreateModel(
            "ClubPicture",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=32)),
                ("ending", models.CharField(max_length=3)),
                ("body", models.BinaryField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "digest"), name="club_pictures_differ"),
                ],
            },
        ),
    ]
