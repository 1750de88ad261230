"""Register of the documents on prizes and money."""

from django.utils.translation import gettext_lazy as _

from tournaments.models.rights import Right
from tournaments.printing import prizes
from tournaments.printing.document import Document
from tournaments.printing.print_stage import has_money, has_payments, has_prizes, has_settlement

from . import CLOSED, OPEN

NO_PRIZE = _("Aucun lot n’est encore écrit.")
NOBODY_PAID = _("Personne n’a encore payé.")
NO_MONEY = _("Aucune inscription n’est encore écrite.")
NO_WORTH = _("Un jeton ne vaut pas d’argent, ou rien n’est encore marqué.")

MONEY_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "prizes",
        _("Liste des lots"),
        _("Chaque lot et qui le gagne ; à égalité, ce qui est partagé et ce qui se tire au sort."),
        "prints/prizes.html",
        prizes.build_prize_list,
        has_prizes,
        NO_PRIZE,
        (CLOSED,),
    ),
    Document(
        "prize-labels",
        _("Étiquettes des lots"),
        _("Une par lot, à découper aux repères : la place, et le gagnant quand il est connu."),
        "prints/prize_labels.html",
        prizes.build_prize_labels,
        has_prizes,
        NO_PRIZE,
        (CLOSED,),
    ),
    Document(
        "receipts",
        _("Reçus"),
        _("Un par personne qui a payé, à découper aux repères."),
        "prints/receipts.html",
        prizes.build_receipts,
        has_payments,
        NOBODY_PAID,
        (OPEN,),
        right=Right.MONEY,
    ),
    Document(
        "accounts",
        _("Comptes de la soirée"),
        _("Pour le trésorier : ce que chacun doit et a payé, les totaux, ce qui reste en caisse."),
        "prints/accounts.html",
        prizes.build_accounts,
        has_money,
        NO_MONEY,
        (CLOSED,),
        right=Right.MONEY,
    ),
    Document(
        "settlement",
        _("Règlement en argent"),
        _("Qui donne combien à qui, en aussi peu de remises que possible, et le compte de chacun."),
        "prints/settlement.html",
        prizes.build_settlement_paper,
        has_settlement,
        NO_WORTH,
        (CLOSED,),
        right=Right.MONEY,
        always_listed=False,
    ),
)
