"""`manage.py publish`: make the clubs' sites and send them where each club wants its own. With a folder: make the site
of one club there, once."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from config.background.jobs import OwnJob, request_job
from config.background.kinds import SITES
from config.system_calls import lower_priority
from tournaments.management.arguments import add_language, build_file_error
from tournaments.management.data_command import DataCommand
from tournaments.models import Club
from tournaments.upkeep.publishing.publishing import SendingResult, publish_sites, say_nothing, write_once
from tournaments.upkeep.publishing.sending.store import CannotPublish
from tournaments.upkeep.publishing.wording import SENDING_TROUBLES

REPORTED_EVERY = 10  # evenings


class Command(DataCommand):
    help = "Écrit le site de fichiers de chaque club et l’envoie où il le veut ; avec un dossier, l’y écrit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="un dossier qui existe")
        parser.add_argument("--club", help="son nom, s’il y en a plusieurs ; avec FOLDER seulement")
        parser.add_argument("--asked", action="store_true", help="comme le serveur : sans presser")
        add_language(parser, settings.LANGUAGE_CODE)

    def handle(
        self, *args: Any, folder: Path | None, club: str | None, asked: bool, language: str, **options: Any
    ) -> None:
        if asked:
            lower_priority()
        if folder is not None:
            self._write_once(folder, club, language)
            return
        own = OwnJob(settings.VAR_DIR).job
        report = say_nothing if asked else self._report
        results = publish_sites(timezone.now(), is_wanted=not (own.is_calm if own else asked), report=report)
        if results is None:
            if own:
                request_job(settings.VAR_DIR, SITES, is_calm=own.is_calm)
            self.stdout.write("Une publication est déjà en cours.")
            return
        for each in results:
            self.stdout.write(f"{each.target.place} : {self._describe(each)}")
        if any(each.is_waiting for each in results):
            if own:
                raise CommandError("Tout n’est pas encore envoyé.")  # the server tries again
            request_job(settings.VAR_DIR, SITES, is_calm=True)
        if not asked and any(each.state.trouble for each in results):
            raise CommandError("Tout n’a pas été envoyé.")

    def _write_once(self, folder: Path, name: str | None, language: str) -> None:
        """Write the site of one club, by its name, to a folder; without a name, of the only club that is no
        demonstration."""
        clubs = list(Club.objects.filter(**({"name": name} if name else {"demonstration": False})))
        if len(clubs) != 1:
            raise CommandError(f"Dites quel club, par --club : {', '.join(map(str, Club.objects.all()))}.")
        try:
            count = write_once(clubs[0], language, folder, timezone.now(), self._report)
        except OSError as error:
            raise build_file_error(folder, error) from None
        except CannotPublish as error:
            raise CommandError(f"{SENDING_TROUBLES[error.trouble]} ({error.detail})") from None
        self.stdout.write(f"{folder} : {count} fichiers changés.")

    def _report(self, made: int, count: int) -> None:
        """Print how many of the site's evenings are made, now and then."""
        if made % REPORTED_EVERY == 0 or made == count:
            self.stderr.write(f"{made} / {count} soirées")

    def _describe(self, result: SendingResult) -> str:
        """Return in words what came of sending the site to one place: the trouble, or how many files changed."""
        if result.state.trouble:
            return f"{SENDING_TROUBLES[result.state.trouble]} ({result.state.detail})"
        return f"{result.count} fichiers changés."
