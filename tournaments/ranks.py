"""What the figures of a ranking are called, and why somebody has his rank, in the reader's language.

Says what `standings` has found; computes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.standings.evidence import reckoned
from tournaments.standings.explain import Difference, Reason
from tournaments.standings.metrics import Reader
from tournaments.standings.opponents import LOT_BITS, Terms
from tournaments.standings.orders import Order
from tournaments.standings.played import FLAT
from tournaments.standings.ranking import Row
from tournaments.standings.scores import Number
from tournaments.templatetags.corbillon import MINUS, signed

Words = Promise | str


@dataclass(frozen=True)
class Called:
    """A metric on screen: its name, how being level in it is said, how it is reckoned."""

    name: Words
    level: Words
    help: Words


CALLED: dict[str, Called] = {
    "left": Called(
        gettext_lazy("tables quittées avant la fin"),
        gettext_lazy("autant de tables quittées"),
        gettext_lazy("Qui a quitté une table avant la fin vient après tous les autres."),
    ),
    "total": Called(
        gettext_lazy("gain"),
        gettext_lazy("même gain"),
        gettext_lazy("La somme de ce qui est gagné et perdu à toutes les tables, en jetons ; aux points, leur somme."),
    ),
    "coups_won": Called(
        gettext_lazy("coups gagnés"),
        gettext_lazy("autant de coups gagnés"),
        gettext_lazy("Combien de coups sont gagnés, seul ou à plusieurs."),
    ),
    "tables": Called(
        gettext_lazy("tables jouées"),
        gettext_lazy("autant de tables jouées"),
        gettext_lazy("À combien de tables un coup au moins est joué."),
    ),
    "best_coup": Called(
        gettext_lazy("meilleur coup"),
        gettext_lazy("même meilleur coup"),
        gettext_lazy("Le plus qu’un seul coup ait rapporté."),
    ),
    "brusquembilles_won": Called(
        gettext_lazy("brusquembilles gagnées"),
        gettext_lazy("autant de brusquembilles gagnées"),
        gettext_lazy("Les as et les dix avec lesquels une levée est gagnée."),
    ),
    "brusquembilles_lost": Called(
        gettext_lazy("brusquembilles perdues"),
        gettext_lazy("autant de brusquembilles perdues"),
        gettext_lazy("Les as et les dix perdus dans une levée d’un autre : moins il y en a, mieux c’est."),
    ),
    "parties_won": Called(
        gettext_lazy("parties gagnées"),
        gettext_lazy("autant de parties gagnées"),
        gettext_lazy("Une par table où l’on finit premier ; partagée entre les premiers à égalité."),
    ),
    "victory": Called(
        gettext_lazy("points de victoire"),
        gettext_lazy("mêmes points de victoire"),
        gettext_lazy("Ce que valent une table gagnée, partagée, perdue, et une ronde de repos."),
    ),
    "place_points": Called(
        gettext_lazy("points de place"),
        gettext_lazy("mêmes points de place"),
        gettext_lazy("Tant pour le premier d’une table, tant pour le deuxième… ; les ex æquo se les partagent."),
    ),
    "share": Called(
        gettext_lazy("part des enjeux"),
        gettext_lazy("même part des enjeux"),
        gettext_lazy("À chaque table, sa part de tout ce qui s’y trouve à la fin ; on les ajoute."),
    ),
    "beaten": Called(
        gettext_lazy("adversaires devancés"),
        gettext_lazy("même part d’adversaires devancés"),
        gettext_lazy(
            "À chaque table, la part des adversaires devancés, de 0 à 1 : compare des tables de toute taille."
        ),
    ),
    "buchholz": Called(
        gettext_lazy("Buchholz"),
        gettext_lazy("même Buchholz"),
        gettext_lazy("La somme des scores de tous les adversaires rencontrés."),
    ),
    "buchholz_cut": Called(
        gettext_lazy("Buchholz tronqué"),
        gettext_lazy("même Buchholz tronqué"),
        gettext_lazy("Comme Buchholz, sans l’adversaire le plus faible."),
    ),
    "buchholz_median": Called(
        gettext_lazy("Buchholz médian"),
        gettext_lazy("même Buchholz médian"),
        gettext_lazy("Comme Buchholz, sans l’adversaire le plus faible ni le plus fort."),
    ),
    "sonneborn_berger": Called(
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("même Sonneborn-Berger"),
        gettext_lazy("Les scores des adversaires devancés, et la moitié de ceux des adversaires à égalité."),
    ),
    "opponents_average": Called(
        gettext_lazy("moyenne des adversaires"),
        gettext_lazy("même moyenne des adversaires"),
        gettext_lazy("Le score moyen des adversaires rencontrés."),
    ),
    "progressive": Called(
        gettext_lazy("progressif"),
        gettext_lazy("même progressif"),
        gettext_lazy("La somme de ses scores après chaque ronde : mener tôt compte plus."),
    ),
    "direct": Called(
        gettext_lazy("rencontres directes"),
        gettext_lazy("rencontres directes égales"),
        gettext_lazy("Entre ex æquo qui se sont tous rencontrés : qui a devancé qui."),
    ),
    "mini_table": Called(
        gettext_lazy("écart entre ex æquo"),
        gettext_lazy("même écart entre ex æquo"),
        gettext_lazy("Entre ex æquo : la différence de gain aux tables où ils se sont rencontrés."),
    ),
    "lots": Called(
        gettext_lazy("tirage au sort"),
        gettext_lazy("même sort"),
        gettext_lazy(
            "Le plus grand numéro tiré passe devant : toujours les mêmes numéros pour un même numéro de tirage."
        ),
    ),
}

COUNTED: dict[str, Words] = {
    "average": gettext_lazy("une table gagnée, et la moyenne de ses tables"),
    "flat": gettext_lazy("ce que compte une ronde de repos"),
    "nothing": gettext_lazy("rien"),
}
"""What a round that was not played counts, by its worth."""

ORDERS: dict[str, tuple[Words, Words]] = {
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


def counting(worth: str, order: Order) -> Words:
    """What a round that was not played counts in an event: its figures, where they are fixed ones."""
    if worth != FLAT:
        return COUNTED[worth]
    told = [_("%(n)s au gain") % {"n": signed(order.scales.flat)}]
    if "victory" in order.precedence:
        n = order.scales.rest
        told.append(ngettext("%(n)s point de victoire", "%(n)s points de victoire", n) % {"n": n})
    return ", ".join(told)


def shown(key: str, figure: Number) -> str:
    """A figure as it is read: gains with their sign, fractions with two decimals, lots with six digits."""
    if key == "lots":
        return f"{int(figure) * 10**6 >> LOT_BITS:06d}"
    if key in ("total", "mini_table", "best_coup"):
        return signed(int(figure)) if figure == int(figure) else _plain(figure)
    return _plain(figure)


def criteria(reader: Reader, rows: Sequence[Row], mine: Row) -> list[tuple[Called, str, str]]:
    """Each figure that ranks somebody: what it is called, what he has, and how that is reckoned where it is made of
    whom he met."""
    return [
        (CALLED[key], said, reckoning(terms, said) if terms else "")
        for key, figure, terms in reckoned(reader, rows, mine)
        if key != "left"
        for said in [shown(key, figure)]
    ]


def reckoning(terms: Terms, figure: str) -> str:
    """«2 + 4 = 6, sans 0»: how a figure is added up."""
    added = _added(terms.counted)
    whole = f"({added}) / {len(terms.counted)}" if terms.average and terms.counted else added
    if not terms.left_out:
        return f"{whole} = {figure}"
    out = _listed([_added([each]) for each in terms.left_out])
    return _("%(sum)s = %(figure)s, sans %(out)s") % {"sum": whole, "figure": figure, "out": out}


def _added(numbers: Sequence[Number]) -> str:
    if not numbers:
        return "0"
    first, *rest = numbers
    words = (f"+ {_plain(each)}".replace(f"+ {MINUS}", f"{MINUS} ") for each in rest)
    return " ".join([_plain(first), *words])


def _plain(figure: Number) -> str:
    text = str(figure) if figure == int(figure) else number_format(_rounded(figure), 2)
    return text.replace("-", MINUS)


def _rounded(figure: Number) -> Decimal:
    return (Decimal(figure.numerator) / Decimal(figure.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def sentences(reason: Reason) -> list[str]:
    """Why this rank, in one to three sentences."""
    told = [_shared(reason)] if reason.equals else []
    if reason.before:
        told.append(_behind(reason.before))
    if reason.after:
        told.append(_ahead(reason.after))
    return told or [_("Personne d’autre n’est classé.")]


def _shared(reason: Reason) -> str:
    others, figures = [row.tally.player for row in reason.equals], reason.row.figures
    said = {"who": _listed(others), "level": _level([key for key in figures if key != "left"], figures)}
    return _("À égalité avec %(who)s : %(level)s. Aucun critère de la soirée ne les départage.") % said


def _behind(difference: Difference) -> str:
    if difference.metric == "left" and not difference.theirs:
        words = _("Derrière %(name)s : qui a quitté une table avant la fin vient après tous ceux qui sont restés.")
        return words % {"name": difference.other.tally.player}
    return _compared(_("Derrière %(name)s : %(how)s."), difference)


def _ahead(difference: Difference) -> str:
    if difference.metric == "left" and not difference.mine:
        return _("Devant %(name)s, qui a quitté une table avant la fin.") % {"name": difference.other.tally.player}
    return _compared(_("Devant %(name)s : %(how)s."), difference)


def _compared(sentence: str, difference: Difference) -> str:
    key = difference.metric or ""
    figures = {"what": CALLED[key].name, "mine": shown(key, difference.mine), "theirs": shown(key, difference.theirs)}
    parted = _("%(what)s %(mine)s contre %(theirs)s") % figures
    level = _level([each for each in difference.level if each != "left"], difference.row.figures)
    how = _("%(level)s, %(parted)s") % {"level": level, "parted": parted} if level else parted
    return sentence % {"name": difference.other.tally.player, "how": how}


def _level(keys: Sequence[str], figures: Mapping[str, Number]) -> str:
    return ", ".join(str(_not_all_met(key, figures[key]) or CALLED[key].level) for key in keys)


def _not_all_met(key: str, figure: Number) -> str:
    """Who is level in encounters with everybody has won some of each: nothing at all means that there were not all."""
    return "" if key != "direct" or figure else _("ils ne se sont pas tous rencontrés")


def _listed(names: Sequence[str]) -> str:
    first, last = ", ".join(names[:-1]), names[-1]
    return _("%(first)s et %(last)s") % {"first": first, "last": last} if first else last
