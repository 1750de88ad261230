"""The register of what an event can print: each document's name, title, what it reads, its template.

`name` is what the address and the command call it; `read` gives the template's context from the event; `needs` is what
must be there before it can be printed, `best` when in an evening it is worth printing. Knows no page's layout.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.printed import note_printed
from tournaments.models import Event

from . import cave, diagrams, rulesheet, scoresheets, seating, standings, welcome
from .papers import Paper
from .qr import hall_address
from .round_register import BY_ROUND, OF_ROUNDS
from .stage import Stage

WITH_ADDRESS = frozenset({"sheets", "sheets-filled", "welcome", "qr-cards"})  # whose QR a later address would make void
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

    def paper(self, event: Event, n: int | None = None) -> Paper:
        """What it says now, for round `n` alone if it is said; in the language that is active. Which address it carries
        is remembered."""
        if self.name in WITH_ADDRESS:
            note_printed(settings.VAR_DIR, event.code, hall_address())
        printed_at = timezone.now().astimezone(ZoneInfo(event.club.time_zone))
        read = self.read(event, n) if n and self.of_round else self.read(event)
        frame = {"document": self, "event": event, "printed_at": printed_at}
        return Paper(self.name, f"{self.title} · {event.name}", self.template, read | frame)

    def pdf(self, event: Event, n: int | None = None) -> bytes:
        """The document whole, in one go: all rounds, all tables; or one round of it."""
        return self.paper(event, n).pdf()


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


DOCUMENTS = (
    Document(
        "sheets",
        _("Feuilles de marque vierges"),
        _("Une par table, avec son QR et son code : de quoi marquer à la main, ou reprendre quand le réseau tombe."),
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
        _("À la porte de la salle : l’adresse de la soirée, son QR, et comment une table tient sa marque."),
        "prints/welcome.html",
        welcome.door,
        always,
        "",
        (DRAFT, OPEN),
    ),
    *(Document(*line) for line in OF_ROUNDS),
)
BY_NAME = {document.name: document for document in DOCUMENTS}


def printable(event: Event) -> list[Document]:
    """The documents that this event can print now, in the register's order."""
    stage = Stage.of(event)
    return [document for document in DOCUMENTS if document.needs(stage)]


@dataclass(frozen=True)
class Offer:
    """A document as the catalogue shows it: can it be printed?"""

    document: Document
    ready: bool


def catalogue(event: Event) -> list[tuple[Any, list[Offer]]]:
    """Every document on three shelves: whose moment it is, what can be printed too, what has still to wait."""
    stage = Stage.of(event)
    shelves: tuple[tuple[Any, list[Offer]], ...] = (
        (_("Maintenant"), []),
        (_("Aussi"), []),
        (_("Plus tard"), []),
    )
    for document in DOCUMENTS:
        ready = document.needs(stage)
        shelf = (0 if stage.status in document.best else 1) if ready else 2
        shelves[shelf][1].append(Offer(document, ready))
    return [shelf for shelf in shelves if shelf[1]]
