"""`manage.py print EVENT [DOCUMENT -o FILE]`: print a document as PDF; without DOCUMENT, list what the tournament can
print."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from config.background.jobs import OwnJob
from config.printers import PrinterTrouble, send_to_printer
from tournaments.management.arguments import add_language, build_file_error, find_tournament
from tournaments.management.data_command import DataCommand
from tournaments.models import Tournament
from tournaments.printing.bundles import Bundle
from tournaments.printing.document import Document
from tournaments.printing.documents import PRINTABLES_BY_NAME, find_document, list_printable
from tournaments.printing.joining import PieceFailed, PrintingStopped
from tournaments.printing.page_words import NotPrinted
from tournaments.printing.papers import ALL_LOOKS, PrintOptions, PrintOrder
from tournaments.printing.print_stage import PrintStage


class Command(DataCommand):
    help = "Imprime un document d’une soirée en PDF ; sans DOCUMENT, dit lesquels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="le numéro ou le code de la soirée")
        parser.add_argument(
            "document",
            metavar="DOCUMENT",
            nargs="?",
            help="le nom du document ; plusieurs, avec des virgules, font un seul PDF",
        )
        parser.add_argument("-o", "--output", metavar="FILE.pdf", help="le fichier à écrire")
        add_language(parser, help="la langue du document (fr)")
        parser.add_argument("--round", type=int, metavar="N", help="cette ronde seule")
        parser.add_argument(
            "--look",
            action="append",
            choices=ALL_LOOKS,
            default=[],
            help="a5 ; large : gros caractères ; contrast : sans gris ; two : deux langues côte à côte ; "
            "duplex : recto verso ; booklet : livret ; inset : loin des bords",
        )
        parser.add_argument("--left", action="store_true", help="seulement ce qui reste à jouer")
        parser.add_argument("--printer", metavar="NAME", help="l’imprimante de cet ordinateur (CUPS) qui l’imprime")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_tournament(options["event"])
        with override(options["language"]):
            if options["document"] is None:
                self._list_documents(tournament)
            else:
                document = self._find_document(tournament, options["document"])
                print_options = PrintOptions(options["round"], tuple(options["look"]), options["left"])
                self._write(document, tournament, options["output"], print_options, options["printer"])

    def _list_documents(self, tournament: Tournament) -> None:
        for document in list_printable(tournament):
            self.stdout.write(f"{document.name}\t{document.title}")

    def _find_document(self, tournament: Tournament, name: str) -> Document | Bundle:
        try:
            document = find_document(name)
        except KeyError as unknown:
            known = ", ".join(PRINTABLES_BY_NAME)
            raise CommandError(f"Aucun document ne s’appelle {unknown.args[0]}. Il y a : {known}.") from None
        if not document.is_printable(PrintStage.of(tournament)):
            raise CommandError(f"{document.title} : {document.missing_hint}")
        return document

    def _write(
        self,
        document: Document | Bundle,
        tournament: Tournament,
        output: str | None,
        options: PrintOptions,
        printer: str | None,
    ) -> None:
        own = OwnJob(settings.VAR_DIR)
        file = Path(output) if output else own.result
        if file is None:
            raise CommandError("Dites dans quel fichier l’écrire : -o FICHIER.pdf")
        try:
            with own:
                PrintOrder(document, tournament, file, options, own.report, own.is_stopped).write()
                if printer and not own.is_stopped():
                    send_to_printer(file, printer, f"{tournament.code} {document.title}")
        except OSError as error:
            raise build_file_error(file, error) from None
        except PrinterTrouble as why:
            sentence = _("L’imprimante %(printer)s n’a pas pris le document : %(why)s") % {
                "printer": printer,
                "why": why,
            }
            own.fail(sentence)
            raise CommandError(sentence) from None
        except NotPrinted as why:
            own.fail(f"{document.title} : {why}")
            raise CommandError(f"{document.title} : {why}") from None
        except PieceFailed:
            raise CommandError(f"{document.title} : une page demande trop de temps ou de mémoire.") from None
        except PrintingStopped:
            raise CommandError(f"{document.title} : arrêté.") from None
