"""Texts of a ranking in the reader's language: the names of its metrics, formatted figures, why a player has a rank.

It describes what `standings` has computed and computes nothing itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.standings.evidence import iter_figures
from tournaments.standings.explain import RankDifference, RankExplanation
from tournaments.standings.metrics import METRICS, MetricKind, MetricReader
from tournaments.standings.opponents import LOT_BITS, FigureTerms
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.scores import Number, average_half_up
from tournaments.standings.tournament_results import FLAT, STATISTICS, Scales
from tournaments.text.numbers import MINUS, format_plain, format_signed
from tournaments.text.option_text import localise_lazily

Words = Promise | str
NO_FIGURE = "–"  # shown where a figure that compares tied players has nobody to compare with
MAX_NAMES = 6  # names listed of those who share a rank


@dataclass(frozen=True)
class MetricText:
    """The texts of a metric: its name, the words for a tie in it, and how it is computed."""

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
"""The texts of the metric "total" in games of points."""

UNPLAYED_WORTH_TEXTS: dict[str, Words] = {
    "average": gettext_lazy("une table gagnée, et la moyenne de ses tables"),
    "flat": gettext_lazy("ce que compte une ronde de repos"),
    "nothing": gettext_lazy("rien"),
}
"""What an unplayed round counts, by the key of its worth in the ranking."""

UNPLAYED_REASON_TEXTS: dict[str, Words] = {
    "rest": gettext_lazy("repos"),
    "exempt": gettext_lazy("exemptée"),
    "forfeit": gettext_lazy("gagnée par forfait"),
    "away": gettext_lazy("perdue par forfait"),
    "adjourned": gettext_lazy("remise"),
    "annulled": gettext_lazy("annulée"),
    "withdrawn": gettext_lazy("ronde retirée"),
}
"""Why a player did not play a round, by the reason's key (`standings.idle`)."""

ORDER_TEXTS: dict[str, tuple[Words, Words]] = {
    "evening": (gettext_lazy("Soirée de club"), gettext_lazy("Le plus grand gain est premier.")),
    "concours": (
        gettext_lazy("Concours"),
        gettext_lazy("Le plus de parties gagnées, puis le plus grand gain."),
    ),
    "free": (
        gettext_lazy("Donnes libres"),
        gettext_lazy("Des points selon la place à chaque table (5, 4, 3, 2, 1), puis le plus grand gain."),
    ),
    "chiamata": (gettext_lazy("Chiamata"), gettext_lazy("Le plus grand gain, puis le plus de coups gagnés.")),
    "swiss": (
        gettext_lazy("Rondes à la suisse"),
        gettext_lazy("Les points de victoire, puis la force des adversaires rencontrés."),
    ),
}


def get_metric_text(key: str, *, in_jetons: bool = True) -> MetricText:
    """Return the texts of a metric. `in_jetons`: the tournament's totals are gains in jetons, not points."""
    return POINTS_TEXT if key == "total" and not in_jetons else METRIC_TEXTS[key]


def get_scaled_metric_text(key: str, scales: Scales, main: str, *, in_jetons: bool) -> MetricText:
    """Return the texts of a metric, with the tournament's own values in its help.

    `main`: the key of the score that opponents are measured by.
    """
    it = get_metric_text(key, in_jetons=in_jetons)
    worth = _describe_scales(key, scales)
    if METRICS[key].kind is MetricKind.OPPONENTS:
        worth = _("Le score est ici : %(what)s.") % {"what": get_metric_text(main, in_jetons=in_jetons).name}
    return replace(it, help=f"{it.help} {worth}") if worth else it


def _describe_scales(key: str, scales: Scales) -> str:
    """Return a sentence with the tournament's values for a metric («Ici : tirage 7.»); "" where it has none."""
    match key:
        case "victory":
            values = {"win": scales.win, "draw": scales.draw, "loss": scales.loss, "rest": scales.rest}
            return _("Ici : gagnée %(win)s, partagée %(draw)s, perdue %(loss)s, repos %(rest)s.") % values
        case "place_points":
            return _("Ici : %(points)s.") % {"points": ", ".join(map(str, scales.places))}
        case "lots":
            return _("Ici : tirage %(n)s.") % {"n": scales.seed}
    return ""


def describe_unplayed_worth(worth: str, order: RankingOrder, *, in_jetons: bool) -> Words:
    """Describe what an unplayed round counts in the tournament, with its figures where these are fixed."""
    if worth != FLAT:
        return UNPLAYED_WORTH_TEXTS[worth]
    flat = format_signed(order.scales.flat)
    told = [(_("%(n)s au gain") if in_jetons else _("%(n)s aux points")) % {"n": flat}]
    if "victory" in order.precedence:
        n = order.scales.rest
        told.append(ngettext("%(n)s point de victoire", "%(n)s points de victoire", n) % {"n": n})
    return ", ".join(told)


def format_figure(key: str, figure: Number) -> str:
    """Format the figure of a metric: gains with their sign, fractions with two decimals, lots with six digits."""
    if key == "lots":
        return f"{int(figure) * 10**6 >> LOT_BITS:06d}"
    if key in ("total", "mini_table", "best_coup"):
        return format_signed(int(figure)) if figure == int(figure) else format_plain(figure)
    return format_plain(figure)


def has_left(rows: Sequence[StandingsRow]) -> bool:
    """Return whether anybody left a table before the end, so that this ranks."""
    return any(row.tally.left for row in rows)


def list_criteria(
    reader: MetricReader, rows: Sequence[StandingsRow], mine: StandingsRow, *, in_jetons: bool
) -> list[tuple[MetricText, str, str]]:
    """Return (metric's texts, formatted figure, its computation) for each figure that ranks the player of row `mine`.

    The computation is "" unless the figure is made of the opponents met, or of what the tables gave and of bonuses and
    penalties; where there is no figure, it says why.
    """
    told, scales = [], reader.results.scales
    for key, figure, terms, level in iter_figures(reader, rows, mine):
        if key != "left" or has_left(rows):
            silent = _explain_missing_figure(key, terms, level)
            said = NO_FIGURE if silent else format_figure(key, figure)
            if given := mine.tally.adjustments.get(key):
                terms = FigureTerms((mine.get_unadjusted_figure(key), given))
            sum_of = silent or (format_reckoning(terms, said) if terms else "")
            told.append((get_scaled_metric_text(key, scales, reader.main, in_jetons=in_jetons), said, sum_of))
    return told


def _explain_missing_figure(key: str, terms: FigureTerms | None, level: int) -> str:
    """Return why a figure that compares tied players has no value; "" where it has one."""
    if METRICS[key].kind is MetricKind.TIED and level == 1:
        return _("personne n’est à égalité avec lui jusque-là")
    return _("ils ne se sont pas tous rencontrés") if key == "direct" and terms is None else ""


def format_average(totals: Sequence[int]) -> str:
    """Write how the average of a player's totals is computed: «(184 + 71 − 24) / 3 = +77».

    That average is the gain which a round that counts as won adds.
    """
    average = format_signed(average_half_up(sum(totals), len(totals)))
    if len(totals) == 1:
        return average
    if sum(totals) % len(totals):
        average = _("%(n)s (arrondi)") % {"n": average}
    return format_reckoning(FigureTerms(tuple(totals), average=True), average)


def format_reckoning(found: FigureTerms, figure: str) -> str:
    """Write how a figure is added up: «2 + 4 = 6, sans 0»."""
    sum_of = format_sum(found.counted)
    whole = f"({sum_of}) / {len(found.counted)}" if found.average and found.counted else sum_of
    if not found.left_out:
        return f"{whole} = {figure}"
    out = join_texts([format_sum([each]) for each in found.left_out])
    return _("%(sum)s = %(figure)s, sans %(out)s") % {"sum": whole, "figure": figure, "out": out}


def format_sum(numbers: Sequence[Number]) -> str:
    """Write a sum: «2 + 4 − 1»; «0» for no numbers."""
    if not numbers:
        return "0"
    first, *rest = numbers
    words = (f"+ {format_plain(each)}".replace(f"+ {MINUS}", f"{MINUS} ") for each in rest)
    return " ".join([format_plain(first), *words])


def describe_rank(reason: RankExplanation, *, in_jetons: bool) -> list[str]:
    """Explain a player's rank in one to three sentences."""
    told = [_explain_shared_rank(reason, in_jetons)] if reason.equals else []
    if reason.before:
        told.append(_explain_player_before(reason.before, in_jetons))
    if reason.after:
        told.append(_explain_player_after(reason.after, in_jetons))
    return told or [_("Personne d’autre n’est classé.")]


def _explain_shared_rank(reason: RankExplanation, in_jetons: bool) -> str:
    """Return the sentence on the players who share the rank."""
    others, figures = [row.tally.player for row in reason.equals], reason.row.figures
    said = {
        "who": _join_some_names(others),
        "level": _describe_ties([key for key in figures if key != "left"], figures, in_jetons),
    }
    return _("À égalité avec %(who)s : %(level)s. Aucun critère de la soirée ne les départage.") % said


def _explain_player_before(difference: RankDifference, in_jetons: bool) -> str:
    """Return the sentence on why the player is behind the one just before."""
    if difference.metric == "left" and not difference.theirs:
        words = _(
            "Derrière %(name)s : une table quittée avant la fin (par lui ou, à deux contre deux, par son partenaire)"
            " fait passer après tous ceux qui sont restés."
        )
        return words % {"name": difference.other.tally.player}
    return _fill_comparison(_("Derrière %(name)s : %(how)s."), difference, in_jetons)


def _explain_player_after(difference: RankDifference, in_jetons: bool) -> str:
    """Return the sentence on why the player is ahead of the one just after."""
    if difference.metric == "left" and not difference.mine:
        return _("Devant %(name)s : une table quittée avant la fin.") % {"name": difference.other.tally.player}
    return _fill_comparison(_("Devant %(name)s : %(how)s."), difference, in_jetons)


def _fill_comparison(sentence: str, difference: RankDifference, in_jetons: bool) -> str:
    """Fill %(name)s and %(how)s of a sentence: the metrics that tie both players, and the one that separates them."""
    key = difference.metric or ""
    name = get_metric_text(key, in_jetons=in_jetons).name
    figures = {
        "what": name,
        "mine": format_figure(key, difference.mine),
        "theirs": format_figure(key, difference.theirs),
    }
    parted = _("%(what)s %(mine)s contre %(theirs)s") % figures
    level = _describe_ties([each for each in difference.level if each != "left"], difference.row.figures, in_jetons)
    how = _("%(level)s, %(parted)s") % {"level": level, "parted": parted} if level else parted
    return sentence % {"name": difference.other.tally.player, "how": how}


def _describe_ties(keys: Sequence[str], figures: Mapping[str, Number], in_jetons: bool) -> str:
    """Return the words for a tie in each of these metrics, joined by commas."""
    levels = (_not_all_met(key, figures[key]) or get_metric_text(key, in_jetons=in_jetons).level for key in keys)
    return ", ".join(map(str, levels))


def _not_all_met(key: str, figure: Number) -> str:
    """Return «ils ne se sont pas tous rencontrés» where the metric "direct" is 0 for tied players; else "".

    Tied players who all met each other have each won some encounter, so 0 means that not all of them met.
    """
    return "" if key != "direct" or figure else _("ils ne se sont pas tous rencontrés")


def _join_some_names(names: Sequence[str]) -> str:
    """Join the names of players; of more than MOST_NAMED, name the first and count the others."""
    if len(names) <= MAX_NAMES:
        return join_texts(names)
    more = len(names) - MAX_NAMES
    words = ngettext("%(names)s et %(n)s autre", "%(names)s et %(n)s autres", more)
    return words % {"names": ", ".join(names[:MAX_NAMES]), "n": more}


def join_texts(names: Sequence[str]) -> str:
    """Join texts as «A, B et C»."""
    first, last = ", ".join(names[:-1]), names[-1]
    return _("%(first)s et %(last)s") % {"first": first, "last": last} if first else last
