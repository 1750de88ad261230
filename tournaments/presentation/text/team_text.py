"""Teams in sentences: what ranks them, why one stands where it does, who holds a place, that they are unequal."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import TotalUnit
from tournaments.reading.teams import TeamStandings
from tournaments.standings.scores import Number
from tournaments.standings.teams import TeamMember, TeamPlace, TeamRow

from .metric_text import format_figure, format_sum, get_metric_text, join_texts


def describe_holders(members: Sequence[TeamMember], names: Mapping[int, str]) -> str:
    """Name who holds a place, and who held it before him: «Cléo, puis Dan»."""
    return _(", puis ").join(names[each.entry] for each in members)


def format_team_figure(found: TeamStandings, figure: Number, unit: TotalUnit) -> str:
    """Format what a team or a place has. `unit`: what totals count."""
    return str(figure) if found.rule.by_ranks else format_figure(found.leading, figure, unit)


def describe_team_rule(found: TeamStandings, unit: TotalUnit) -> str:
    """Say what ranks the teams."""
    what = _("rang") if found.rule.by_ranks else str(get_metric_text(found.leading, unit).name)
    best = found.rule.best
    if best is None:
        return _("Chaque équipe a la somme de tous ses joueurs (%(what)s).") % {"what": what}
    words = ngettext(
        "Chaque équipe a ce qu’a son meilleur joueur (%(what)s).",
        "Chaque équipe a la somme de ses %(n)s meilleurs joueurs (%(what)s).",
        best,
    )
    return words % {"what": what, "n": best}


def describe_unequal_teams(found: TeamStandings) -> str:
    """Say that teams are not of one size, and what that does; "" where they are."""
    sizes = found.sizes
    if len(set(sizes.values())) < 2:
        return ""
    told = join_texts([f"{found.teams[team]} {size}" for team, size in sizes.items()])
    if found.rule.by_ranks:
        return _("Équipes inégales : %(sizes)s. Une place vide compte le rang d’après le dernier, %(n)s.") % {
            "sizes": told,
            "n": found.last + 1,
        }
    return _("Équipes inégales : %(sizes)s. Une place vide ne compte rien.") % {"sizes": told}


def explain_team_rank(found: TeamStandings, row: TeamRow, unit: TotalUnit) -> list[str]:
    """Explain a team's rank: what counts, who followed whom, what parts it from those with the same sum."""
    counted = [place for place in row.places if place.counts]
    figure = format_team_figure(found, row.figure, unit)
    told = [_("%(sum)s = %(figure)s.") % {"sum": format_sum([each.figure for each in counted]), "figure": figure}]
    if out := [_name_place(found, place) for place in row.places if not place.counts]:
        told.append(_("Ne compte pas : %(who)s.") % {"who": ", ".join(out)})
    for place in row.places:
        if len(place.members) > 1:
            told.append(_describe_relay(found, place))
    level = [found.teams[each.team] for each in found.rows if each.figure == row.figure and each != row]
    if row.tied:
        told.append(_("À égalité avec %(who)s, aussi par le mieux classé : même rang.") % {"who": join_texts(level)})
    elif row.parted_by is not None:
        words = _("À égalité avec %(who)s : le rang du mieux classé de ses joueurs, %(n)s, départage.")
        told.append(words % {"who": join_texts(level), "n": row.parted_by})
    return told


def _name_place(found: TeamStandings, place: TeamPlace) -> str:
    """Name who holds the place, or that nobody does."""
    return describe_holders(place.members, found.names) if place.members else _("une place vide")


def _describe_relay(found: TeamStandings, place: TeamPlace) -> str:
    """Say that two followed each other, and what of them counts."""
    who = {"who": describe_holders(place.members, found.names)}
    if found.rule.by_ranks:
        return _("À une même place, %(who)s : le meilleur de leurs rangs compte.") % who
    return _("À une même place, %(who)s : leurs points s’ajoutent.") % who
