"""The players of a club."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT
from django.utils import timezone

from .columns import NUMBER

TABLES = [
    migrations.CreateModel(
        "Player",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="players")),
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("active", models.BooleanField(default=True, verbose_name="joue encore")),
            ("discreet", models.BooleanField(default=False, verbose_name="initiales sur les pages publiques")),
        ],
        {"ordering": ["name", "pk"]},
    ),
    migrations.CreateModel(
        "PlayerDetails",
        [
            (
                "player",
                models.OneToOneField(
                    "tournaments.player", CASCADE, primary_key=True, related_name="details", serialize=False
                ),
            ),
            ("licence", models.CharField(max_length=40, blank=True, verbose_name="numéro de licence")),
            ("home_club", models.CharField(max_length=80, blank=True, verbose_name="club d’origine")),
            ("email", models.EmailField(max_length=254, blank=True, verbose_name="courriel")),
            ("category", models.CharField(max_length=40, blank=True, verbose_name="catégorie")),
            ("note", models.CharField(max_length=200, blank=True, verbose_name="remarque")),
            ("paid", models.BooleanField(null=True, verbose_name="a payé")),
        ],
    ),
    migrations.CreateModel(
        "Merge",
        [
            NUMBER,
            ("kept", models.ForeignKey("tournaments.player", PROTECT, related_name="merges")),
            ("gone", models.ForeignKey("tournaments.player", PROTECT, related_name="merged_into")),
            ("entries", models.JSONField(default=list)),
            ("was_active", models.BooleanField()),
            ("actor", models.CharField(max_length=40, db_column="by")),
            ("at", models.DateTimeField(default=timezone.now)),
            ("undone_at", models.DateTimeField(null=True)),
        ],
        {"ordering": ["-at", "-pk"]},
    ),
    migrations.CreateModel(
        "Erasure",
        [
            (
                "player",
                models.OneToOneField(
                    "tournaments.player", PROTECT, primary_key=True, related_name="erasure", serialize=False
                ),
            ),
            ("actor", models.CharField(max_length=40, db_column="by")),
            ("at", models.DateTimeField(default=timezone.now)),
        ],
    ),
]
