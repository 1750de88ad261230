"""Tries at a secret are counted in the database, by account and device: two tables in place of the count of wrong table
codes by evening, and of the tables of a library that locked accounts."""

from django.db import migrations, models

from tournaments.models.guards import (InstallGuards, LiftGuards)

LIBRARY_TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_rules_that_changed")]

    operations = [
        LiftGuards(),
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop) for table in LIBRARY_TABLES),
        migrations.CreateModel(
            name="SpentCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="TryCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField(default=0)),
                ("closed_until", models.DateTimeField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RemoveField(model_name="tournament", name="typing_closed"),
        migrations.DeleteModel(name="WrongCode"),
        InstallGuards(),
    ]
