"""Why a player has a rank, in sentences: who is level with him, who is before and after him, and by what."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import TotalUnit
from tournaments.presentation.text.metric_text import (
    Words,
    format_figure,
    format_with_unit,
    get_metric_text,
    join_texts,
    repeats_total,
)
from tournaments.standings.evidence import TableOutcome
from tournaments.standings.explain import RankDifference, RankExplanation, find_difference
from tournaments.standings.ranking import StandingsRow, find_main_score
from tournaments.standings.scores import Number

DUEL = 2  # sides of a table at which one wins and one loses
MAX_NAMES = 6  # names listed of those who share a rank


def describe_rank(reason: RankExplanation, unit: TotalUnit) -> list[str]:
    """Return one to three sentences on why a player has his rank: who shares it, who is just before, who is just
    after."""
    sentences = [_explain_shared_rank(reason, unit)] if reason.equals else []
    if reason.before:
        sentences.append(_explain_player_before(reason.before, unit))
    if reason.after:
        sentences.append(_explain_player_after(reason.after, unit))
    return sentences or [_("Personne d’autre n’est classé.")]


def describe_tie_breaks(rows: Sequence[StandingsRow], unit: TotalUnit) -> str:
    """Return the sentence on the metrics that separate players with the same first score; "" if no such players are
    shown. `rows`: those shown, in order of rank."""
    keys: list[str] = []
    for row, other in pairwise(row for row in rows if not row.waiting):
        difference = find_difference(row, other, tuple(row.figures))
        if difference.metric not in (None, *keys) and find_main_score(row.figures) in difference.level:
            keys.append(str(difference.metric))
    if not keys:
        return ""
    names = join_texts([str(get_metric_text(key, unit).name) for key in keys])
    return _("À égalité, ce qui départage : %(what)s.") % {"what": names}


def describe_close_rank(equals: Sequence[StandingsRow], behind: StandingsRow | None, unit: TotalUnit) -> str:
    """Return the sentence on why players share a rank (`equals`), or why one is ahead of the next (`behind`) with the
    same first score; "" if the first score alone decides."""
    first = equals[0]
    if len(equals) > 1:
        level = _describe_ties([key for key in first.figures if key != "left"], equals, unit)
        return _("Ex æquo : %(level)s. Aucun critère de la soirée ne les départage.") % {"level": level}
    if behind is None:
        return ""
    difference = find_difference(first, behind, tuple(first.figures))
    is_level = find_main_score(first.figures) in difference.level
    return _explain_player_after(difference, unit) if is_level else ""


def _explain_shared_rank(reason: RankExplanation, unit: TotalUnit) -> str:
    """Return the sentence on who shares the player's rank, and in which metrics they are equal."""
    others, level = [row.tally.player for row in reason.equals], [key for key in reason.row.figures if key != "left"]
    said = {"who": _join_some_names(others), "level": _describe_ties(level, (reason.row, *reason.equals), unit)}
    return _("À égalité avec %(who)s : %(level)s. Aucun critère de la soirée ne les départage.") % said


def _explain_player_before(difference: RankDifference, unit: TotalUnit) -> str:
    """Return the sentence on why the player ranks behind the one just before him."""
    if difference.metric == "left" and not difference.theirs:
        words = _("Derrière %(name)s : une table quittée avant la fin fait passer après tous ceux qui sont restés.")
        return words % {"name": difference.other.tally.player}
    return _fill_comparison(_("Derrière %(name)s : %(how)s."), difference, unit)


def _explain_player_after(difference: RankDifference, unit: TotalUnit) -> str:
    """Return the sentence on why the player ranks ahead of the one just after him."""
    if difference.metric == "left" and not difference.mine:
        return _("Devant %(name)s : une table quittée avant la fin.") % {"name": difference.other.tally.player}
    return _fill_comparison(_("Devant %(name)s : %(how)s."), difference, unit)


def _fill_comparison(sentence: str, difference: RankDifference, unit: TotalUnit) -> str:
    """Return the sentence with %(name)s and %(how)s filled in: the other player; the metrics in which both are equal,
    and the one that separates them."""
    key = difference.metric or ""
    name: Words = get_metric_text(key, unit).name
    if difference.n:
        name = _("%(what)s entre ceux qui restent à égalité") % {"what": name}
    figures = {
        "what": name,
        "mine": format_with_unit(key, difference.mine, unit),
        "theirs": format_figure(key, difference.theirs, unit),
    }
    adjusted = any(key in row.tally.adjustments for row in (difference.row, difference.other))
    parted = _("%(what)s %(mine)s contre %(theirs)s") % figures
    if adjusted:
        parted = _("total %(mine)s contre %(theirs)s (%(what)s, bonus et pénalités compris)") % figures
    level = _describe_ties(
        [each for each in difference.level if each != "left"], (difference.row, difference.other), unit
    )
    how = _("%(level)s, %(parted)s") % {"level": level, "parted": parted} if level else parted
    return sentence % {"name": difference.other.tally.player, "how": how}


def _describe_ties(keys: Sequence[str], rows: Sequence[StandingsRow], unit: TotalUnit) -> str:
    """Return the words for the equality of these players in each of these metrics, joined by commas; a metric that only
    repeats the total is left out."""
    figures = rows[0].figures
    criteria = (key for key in keys if not repeats_total(key, figures, unit))
    levels = (_not_all_met(key, figures[key]) or _name_tie(key, rows, unit) for key in criteria)
    return ", ".join(map(str, levels))


def _name_tie(key: str, rows: Sequence[StandingsRow], unit: TotalUnit) -> Words:
    """Return the words for equality in a metric: «même total» if a bonus or penalty changed it, else the metric's own
    words."""
    adjusted = any(key in row.tally.adjustments for row in rows)
    return _("même total") if adjusted else get_metric_text(key, unit).level


def _not_all_met(key: str, figure: Number) -> str:
    """Return «leurs rencontres ne les départagent pas» where the metric "direct" is 0 for tied players; else "".

    Tied players who all met each other have each won some encounter, so 0 means that not all of them met.
    """
    return "" if key != "direct" or figure else _("leurs rencontres ne les départagent pas")


def _join_some_names(names: Sequence[str]) -> str:
    """Return players' names joined as text; if they are many, only the first ones, and how many more."""
    if len(names) <= MAX_NAMES:
        return join_texts(names)
    more = len(names) - MAX_NAMES
    words = ngettext("%(names)s et %(n)s autre", "%(names)s et %(n)s autres", more)
    return words % {"names": ", ".join(names[:MAX_NAMES]), "n": more}


def describe_place(result: TableOutcome) -> str:
    """Return how a player ended at a table, as text: won or lost if two sides met, else the place among its sides."""
    if result.sides == DUEL:
        ends = _("à égalité"), pgettext("une table", "gagnée"), pgettext("une table", "perdue")
        return ends[0 if result.shared else result.place]
    place = _("place %(n)s sur %(of)s") % {"n": result.place, "of": result.sides}
    return f"{place}, {_('ex æquo')}" if result.shared else place
