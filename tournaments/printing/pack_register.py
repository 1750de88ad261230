"""The part of the register that an evening needs to go on without its computer; each line is what a Document is
made of.

Knows no page's layout.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

from . import spare
from .stage import Stage

DRAFT, OPEN = Event.Status.DRAFT, Event.Status.OPEN


def expected(stage: Stage) -> bool:
    return stage.expected


SOMEBODY_FIRST = _("Inscrivez d’abord des joueurs.")
OF_THE_PACK: tuple[tuple[Any, ...], ...] = (
    (
        "paper-guide",
        _("Finir la soirée sur papier"),
        _("Une page : que faire, pas à pas, quand l’ordinateur s’arrête, et comment tout reprendre ensuite."),
        "prints/paper_guide.html",
        spare.guide,
        expected,
        SOMEBODY_FIRST,
        (),
    ),
    (
        "running-totals",
        _("Liste cumulative"),
        _("Chacun par nom, une case pour son numéro, et à chaque ronde son gain et son total : à remplir à la main."),
        "prints/running_totals.html",
        spare.running_totals,
        expected,
        SOMEBODY_FIRST,
        (),
    ),
    (
        "ready-draws",
        _("Tirages prêts"),
        _("Toutes les rondes, par numéros, pour deux joueurs de moins à deux de plus ; les rondes prévues, par noms."),
        "prints/ready_draws.html",
        spare.ready_draws,
        expected,
        SOMEBODY_FIRST,
        (),
    ),
    (
        "spare-sheets",
        _("Feuilles de marque sans noms"),
        _("De quoi marquer toutes les rondes même si les tables changent : on y écrit les noms à la main."),
        "prints/sheets.html",
        spare.spare_sheets,
        expected,
        SOMEBODY_FIRST,
        (),
    ),
)
