"""What a tournament can print, for its page: the three documents wanted at the moment, all of them by category, and
what each takes: how many tables are left, how many sheets of paper."""

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.rights import Right

from .backup_pack import PACK_DOCUMENTS
from .bundles import MOST_WITHOUT_CONTENTS, Bundle
from .document import CLOSED, DRAFT, OPEN, Document
from .documents import PACK
from .ink_charts import CHART_DOCUMENTS
from .keepsakes import KEEPSAKE_DOCUMENTS
from .money import MONEY_DOCUMENTS
from .papers import A4_ONLY, TWO_LANGUAGES, PrintOptions
from .pieces import CUT_RULES, HANDED_OUT, count_leaf_pages, count_pages
from .print_stage import PrintStage
from .remainder import Remainder
from .round_documents import ROUND_DOCUMENTS
from .scoresheets import Leaf
from .tournament_papers import TOURNAMENT_DOCUMENTS

MOST_WANTED = 3
"""How many documents the page shows first, as wanted most."""
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
    """A document in the catalogue of what can be printed. `category`: the key of its heading; `ready`: it can be
    printed now; `is_usual`: it is worth printing now; `is_left`: it can be printed for only what is left to play."""

    document: Document | Bundle
    category: str
    ready: bool
    is_usual: bool
    is_left: bool

    @property
    def title(self) -> Any:
        """The document's title; where only what is left to play would be printed, the title for that."""
        return (self.is_left and getattr(self.document, "left_title", "")) or self.document.title


def list_catalogue(tournament: Tournament, rights: Set[Right], left: Remainder | None = None) -> list[CatalogueItem]:
    """Return every document that these rights allow: first those worth printing now, then others that can be printed,
    then the rest. `left`: what is left to play; None if documents are printed whole."""
    stage = PrintStage.of(tournament)
    items = [
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
    return sorted(items, key=lambda item: (not item.is_usual, not item.ready))


def choose_wanted(items: Sequence[CatalogueItem], status: str) -> list[CatalogueItem]:
    """Return the first few documents wanted most in a tournament of this status, only those that can be printed now."""
    ready = {item.document.name: item for item in items if item.ready}
    return [ready[name] for name in WANTED_FIRST[status] if name in ready][:MOST_WANTED]


def list_categories(items: Sequence[CatalogueItem]) -> list[tuple[str, Any, int]]:
    """Return (key, title, number of documents) of each heading of the catalogue that has documents among `items`."""
    counts = {key: sum(item.category == key for item in items) for key, _title, _documents in CATEGORIES}
    return [(key, title, counts[key]) for key, title, _documents in CATEGORIES if counts[key]]


HALF_PAGES = 1.7  # pages of A5 that the texts of an A4 take, roughly
LARGE_PAGES = 1.5  # pages that they take in large print, roughly
PAGES_A_BOOKLET_SHEET = 4


@dataclass(frozen=True)
class PrintPlan:
    """How much paper a document takes. `papers`: how many sheets of paper; `tables`: how many tables have a score sheet
    in it; `is_exact`: False if the length of its texts is only estimated; `on_a5`: the sheets are A5."""

    papers: int
    tables: int = 0
    is_exact: bool = True
    on_a5: bool = False


def plan_document(tournament: Tournament, document: Document | Bundle, options: PrintOptions) -> PrintPlan:
    """Return how many sheets of paper a document takes when printed with these options."""
    if isinstance(document, Bundle):
        parts = [plan_document(tournament, part, options) for part in document.list_wanted(tournament, options)]
        contents = len(parts) > MOST_WITHOUT_CONTENTS and not options.is_two_languages(document.name)
        return PrintPlan(sum(part.papers for part in parts) + contents, is_exact=False)
    halved = {"a5", TWO_LANGUAGES} & set(options.look) and document.name not in A4_ONLY
    on_a5 = bool(halved) and not options.is_two_languages(document.name)
    context = document.read_context(tournament, options)
    if "leaves" in context:
        pages = [count_pages_on(leaf, options) for leaf in context["leaves"]]
        tables = sum(len(leaf.sheets) for leaf in context["leaves"])
        return PrintPlan(_count_papers(pages, options), tables, on_a5=on_a5)
    estimated = count_pages(CUT_RULES.get(document.name), context)
    if document.name not in HANDED_OUT:
        estimated *= HALF_PAGES if halved or options.is_booklet(document.name) else 1
        estimated *= LARGE_PAGES if "large" in options.look else 1
    whole = math.ceil(estimated)
    if options.is_booklet(document.name):
        return PrintPlan(math.ceil(whole / PAGES_A_BOOKLET_SHEET), is_exact=False)
    return PrintPlan(_count_papers([whole], options), is_exact=False, on_a5=on_a5)


def count_pages_on(leaf: Leaf, options: PrintOptions) -> int:
    """Return how many pages a leaf of score sheets takes with these options: in large print each sheet takes a page; on
    A5 so does each half or third of an A4, and quarters lie two to a page."""
    if leaf.is_shared and "large" in options.look:
        return len(leaf.sheets)
    if leaf.is_shared and {"a5", TWO_LANGUAGES} & set(options.look):
        return math.ceil(len(leaf.sheets) / (2 if leaf.sheets_a_page == 4 else 1))
    return math.ceil(count_leaf_pages(leaf))


def _count_papers(pages: Iterable[int], options: PrintOptions) -> int:
    """Return how many sheets of paper parts of so many pages take; printed on both sides, each part begins on a new
    sheet."""
    both_sides = "duplex" in options.look and TWO_LANGUAGES not in options.look
    return sum(-(-each // 2) if both_sides else each for each in pages)
