"""Teams in sentences: what ranks them, why one stands where it does, who holds a place, that they are unequal."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import TotalUnit
from tournaments.reading.teams import TeamStandings
from tournaments.standings.scores import Number
from tournaments.standings.team_matches import DRAW, TeamMatch
from tournaments.standings.teams import TeamMember, TeamPlace, TeamRow

from .metric_text import format_figure, format_sum, get_metric_text, join_texts


def describe_holders(members: Sequence[TeamMember], names: Mapping[int, str]) -> str:
    """Return the names of those who held a place of a team, in turn: «Cléo, puis Dan». `names`: by entry id."""
    return _(", puis ").join(names[each.entry] for each in members)


def format_team_figure(standings: TeamStandings, figure: Number, unit: TotalUnit) -> str:
    """Return the figure of a team or of one of its places, as text: board points, a sum of ranks, or a score. `unit`:
    what totals are counted in."""
    if standings.rule.by_matches:
        return format_halves(figure)
    return str(figure) if standings.rule.by_ranks else format_figure(standings.leading, figure, unit)


def format_halves(figure: Number) -> str:
    """Return board points, which may have a half, as text: «2½»."""
    return str(figure) if figure == int(figure) else f"{int(figure) or ''}½"


def describe_team_rule(standings: TeamStandings, unit: TotalUnit) -> str:
    """Return the sentence on how the figure of a team is made: from its matches, or from the ranks or scores of its
    players."""
    if standings.rule.by_matches:
        sentence = _(
            "Une rencontre gagnée compte 2 points, égale 1. À égalité, les points des tables départagent : 1 pour une "
            "table gagnée, ½ pour une table égale."
        )
        bye = _("Une équipe sans adversaire a 1 point et la moitié de ses tables.")
        return f"{sentence} {bye}" if any(row.byes for row in standings.rows) else sentence
    what = _("rang") if standings.rule.by_ranks else str(get_metric_text(standings.leading, unit).name)
    best = standings.rule.best
    if best is None:
        return _("Chaque équipe a la somme de tous ses joueurs (%(what)s).") % {"what": what}
    words = ngettext(
        "Chaque équipe a ce qu’a son meilleur joueur (%(what)s).",
        "Chaque équipe a la somme de ses %(n)s meilleurs joueurs (%(what)s).",
        best,
    )
    return words % {"what": what, "n": best}


def describe_unequal_teams(standings: TeamStandings) -> str:
    """Return the sentence that teams differ in size, and what an empty place counts; "" if they do not, or if matches
    rank."""
    sizes = standings.sizes
    if len(set(sizes.values())) < 2:
        return ""
    listing = join_texts([f"{standings.teams[team]} {size}" for team, size in sizes.items()])
    if standings.rule.by_matches:
        return ""
    if standings.rule.by_ranks:
        return _("Équipes inégales : %(sizes)s. Une place vide compte le rang d’après le dernier, %(n)s.") % {
            "sizes": listing,
            "n": standings.last + 1,
        }
    return _("Équipes inégales : %(sizes)s. Une place vide ne compte rien.") % {"sizes": listing}


def explain_team_rank(standings: TeamStandings, row: TeamRow, unit: TotalUnit) -> list[str]:
    """Return sentences on a team's rank: the sum of its players, who replaced whom, and what separates it from teams
    with the same sum."""
    if standings.rule.by_matches:
        return explain_match_rank(standings, row)
    counted = [place for place in row.places if place.counts]
    figure = format_team_figure(standings, row.figure, unit)
    sentences = [_("%(sum)s = %(figure)s.") % {"sum": format_sum([each.figure for each in counted]), "figure": figure}]
    if out := [_name_place(standings, place) for place in row.places if not place.counts]:
        sentences.append(_("Ne compte pas : %(who)s.") % {"who": ", ".join(out)})
    for place in row.places:
        if len(place.members) > 1:
            sentences.append(_describe_relay(standings, place))
    level = [standings.teams[each.team] for each in standings.rows if each.figure == row.figure and each != row]
    if row.tied:
        sentences.append(
            _("À égalité avec %(who)s, aussi par le mieux classé : même rang.") % {"who": join_texts(level)}
        )
    elif row.parted_by is not None:
        words = _("À égalité avec %(who)s : le rang du mieux classé de ses joueurs, %(n)s, départage.")
        sentences.append(words % {"who": join_texts(level), "n": row.parted_by})
    return sentences


def explain_match_rank(standings: TeamStandings, row: TeamRow) -> list[str]:
    """Return sentences on a team's rank by matches: the points of each, their sum, and what separates it from teams
    with the same sum."""
    sentences = [describe_result(standings, each) for each in row.matches]
    sentences += [_("Ronde %(n)s, sans adversaire : 1 point.") % {"n": n} for n in row.byes]
    points = [*(each.match_points for each in row.matches), *(DRAW for _n in row.byes)]
    words = _("%(sum)s = %(figure)s, et %(boards)s aux tables.")
    said = {"sum": format_sum(points), "figure": row.figure, "boards": format_halves(row.boards)}
    level = [each for each in standings.rows if each.figure == row.figure and each != row]
    same = [standings.teams[each.team] for each in level if each.rank == row.rank]
    if same:
        parted = [_("À égalité avec %(who)s, aussi aux tables : même rang.") % {"who": join_texts(same)}]
    elif level:
        who = {"who": join_texts([standings.teams[each.team] for each in level])}
        parted = [_("À égalité avec %(who)s : les points des tables départagent.") % who]
    else:
        parted = []
    return [*sentences, words % said, *parted]


def describe_result(standings: TeamStandings, match: TeamMatch) -> str:
    """Say how a match stands or ended for the team named first: «Ronde 1, contre Lyon : 2½ à 1½, 2 points.»"""
    ours, theirs = (format_halves(each) for each in match.points)
    said = {"n": match.round, "who": standings.teams[match.teams[1]], "ours": ours, "theirs": theirs}
    if not match.over:
        return _("Ronde %(n)s, contre %(who)s : %(ours)s à %(theirs)s pour l’instant.") % said
    if not match.played:
        return _("Ronde %(n)s, contre %(who)s : non jouée.") % said
    words = ngettext(
        "Ronde %(n)s, contre %(who)s : %(ours)s à %(theirs)s, %(points)s point.",
        "Ronde %(n)s, contre %(who)s : %(ours)s à %(theirs)s, %(points)s points.",
        match.match_points,
    )
    return words % {**said, "points": match.match_points}


def _name_place(standings: TeamStandings, place: TeamPlace) -> str:
    """Return the names of those who held the place, or «une place vide»."""
    return describe_holders(place.members, standings.names) if place.members else _("une place vide")


def _describe_relay(standings: TeamStandings, place: TeamPlace) -> str:
    """Return the sentence that two players held one place in turn, and which of their results count."""
    who = {"who": describe_holders(place.members, standings.names)}
    if standings.rule.by_ranks:
        return _("À une même place, %(who)s : le meilleur de leurs rangs compte.") % who
    return _("À une même place, %(who)s : leurs points s’ajoutent.") % who
