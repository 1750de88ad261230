"""What phones keep of a table beside the book."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, Q
from django.utils import timezone

from .columns import NUMBER, name_choices

TABLES = [
    migrations.CreateModel(
        "Auction",
        [
            (
                "table",
                models.OneToOneField(
                    "tournaments.table", CASCADE, primary_key=True, related_name="auction", serialize=False
                ),
            ),
            ("number", models.PositiveIntegerField()),
            ("body", models.JSONField()),
            ("at", models.DateTimeField(auto_now=True)),
        ],
    ),
    migrations.CreateModel(
        "TokenCount",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", PROTECT, related_name="counts")),
            ("position", models.PositiveSmallIntegerField()),
            ("fiches", models.IntegerField()),
            ("jetons", models.IntegerField()),
            ("number", models.PositiveIntegerField()),
            ("at", models.DateTimeField(auto_now=True)),
            ("owed_to", models.PositiveSmallIntegerField(null=True)),
        ],
        {
            "constraints": [models.UniqueConstraint(fields=("table", "position"), name="one_count_a_place")],
            "db_table": "tournaments_count",
        },
    ),
    migrations.CreateModel(
        "Confirmation",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", PROTECT, related_name="confirmations")),
            ("position", models.PositiveSmallIntegerField()),
            ("number", models.PositiveIntegerField()),
            ("at", models.DateTimeField(auto_now_add=True)),
        ],
        {
            "constraints": [
                models.UniqueConstraint(fields=("table", "position", "number"), name="one_confirmation_a_place")
            ]
        },
    ),
    migrations.CreateModel(
        "Agreement",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", CASCADE, related_name="agreements")),
            ("position", models.PositiveSmallIntegerField()),
            ("line", models.PositiveIntegerField()),
            ("number", models.PositiveIntegerField()),
            ("at", models.DateTimeField(auto_now_add=True)),
        ],
        {
            "ordering": ["line", "position"],
            "constraints": [
                models.UniqueConstraint(fields=("table", "position", "line", "number"), name="one_agreement_a_place")
            ],
        },
    ),
    migrations.CreateModel(
        "ArbiterCall",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", CASCADE, related_name="calls")),
            ("kind", models.CharField(max_length=8, choices=name_choices("arbiter", "dispute"))),
            ("line", models.PositiveIntegerField(default=0)),
            ("actor", models.CharField(max_length=40, db_column="by")),
            ("rule", models.CharField(max_length=8, blank=True)),
            ("words", models.CharField(max_length=200, blank=True)),
            ("at", models.DateTimeField(default=timezone.now)),
            ("taken_at", models.DateTimeField(null=True)),
            ("done_at", models.DateTimeField(null=True)),
            ("withdrawn_at", models.DateTimeField(null=True)),
        ],
        {
            "ordering": ["at", "pk"],
            "constraints": [
                models.UniqueConstraint(
                    condition=Q(done_at__isnull=True, withdrawn_at__isnull=True),
                    fields=("table", "kind", "line"),
                    name="one_open_call_of_a_kind",
                )
            ],
            "db_table": "tournaments_call",
        },
    ),
]
