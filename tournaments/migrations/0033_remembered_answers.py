"""What requests that other programs named were answered."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_publication_targets")]

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
    ]
