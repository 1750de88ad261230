"""Which words of a player's name are his family name, where that is known; whether a club's lists go by it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_site_addresses")]

    operations = [
        migrations.AddField(
            "club",
            "family_first",
            models.BooleanField(db_default=False, default=False, verbose_name="listes par nom de famille"),
        ),
        migrations.AddField(
            "player",
            "family_name",
            models.CharField(blank=True, db_default="", default="", max_length=80, verbose_name="nom de famille"),
        ),
    ]
