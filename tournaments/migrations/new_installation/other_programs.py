"""Other programs: keys, messages, and where a club's site goes."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, SET_NULL, Q
from django.utils import timezone

from tournaments.models.publishing import make_target_key

from .columns import NUMBER, ROLES, name_choices

TABLES = [
    migrations.CreateModel(
        "ApiToken",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="tokens")),
            ("name", models.CharField(max_length=80)),
            ("role", models.CharField(max_length=12, choices=ROLES)),
            ("scopes", models.JSONField(default=list)),
            ("digest", models.CharField(max_length=64, unique=True)),
            ("maker", models.ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+")),
            ("made_at", models.DateTimeField(default=timezone.now)),
            ("expires_at", models.DateTimeField()),
            ("used_at", models.DateTimeField(null=True)),
            ("revoked_at", models.DateTimeField(null=True)),
        ],
        {"ordering": ["-made_at", "-pk"]},
    ),
    migrations.CreateModel(
        "RememberedAnswer",
        [
            NUMBER,
            ("token", models.ForeignKey("tournaments.apitoken", CASCADE, related_name="remembered_answers")),
            ("digest", models.CharField(max_length=64, unique=True)),
            ("sent", models.CharField(max_length=64)),
            ("answer", models.JSONField(null=True)),
            ("at", models.DateTimeField(default=timezone.now, db_index=True)),
        ],
    ),
    migrations.CreateModel(
        "Receiver",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", CASCADE, related_name="receivers")),
            ("address", models.URLField(max_length=500, verbose_name="adresse")),
            ("types", models.JSONField(default=list)),
            ("salt", models.CharField(max_length=64)),
            ("created_at", models.DateTimeField(default=timezone.now)),
            ("failing_since", models.DateTimeField(null=True)),
            ("paused_at", models.DateTimeField(null=True)),
        ],
        {"ordering": ["pk"]},
    ),
    migrations.CreateModel(
        "Delivery",
        [
            NUMBER,
            ("receiver", models.ForeignKey("tournaments.receiver", CASCADE, related_name="deliveries")),
            ("message", models.CharField(max_length=40)),
            ("type", models.CharField(max_length=20)),
            ("body", models.TextField()),
            (
                "state",
                models.CharField(
                    max_length=9,
                    choices=[("waiting", "attend"), ("delivered", "reçu"), ("abandoned", "abandonné")],
                    default="waiting",
                ),
            ),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("made_at", models.DateTimeField(default=timezone.now)),
            ("next_at", models.DateTimeField(default=timezone.now, null=True)),
            ("answer", models.PositiveSmallIntegerField(null=True)),
            ("trouble", models.CharField(max_length=12, blank=True)),
        ],
        {
            "ordering": ["pk"],
            "indexes": [models.Index(condition=Q(next_at__isnull=False), fields=["next_at"], name="deliveries_to_try")],
        },
    ),
    migrations.CreateModel(
        "OutboxEntry",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey(
                    "tournaments.tournament", CASCADE, related_name="outbox_entries", db_column="event_id"
                ),
            ),
            (
                "kind",
                models.CharField(
                    max_length=9, choices=name_choices("record", "audit", "tables", "sign_up", "standings")
                ),
            ),
            ("subject", models.BigIntegerField(default=0)),
            ("at", models.DateTimeField(default=timezone.now)),
        ],
        {"db_table": "tournaments_outbox", "ordering": ["pk"]},
    ),
    migrations.CreateModel(
        "PublicationTarget",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", CASCADE, related_name="publication_targets")),
            ("key", models.CharField(max_length=32, default=make_target_key, unique=True, editable=False)),
            (
                "kind",
                models.CharField(
                    max_length=8,
                    choices=[
                        ("folder", "un dossier, une clé USB"),
                        ("webdav", "WebDAV"),
                        ("git", "git"),
                        ("sftp", "SFTP"),
                    ],
                    default="folder",
                    verbose_name="comment",
                ),
            ),
            ("place", models.CharField(max_length=500, verbose_name="où")),
            ("login", models.CharField(max_length=100, default="", blank=True, verbose_name="nom d’utilisateur")),
            ("host_key", models.CharField(max_length=100, default="", blank=True, verbose_name="empreinte du serveur")),
            ("language", models.CharField(max_length=2, default="fr", verbose_name="langue")),
        ],
        {"ordering": ["pk"]},
    ),
]
