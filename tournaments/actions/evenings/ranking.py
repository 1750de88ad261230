"""How a tournament is ranked. It changes no record: standings are always computed from the book."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.saving import save_fields
from tournaments.models import Adjustment, Tournament
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.ranking_orders import RankingOrder, check_ranking_order

from .lifecycle import lock_tournament

RANKING_ERRORS = {
    "empty": _("Choisissez au moins un critère."),
    "long": _("Huit critères au plus."),
    "first": _("Qui a quitté sa table avant la fin vient toujours en dernier."),
    "unknown": _("Ce critère n’existe pas pour ce jeu, ou pas avec cette règle."),
    "twice": _("Ce critère est déjà plus haut."),
    "after": _("Après le tirage au sort, plus rien ne départage."),
    "score": _("Ce critère se calcule d’après les scores des adversaires : mettez d’abord un score plus haut."),
    "tied": _("Ce critère départage des ex æquo : mettez d’abord un autre critère plus haut."),
    "alone": _("Ce critère dit qui est classé, pas qui joue le mieux : ajoutez-en un autre."),
    "worth": _("Choisissez ce que cela compte."),
    "bounds": _("Un nombre entre −10 000 et 10 000 ; les points des places ne montent jamais de l’une à la suivante."),
}
OTHER_UNIT = _(
    "Des bonus ou des pénalités sont donnés dans l’unité du premier critère : annulez-les avant d’en mettre un autre."
)


@transaction.atomic
def set_ranking(tournament: Tournament, order: RankingOrder) -> Tournament:
    """Set the order by which the tournament is ranked. Raises Refused with every problem, each under its metric or
    scale; also if bonuses or penalties count in the unit of another metric than the one that would rank first."""
    lock_tournament(tournament, "set_ranking")
    wrong = check_ranking_order(order, get_game_figures(tournament).metric_keys)
    if wrong:
        raise Refused([FieldError(path, RANKING_ERRORS[what]) for path, what in wrong])
    if Adjustment.objects.in_force().filter(tournament=tournament).exclude(metric=order.leading).exists():
        raise Refused([FieldError("order", OTHER_UNIT)])
    save_fields(tournament, ranking=order.as_json)
    seal_changed(Tournament, [tournament.pk])
    return tournament
