"""What the posters of a tournament say: where and at what hour it begins, and a line in free words; and who agrees to
be photographed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0049_club_face")]

    operations = [
        migrations.AddField(
            "playerdetails", "pictures", models.BooleanField(null=True, verbose_name="accord pour les photos")
        ),
        migrations.CreateModel(
            "PosterText",
            [
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="poster_text",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=120)),
                ("starts_at", models.TimeField(null=True)),
                ("words", models.CharField(blank=True, max_length=200)),
            ],
        ),
    ]
