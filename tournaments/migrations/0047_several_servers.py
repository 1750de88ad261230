"""What several servers share, on PostgreSQL alone: jobs, the cache, the passwords of clubs' sites."""

from typing import Any

from django.db import migrations

from tournaments.models.guards import create_shared_tables


def create(apps: Any, schema_editor: Any) -> None:
    create_shared_tables(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_kept_evenings")]

    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
