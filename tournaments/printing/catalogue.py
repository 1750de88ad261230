"""What a tournament can print, for its page: the three documents wanted at the moment, and all of them by category."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.rights import Right

from .bundles import Bundle
from .document import Document
from .documents import PACK
from .print_stage import PrintStage
from .register import CLOSED, DRAFT, OPEN
from .register.charts import CHART_DOCUMENTS
from .register.keepsakes import KEEPSAKE_DOCUMENTS
from .register.money import MONEY_DOCUMENTS
from .register.pack import PACK_DOCUMENTS
from .register.rounds import ROUND_DOCUMENTS
from .register.tournament import TOURNAMENT_DOCUMENTS
from .remainder import Remainder

MOST_WANTED = 3
"""How many documents stand first."""
WANTED_FIRST: Mapping[str, Sequence[str]] = {
    DRAFT: ("sheets", "seating-names", "pack", "check-in", "rules", "welcome"),
    OPEN: ("seating-tables", "sheets", "pack", "standings", "rules"),
    CLOSED: ("standings", "diplomas", "results", "records", "sheets-filled"),
}
"""At each moment of an evening, by the status it then has: the documents that are wanted, the most wanted first."""
CATEGORIES: tuple[tuple[str, Any, tuple[Document | Bundle, ...]], ...] = (
    ("evening", _("Feuilles et classement"), TOURNAMENT_DOCUMENTS),
    ("rounds", _("Rondes"), ROUND_DOCUMENTS),
    ("pack", _("Secours"), (PACK, *PACK_DOCUMENTS)),
    ("keepsakes", _("Journal et diplômes"), KEEPSAKE_DOCUMENTS),
    ("charts", _("Dessins"), CHART_DOCUMENTS),
    ("money", _("Argent"), MONEY_DOCUMENTS),
)
"""Every document under one heading, by the heading's key."""


@dataclass(frozen=True)
class CatalogueItem:
    """A document in the catalogue. `category`: the key of its heading; `ready`: it can be printed now; `is_usual`: it
    is worth printing now; `is_left`: it can be printed for what is left to play alone."""

    document: Document | Bundle
    category: str
    ready: bool
    is_usual: bool
    is_left: bool

    @property
    def title(self) -> Any:
        """The document's title, as it is printed now."""
        return (self.is_left and getattr(self.document, "left_title", "")) or self.document.title


def list_catalogue(tournament: Tournament, rights: Set[Right], left: Remainder | None = None) -> list[CatalogueItem]:
    """Return every document that these rights allow: those worth printing now, then those that can be printed, then the
    others. `left`: what is left to play; None where that makes no difference."""
    stage = PrintStage.of(tournament)
    found = [
        CatalogueItem(
            document,
            key,
            ready := document.is_printable(stage),
            ready and stage.status in document.best_statuses,
            ready and left is not None and document.can_print_left(left),
        )
        for key, _title, documents in CATEGORIES
        for document in documents
        if document.rights <= rights and (document.always_listed or document.is_printable(stage))
    ]
    return sorted(found, key=lambda item: (not item.is_usual, not item.ready))


def choose_wanted(items: Sequence[CatalogueItem], status: str) -> list[CatalogueItem]:
    """Return the documents wanted most in a tournament of this status that can be printed now."""
    ready = {item.document.name: item for item in items if item.ready}
    return [ready[name] for name in WANTED_FIRST[status] if name in ready][:MOST_WANTED]


def list_categories(items: Sequence[CatalogueItem]) -> list[tuple[str, Any, int]]:
    """Return (key, title, number of documents) of each category that has some."""
    counts = {key: sum(item.category == key for item in items) for key, _title, _documents in CATEGORIES}
    return [(key, title, counts[key]) for key, title, _documents in CATEGORIES if counts[key]]
