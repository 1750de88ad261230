"""What a club keeps of a player beside his name: licence, club of origin, e-mail, category, note, whether he has paid."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_noted_debts")]

    operations = [
        migrations.CreateModel(
            name="PlayerDetails",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="details",
                        serialize=False,
                        to="tournaments.player",
                    ),
                ),
                ("licence", models.CharField(blank=True, max_length=40, verbose_name="numéro de licence")),
                ("home_club", models.CharField(blank=True, max_length=80, verbose_name="club d’origine")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="courriel")),
                ("category", models.CharField(blank=True, max_length=40, verbose_name="catégorie")),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="remarque")),
                ("paid", models.BooleanField(null=True, verbose_name="a payé")),
            ],
        ),
    ]
