"""A digest of the keys that all servers of one database have, on PostgreSQL alone."""

from typing import Any

from django.db import migrations

from tournaments.models.guards import create_shared_tables


def create(apps: Any, schema_editor: Any) -> None:
    create_shared_tables(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0060_team_matches")]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
