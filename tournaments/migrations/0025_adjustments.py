"""Bonuses and penalties in the standings; rounds that are withdrawn after they began."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (InstallGuards, LiftGuards)

ACTIONS = (
    "opened", "closed", "reopened", "hidden", "shown", "changed", "rules", "renamed", "substituted", "card", "typing",
    "unplayed", "adjusted", "unadjusted", "withdrawn",
)
KINDS = {
    "exempt": "exemptée",
    "forfeit": "forfait",
    "adjourned": "remise à plus tard",
    "annulled": "annulée",
    "withdrawn": "ronde retirée",
}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_signing_up")]

    operations = [
        LiftGuards(),
        migrations.AlterField(
            model_name="auditentry",
            name="what",
            field=models.CharField(choices=[(each, each.capitalize()) for each in ACTIONS], max_length=12),
        ),
        migrations.AlterField(
            model_name="unplayedtable",
            name="kind",
            field=models.CharField(choices=list(KINDS.items()), max_length=9),
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("metric", models.CharField(max_length=40)),
                ("amount", models.IntegerField()),
                ("round", models.PositiveSmallIntegerField(default=0)),
                (
                    "cancelled",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cancelled_adjustments",
                        to="tournaments.auditentry",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "given",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.auditentry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_column="event_id",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        InstallGuards(),
    ]
