"""`manage.py draw EVENT`: draw the next rounds as drafts. The server starts it for a draw that takes a while."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from config.system_calls import lower_priority
from tournaments.actions.errors import ActionError
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.models import Tournament
from tournaments.reading.draw_scores import compute_scores
from tournaments.upkeep.job_folders import ProgressFolder


class DrawStopped(Exception):
    """The draw is no longer wanted."""


class Command(BaseCommand):
    help = "Tire les rondes à venir d’un tournoi, en préparation ; le serveur s’en sert pour un long tirage."
    requires_system_checks: list[str] = []  # so that it starts fast

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", type=int, metavar="EVENT")
        parser.add_argument("--sizes", required=True, metavar="K,K")
        parser.add_argument("--seed", required=True, type=int, metavar="S")
        parser.add_argument("--effort", required=True, type=float)
        parser.add_argument("--language", choices=[code for code, _ in settings.LANGUAGES], default="fr")
        parser.add_argument("--job", required=True, type=Path, metavar="DIR")  # where the server reads the progress

    def handle(self, *args: Any, **options: Any) -> None:
        lower_priority()
        tournament, folder = Tournament.objects.get(pk=options["event"]), options["job"]
        progress = ProgressFolder(folder)

        def report(done: int, steps: int) -> None:
            """Tell how far the draw is. Raises DrawStopped."""
            if progress.is_stopped():
                raise DrawStopped
            progress.report_progress(done, steps)

        sizes = [int(size) for size in options["sizes"].split(",")]
        asked = {"seed": options["seed"], "scores": compute_scores(tournament), "effort": options["effort"]}
        try:
            with override(options["language"]), progress:
                draw_rounds(tournament, sizes=sizes, report=report, **asked)
        except ActionError as refused:
            (folder / "refused").write_text(str(refused), encoding="utf-8")
            raise CommandError(str(refused)) from None
        except DrawStopped:
            raise CommandError("Arrêté.") from None
        (folder / "ready").touch()
