"""Teams of a tournament: who holds which place of which, what they are ranked by; for how many rounds people of one club
are kept apart."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0055_sign_up_mails")]

    operations = [
        LiftGuards(),
        migrations.CreateModel(
            "Team",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="nom de l’équipe")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="tournaments.tournament"
                    ),
                ),
            ],
            {"ordering": ["name", "pk"]},
        ),
        migrations.AddConstraint(
            "team", models.UniqueConstraint(fields=("tournament", "name"), name="team_names_differ")
        ),
        migrations.AddField("entry", "team_place", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "entry",
            "team",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="members",
                to="tournaments.team",
            ),
        ),
        migrations.AddField(
            "tournament",
            "team_score",
            models.CharField(
                choices=[("points", "les points de ses joueurs"), ("ranks", "les rangs de ses joueurs")],
                max_length=6,
                null=True,
            ),
        ),
        migrations.AddField("tournament", "team_best", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("tournament", "club_rounds", models.PositiveSmallIntegerField(null=True)),
        InstallGuards(),
    ]
