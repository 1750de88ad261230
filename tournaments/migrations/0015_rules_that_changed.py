"""Write down the values that rules left to a standard preset which has changed since: stored rules keep what they had.

Briscola was a single deal, and the Brisque of 1752 had every announcement. Records and the audit log are never changed:
their rules are read with these values where they name none (`preset_diff.read_recorded_rules`).
"""

from typing import Any

from django.db import migrations

FORMER_VALUES = {
    ("briscola", "briscola"): {"match": "single"},
    ("brisque", "brisque-1752"): {"announcements": "all"},
}
"""By game and preset, the values of options that the preset gave before."""


def name_former_values(game: str, preset: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options, with the preset's former values where they name none."""
    return {**FORMER_VALUES.get((game, preset), {}), **options}


def name_values_of_tournaments(apps: Any, schema_editor: Any) -> None:
    """Write the former values into each tournament's own rules and into those of its later rounds."""
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(schema_editor.connection.alias)
    for one in tournaments.filter(game__in=[game for game, _preset in FORMER_VALUES]):
        options = name_former_values(one.game, one.preset, one.options)
        stages = [
            {**stage, "options": name_former_values(one.game, stage["preset"], stage["options"])}
            for stage in one.stages
        ]
        if (options, stages) != (one.options, one.stages):
            tournaments.filter(pk=one.pk).update(options=options, stages=stages)


def name_values_of_club_presets(apps: Any, schema_editor: Any) -> None:
    """Write the former values into each club's own preset."""
    presets = apps.get_model("tournaments", "ClubPreset").objects.using(schema_editor.connection.alias)
    for one in presets.filter(game__in=[game for game, _preset in FORMER_VALUES]):
        options = name_former_values(one.game, one.base, one.options)
        if options != one.options:
            presets.filter(pk=one.pk).update(options=options)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_plain_words")]

    operations = [
        migrations.RunPython(name_values_of_tournaments, migrations.RunPython.noop),
        migrations.RunPython(name_values_of_club_presets, migrations.RunPython.noop),
    ]
