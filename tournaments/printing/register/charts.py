"""Register of the charts."""

from django.utils.translation import gettext_lazy as _

from tournaments.printing import ink_charts
from tournaments.printing.document import Document
from tournaments.printing.print_stage import has_later_rounds, has_recorded_tables, is_in_season

from . import CLOSED

CHART_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "rank-charts",
        _("Rangs, ronde après ronde"),
        _("Une ligne par joueur : comment il est monté et descendu, de la première ronde à maintenant."),
        "prints/rank_charts.html",
        ink_charts.build_rank_charts,
        has_later_rounds,
        _("Il faut deux rondes marquées."),
        (CLOSED,),
    ),
    Document(
        "table-charts",
        _("Ce que chacun a, coup après coup"),
        _("Un dessin par table : comment chacun est monté et descendu."),
        "prints/table_charts.html",
        ink_charts.build_table_charts,
        has_recorded_tables,
        _("Aucun coup n’est encore marqué."),
        (CLOSED,),
    ),
    Document(
        "season-poster",
        _("Affiche de la saison"),
        _("À accrocher : les premiers, leurs points en barres, et qui a gagné chaque soirée."),
        "prints/season_poster.html",
        ink_charts.build_season_posters,
        is_in_season,
        _("Aucune saison ne compte cette soirée."),
        (CLOSED,),
    ),
)
