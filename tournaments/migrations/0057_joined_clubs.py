"""Clubs that join another one's season; in both clubs' logs, that they did and that they left."""

import django.db.models.deletion
from django.db import migrations, models

CHANGES = (
    *("key made", "key revoked", "receiver added", "receiver changed", "receiver resumed", "receiver removed"),
    *("secret renewed", "place added", "place removed", "picture shown", "picture removed"),
    *("season joined", "season left"),
)
STATES = (
    ("asked", "invité, n’a pas encore répondu"),
    ("joined", "compte ses soirées avec les vôtres"),
    ("refused", "a dit non"),
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0056_teams")]

    operations = [
        migrations.CreateModel(
            "JoinedClub",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.CharField(choices=STATES, default="asked", max_length=8)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joined_seasons",
                        to="tournaments.club",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joined_clubs",
                        to="tournaments.season",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("season", "club"), name="one_club_a_season")],
            },
        ),
        # no database knows the choices of a column
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "clubchange",
                    "what",
                    models.CharField(choices=[(each, each.title()) for each in CHANGES], max_length=20),
                ),
            ]
        ),
    ]
