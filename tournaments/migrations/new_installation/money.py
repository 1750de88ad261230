"""Fees, prizes, and what a jeton is worth."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, Q

from .columns import NUMBER

TABLES = [
    migrations.CreateModel(
        "Account",
        [
            (
                "tournament",
                models.OneToOneField(
                    "tournaments.tournament",
                    PROTECT,
                    primary_key=True,
                    related_name="account",
                    db_column="event_id",
                    serialize=False,
                ),
            ),
            ("fee_cents", models.PositiveIntegerField(default=0)),
            ("several", models.BooleanField(default=False)),
        ],
        {"db_table": "tournaments_treasury"},
    ),
    migrations.CreateModel(
        "Fee",
        [
            (
                "entry",
                models.OneToOneField(
                    "tournaments.entry", CASCADE, primary_key=True, related_name="fee", serialize=False
                ),
            ),
            ("group", models.CharField(max_length=40, blank=True, verbose_name="groupe")),
            ("due_cents", models.PositiveIntegerField(null=True)),
            ("paid_cents", models.PositiveIntegerField(default=0)),
        ],
        {"db_table": "tournaments_dues"},
    ),
    migrations.CreateModel(
        "Prize",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", PROTECT, related_name="prizes", db_column="event_id"),
            ),
            (
                "kind",
                models.CharField(
                    max_length=5,
                    choices=[("rank", "au classement"), ("group", "dans un groupe"), ("new", "parmi les nouveaux")],
                    default="rank",
                ),
            ),
            ("place", models.PositiveSmallIntegerField(default=1)),
            ("group", models.CharField(max_length=40, blank=True)),
            ("label", models.CharField(max_length=80, verbose_name="lot")),
            ("cents", models.PositiveIntegerField(default=0)),
            ("shared", models.BooleanField(default=True)),
        ],
        {"ordering": ["-kind", "group", "place", "pk"]},
    ),
    migrations.CreateModel(
        "JetonWorth",
        [
            NUMBER,
            ("club", models.OneToOneField("tournaments.club", CASCADE, null=True, related_name="jeton_worth")),
            (
                "tournament",
                models.OneToOneField(
                    "tournaments.tournament", PROTECT, null=True, related_name="jeton_worth", db_column="event_id"
                ),
            ),
            ("minor_units", models.PositiveIntegerField()),
            ("decimals", models.PositiveSmallIntegerField(default=2)),
            ("currency", models.CharField(max_length=3)),
            ("jetons", models.PositiveSmallIntegerField(default=1)),
        ],
        {
            "constraints": [
                models.CheckConstraint(
                    condition=Q(club__isnull=True) ^ Q(tournament__isnull=True), name="worth_has_one_owner"
                ),
                models.CheckConstraint(condition=Q(jetons__gte=1), name="worth_is_of_some_jetons"),
            ]
        },
    ),
]
