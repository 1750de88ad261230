"""Whether the tables of a club may correct their own coups: yes, until it says otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0044_told_for_good")]

    operations = [
        migrations.AddField(
            "club",
            "table_corrections",
            models.BooleanField(db_default=True, default=True, verbose_name="corrections à la table"),
        ),
    ]
