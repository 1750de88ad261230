"""What happened stays in the outbox, numbered, for whoever asks what came after a number; what is to be sent is marked."""

from django.db import migrations, models
from django.db.models import Q

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0043_prize_choice")]

    operations = [
        LiftGuards(),
        migrations.AddField("outboxentry", "is_pending", models.BooleanField(default=True)),
        migrations.AddIndex(
            "outboxentry", models.Index(fields=["id"], name="outbox_to_tell", condition=Q(is_pending=True))
        ),
        InstallGuards(),
    ]
