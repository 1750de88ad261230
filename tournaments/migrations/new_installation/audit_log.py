"""The audit log of a tournament, and what stands beside its entries."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT
from django.utils import timezone

from .columns import NUMBER, name_choices

TABLES = [
    migrations.CreateModel(
        "AuditEntry",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey(
                    "tournaments.tournament", PROTECT, related_name="audit_entries", db_column="event_id"
                ),
            ),
            ("at", models.DateTimeField(default=timezone.now)),
            ("actor", models.CharField(max_length=40, blank=True, db_column="by")),
            (
                "what",
                models.CharField(
                    max_length=12,
                    choices=name_choices(
                        "opened",
                        "closed",
                        "reopened",
                        "hidden",
                        "shown",
                        "changed",
                        "rules",
                        "renamed",
                        "substituted",
                        "card",
                        "typing",
                        "unplayed",
                        "adjusted",
                        "unadjusted",
                        "withdrawn",
                        "worth",
                    ),
                ),
            ),
            ("before", models.JSONField(default=dict)),
            ("after", models.JSONField(default=dict)),
        ],
        {"ordering": ["at", "pk"], "db_table": "tournaments_deed"},
    ),
    migrations.CreateModel(
        "AuditReason",
        [
            (
                "deed",
                models.OneToOneField(
                    "tournaments.auditentry", PROTECT, primary_key=True, related_name="free_text", serialize=False
                ),
            ),
            ("text", models.CharField(max_length=300)),
        ],
        {"db_table": "tournaments_deedreason"},
    ),
    migrations.CreateModel(
        "Renaming",
        [
            (
                "deed",
                models.OneToOneField(
                    "tournaments.auditentry", PROTECT, primary_key=True, related_name="renaming", serialize=False
                ),
            ),
            ("entry", models.ForeignKey("tournaments.entry", CASCADE, related_name="renamings")),
            ("was", models.CharField(max_length=80)),
            ("now", models.CharField(max_length=80)),
        ],
    ),
    migrations.CreateModel(
        "Adjustment",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", PROTECT, related_name="adjustments", db_column="event_id"),
            ),
            ("entry", models.ForeignKey("tournaments.entry", PROTECT, related_name="adjustments")),
            ("metric", models.CharField(max_length=40)),
            ("amount", models.IntegerField()),
            ("round", models.PositiveSmallIntegerField(default=0)),
            ("given", models.ForeignKey("tournaments.auditentry", PROTECT, related_name="adjustments")),
            (
                "cancelled",
                models.ForeignKey("tournaments.auditentry", PROTECT, null=True, related_name="cancelled_adjustments"),
            ),
        ],
        {"ordering": ["pk"]},
    ),
]
