"""What requests that other programs named were answered; who changed what for other programs."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


WORDS = (
    *("key made", "key revoked", "receiver added", "receiver changed", "receiver resumed", "receiver removed"),
    *("secret renewed", "place added", "place removed"),
)
CHANGES = [(word, word.title()) for word in WORDS]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_currencies")]

    operations = [
        migrations.CreateModel(
            name="RememberedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("sent", models.CharField(max_length=64)),
                ("answer", models.JSONField(null=True)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remembered_answers",
                        to="tournaments.apitoken",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(choices=CHANGES, max_length=20)),
                ("subject", models.CharField(max_length=500)),
                ("actor", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="tournaments.club"
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
    ]
