"""The mails that somebody wants beside his sign-up, and what became of each."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_tombola")]

    operations = [
        migrations.CreateModel(
            "SignUpMail",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("place", "qu’une place s’est libérée pour moi"),
                            ("tomorrow", "la veille de la soirée"),
                            ("results", "de ma place au classement"),
                        ],
                        max_length=8,
                    ),
                ),
                ("language", models.CharField(max_length=2)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("wanted", "demandé"),
                            ("sending", "en train de partir"),
                            ("sent", "envoyé"),
                            ("failed", "pas parti"),
                            ("stopped", "arrêté"),
                        ],
                        default="wanted",
                        max_length=7,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("digest", models.CharField(max_length=64, null=True, unique=True)),
                (
                    "sign_up",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="tournaments.signup",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("sign_up", "kind"), name="one_mail_of_a_kind")],
                "indexes": [models.Index(condition=models.Q(("state", "wanted")), fields=["kind"], name="mails_to_send")],
            },
        ),
    ]
