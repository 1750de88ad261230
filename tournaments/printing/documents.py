"""The list of all documents and bundles, and which of them a tournament can print."""

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.printing.backup_pack import PACK_DOCUMENTS
from tournaments.printing.ink_charts import CHART_DOCUMENTS
from tournaments.printing.keepsakes import KEEPSAKE_DOCUMENTS
from tournaments.printing.money import MONEY_DOCUMENTS
from tournaments.printing.round_documents import ROUND_DOCUMENTS
from tournaments.printing.tournament_papers import TOURNAMENT_DOCUMENTS

from .bundles import Bundle
from .document import DRAFT, OPEN, Document
from .print_stage import SOMEBODY_FIRST, PrintStage

DOCUMENTS = (
    *(*TOURNAMENT_DOCUMENTS, *ROUND_DOCUMENTS, *MONEY_DOCUMENTS),
    *(*PACK_DOCUMENTS, *KEEPSAKE_DOCUMENTS, *CHART_DOCUMENTS),
)
DOCUMENTS_BY_NAME = {document.name: document for document in DOCUMENTS}
IN_THE_PACK = (
    *("paper-guide", "check-in", "running-totals", "seating-tables", "seating-names", "bracket", "ready-draws"),
    *("caves", "sheets", "spare-sheets"),
)
PACK = Bundle(
    "pack",
    _("Paquet de secours"),
    _("Tout ce qu’il faut pour finir la soirée sans ordinateur, en un seul PDF."),
    tuple(DOCUMENTS_BY_NAME[name] for name in IN_THE_PACK),
    SOMEBODY_FIRST,
    (DRAFT, OPEN),
)
PRINTABLES: tuple[Document | Bundle, ...] = (PACK, *DOCUMENTS)
PRINTABLES_BY_NAME = {each.name: each for each in PRINTABLES}


def find_document(names: str) -> Document | Bundle:
    """Return the document of this name; for several names with commas between, a bundle of them. Raises KeyError."""
    if "," not in names:
        return PRINTABLES_BY_NAME[names]
    parts = tuple(DOCUMENTS_BY_NAME[name] for name in dict.fromkeys(names.split(",")))
    return Bundle("bundle", _("Documents"), "", parts)


def list_printable(tournament: Tournament) -> list[Document | Bundle]:
    """Return the documents and bundles that can be printed for this tournament now, in the order in which the program
    lists them."""
    stage = PrintStage.of(tournament)
    return [document for document in PRINTABLES if document.is_printable(stage)]
