"""What lets a page tell at once that nothing has changed; the names of a renaming, out of the deeds."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.book
from tournaments.models.guards import (InstallGuards, LiftGuards)


def take_the_names_out(apps, schema_editor):
    """Each renaming kept so far is a deed without names, and beside it the two names, unless they are forgotten."""
    entries = dict(apps.get_model("tournaments", "Entry").objects.values_list("pk", "player__erasure"))
    renaming = apps.get_model("tournaments", "Renaming").objects
    for deed in apps.get_model("tournaments", "Deed").objects.filter(what="renamed"):
        entry, was, now = deed.before["entry"], deed.before.pop("name"), deed.after.pop("name")
        if entry in entries and entries[entry] is None:
            renaming.create(deed=deed, entry_id=entry, was=was, now=now)
        deed.save(update_fields=["before", "after"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_seasons3"),
    ]

    operations = [
        LiftGuards(),
        migrations.CreateModel(
            name="Beat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="beats", to="tournaments.event"
                    ),
                ),
                ("mark", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Renaming",
            fields=[
                (
                    "deed",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="renaming",
                        serialize=False,
                        to="tournaments.deed",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="renamings", to="tournaments.entry"
                    ),
                ),
                ("was", models.CharField(max_length=80)),
                ("now", models.CharField(max_length=80)),
            ],
        ),
        migrations.AddIndex(
            model_name="record",
            index=models.Index(
                condition=models.Q(tournaments.models.book.MentionsLeaving("body")),
                fields=["table"],
                name="records_of_leaving",
            ),
        ),
        migrations.RunPython(take_the_names_out, migrations.RunPython.noop),
        InstallGuards(),
    ]
