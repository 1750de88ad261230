"""What the teams of a closed tournament came to, beside what its players did."""

from django.db import migrations, models

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0061_keys_digest")]

    operations = [
        LiftGuards(),
        migrations.AddField("keptevening", "teams", models.JSONField(null=True)),
        InstallGuards(),
    ]
