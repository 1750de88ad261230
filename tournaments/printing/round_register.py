"""The part of the register that belongs to rounds: each line is what a Document is made of, in its order.

Knows no page's layout.
"""

from operator import attrgetter
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

from . import cut_cards, phases, round_papers, seating
from .stage import Stage

DRAFT, OPEN, CLOSED = Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED
SEAT_FIRST = _("Placez d’abord des joueurs aux tables.")
NOTHING_YET = _("Aucun coup n’est encore enregistré.")
seated, begun = attrgetter("seated"), attrgetter("begun")


TWO_FIRST = _("Pour les soirées où l’on se rencontre à deux, une fois les rencontres tirées.")


def in_duels(stage: Stage) -> bool:
    """Has a bracket, or a table of groups, begun?"""
    return stage.bracket and stage.seated


def duels_seated(stage: Stage) -> bool:
    return stage.duels and (stage.seated or stage.drawn)


def always(stage: Stage) -> bool:
    return True


OF_ROUNDS: tuple[tuple[Any, ...], ...] = (
    (
        "check-in",
        _("Liste de pointage"),
        _("Tout le monde par nom, à cocher à l’entrée : là, a payé ; qui arrive tard, qui garde sa table."),
        "prints/check_in.html",
        round_papers.check_in,
        always,
        "",
        (DRAFT, OPEN),
    ),
    (
        "seating-tables",
        _("Placement par table"),
        _("Pour le mur : chaque table, ses joueurs dans l’ordre des places, qui se repose."),
        "prints/seating_tables.html",
        seating.by_round,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "seating-names",
        _("Placement par nom"),
        _("Pour l’entrée : chacun trouve son nom, sa table et sa place."),
        "prints/seating_names.html",
        seating.by_round,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "calls",
        _("Liste d’appel"),
        _("À lire à voix haute, table par table, en gros caractères."),
        "prints/calls.html",
        round_papers.calls,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "program",
        _("Programme des rondes"),
        _("Une ligne par joueur, une colonne par ronde : sa table et sa place."),
        "prints/program.html",
        round_papers.program,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "table-numbers",
        _("Numéros de table"),
        _("Un grand chiffre par table, deux par feuille."),
        "prints/table_numbers.html",
        cut_cards.table_numbers,
        seated,
        SEAT_FIRST,
        (DRAFT,),
    ),
    (
        "place-cards",
        _("Cartons de place"),
        _("Un carton par chaise, à découper aux repères : le nom, la table, la place."),
        "prints/place_cards.html",
        cut_cards.place_cards,
        seated,
        SEAT_FIRST,
        (DRAFT,),
    ),
    (
        "badges",
        _("Badges"),
        _("Un nom par carton, à découper aux repères."),
        "prints/badges.html",
        cut_cards.badges,
        always,
        "",
        (DRAFT,),
    ),
    (
        "tickets",
        _("Billets des joueurs"),
        _("Un billet chacun : sa table et sa place à chaque ronde."),
        "prints/tickets.html",
        cut_cards.tickets,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "qr-cards",
        _("Cartes des tables"),
        _("Le carré et le code de chaque table, à découper aux repères."),
        "prints/qr_cards.html",
        cut_cards.qr_cards,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "result-slips",
        _("Bulletins de résultat"),
        _("Un par table : chacun y écrit son gain et signe ; on le porte au bureau."),
        "prints/result_slips.html",
        cut_cards.result_slips,
        seated,
        SEAT_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "results",
        _("Résultats des rondes"),
        _("Ronde par ronde, table par table : le gain et le rang de chacun."),
        "prints/results.html",
        round_papers.results,
        begun,
        NOTHING_YET,
        (OPEN, CLOSED),
    ),
    (
        "bracket",
        _("Tableau et poules"),
        _("Le tableau dessiné, les poules avec leurs points, chaque rencontre et son vainqueur."),
        "prints/bracket.html",
        phases.bracket,
        in_duels,
        TWO_FIRST,
        (OPEN, CLOSED),
    ),
    (
        "calendar",
        _("Calendrier des rencontres"),
        _("Ronde par ronde, qui rencontre qui et à quelle table, publié ou déjà tiré, avec la place d’un résultat."),
        "prints/calendar.html",
        phases.calendar,
        duels_seated,
        TWO_FIRST,
        (DRAFT, OPEN),
    ),
    (
        "cross-table",
        _("Tableau croisé"),
        _("Dans l’ordre du classement : à chaque ronde, avec qui chacun a joué et ce qu’il a gagné."),
        "prints/cross_table.html",
        round_papers.cross_table,
        begun,
        NOTHING_YET,
        (CLOSED,),
    ),
    (
        "records",
        _("Parcours de chacun"),
        _("Un paragraphe par joueur : ses tables, ses compagnons, ses gains, son rang."),
        "prints/records.html",
        round_papers.records,
        begun,
        NOTHING_YET,
        (CLOSED,),
    ),
)
BY_ROUND = frozenset(
    {
        "sheets",
        "seating",
        "seating-tables",
        "seating-names",
        "calls",
        "place-cards",
        "qr-cards",
        "result-slips",
        "results",
    }
)
"""The documents that may also be printed for one round alone."""
