"""What names an evening in calendars, a UUID from now on; those that exist keep the names that calendars know them by.
How often a round moved in them, and when it did last."""

from django.db import migrations, models

import tournaments.models.tournaments
from tournaments.models.guards import InstallGuards, LiftGuards

MADE_BEFORE = ""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_framers")]

    operations = [
        LiftGuards(),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AddField(
                    model_name="tournament",
                    name="calendar_uid",
                    field=models.CharField(default=MADE_BEFORE, editable=False, max_length=36),
                ),
            ],
            state_operations=[
                migrations.AddField(
                    model_name="tournament",
                    name="calendar_uid",
                    field=models.CharField(
                        default=tournaments.models.tournaments.make_calendar_uid, editable=False, max_length=36
                    ),
                ),
            ],
        ),
        migrations.AddField(model_name="round", name="moves", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="round", name="moved_at", field=models.DateTimeField(null=True)),
        InstallGuards(),
    ]
