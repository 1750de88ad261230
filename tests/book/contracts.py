"""The migrations that servers of two versions must live with, and those that take away what only older ones used."""

from django.db.migrations.loader import MigrationLoader

FIRST = "0047"
"""Before it nobody served from two machines."""
CONTRACTS: dict[str, str] = {}
"""Migrations that take something away, and since which version no program asks for it."""


def list_names() -> list[str]:
    """Return the names of our migrations, in their order."""
    loaded = MigrationLoader(None).disk_migrations
    return sorted(name for app, name in loaded if app == "tournaments" and "squashed" not in name)


def list_judged() -> list[str]:
    """Return those that may take nothing away."""
    return [name for name in list_names() if name >= FIRST and name not in CONTRACTS]
