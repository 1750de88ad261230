"""The part of the register that belongs to prizes and money: each line is what a Document is made of, in its order."""

from operator import attrgetter
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

from . import prizes

DRAFT, OPEN, CLOSED = Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED
with_prizes, with_money = attrgetter("with_prizes"), attrgetter("with_money")
NO_PRIZE = _("Aucun lot n’est encore écrit.")
NO_MONEY = _("Aucune inscription n’est encore écrite.")

OF_MONEY: tuple[tuple[Any, ...], ...] = (
    (
        "prizes",
        _("Liste des lots"),
        _("Chaque lot et qui le gagne ; à égalité, ce qui est partagé et ce qui se tire au sort."),
        "prints/prizes.html",
        prizes.prizes,
        with_prizes,
        NO_PRIZE,
        (CLOSED,),
    ),
    (
        "prize-labels",
        _("Étiquettes des lots"),
        _("Une par lot, à découper aux repères : la place, et le gagnant quand il est connu."),
        "prints/prize_labels.html",
        prizes.labels,
        with_prizes,
        NO_PRIZE,
        (CLOSED,),
    ),
    (
        "receipts",
        _("Reçus"),
        _("Un par personne qui a payé, à découper aux repères."),
        "prints/receipts.html",
        prizes.receipts,
        with_money,
        NO_MONEY,
        (OPEN,),
    ),
    (
        "accounts",
        _("Comptes de la soirée"),
        _("Pour le trésorier : ce que chacun doit et a payé, les totaux, ce qui reste en caisse."),
        "prints/accounts.html",
        prizes.ledger,
        with_money,
        NO_MONEY,
        (CLOSED,),
    ),
)
