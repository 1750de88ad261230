"""Messages as words for a room in which people talk, and a secret that goes on signing for a while after the next one.
Receivers of today are told as before."""

from django.db import migrations, models

from tournaments.models.guards import InstallGuards, LiftGuards


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_calendar_uids")]

    operations = [
        LiftGuards(),
        migrations.AddField(
            "receiver",
            "shape",
            models.CharField(
                choices=[
                    ("standard", "des données pour un programme, signées (Standard Webhooks)"),
                    ("discord", "des mots dans un salon de Discord"),
                    ("telegram", "des mots dans un groupe ou un canal de Telegram"),
                ],
                default="standard",
                max_length=8,
            ),
        ),
        migrations.AddField("receiver", "chat", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("receiver", "language", models.CharField(default="fr", max_length=2)),
        migrations.AddField("receiver", "former_salt", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("receiver", "former_until", models.DateTimeField(null=True)),
        InstallGuards(),
    ]
