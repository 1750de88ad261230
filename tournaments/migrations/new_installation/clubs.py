"""The clubs: their rules, who is a member in which role, and the log of both."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, PROTECT
from django.utils import timezone

from .columns import NUMBER, ROLES, name_choices

TABLES = [
    migrations.CreateModel(
        "Club",
        [
            NUMBER,
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("time_zone", models.CharField(max_length=64, default="Europe/Paris", verbose_name="fuseau horaire")),
            ("initials", models.BooleanField(default=False, verbose_name="initiales sur les pages publiques")),
            ("indexed", models.BooleanField(default=False, verbose_name="pages ouvertes aux moteurs de recherche")),
            (
                "cards",
                models.CharField(
                    max_length=7,
                    choices=[
                        (
                            "usual",
                            "celles que chacun connaît\u202f: italiennes pour qui lit l’italien, sinon françaises",
                        ),
                        ("french", "françaises\u202f: cœur, carreau, trèfle, pique"),
                        ("italian", "italiennes\u202f: coupe, denier, bâton, épée"),
                    ],
                    default="usual",
                    verbose_name="enseignes des cartes",
                ),
            ),
            ("currency", models.CharField(max_length=3, default="EUR", verbose_name="monnaie")),
            ("demonstration", models.BooleanField(default=False, editable=False)),
        ],
    ),
    migrations.CreateModel(
        "ClubPreset",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="presets")),
            ("game", models.CharField(max_length=20, verbose_name="jeu")),
            ("base", models.CharField(max_length=40, verbose_name="règle")),
            ("name", models.CharField(max_length=80, verbose_name="nom")),
            ("options", models.JSONField(default=dict, blank=True, verbose_name="options")),
            ("retired", models.BooleanField(default=False, verbose_name="retirée")),
        ],
        {
            "ordering": ["game", "name", "pk"],
            "constraints": [models.UniqueConstraint(fields=("club", "game", "name"), name="club_preset_names_differ")],
        },
    ),
    migrations.CreateModel(
        "ClubChange",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="changes")),
            (
                "what",
                models.CharField(
                    max_length=20,
                    choices=name_choices(
                        "key made",
                        "key revoked",
                        "receiver added",
                        "receiver changed",
                        "receiver resumed",
                        "receiver removed",
                        "secret renewed",
                        "place added",
                        "place removed",
                    ),
                ),
            ),
            ("subject", models.CharField(max_length=500)),
            ("actor", models.CharField(max_length=40, blank=True)),
            ("at", models.DateTimeField(default=timezone.now)),
        ],
        {"ordering": ["at", "pk"]},
    ),
    migrations.CreateModel(
        "Member",
        [
            NUMBER,
            ("user", models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="memberships")),
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="members")),
            ("role", models.CharField(max_length=12, choices=ROLES, default="organiser", verbose_name="rôle")),
        ],
        {"constraints": [models.UniqueConstraint(fields=("user", "club"), name="one_membership_a_club")]},
    ),
    migrations.CreateModel(
        "MemberChange",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", PROTECT, related_name="member_changes")),
            ("account", models.BigIntegerField()),
            ("name", models.CharField(max_length=150)),
            ("was", models.CharField(max_length=12, choices=ROLES, blank=True)),
            ("now", models.CharField(max_length=12, choices=ROLES, blank=True)),
            ("actor", models.CharField(max_length=40, blank=True)),
            ("at", models.DateTimeField(default=timezone.now)),
        ],
        {"ordering": ["at", "pk"]},
    ),
    migrations.CreateModel(
        "Invitation",
        [
            NUMBER,
            ("club", models.ForeignKey("tournaments.club", CASCADE, related_name="invitations")),
            ("role", models.CharField(max_length=12, choices=ROLES)),
            ("digest", models.CharField(max_length=64, unique=True)),
            ("inviter", models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="+")),
            ("expires_at", models.DateTimeField()),
        ],
        {"ordering": ["expires_at", "pk"]},
    ),
]
