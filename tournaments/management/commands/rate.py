"""`manage.py rate`: reckon what each club's closed evenings say of skill, where something of them has changed. The
server runs it by itself."""

from typing import Any

from django.conf import settings

from config.background.jobs import OwnJob
from config.system_calls import lower_priority
from tournaments.actions.kept_ratings import keep_ratings
from tournaments.management.data_command import DataCommand
from tournaments.models import Club


class Command(DataCommand):
    help = "Calcule ce que les soirées closes de chaque club disent de l’adresse, là où quelque chose a changé."

    def handle(self, *args: Any, **options: Any) -> None:
        lower_priority()
        with OwnJob(settings.VAR_DIR):
            for club in Club.objects.order_by("pk"):
                for game in keep_ratings(club):
                    self.stdout.write(f"{club} : {game}")
