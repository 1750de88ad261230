"""Texts of a ranking in the reader's language: the names of its metrics, formatted figures.

It describes what `standings` has computed and computes nothing itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import TotalUnit
from tournaments.presentation.text.elision import say_and
from tournaments.presentation.text.numbers import MINUS, format_plain, format_signed
from tournaments.presentation.text.option_text import localise_lazily
from tournaments.standings.evidence import iter_figures
from tournaments.standings.metrics import METRICS, MetricKind, MetricReader
from tournaments.standings.opponents import LOT_BITS, FigureTerms
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import USUAL_RANKINGS, RankingOrder
from tournaments.standings.scores import Number, average_half_up
from tournaments.standings.tournament_results import FLAT, STATISTICS, Scales

Words = Promise | str
NO_FIGURE = "–"  # shown where a figure that compares tied players has nobody to compare with


@dataclass(frozen=True)
class MetricText:
    """The texts of a ranking metric: its name, the words for a tie in it («même total»), and how it is computed."""

    name: Words
    level: Words
    help: Words


METRIC_TEXTS: dict[str, MetricText] = {
    "left": MetricText(
        gettext_lazy("tables quittées avant la fin"),
        gettext_lazy("autant de tables quittées"),
        gettext_lazy("Qui a quitté une table avant la fin vient après tous les autres."),
    ),
    "total": MetricText(
        gettext_lazy("gain"),
        gettext_lazy("même gain"),
        gettext_lazy("La somme de ce qui est gagné et perdu à toutes les tables, en jetons ; aux points, leur somme."),
    ),
    "coups_won": MetricText(
        gettext_lazy("coups gagnés"),
        gettext_lazy("autant de coups gagnés"),
        gettext_lazy("Combien de coups sont gagnés, seul ou à plusieurs."),
    ),
    "tables": MetricText(
        gettext_lazy("tables jouées"),
        gettext_lazy("autant de tables jouées"),
        gettext_lazy("À combien de tables un coup au moins est joué."),
    ),
    "best_coup": MetricText(
        gettext_lazy("meilleur coup"),
        gettext_lazy("même meilleur coup"),
        gettext_lazy("Le plus qu’un seul coup ait rapporté."),
    ),
    "card_points": MetricText(
        gettext_lazy("points de cartes"),
        gettext_lazy("mêmes points de cartes"),
        gettext_lazy("La somme des points pris dans les levées, coup après coup ; à deux contre deux, ceux du camp."),
    ),
    "average": MetricText(
        gettext_lazy("moyenne par table"),
        gettext_lazy("même moyenne par table"),
        gettext_lazy("Ce que ses tables lui ont rapporté, divisé par le nombre de tables qu’il a jouées."),
    ),
    "enough_tables": MetricText(
        gettext_lazy("assez de tables jouées"),
        gettext_lazy("assez de tables jouées l’un comme l’autre"),
        gettext_lazy("Qui a joué trop peu de tables vient après tous ceux qui en ont joué assez."),
    ),
    "parties_won": MetricText(
        gettext_lazy("parties gagnées"),
        gettext_lazy("autant de parties gagnées"),
        gettext_lazy("Une par table où l’on finit premier ; partagée entre les premiers à égalité."),
    ),
    "victory": MetricText(
        gettext_lazy("points de victoire"),
        gettext_lazy("mêmes points de victoire"),
        gettext_lazy("Ce que valent une table gagnée, partagée, perdue, et une ronde de repos."),
    ),
    "place_points": MetricText(
        gettext_lazy("points de place"),
        gettext_lazy("mêmes points de place"),
        gettext_lazy("Tant pour le premier d’une table, tant pour le deuxième… ; les ex æquo se les partagent."),
    ),
    "share": MetricText(
        gettext_lazy("part des enjeux"),
        gettext_lazy("même part des enjeux"),
        gettext_lazy(
            "À chaque table, ce qu’il a à la fin divisé par ce que tous y ont ensemble ; on ajoute les parts."
        ),
    ),
    "beaten": MetricText(
        gettext_lazy("adversaires devancés"),
        gettext_lazy("même part d’adversaires devancés"),
        gettext_lazy(
            "À chaque table, la part des adversaires devancés, de 0 à 1 : compare des tables de toute taille."
        ),
    ),
    "buchholz": MetricText(
        gettext_lazy("Buchholz"),
        gettext_lazy("même Buchholz"),
        gettext_lazy("La somme des scores de tous les adversaires rencontrés."),
    ),
    "buchholz_cut": MetricText(
        gettext_lazy("Buchholz tronqué"),
        gettext_lazy("même Buchholz tronqué"),
        gettext_lazy("Comme Buchholz, sans l’adversaire le plus faible."),
    ),
    "buchholz_median": MetricText(
        gettext_lazy("Buchholz médian"),
        gettext_lazy("même Buchholz médian"),
        gettext_lazy("Comme Buchholz, sans l’adversaire le plus faible ni le plus fort."),
    ),
    "sonneborn_berger": MetricText(
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("même Sonneborn-Berger"),
        gettext_lazy("Les scores des adversaires devancés, et la moitié de ceux des adversaires à égalité."),
    ),
    "opponents_average": MetricText(
        gettext_lazy("moyenne des adversaires"),
        gettext_lazy("même moyenne des adversaires"),
        gettext_lazy("Le score moyen des adversaires rencontrés."),
    ),
    "progressive": MetricText(
        gettext_lazy("progressif"),
        gettext_lazy("même progressif"),
        gettext_lazy("La somme de ses scores après chaque ronde : mener tôt compte plus."),
    ),
    "direct": MetricText(
        gettext_lazy("rencontres directes"),
        gettext_lazy("rencontres directes égales"),
        gettext_lazy("Entre ex æquo qui se sont tous rencontrés : qui a devancé qui."),
    ),
    "mini_table": MetricText(
        gettext_lazy("écart entre ex æquo"),
        gettext_lazy("même écart entre ex æquo"),
        gettext_lazy("Entre ex æquo : la différence de gain aux tables où ils se sont rencontrés."),
    ),
    "lots": MetricText(
        gettext_lazy("tirage au sort"),
        gettext_lazy("même sort"),
        gettext_lazy(
            "Le plus grand numéro tiré passe devant : toujours les mêmes numéros pour un même numéro de tirage."
        ),
    ),
}

METRIC_TEXTS |= {
    key: MetricText(
        localise_lazily(statistic.words.name),
        localise_lazily(statistic.words.level),
        localise_lazily(statistic.words.help),
    )
    for key, statistic in STATISTICS.items()
}

POINTS_TEXT = MetricText(
    gettext_lazy("points"), gettext_lazy("mêmes points"), gettext_lazy("La somme des points de toutes les tables.")
)
PLAYED_COUPS_TEXT = MetricText(
    gettext_lazy("coups gagnés en jouant"),
    gettext_lazy("autant de coups gagnés en jouant"),
    gettext_lazy("Sans ceux que donnent un repos, une ronde non jouée, un bonus."),
)
TEXTS_BY_UNIT: dict[TotalUnit, Mapping[str, MetricText]] = {
    TotalUnit.JETONS: {},
    TotalUnit.POINTS: {"total": POINTS_TEXT},
    TotalUnit.COUPS_WON: {"total": METRIC_TEXTS["coups_won"], "coups_won": PLAYED_COUPS_TEXT},
}
"""The texts of metrics that are called otherwise, by what totals count."""

UNPLAYED_WORTH_TEXTS: dict[str, Words] = {
    "average": gettext_lazy("une table gagnée, et la moyenne de ses tables"),
    "flat": gettext_lazy("ce qui est fixé pour une ronde de repos"),
    "nothing": gettext_lazy("rien"),
}
"""The words for what an unplayed round counts, by the key of its worth in the ranking."""

UNPLAYED_REASON_TEXTS: dict[str, Words] = {
    "rest": gettext_lazy("repos"),
    "exempt": gettext_lazy("exemptée"),
    "forfeit": gettext_lazy("gagnée par forfait"),
    "away": gettext_lazy("perdue par forfait"),
    "adjourned": gettext_lazy("remise"),
    "annulled": gettext_lazy("annulée"),
    "withdrawn": gettext_lazy("ronde retirée"),
}
"""The words for why a player did not play a round, by the reason's key (`reading.idle_rounds`)."""

ORDER_TEXTS: dict[str, tuple[Words, Words]] = {
    "evening": (gettext_lazy("Soirée de club"), gettext_lazy("Le plus grand gain est premier.")),
    "concours": (
        gettext_lazy("Concours"),
        gettext_lazy("Le plus de parties gagnées, puis le plus grand gain."),
    ),
    "free": (
        gettext_lazy("Points de place"),
        gettext_lazy("Des points selon la place à chaque table (5, 4, 3, 2, 1), puis le plus grand gain."),
    ),
    **{key: (localise_lazily(usual.name), localise_lazily(usual.about)) for key, usual in USUAL_RANKINGS.items()},
    "average": (
        gettext_lazy("Moyenne par table"),
        gettext_lazy("La plus grande moyenne de ceux qui ont joué assez de tables, pour qui vient quand il peut."),
    ),
    "swiss": (
        gettext_lazy("Victoires et adversaires"),
        gettext_lazy("Les points de victoire, puis la force des adversaires rencontrés."),
    ),
}


def get_metric_text(key: str, unit: TotalUnit) -> MetricText:
    """Return the texts of the metric with this key. `unit`: what the tournament's totals are counted in."""
    return TEXTS_BY_UNIT[unit].get(key, METRIC_TEXTS[key])


def repeats_total(key: str, figures: Mapping[str, Number], unit: TotalUnit) -> bool:
    """Return True if showing the metric would only repeat the total: coups won, where the total is nothing but coups
    won. `figures`: one player's, by metric."""
    return key == "coups_won" and unit is TotalUnit.COUPS_WON and figures.get("total") == figures[key]


def get_scaled_metric_text(key: str, scales: Scales, main: str, unit: TotalUnit) -> MetricText:
    """Return the texts of a metric, its help completed with the values that this tournament has chosen.

    `main`: the key of the score that opponents are measured by.
    """
    it = get_metric_text(key, unit)
    worth = _describe_scales(key, scales)
    if METRICS[key].kind is MetricKind.OPPONENTS:
        worth = _("Le score est ici : %(what)s.") % {"what": get_metric_text(main, unit).name}
    return replace(it, help=f"{it.help} {worth}") if worth else it


def _describe_scales(key: str, scales: Scales) -> str:
    """Return a sentence with the tournament's values for a metric («Ici : tirage 7.»); "" where it has none."""
    match key:
        case "victory":
            values = {"win": scales.win, "draw": scales.draw, "loss": scales.loss, "rest": scales.rest}
            return _("Ici : gagnée %(win)s, partagée %(draw)s, perdue %(loss)s, repos %(rest)s.") % values
        case "place_points":
            return _("Ici : %(points)s.") % {"points": ", ".join(map(str, scales.places))}
        case "enough_tables":
            n = scales.least_tables
            return ngettext("Ici : %(n)s table au moins.", "Ici : %(n)s tables au moins.", n) % {"n": n}
        case "lots":
            return _("Ici : tirage %(n)s.") % {"n": scales.seed}
    return ""


def describe_unplayed_worth(worth: str, order: RankingOrder, unit: TotalUnit) -> Words:
    """Return what a round that a player did not play counts for him, as text: «+10 au gain», or the words for a rule.
    `worth`: the key of the rule."""
    if worth != FLAT:
        return UNPLAYED_WORTH_TEXTS[worth]
    flat = order.scales.flat
    match unit:
        case TotalUnit.JETONS:
            words = _("%(n)s au gain")
        case TotalUnit.POINTS:
            words = ngettext("%(n)s aux points", "%(n)s aux points", abs(flat))
        case TotalUnit.COUPS_WON:
            words = ngettext("%(n)s coup gagné", "%(n)s coups gagnés", abs(flat))
    sentences = [words % {"n": format_signed(flat)}]
    if "victory" in order.precedence:
        n = order.scales.rest
        sentences.append(ngettext("%(n)s point de victoire", "%(n)s points de victoire", n) % {"n": n})
    return ", ".join(sentences)


def format_figure(key: str, figure: Number, unit: TotalUnit) -> str:
    """Return the figure of a metric as text: gains in jetons with their sign, fractions with two decimals, lots in six
    digits. `unit`: what totals are counted in."""
    if key == "lots":
        return f"{int(figure) * 10**6 >> LOT_BITS:06d}"
    if key == "enough_tables":
        return str(_("oui") if figure else _("non"))
    if unit is TotalUnit.JETONS and key in ("total", "mini_table", "best_coup", "average"):
        return format_signed(int(figure)) if figure == int(figure) else format_plain(figure)
    return format_plain(figure)


def format_with_unit(key: str, figure: Number, unit: TotalUnit) -> str:
    """Format the figure of a metric, a gain in jetons with its unit: «+42 jetons»."""
    formatted = format_figure(key, figure, unit)
    if key != "total" or unit is not TotalUnit.JETONS:
        return formatted
    return ngettext("%(n)s jeton", "%(n)s jetons", abs(int(figure))) % {"n": formatted}


def has_left(rows: Sequence[StandingsRow]) -> bool:
    """Return True if anybody left a table before the end, as leaving then counts in the ranking."""
    return any(row.tally.left for row in rows)


def list_criteria(
    reader: MetricReader, rows: Sequence[StandingsRow], mine: StandingsRow, unit: TotalUnit
) -> list[tuple[MetricText, str, str]]:
    """Return (metric's texts, formatted figure, its computation) for each figure that ranks the player of row `mine`.

    The computation («2 + 4 = 6») is "" unless the figure is a sum over opponents, or includes a bonus or penalty; if
    there is no figure, it says why.
    """
    criteria, scales = [], reader.results.scales
    for key, figure, terms, level in iter_figures(reader, rows, mine):
        if has_left(rows) if key == "left" else not repeats_total(key, mine.figures, unit):
            silent = _explain_missing_figure(key, terms, level)
            said = format_figure(key, figure, unit)
            if given := mine.tally.adjustments.get(key):
                terms = FigureTerms((mine.get_unadjusted_figure(key), given))
            sum_of = silent or (format_reckoning(terms, said) if terms else "")
            if key == "average" and mine.tally.tables > 1 and not given:
                sum_of = f"{format_plain(mine.tally.at_tables)} / {mine.tally.tables} = {said}"
            shown = NO_FIGURE if silent else format_with_unit(key, figure, unit)
            criteria.append((get_scaled_metric_text(key, scales, reader.main, unit), shown, sum_of))
    return criteria


def _explain_missing_figure(key: str, terms: FigureTerms | None, level: int) -> str:
    """Return why a figure that only compares tied players has no value here; "" if it has one. `level`: how many
    players are equal in all metrics that come before, the player himself included; 1 if nobody equals him."""
    if METRICS[key].kind is MetricKind.TIED and level == 1:
        return _("personne n’est à égalité avec lui jusque-là")
    return _("ils ne se sont pas tous rencontrés") if key == "direct" and terms is None else ""


def format_average(totals: Sequence[int]) -> str:
    """Return the computation of a player's average total: «(184 + 71 − 24) / 3 = +77».

    A round that he did not play but that counts as won adds this average to his total.
    """
    average = format_signed(average_half_up(sum(totals), len(totals)))
    if len(totals) == 1:
        return average
    if sum(totals) % len(totals):
        average = _("%(n)s (arrondi)") % {"n": average}
    return format_reckoning(FigureTerms(tuple(totals), average=True), average)


def format_reckoning(terms: FigureTerms, figure: str) -> str:
    """Return how a figure is added up: «2 + 4 = 6, sans 0»; "" if it is one number alone and nothing was left out."""
    out = join_texts([format_sum([each]) for each in terms.left_out]) if terms.left_out else ""
    if len(terms.counted) <= 1:
        return _("sans %(out)s") % {"out": out} if out else ""
    sum_of = format_sum(terms.counted)
    whole = f"({sum_of}) / {len(terms.counted)}" if terms.average and terms.counted else sum_of
    if not out:
        return f"{whole} = {figure}"
    return _("%(sum)s = %(figure)s, sans %(out)s") % {"sum": whole, "figure": figure, "out": out}


def format_sum(numbers: Sequence[Number]) -> str:
    """Write a sum: «2 + 4 − 1»; «0» for no numbers."""
    if not numbers:
        return "0"
    first, *rest = numbers
    words = (f"+ {format_plain(each)}".replace(f"+ {MINUS}", f"{MINUS} ") for each in rest)
    return " ".join([format_plain(first), *words])


def join_with_or(words: Sequence[str]) -> str:
    """Join words as «2, 3 ou 4»."""
    *first, last = words
    return _("%(first)s ou %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def join_texts(names: Sequence[str]) -> str:
    """Join texts as «A, B et C»."""
    first, last = ", ".join(names[:-1]), names[-1]
    return f"{first} {say_and(last)} {last}" if first else last
