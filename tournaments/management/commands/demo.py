"""`manage.py demo`: make the demonstration tournament once; every account becomes a member of its club."""

from typing import Any

from tournaments.exchange.demonstration import get_or_create_demonstration
from tournaments.management.data_command import DataCommand


class Command(DataCommand):
    help = "Prépare la soirée de démonstration (une seule fois)."

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = get_or_create_demonstration()
        self.stdout.write(f"Soirée de démonstration / demonstration evening: /{tournament.code}")
