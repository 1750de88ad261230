"""A document that a tournament can print: its entry in the register, and how it is set as a PDF.

Knows no document in particular.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from config.printed_addresses import save_printed_address
from tournaments.models import Tournament

from .digest import compute_digest
from .joining import Progress, join_pieces
from .papers import Paper, PrintOptions
from .print_stage import PrintStage
from .qr import get_hall_address
from .two_languages import write_side_by_side

DEFAULT_OPTIONS = PrintOptions()


@dataclass(frozen=True)
class Document:
    """One document. `name`: in the address and on the command line; `title` and `about`: in the catalogue; `read`:
    returns the template's context for a tournament; `needs`: true where the document can be printed, `lacking`: what to
    do first where it cannot; `best`: the statuses of a tournament in which it is worth printing; `of_round`: it can be
    printed for one round alone; `with_address`: it has a QR that a later change of the hall's address would make
    void."""

    name: str
    title: Any
    about: Any
    template: str
    read: Callable[..., dict[str, Any]]
    needs: Callable[[PrintStage], bool]
    lacking: Any
    best: tuple[str, ...]
    of_round: bool = False
    with_address: bool = False

    def paper(self, event: Tournament, asked: PrintOptions = DEFAULT_OPTIONS) -> Paper:
        """Read the document for a tournament, in the active language. Notes which address is printed on it, if any."""
        if self.with_address:
            save_printed_address(settings.VAR_DIR, event.code, get_hall_address())
        printed_at = timezone.now().astimezone(ZoneInfo(event.club.time_zone))
        read = self.read(event, asked.n) if asked.n and self.of_round else self.read(event)
        frame = {"document": self, "event": event, "printed_at": printed_at, "digest": compute_digest(event)}
        return Paper(self.name, f"{self.title} · {event.name}", self.template, read | frame, asked.of(self.name))

    def html(self, event: Tournament, asked: PrintOptions = DEFAULT_OPTIONS) -> str:
        """Return the document as HTML, before it is set."""
        return self.paper(event, asked).html()

    def pdf(self, event: Tournament, asked: PrintOptions = DEFAULT_OPTIONS) -> bytes:
        """Return the whole document as a PDF, in one go."""
        return self.paper(event, asked).pdf()

    def at_once(self, event: Tournament, asked: PrintOptions) -> bytes | None:
        """Return the document as a PDF; None where it is too long to be made while somebody waits."""
        if asked.two(self.name):
            return None
        paper = self.paper(event, asked)
        return None if paper.long else paper.pdf()

    def write(
        self, event: Tournament, output: Path, asked: PrintOptions, progress: Progress, stopped: Callable[[], bool]
    ) -> None:
        """Write the document to `output`: in one go where it is short, in pieces where it is long, twice where two
        languages are asked for. Raises joined.Stopped, joined.Broken, OSError."""
        if asked.two(self.name):
            write_side_by_side(self, event, output, asked, progress, stopped)
        elif (paper := self.paper(event, asked)).long:
            join_pieces(paper.work(), output, progress=progress, stopped=stopped)
        else:
            output.write_bytes(paper.pdf())
