"""What jetons are worth in money, at a club or for one evening."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_cards")]

    operations = [
        migrations.CreateModel(
            name="JetonWorth",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("minor_units", models.PositiveIntegerField()),
                ("decimals", models.PositiveSmallIntegerField(default=2)),
                ("currency", models.CharField(max_length=3)),
                ("jetons", models.PositiveSmallIntegerField(default=1)),
                (
                    "club",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jeton_worth",
                        to="tournaments.club",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        db_column="event_id",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jeton_worth",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("club__isnull", True), ("tournament__isnull", True), _connector="XOR"),
                        name="worth_has_one_owner",
                    ),
                    models.CheckConstraint(condition=models.Q(("jetons__gte", 1)), name="worth_is_of_some_jetons"),
                ]
            },
        ),
    ]
