"""`manage.py print EVENT [DOCUMENT -o FILE]`: a document on paper; without DOCUMENT, what the event can print."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from tournaments.models import Event
from tournaments.printing.documents import BY_NAME, Document, printable


class Command(BaseCommand):
    help = "Imprime un document d’une soirée en PDF ; sans DOCUMENT, dit lesquels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="le numéro ou le code de la soirée")
        parser.add_argument("document", metavar="DOCUMENT", nargs="?", help="le nom du document")
        parser.add_argument("-o", "--output", metavar="FILE.pdf", help="le fichier à écrire")
        languages = [code for code, _ in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, default="fr", help="la langue du document (fr)")

    def handle(self, *args: Any, **options: Any) -> None:
        event = self._event(options["event"])
        with override(options["language"]):
            if options["document"] is None:
                self._list(event)
            else:
                self._write(event, self._document(event, options["document"]), options["output"])

    def _event(self, named: str) -> Event:
        try:
            return Event.objects.named(named)
        except Event.DoesNotExist:
            raise CommandError(f"Aucune soirée ne porte le numéro ou le code {named}.") from None

    def _list(self, event: Event) -> None:
        for document in printable(event):
            self.stdout.write(f"{document.name}\t{document.title}")

    def _document(self, event: Event, name: str) -> Document:
        if name not in BY_NAME:
            raise CommandError(f"Aucun document ne s’appelle {name}. Il y a : {', '.join(BY_NAME)}.")
        document = BY_NAME[name]
        if document not in printable(event):
            raise CommandError(f"{document.title} : {document.lacking}")
        return document

    def _write(self, event: Event, document: Document, output: str | None) -> None:
        if not output:
            raise CommandError("Dites dans quel fichier l’écrire : -o FICHIER.pdf")
        try:
            Path(output).write_bytes(document.pdf(event))
        except OSError as error:
            raise CommandError(f"{output} : {error.strerror}") from None
