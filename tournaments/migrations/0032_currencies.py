"""Fees and prizes in any currency: a tournament's own, and that of a club's next ones. Those of today are in euros."""

from django.db import migrations, models

from tournaments.models.guards import (InstallGuards, LiftGuards)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_publication_targets")]

    operations = [
        LiftGuards(),
        migrations.AddField(
            model_name="club",
            name="currency",
            field=models.CharField(default="EUR", max_length=3, verbose_name="monnaie"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="currency",
            field=models.CharField(default="EUR", max_length=3, verbose_name="monnaie"),
        ),
        InstallGuards(),
    ]
