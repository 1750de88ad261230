"""Rounds, their tables and who sits there."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT

from .columns import NUMBER

TABLES = [
    migrations.CreateModel(
        "Round",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", PROTECT, related_name="rounds", db_column="event_id"),
            ),
            ("n", models.PositiveSmallIntegerField()),
            ("seed", models.PositiveBigIntegerField(null=True)),
            ("minutes", models.PositiveSmallIntegerField(null=True)),
            ("started_at", models.DateTimeField(null=True)),
            ("paused_at", models.DateTimeField(null=True)),
            ("paused_seconds", models.PositiveIntegerField(default=0)),
        ],
        {
            "ordering": ["n"],
            "constraints": [models.UniqueConstraint(fields=("tournament", "n"), name="round_numbers_differ")],
        },
    ),
    migrations.CreateModel(
        "RoundDraft",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", CASCADE, related_name="drafts", db_column="event_id"),
            ),
            ("choice", models.PositiveSmallIntegerField()),
            ("chosen", models.BooleanField(default=False)),
            ("seed", models.PositiveBigIntegerField()),
            ("first", models.PositiveSmallIntegerField()),
            ("sizes", models.JSONField()),
            ("rounds", models.JSONField()),
            ("evaluation", models.JSONField(null=True)),
        ],
        {
            "ordering": ["choice"],
            "constraints": [models.UniqueConstraint(fields=("tournament", "choice"), name="draft_choices_differ")],
            "db_table": "tournaments_draft",
        },
    ),
    migrations.CreateModel(
        "Table",
        [
            NUMBER,
            ("round", models.ForeignKey("tournaments.round", PROTECT, related_name="tables")),
            ("n", models.PositiveSmallIntegerField()),
            ("generation", models.PositiveIntegerField(default=1, editable=False)),
            ("sides", models.BooleanField(default=False)),
            ("paper_first", models.BooleanField(default=False)),
            ("extra_minutes", models.PositiveSmallIntegerField(default=0)),
        ],
        {
            "ordering": ["n"],
            "constraints": [models.UniqueConstraint(fields=("round", "n"), name="table_numbers_differ")],
        },
    ),
    migrations.CreateModel(
        "Seat",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", PROTECT, related_name="seats")),
            ("position", models.PositiveSmallIntegerField()),
            ("since", models.PositiveIntegerField(default=1)),
            ("entry", models.ForeignKey("tournaments.entry", PROTECT, related_name="seats")),
        ],
        {
            "ordering": ["position", "since"],
            "constraints": [models.UniqueConstraint(fields=("table", "position", "since"), name="one_sitter_a_place")],
        },
    ),
    migrations.CreateModel(
        "Rest",
        [
            NUMBER,
            ("round", models.ForeignKey("tournaments.round", CASCADE, related_name="rests")),
            ("entry", models.ForeignKey("tournaments.entry", CASCADE, related_name="rests")),
        ],
        {"constraints": [models.UniqueConstraint(fields=("round", "entry"), name="one_rest_a_round")]},
    ),
    migrations.CreateModel(
        "UnplayedTable",
        [
            (
                "table",
                models.OneToOneField(
                    "tournaments.table", CASCADE, primary_key=True, related_name="unplayed", serialize=False
                ),
            ),
            (
                "kind",
                models.CharField(
                    max_length=9,
                    choices=[
                        ("exempt", "exemptée"),
                        ("forfeit", "forfait"),
                        ("adjourned", "remise à plus tard"),
                        ("annulled", "annulée"),
                        ("withdrawn", "ronde retirée"),
                    ],
                ),
            ),
            ("absent", models.JSONField(default=list)),
        ],
        {"db_table": "tournaments_unplayed"},
    ),
]
