"""The register of what an event can print: each document's name, title, what it reads, its template.

`name` is what the address and the command call it; `read` gives the template's context from the event; `needs` is what
must be there before it can be printed, `best` when in an evening it is worth printing. Knows no page's layout.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.printed import note_printed
from tournaments.models import Event

from . import cave, diagrams, rulesheet, scoresheets, seating, standings, welcome
from .beside import write_beside
from .bundles import Bundle
from .digest import digest
from .joined import Progress, join
from .keepsake_register import KEPT
from .money_register import OF_MONEY
from .pack_register import OF_THE_PACK
from .papers import Asked, Paper
from .qr import hall_address
from .round_register import BY_ROUND, OF_ROUNDS
from .stage import Stage

WITH_ADDRESS = frozenset({"sheets", "sheets-filled", "welcome", "qr-cards"})  # whose QR a later address would make void
WHOLE = Asked()
DRAFT, OPEN, CLOSED = Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED


@dataclass(frozen=True)
class Document:
    """One document. `title` and `about` are what the catalogue and the paper call it; `lacking` says what is missing
    where `needs` is not met."""

    name: str
    title: Any
    about: Any
    template: str
    read: Callable[..., dict[str, Any]]
    needs: Callable[[Stage], bool]
    lacking: Any
    best: tuple[str, ...]

    @property
    def of_round(self) -> bool:
        """Can it be printed for one round alone?"""
        return self.name in BY_ROUND

    def paper(self, event: Event, asked: Asked = WHOLE) -> Paper:
        """What it says now, in the language that is active. Which address it carries is remembered."""
        if self.name in WITH_ADDRESS:
            note_printed(settings.VAR_DIR, event.code, hall_address())
        printed_at = timezone.now().astimezone(ZoneInfo(event.club.time_zone))
        read = self.read(event, asked.n) if asked.n and self.of_round else self.read(event)
        frame = {"document": self, "event": event, "printed_at": printed_at, "digest": digest(event)}
        return Paper(self.name, f"{self.title} · {event.name}", self.template, read | frame, asked.of(self.name))

    def html(self, event: Event, asked: Asked = WHOLE) -> str:
        """The document before it is set."""
        return self.paper(event, asked).html()

    def pdf(self, event: Event, asked: Asked = WHOLE) -> bytes:
        """The document whole, in one go."""
        return self.paper(event, asked).pdf()

    def at_once(self, event: Event, asked: Asked) -> bytes | None:
        """The same; None where it is too long to be made while somebody waits."""
        if asked.two(self.name):
            return None
        paper = self.paper(event, asked)
        return None if paper.long else paper.pdf()

    def write(self, event: Event, output: Path, asked: Asked, progress: Progress, stopped: Callable[[], bool]) -> None:
        """In one go where it is short, in pieces where it is long; twice where two languages are asked for. Raises
        joined.Stopped, joined.Broken, OSError."""
        if asked.two(self.name):
            write_beside(self, event, output, asked, progress, stopped)
        elif (paper := self.paper(event, asked)).long:
            join(paper.work(), output, progress=progress, stopped=stopped)
        else:
            output.write_bytes(paper.pdf())


def always(stage: Stage) -> bool:
    return True


def seated(stage: Stage) -> bool:
    return stage.seated


def begun(stage: Stage) -> bool:
    return stage.seated and stage.begun


def caves(stage: Stage) -> bool:
    return stage.seated and stage.in_fiches


def in_tricks(stage: Stage) -> bool:
    return stage.in_tricks


def in_season(stage: Stage) -> bool:
    return stage.in_season


DOCUMENTS = (
    Document(
        "sheets",
        _("Feuilles de marque vierges"),
        _("Une par table, avec son carré et son code : de quoi marquer à la main, ou reprendre quand le réseau tombe."),
        "prints/sheets.html",
        scoresheets.blank,
        seated,
        _("Placez d’abord des joueurs aux tables."),
        (DRAFT, OPEN),
    ),
    Document(
        "sheets-filled",
        _("Feuilles de marque remplies"),
        _("Les mêmes, avec tout ce qui est enregistré : à relire, à signer, à garder."),
        "prints/sheets.html",
        scoresheets.filled,
        begun,
        _("Aucun coup n’est encore enregistré."),
        (OPEN, CLOSED),
    ),
    Document(
        "standings",
        _("Classement"),
        _("Le gain de chacun, ses tables, ses coups, ses brusquembilles ; les ex æquo partagent le rang."),
        "prints/standings.html",
        standings.ranked,
        always,
        "",
        (OPEN, CLOSED),
    ),
    Document(
        "reasons",
        _("Pourquoi chaque rang"),
        _("Pour qui doute de son rang : ce qui le sépare du précédent et du suivant, ses chiffres, ses tables."),
        "prints/reasons.html",
        standings.reasons,
        begun,
        _("Aucun coup n’est encore enregistré."),
        (CLOSED,),
    ),
    Document(
        "season",
        _("Classement de la saison"),
        _("Où en est chacun, soirée par soirée ; entre parenthèses celles qui ne comptent pas."),
        "prints/season.html",
        standings.seasons,
        in_season,
        _("Aucune saison ne compte cette soirée."),
        (CLOSED,),
    ),
    Document(
        "seating",
        _("Placement"),
        _("Qui joue à quelle table : par table pour le mur, par nom pour l’entrée."),
        "prints/seating.html",
        seating.by_round,
        seated,
        _("Placez d’abord des joueurs aux tables."),
        (DRAFT, OPEN),
    ),
    Document(
        "caves",
        _("Bordereau des caves"),
        _("Combien de fiches et de jetons pour chacun, par table, et ce que la banque doit garder."),
        "prints/cave.html",
        cave.slip,
        caves,
        _("Il faut des joueurs placés, et un jeu en fiches."),
        (DRAFT,),
    ),
    Document(
        "diagrams",
        _("Diagrammes des coups"),
        _("Les coups écrits carte par carte, levée par levée : qui a joué quoi, qui a pris, les points."),
        "prints/diagrams.html",
        diagrams.of_event,
        in_tricks,
        _("Aucun coup n’est écrit carte par carte."),
        (CLOSED,),
    ),
    Document(
        "rules",
        _("Règles de la soirée"),
        _("Les options choisies et la règle entière, article par article, avec sa source."),
        "prints/rules.html",
        rulesheet.in_force,
        always,
        "",
        (DRAFT,),
    ),
    Document(
        "welcome",
        _("Affiche de la soirée"),
        _("À la porte de la salle : l’adresse de la soirée, son carré, et comment une table tient sa feuille."),
        "prints/welcome.html",
        welcome.door,
        always,
        "",
        (DRAFT, OPEN),
    ),
    *(Document(*line) for line in (*OF_ROUNDS, *OF_MONEY)),
    *(Document(*line) for line in (*OF_THE_PACK, *KEPT)),
)
ALONE = {document.name: document for document in DOCUMENTS}
IN_THE_PACK = (
    *("paper-guide", "check-in", "running-totals", "seating-tables", "seating-names", "ready-draws"),
    *("caves", "sheets", "spare-sheets"),
)
PACK = Bundle(
    "pack",
    _("Paquet de secours"),
    _("Tout ce qu’il faut pour finir la soirée sans ordinateur, en un seul PDF : à imprimer avant d’ouvrir la porte."),
    tuple(ALONE[name] for name in IN_THE_PACK),
    _("Inscrivez d’abord des joueurs."),
    (DRAFT, OPEN),
)
OFFERED: tuple[Document | Bundle, ...] = (PACK, *DOCUMENTS)
BY_NAME = {each.name: each for each in OFFERED}


def named(names: str) -> Document | Bundle:
    """The document of this name; or a bundle, of names with commas between. KeyError."""
    if "," not in names:
        return BY_NAME[names]
    parts = tuple(ALONE[name] for name in dict.fromkeys(names.split(",")))
    return Bundle("bundle", _("Documents"), "", parts)


def printable(event: Event) -> list[Document | Bundle]:
    """The documents that this event can print now, in the register's order."""
    stage = Stage.of(event)
    return [document for document in OFFERED if document.needs(stage)]


@dataclass(frozen=True)
class Offer:
    """A document as the catalogue shows it: can it be printed?"""

    document: Document | Bundle
    ready: bool


def catalogue(event: Event) -> list[tuple[Any, list[Offer]]]:
    """Every document on three shelves: whose moment it is, what can be printed too, what has still to wait."""
    stage = Stage.of(event)
    shelves: tuple[tuple[Any, list[Offer]], ...] = (
        (_("Maintenant"), []),
        (_("Aussi"), []),
        (_("Plus tard"), []),
    )
    for document in OFFERED:
        ready = document.needs(stage)
        shelf = (0 if stage.status in document.best else 1) if ready else 2
        shelves[shelf][1].append(Offer(document, ready))
    return [shelf for shelf in shelves if shelf[1]]
