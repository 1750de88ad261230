"""`manage.py selfcheck`: is this computer ready for the evening? Exit 1 if one check is red; nothing of it stays."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from config.background.jobs import OwnJob
from tournaments.management.arguments import add_language
from tournaments.upkeep.selfcheck.checking import run_checks, save_progress
from tournaments.upkeep.selfcheck.verdicts import Verdict

GREEN, RED = "✓", "✗"


class Command(BaseCommand):
    help = "Tout est-il prêt ? Imprime, copie, relit, écrit, recompte, et dit ce qui manque ; rend 1 sinon."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_language(parser)

    def handle(self, *args: Any, language: str, **options: Any) -> None:
        done: list[tuple[str, Verdict]] = []
        with override(language):
            with OwnJob(settings.VAR_DIR) as own:
                for title, verdict in run_checks():
                    if verdict is not None:
                        done.append((title, verdict))
                        self._write_verdict(title, verdict)
                    if own.result:
                        save_progress(own.result, done, title)
                        own.report(len(done), 0)
                if own.result:
                    save_progress(own.result, done, "")
            red = [title for title, verdict in done if not verdict.is_sound]
            if red:
                raise CommandError(_("À mettre en ordre : %(what)s.") % {"what": ", ".join(red)})
            self.stdout.write(_("Tout est prêt."))

    def _write_verdict(self, title: str, verdict: Verdict) -> None:
        """Print the verdict of one check, and below it its details and the command to type, if there are any."""
        self.stdout.write(f"{GREEN if verdict.is_sound else RED} {title}: {verdict.words}")
        for more in filter(None, (verdict.details, verdict.command)):
            self.stdout.write(f"    {more}")
