"""The part of the register that is kept when the evening is over; each line is what a Document is made of.

Knows no page's layout.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

from . import keepsakes
from .stage import Stage

DRAFT, CLOSED = Event.Status.DRAFT, Event.Status.CLOSED


def always(stage: Stage) -> bool:
    return True


def begun(stage: Stage) -> bool:
    return stage.seated and stage.begun


KEPT: tuple[tuple[Any, ...], ...] = (
    (
        "log",
        _("Journal des corrections"),
        _("Ce qui a été fait à la soirée et chaque ligne corrigée ou annulée : quand, par qui, pourquoi."),
        "prints/log.html",
        keepsakes.log,
        always,
        "",
        (CLOSED,),
    ),
    (
        "labels",
        _("Étiquettes"),
        _("Une par joueur et une par table, à découper aux repères : enveloppes, dossiers, bourses de fiches."),
        "prints/labels.html",
        keepsakes.labels,
        always,
        "",
        (DRAFT,),
    ),
    (
        "diplomas",
        _("Diplômes"),
        _("Une page par joueur : son nom, son rang, la soirée, une ligne pour signer."),
        "prints/diplomas.html",
        keepsakes.diplomas,
        begun,
        _("Aucun coup n’est encore enregistré."),
        (CLOSED,),
    ),
)
