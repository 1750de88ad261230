"""What several tables of a new installation have alike."""

from django.db import models

NUMBER = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))

ROLES = [
    ("owner", "responsable"),
    ("organiser", "organisateur"),
    ("arbiter", "arbitre"),
    ("treasurer", "trésorier"),
    ("reader", "lecteur"),
]


def name_choices(*keys: str) -> list[tuple[str, str]]:
    """Return the choices of a field that nobody reads: each key, and the name that Django gives it."""
    return [(key, key.replace("_", " ").title()) for key in keys]
