"""The book: records, what they move, the chain over them, and what they come to."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, Q
from django.utils import timezone

from tournaments.models.book import MentionsLeaving

from .columns import NUMBER, name_choices

TABLES = [
    migrations.CreateModel(
        "Record",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", PROTECT, related_name="records")),
            ("number", models.PositiveIntegerField()),
            (
                "kind",
                models.CharField(
                    max_length=12, choices=name_choices("event", "correction", "undo", "rules", "consequence")
                ),
            ),
            ("position", models.PositiveIntegerField()),
            ("body", models.JSONField(null=True)),
            ("key", models.CharField(max_length=64)),
            ("digest", models.CharField(max_length=64)),
            ("actor", models.CharField(max_length=40, db_column="by")),
            ("cause", models.PositiveIntegerField(null=True)),
            ("at", models.DateTimeField(default=timezone.now)),
        ],
        {
            "ordering": ["number"],
            "indexes": [
                models.Index(condition=Q(MentionsLeaving("body")), fields=["table"], name="records_of_leaving")
            ],
            "constraints": [
                models.UniqueConstraint(fields=("table", "number"), name="record_numbers_differ"),
                models.UniqueConstraint(fields=("table", "key"), name="one_record_a_key"),
                models.CheckConstraint(condition=Q(number__gte=1, position__gte=1), name="record_counts_from_one"),
                models.CheckConstraint(
                    condition=Q(body__isnull=False, cause__isnull=True, kind="event")
                    | Q(body__isnull=False, cause__isnull=True, kind="correction")
                    | Q(body__isnull=True, cause__isnull=True, kind="undo")
                    | Q(body__isnull=False, cause__isnull=True, kind="rules", position=1)
                    | Q(body__isnull=True, cause__isnull=False, kind="consequence"),
                    name="record_is_of_its_kind",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Posting",
        [
            NUMBER,
            ("record", models.ForeignKey("tournaments.record", PROTECT, related_name="postings")),
            ("transfer", models.PositiveSmallIntegerField()),
            ("account", models.CharField(max_length=4)),
            ("jetons", models.IntegerField()),
            ("rule", models.CharField(max_length=8)),
        ],
        {
            "constraints": [
                models.UniqueConstraint(fields=("record", "transfer", "account"), name="one_posting_an_account"),
                models.CheckConstraint(condition=~Q(jetons=0), name="posting_moves_something"),
            ]
        },
    ),
    migrations.CreateModel(
        "LedgerLine",
        [
            NUMBER,
            ("record", models.ForeignKey("tournaments.record", PROTECT, related_name="lines")),
            ("seat", models.ForeignKey("tournaments.seat", PROTECT, related_name="lines")),
            ("net", models.IntegerField()),
            ("coups", models.SmallIntegerField(default=0)),
            ("coups_won", models.SmallIntegerField(default=0)),
            ("points", models.IntegerField(default=0)),
            ("brusquembilles_won", models.SmallIntegerField(default=0)),
            ("brusquembilles_lost", models.SmallIntegerField(default=0)),
        ],
        {
            "constraints": [models.UniqueConstraint(fields=("record", "seat"), name="one_line_a_sitter")],
            "db_table": "tournaments_line",
        },
    ),
    migrations.CreateModel(
        "ChainLink",
        [
            NUMBER,
            ("table", models.ForeignKey("tournaments.table", PROTECT, related_name="links")),
            ("record", models.OneToOneField("tournaments.record", PROTECT, null=True, related_name="link")),
            ("seat", models.ForeignKey("tournaments.seat", PROTECT, null=True, related_name="links")),
            ("was", models.BigIntegerField(null=True)),
            ("entry", models.BigIntegerField(null=True)),
            ("actor", models.CharField(max_length=40, blank=True, db_column="by")),
            ("at", models.DateTimeField(null=True)),
            ("reason", models.CharField(max_length=64, blank=True)),
            ("previous", models.CharField(max_length=64)),
            ("beside", models.CharField(max_length=64, blank=True)),
            ("digest", models.CharField(max_length=64, unique=True)),
        ],
        {
            "db_table": "tournaments_link",
            "ordering": ["pk"],
            "constraints": [
                models.CheckConstraint(
                    condition=Q(entry__isnull=True, record__isnull=False, seat__isnull=True, was__isnull=True)
                    | Q(entry__isnull=False, record__isnull=True, seat__isnull=False, was__isnull=False),
                    name="link_is_of_one_thing",
                )
            ],
        },
    ),
    migrations.CreateModel(
        "RecordReason",
        [
            (
                "record",
                models.OneToOneField(
                    "tournaments.record", PROTECT, primary_key=True, related_name="free_text", serialize=False
                ),
            ),
            ("salt", models.CharField(max_length=32)),
            ("text", models.CharField(max_length=300)),
        ],
        {"db_table": "tournaments_reason"},
    ),
    migrations.CreateModel(
        "TableSummary",
        [
            (
                "table",
                models.OneToOneField(
                    "tournaments.table", CASCADE, primary_key=True, related_name="summary", serialize=False
                ),
            ),
            ("events", models.PositiveIntegerField()),
            ("coups", models.PositiveIntegerField()),
            ("complete", models.BooleanField()),
            ("last_number", models.PositiveIntegerField()),
            ("last_played", models.PositiveIntegerField()),
            ("first_at", models.DateTimeField()),
            ("last_at", models.DateTimeField()),
            ("totals", models.JSONField()),
            ("ranks", models.JSONField()),
            ("purses", models.JSONField()),
            ("left", models.JSONField()),
        ],
    ),
    migrations.CreateModel(
        "SeatSummary",
        [
            (
                "seat",
                models.OneToOneField(
                    "tournaments.seat", CASCADE, primary_key=True, related_name="summary", serialize=False
                ),
            ),
            ("net", models.IntegerField()),
            ("coups", models.IntegerField()),
            ("coups_won", models.IntegerField()),
            ("points", models.IntegerField()),
            ("brusquembilles_won", models.IntegerField()),
            ("brusquembilles_lost", models.IntegerField()),
        ],
    ),
    migrations.CreateModel(
        "ChangeMark",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", CASCADE, related_name="change_marks", db_column="event_id"),
            ),
            ("mark", models.BigIntegerField()),
        ],
        {"db_table": "tournaments_beat"},
    ),
]
