"""What is kept of an account beside Django's own tables: its language, and how often a secret was tried."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE

from .columns import NUMBER

TABLES = [
    migrations.CreateModel(
        "Language",
        [
            (
                "user",
                models.OneToOneField(
                    settings.AUTH_USER_MODEL, CASCADE, primary_key=True, related_name="language", serialize=False
                ),
            ),
            ("code", models.CharField(max_length=8)),
        ],
    ),
    migrations.CreateModel(
        "SpentCode",
        [NUMBER, ("digest", models.CharField(max_length=64, unique=True)), ("at", models.DateTimeField(db_index=True))],
    ),
    migrations.CreateModel(
        "TryCount",
        [
            NUMBER,
            ("subject", models.CharField(max_length=64, unique=True)),
            ("count", models.PositiveIntegerField(default=0)),
            ("closed_until", models.DateTimeField()),
            ("at", models.DateTimeField(db_index=True)),
        ],
    ),
]
