"""`manage.py draw EVENT`: draw the next rounds as drafts. The server starts it for a draw that takes a while."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from config.background.jobs import OwnJob
from config.system_calls import lower_priority
from tournaments.actions.errors import ActionError
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.management.arguments import add_language
from tournaments.models import Tournament
from tournaments.reading.draw_scores import compute_scores


class DrawStopped(Exception):
    """Raised in a draw that is no longer wanted, to stop it."""


class Command(BaseCommand):
    help = "Tire les rondes à venir d’un tournoi, en préparation ; le serveur s’en sert pour un long tirage."
    requires_system_checks: list[str] = []  # so that it starts fast

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", type=int, metavar="EVENT")
        parser.add_argument("--sizes", required=True, metavar="K,K")
        parser.add_argument("--seed", required=True, type=int, metavar="S")
        parser.add_argument("--effort", required=True, type=float)
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        lower_priority()
        tournament, own = Tournament.objects.get(pk=options["event"]), OwnJob(settings.VAR_DIR)

        def report(done: int, steps: int) -> None:
            """Report that `done` of so many steps of the draw are done. Raises DrawStopped if it is no longer
            wanted."""
            if own.is_stopped():
                raise DrawStopped
            own.report(done, steps)

        sizes = [int(size) for size in options["sizes"].split(",")]
        arguments = {"seed": options["seed"], "scores": compute_scores(tournament), "effort": options["effort"]}
        try:
            with override(options["language"]), own:
                draw_rounds(tournament, sizes=sizes, report=report, **arguments)
        except ActionError as refused:
            own.fail(str(refused))
            raise CommandError(str(refused)) from None
        except DrawStopped:
            raise CommandError("Arrêté.") from None
