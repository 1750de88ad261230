"""Tournaments and seasons, who plays in them, and who signs up."""

from django.db import migrations, models
from django.db.models import CASCADE, PROTECT, SET_NULL
from django.utils import timezone

from .columns import NUMBER

TABLES = [
    migrations.CreateModel(
        "Tournament",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="tournaments")),
            ("code", models.CharField(max_length=6, unique=True, editable=False)),
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("date", models.DateField(verbose_name="date")),
            ("game", models.CharField(max_length=20, default="brusquembille", verbose_name="jeu")),
            ("preset", models.CharField(max_length=40, verbose_name="règle")),
            ("options", models.JSONField(default=dict, blank=True, verbose_name="options")),
            ("house_rule", models.CharField(max_length=80, default="", blank=True, verbose_name="règle du club")),
            ("ranking", models.JSONField(default=dict, blank=True)),
            (
                "status",
                models.CharField(
                    max_length=8,
                    choices=[("draft", "en préparation"), ("open", "en cours"), ("closed", "terminée")],
                    default="draft",
                    verbose_name="état",
                ),
            ),
            ("hidden", models.BooleanField(default=False, verbose_name="masquée")),
            (
                "format",
                models.CharField(
                    max_length=8,
                    choices=[
                        ("free", "tables libres"),
                        ("fixed", "rondes tirées d’avance"),
                        ("random", "rondes tirées l’une après l’autre"),
                        ("standing", "rondes d’après le classement"),
                        ("swiss", "système suisse, à deux"),
                        ("all", "toutes rondes, à deux"),
                        ("knockout", "élimination directe, à deux"),
                        ("groups", "poules puis finales, à deux"),
                    ],
                    default="free",
                    verbose_name="déroulement",
                ),
            ),
            (
                "pairing",
                models.CharField(
                    max_length=6,
                    choices=[
                        ("single", "chacun pour soi"),
                        ("fixed", "paires fixes"),
                        ("drawn", "paires tirées à chaque ronde"),
                    ],
                    default="single",
                    verbose_name="qui joue avec qui",
                ),
            ),
            ("planned_rounds", models.PositiveSmallIntegerField(default=1, verbose_name="nombre de rondes")),
            ("minutes", models.PositiveSmallIntegerField(null=True, verbose_name="minutes par ronde")),
            ("phases", models.JSONField(default=list, blank=True)),
            ("stages", models.JSONField(default=list, blank=True)),
            ("currency", models.CharField(max_length=3, default="EUR", verbose_name="monnaie")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        {"ordering": ["-date", "-pk"], "db_table": "tournaments_event"},
    ),
    migrations.CreateModel(
        "Season",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="seasons")),
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("rule", models.JSONField(default=dict, blank=True)),
            ("in_draws", models.BooleanField(default=True)),
            ("hidden", models.BooleanField(default=False, verbose_name="masquée")),
            (
                "tournaments",
                models.ManyToManyField(
                    "tournaments.tournament", related_name="seasons", through="tournaments.SeasonTournament", blank=True
                ),
            ),
        ],
        {
            "ordering": ["-pk"],
            "constraints": [models.UniqueConstraint(fields=("club", "name"), name="season_names_differ")],
        },
    ),
    migrations.CreateModel(
        "SeasonTournament",
        [
            NUMBER,
            ("season", models.ForeignKey("tournaments.season", CASCADE)),
            ("tournament", models.ForeignKey("tournaments.tournament", CASCADE, db_column="event_id")),
        ],
        {"db_table": "tournaments_season_events", "unique_together": {("season", "tournament")}},
    ),
    migrations.CreateModel(
        "Entry",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", PROTECT, related_name="entries", db_column="event_id"),
            ),
            ("player", models.ForeignKey("tournaments.player", PROTECT, related_name="entries")),
            ("shown_name", models.CharField(max_length=80, verbose_name="nom affiché")),
            (
                "presence",
                models.CharField(
                    max_length=8,
                    choices=[("expected", "attendu"), ("present", "présent"), ("absent", "absent")],
                    default="expected",
                ),
            ),
            ("first_round", models.PositiveSmallIntegerField(default=1)),
            ("last_round", models.PositiveSmallIntegerField(null=True)),
            ("fixed_table", models.PositiveSmallIntegerField(null=True)),
            ("pair", models.PositiveSmallIntegerField(null=True)),
            ("free_since", models.DateTimeField(null=True)),
        ],
        {
            "ordering": ["shown_name", "pk"],
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "player"), name="one_entry_a_player"),
                models.UniqueConstraint(fields=("tournament", "shown_name"), name="shown_names_differ"),
            ],
        },
    ),
    migrations.CreateModel(
        "SeatingExclusion",
        [
            NUMBER,
            (
                "tournament",
                models.ForeignKey("tournaments.tournament", CASCADE, related_name="exclusions", db_column="event_id"),
            ),
            (
                "entries",
                models.ManyToManyField(
                    "tournaments.entry", related_name="exclusions", through="tournaments.ExcludedEntry"
                ),
            ),
        ],
        {"db_table": "tournaments_apart"},
    ),
    migrations.CreateModel(
        "ExcludedEntry",
        [
            NUMBER,
            ("exclusion", models.ForeignKey("tournaments.seatingexclusion", CASCADE, db_column="apart_id")),
            ("entry", models.ForeignKey("tournaments.entry", CASCADE)),
        ],
        {"db_table": "tournaments_apart_entries", "unique_together": {("exclusion", "entry")}},
    ),
    migrations.CreateModel(
        "SignUpTerms",
        [
            (
                "tournament",
                models.OneToOneField(
                    "tournaments.tournament", PROTECT, primary_key=True, related_name="sign_up_terms", serialize=False
                ),
            ),
            ("is_open", models.BooleanField(default=False)),
            ("limit", models.PositiveSmallIntegerField(null=True)),
            ("closes_at", models.DateTimeField(null=True)),
            ("self_check_in", models.BooleanField(default=False)),
            ("generation", models.PositiveSmallIntegerField(default=1)),
        ],
    ),
    migrations.CreateModel(
        "SignUp",
        [
            NUMBER,
            ("tournament", models.ForeignKey("tournaments.tournament", PROTECT, related_name="sign_ups")),
            ("entry", models.OneToOneField("tournaments.entry", SET_NULL, null=True, related_name="sign_up")),
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("partner", models.CharField(max_length=80, blank=True)),
            ("email", models.EmailField(max_length=254, blank=True, verbose_name="courriel")),
            ("phone", models.CharField(max_length=40, blank=True)),
            (
                "state",
                models.CharField(
                    max_length=9,
                    choices=[
                        ("entered", "inscrit"),
                        ("waiting", "en attente"),
                        ("withdrawn", "s’est retiré"),
                        ("refused", "refusé"),
                    ],
                    default="waiting",
                ),
            ),
            ("at", models.DateTimeField(default=timezone.now)),
            ("moved_up_at", models.DateTimeField(null=True)),
            ("is_newcomer", models.BooleanField(default=False)),
            ("digest", models.CharField(max_length=64, unique=True)),
            ("origin", models.CharField(max_length=64, blank=True)),
        ],
        {"ordering": ["pk"]},
    ),
]
