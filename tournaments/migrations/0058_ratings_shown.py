"""Whether a club's public pages show what its games say of skill; what a draw by rating was made from."""

from django.db import migrations, models

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0057_joined_clubs")]

    operations = [
        LiftGuards(),
        migrations.AddField(
            "club",
            "ratings_public",
            models.BooleanField(db_default=False, default=False, verbose_name="adresse au jeu publique"),
        ),
        migrations.AddField("tournament", "seeded_by", models.JSONField(editable=False, null=True)),
        InstallGuards(),
    ]
