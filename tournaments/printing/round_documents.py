"""Register of the documents of rounds: lists, cards, results, meetings of two sides."""

from django.utils.translation import gettext_lazy as _

from tournaments.models.rights import Right
from tournaments.printing import cut_cards, readable_sheets, round_papers, seating
from tournaments.reading import call_list
from tournaments.scanning import can_read_photos

from .document import CLOSED, DRAFT, OPEN, Document
from .print_stage import AHEAD, ALWAYS, BRACKET, DUELS, ENTRIES, GRID, RECORDS, SEATED
from .remainder import has_rounds_to_draw, has_tables_left

READABLE_SHEETS = Document(
    "readable-sheets",
    _("Feuilles à photographier"),
    _("Une par table, à cocher : la photo de la feuille remplie se lit, et vous n’avez plus qu’à vérifier."),
    readable_sheets.build_readable_sheets,
    GRID,
    (DRAFT, OPEN),
    has_rounds=True,
    is_left=has_tables_left,
)
"""The score sheets to be photographed; only offered where the program can read photographs."""

ROUND_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "check-in",
        _("Liste de pointage"),
        _("Tout le monde par nom, à cocher à l’entrée : là, a payé ; qui arrive tard, qui garde sa table."),
        round_papers.build_check_in,
        ALWAYS,
        (DRAFT, OPEN),
        is_left=has_rounds_to_draw,
    ),
    Document(
        "seating-tables",
        _("Placement par table"),
        _("Pour le mur : chaque table, ses joueurs dans l’ordre des places, qui se repose."),
        seating.build_seating,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
        build_left=seating.build_left_seating,
        is_left=has_tables_left,
    ),
    Document(
        "seating-names",
        _("Placement par nom"),
        _("Pour l’entrée : chacun trouve son nom, sa table et sa place."),
        seating.build_seating,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
        build_left=seating.build_left_seating,
        is_left=has_tables_left,
    ),
    Document(
        "calls",
        _("Liste d’appel"),
        _("À lire à voix haute, table par table, en gros caractères."),
        call_list.build_call_list,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
    ),
    Document(
        "program",
        _("Programme des rondes"),
        _("Une ligne par joueur, une colonne par ronde : sa table et sa place."),
        round_papers.build_program,
        SEATED,
        (DRAFT, OPEN),
    ),
    Document(
        "table-numbers",
        _("Numéros de table"),
        _("Un grand chiffre par table, deux par feuille."),
        cut_cards.build_table_numbers,
        SEATED,
        (DRAFT,),
    ),
    Document(
        "place-cards",
        _("Cartons de place"),
        _("Un carton par chaise, à découper aux repères : le nom, la table, la place."),
        cut_cards.build_place_cards,
        SEATED,
        (DRAFT,),
        has_rounds=True,
    ),
    Document(
        "guide-cards",
        _("Cartons de guide"),
        _("Un par table : où va chacun après chaque ronde, quand elles sont tirées d’avance."),
        seating.build_guide_cards,
        AHEAD,
        (DRAFT, OPEN),
    ),
    Document(
        "badges",
        _("Badges"),
        _("Un nom par carton, à découper aux repères."),
        cut_cards.build_badges,
        ENTRIES,
        (DRAFT,),
    ),
    Document(
        "tickets",
        _("Billets des joueurs"),
        _("Un billet chacun : sa table et sa place à chaque ronde."),
        cut_cards.build_tickets,
        SEATED,
        (DRAFT, OPEN),
    ),
    Document(
        "qr-cards",
        _("Cartes des tables"),
        _("Le carré et le code de chaque table, à découper aux repères."),
        cut_cards.build_qr_cards,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
        has_address=True,
        right=Right.ARBITRATE,
    ),
    Document(
        "result-slips",
        _("Bulletins de résultat"),
        _("Un par table : chacun y écrit son gain et signe ; on le porte au bureau."),
        cut_cards.build_result_slips,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
    ),
    *((READABLE_SHEETS,) if can_read_photos() else ()),
    Document(
        "results",
        _("Résultats des rondes"),
        _("Ronde par ronde, table par table : le gain et le rang de chacun."),
        round_papers.build_results,
        RECORDS,
        (OPEN, CLOSED),
        has_rounds=True,
    ),
    Document(
        "bracket",
        _("Tableau et poules"),
        _("Le tableau dessiné, les poules avec leurs points, chaque rencontre et son vainqueur."),
        round_papers.build_bracket,
        BRACKET,
        (OPEN, CLOSED),
    ),
    Document(
        "calendar",
        _("Calendrier des rencontres"),
        _("Ronde par ronde, qui rencontre qui et à quelle table, publié ou déjà tiré, avec la place d’un résultat."),
        round_papers.build_calendar,
        DUELS,
        (DRAFT, OPEN),
    ),
    Document(
        "cross-table",
        _("Tableau croisé"),
        _("Dans l’ordre du classement : à chaque ronde, avec qui chacun a joué et ce qu’il a gagné."),
        round_papers.build_cross_table_sheet,
        RECORDS,
        (CLOSED,),
    ),
    Document(
        "records",
        _("Parcours de chacun"),
        _("Un tableau par joueur : ses tables, avec qui il y joue, ses résultats, son rang."),
        round_papers.build_records,
        RECORDS,
        (CLOSED,),
    ),
)
