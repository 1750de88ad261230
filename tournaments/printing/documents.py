"""The list of all documents and bundles, and which of them a tournament can print."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.printing.register.keepsakes import KEPT
from tournaments.printing.register.money import OF_MONEY
from tournaments.printing.register.pack import OF_THE_PACK
from tournaments.printing.register.rounds import OF_ROUNDS
from tournaments.printing.register.tournament import OF_THE_EVENING

from .bundles import Bundle
from .document import Document
from .print_stage import Stage
from .register import DRAFT, OPEN

DOCUMENTS = (*OF_THE_EVENING, *OF_ROUNDS, *OF_MONEY, *OF_THE_PACK, *KEPT)
ALONE = {document.name: document for document in DOCUMENTS}
IN_THE_PACK = (
    *("paper-guide", "check-in", "running-totals", "seating-tables", "seating-names", "ready-draws"),
    *("caves", "sheets", "spare-sheets"),
)
PACK = Bundle(
    "pack",
    _("Paquet de secours"),
    _("Tout ce qu’il faut pour finir la soirée sans ordinateur, en un seul PDF : à imprimer avant d’ouvrir la porte."),
    tuple(ALONE[name] for name in IN_THE_PACK),
    _("Inscrivez d’abord des joueurs."),
    (DRAFT, OPEN),
)
OFFERED: tuple[Document | Bundle, ...] = (PACK, *DOCUMENTS)
BY_NAME = {each.name: each for each in OFFERED}


def named(names: str) -> Document | Bundle:
    """Return the document of this name, or a bundle for several names with commas between. Raises KeyError."""
    if "," not in names:
        return BY_NAME[names]
    parts = tuple(ALONE[name] for name in dict.fromkeys(names.split(",")))
    return Bundle("bundle", _("Documents"), "", parts)


def printable(event: Event) -> list[Document | Bundle]:
    """List what this tournament can print now, in the register's order."""
    stage = Stage.of(event)
    return [document for document in OFFERED if document.needs(stage)]


@dataclass(frozen=True)
class Offer:
    """A document in the catalogue; `ready`: it can be printed now."""

    document: Document | Bundle
    ready: bool


def catalogue(event: Event) -> list[tuple[Any, list[Offer]]]:
    """Return every document under three headings: worth printing now, possible now, not possible yet. Empty ones are
    left out."""
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
