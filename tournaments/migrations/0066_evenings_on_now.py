"""The door finds the evenings of today among those of all clubs and years."""

from typing import Any

from django.db import migrations, models

ON_NOW = models.Index(fields=["status", "date"], name="evenings_on_now")


def create_index(apps: Any, schema_editor: Any) -> None:
    """Create the index; on PostgreSQL while servers go on writing, and anew where an attempt was broken off."""
    drop_index(apps, schema_editor)
    beside: dict[str, Any] = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
    schema_editor.execute(ON_NOW.create_sql(apps.get_model("tournaments", "Tournament"), schema_editor, **beside))


def drop_index(apps: Any, schema_editor: Any) -> None:
    """Drop the index, if it is there."""
    schema_editor.execute("DROP INDEX IF EXISTS evenings_on_now")


class Migration(migrations.Migration):
    atomic = False  # PostgreSQL creates no index beside writers in a transaction
    dependencies = [("tournaments", "0065_people_in_the_log")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(create_index, drop_index)],
            state_operations=[migrations.AddIndex("tournament", ON_NOW)],
        ),
    ]
