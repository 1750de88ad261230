"""Register of the documents that are kept when the tournament is over."""

from django.utils.translation import gettext_lazy as _

from tournaments.printing import keepsakes
from tournaments.printing.document import Document
from tournaments.printing.print_stage import has_entries, has_recorded_tables, is_always_printable

from . import CLOSED, DRAFT

KEEPSAKE_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "log",
        _("Journal des corrections"),
        _("Ce qui a été fait à la soirée et chaque ligne corrigée ou annulée : quand, par qui, pourquoi."),
        "prints/log.html",
        keepsakes.build_log,
        is_always_printable,
        "",
        (CLOSED,),
    ),
    Document(
        "labels",
        _("Étiquettes"),
        _("Une par joueur et une par table, à découper aux repères : enveloppes, dossiers, bourses de fiches."),
        "prints/labels.html",
        keepsakes.build_labels,
        has_entries,
        _("Inscrivez d’abord des joueurs."),
        (DRAFT,),
    ),
    Document(
        "diplomas",
        _("Diplômes"),
        _("Une page par joueur : son nom, la soirée, une ligne pour signer ; aux trois premiers, leur rang."),
        "prints/diplomas.html",
        keepsakes.build_diplomas,
        has_recorded_tables,
        _("Aucun coup n’est encore marqué."),
        (CLOSED,),
    ),
)
