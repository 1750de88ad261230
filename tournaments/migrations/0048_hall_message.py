"""One message at a time on every screen of an evening, with its own end."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0047_several_servers")]

    operations = [
        migrations.CreateModel(
            "HallMessage",
            [
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hall_message",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("words", models.CharField(max_length=80)),
                ("ends_at", models.DateTimeField()),
            ],
        ),
    ]
