"""`manage.py score FILE`: score a partie, or a file with one partie per line. Needs no database."""

import gc
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

import scoring
from tournaments.management.output import build_utf8_writer, leave_unread


class Command(BaseCommand):
    help = "Compte une partie (corbillon.partie/1) ; « - » la lit sur l’entrée standard."
    requires_system_checks: list[str] = []  # no system checks, so that it starts fast

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="un .json, un .jsonl (une partie par ligne), ou -")
        parser.add_argument("--format", choices=("json", "text"), default="json", help="json (défaut) ou text")
        parser.add_argument("--language", choices=scoring.LANGUAGES, default="fr", help="fr (défaut), en ou it")

    def handle(self, *args: Any, **options: Any) -> None:
        name, language, as_text = options["file"], options["language"], options["format"] == "text"
        try:
            if name.endswith(".jsonl"):
                right = self._score_lines(name, language, _format_text_of_several if as_text else scoring.write_answer)
            else:
                right = self._score_one(name, language, _format_text if as_text else _format_json)
        except BrokenPipeError:
            leave_unread()
        except OSError as error:
            raise CommandError(f"« {name} » ne se lit pas : {error.strerror}.") from None
        if not right:
            raise SystemExit(1)

    def _score_one(self, name: str, language: str, format_answer: "AnswerFormatter") -> bool:
        """Score one partie document and print the answer; return True if it has no error. `name`: the file's path, or
        "-"."""
        document = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text, right = format_answer(document, language)
        build_utf8_writer(self.stdout)(text)
        return right

    def _score_lines(self, name: str, language: str, format_answer: "AnswerFormatter") -> bool:
        """Score each line of a file as a partie document and print the answers; return True if none has an error."""
        write = build_utf8_writer(self.stdout)
        all_right = True
        gc.freeze()  # the modules loaded stay to the end: the collector need not scan them
        with Path(name).open("rb") as file:
            for line in _read_lines(file):
                text, right = format_answer(line, language)
                write(text)
                all_right = all_right and right
        return all_right


AnswerFormatter = Callable[[bytes, str], tuple[str, bool]]
"""A function of a document and a language that gives (the text to print, whether the document has no error)."""


def _read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not blank, without their line ends."""
    return (line.rstrip(b"\r\n") for line in file if not line.isspace())


def _format_json(document: bytes, language: str) -> tuple[str, bool]:
    """Return the scored partie document as indented JSON, and whether it has no error."""
    answer = scoring.score_partie(document, language)
    return _INDENTED.encode(answer), "errors" not in answer


def _format_text(document: bytes, language: str) -> tuple[str, bool]:
    """Return the scored partie document narrated in sentences, and whether it has no error."""
    partie = scoring.read_partie(document)
    return scoring.narrate_partie(partie, language), isinstance(partie, scoring.Partie)


def _format_text_of_several(document: bytes, language: str) -> tuple[str, bool]:
    """Return the scored partie document narrated in sentences, then an empty line, and whether it has no error."""
    text, right = _format_text(document, language)
    return f"{text}\n", right


_INDENTED = json.JSONEncoder(ensure_ascii=False, indent=2)
