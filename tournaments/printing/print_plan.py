"""What printing takes, told before it begins: how many tables are left, and how many sheets of paper a document
needs."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament

from .bundles import Bundle
from .document import Document
from .papers import A4_ONLY, TWO_LANGUAGES, PrintOptions
from .pieces import CUT_RULES, HANDED_OUT, count_leaf_pages, count_pages
from .scoresheets import Leaf

HALF_PAGES = 1.7  # pages of A5 that the texts of an A4 take, roughly
LARGE_PAGES = 1.5  # pages that they take in large print, roughly
PAGES_A_BOOKLET_SHEET = 4


@dataclass(frozen=True)
class PrintPlan:
    """What a document takes. `papers`: how many sheets of paper; `tables`: how many tables have a score sheet in it;
    `is_exact`: false where its texts are only estimated; `on_a5`: these are sheets of A5."""

    papers: int
    tables: int = 0
    is_exact: bool = True
    on_a5: bool = False


def plan_document(tournament: Tournament, document: Document | Bundle, options: PrintOptions) -> PrintPlan:
    """Count the sheets of paper that a document takes, printed as these options say."""
    if isinstance(document, Bundle):
        parts = [plan_document(tournament, part, options) for part in document.list_wanted(tournament, options)]
        return PrintPlan(sum(part.papers for part in parts) + (len(parts) > 1), is_exact=False)
    halved = {"a5", TWO_LANGUAGES} & set(options.look) and document.name not in A4_ONLY
    on_a5 = bool(halved) and not options.is_two_languages(document.name)
    context = document.read_context(tournament, options)
    if "leaves" in context:
        pages = [count_pages_on(leaf, options) for leaf in context["leaves"]]
        return PrintPlan(_count_papers(pages, options), count_tables(context["leaves"]), on_a5=on_a5)
    estimated = count_pages(CUT_RULES.get(document.name), context)
    if document.name not in HANDED_OUT:
        estimated *= HALF_PAGES if halved or options.is_booklet(document.name) else 1
        estimated *= LARGE_PAGES if "large" in options.look else 1
    whole = math.ceil(estimated)
    if options.is_booklet(document.name):
        return PrintPlan(math.ceil(whole / PAGES_A_BOOKLET_SHEET), is_exact=False)
    return PrintPlan(_count_papers([whole], options), is_exact=False, on_a5=on_a5)


def count_pages_on(leaf: Leaf, options: PrintOptions) -> int:
    """Count the pages of a leaf. In large print each of its sheets takes one; on A5 the halves and thirds of an A4 do,
    and its quarters lie two by two."""
    if leaf.is_shared and "large" in options.look:
        return len(leaf.sheets)
    if leaf.is_shared and {"a5", TWO_LANGUAGES} & set(options.look):
        return math.ceil(len(leaf.sheets) / (2 if leaf.sheets_a_page == 4 else 1))
    return math.ceil(count_leaf_pages(leaf))


def count_tables(leaves: Iterable[Leaf]) -> int:
    """Count the tables whose sheets are on these leaves."""
    return sum(len(leaf.sheets) for leaf in leaves)


def _count_papers(pages: Iterable[int], options: PrintOptions) -> int:
    """Return how many sheets of paper these take, each beginning on a sheet of its own where both sides are printed."""
    both_sides = "duplex" in options.look and TWO_LANGUAGES not in options.look
    return sum(-(-each // 2) if both_sides else each for each in pages)
