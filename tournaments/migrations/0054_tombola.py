"""The tombola of a tournament; its draw in the log, and changes of the club's face in the club's."""

import django.db.models.deletion
from django.db import migrations, models

ACTIONS = (
    *("opened", "closed", "reopened", "hidden", "shown", "changed", "rules", "renamed", "substituted", "card"),
    *("typing", "unplayed", "adjusted", "unadjusted", "withdrawn", "worth", "tombola"),
)
CHANGES = (
    *("key made", "key revoked", "receiver added", "receiver changed", "receiver resumed", "receiver removed"),
    *("secret renewed", "place added", "place removed", "picture shown", "picture removed"),
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0053_ratings")]

    operations = [
        migrations.CreateModel(
            "Tombola",
            [
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="tombola",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("prizes", models.JSONField(default=list)),
                ("first", models.PositiveIntegerField(null=True)),
                ("last", models.PositiveIntegerField(null=True)),
                ("several", models.BooleanField(default=False)),
                ("seed", models.CharField(max_length=64)),
                ("entries", models.JSONField(null=True)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("on_screen", models.BooleanField(default=False)),
            ],
        ),
        # no database knows the choices of a column
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "auditentry",
                    "what",
                    models.CharField(choices=[(each, each.title()) for each in ACTIONS], max_length=12),
                ),
                migrations.AlterField(
                    "clubchange",
                    "what",
                    models.CharField(choices=[(each, each.title()) for each in CHANGES], max_length=20),
                ),
            ]
        ),
    ]
