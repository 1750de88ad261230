"""The table of each group, or of a round robin, for a page or a print, and why one stands before another there.

Pure, except that texts are in the reader's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from tournaments.draws import groups
from tournaments.draws.groups import HALF, STRUCK, GroupRow, find_parting, list_meetings, rank_group
from tournaments.models import Tournament
from tournaments.presentation.text.numbers import format_signed
from tournaments.reading.group_names import name_group
from tournaments.reading.phases import PhaseState


@dataclass(frozen=True)
class GroupTable:
    """The table of one group, or of a round robin (with an empty title).

    `grid`: in cell [i][j], the games of side i against side j, each as (points, margin). `ties`: (who is before, who is
    after, why) for each two neighbours with equal points. `forfeits`: (who won, who did not come) for each game won by
    forfeit.
    """

    title: str
    rows: tuple[tuple[Any, str, bool], ...]
    """(line of `draws.groups`, name, True if the side goes on to the finals), in order of places."""
    grid: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()
    ties: tuple[tuple[str, str, str], ...] = ()
    forfeits: tuple[tuple[str, str], ...] = ()


def describe_leavers(leavers: str) -> str:
    """Return the sentence on how the games of players who leave a group early count; "" where all of them count as
    played. `leavers`: the phase's rule, a constant of `draws.groups`."""
    said = {
        HALF: _("Qui part avant d’avoir joué la moitié de ses parties : aucune ne compte ; après, il perd le reste."),
        STRUCK: _("Les parties de qui est parti ne comptent pas."),
    }
    return said.get(leavers, "")


def build_group_tables(state: PhaseState) -> tuple[GroupTable, ...]:
    """Return the tables of the phase's groups; one table for a round robin, none for a knockout."""
    phase = state.phase
    if phase.format == Tournament.Format.KNOCKOUT:
        return ()
    if phase.format == Tournament.Format.ALL:
        state = replace(state, phase=replace(phase, groups=1))
    through = set(phase.main)
    tables = []
    for n, (group, games) in enumerate(state.list_group_games()):
        lines, met = rank_group(group, games, state.ties), list_meetings(games)
        tables.append(
            GroupTable(
                name_group(n) if phase.format == Tournament.Format.GROUPS else "",
                tuple((line, state.names[line.player], line.player in through) for line in lines),
                tuple(tuple(tuple(met.get((one.player, other.player), ())) for other in lines) for one in lines),
                tuple(
                    (state.names[upper.player], state.names[lower.player], describe_parting(upper, lower))
                    for upper, lower in pairwise(lines)
                    if upper.played and upper.points == lower.points
                ),
                list_forfeits(state, group),
            )
        )
    return tuple(tables)


def list_forfeits(state: PhaseState, group: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Return (who won, who did not come) of each game of a group that was won by forfeit."""
    won = [(duel.winner, duel.pair) for duel in state.group_duels if duel.forfeit and set(duel.pair) <= set(group)]
    return tuple(
        (state.names[winner], state.names[pair[winner == pair[0]]]) for winner, pair in won if winner is not None
    )


def describe_parting(upper: GroupRow, lower: GroupRow) -> str:
    """Return why one of two players with equal points ranks before the other: «entre ex æquo, 4 points contre 2»."""
    parting = find_parting(upper, lower)
    texts = {
        groups.AMONG: _("entre ex æquo, %(upper)s contre %(lower)s"),
        groups.MARGIN: _("à l’écart, %(upper)s contre %(lower)s"),
        groups.MARGIN_AMONG: _("à l’écart entre ex æquo, %(upper)s contre %(lower)s"),
        groups.WON: _("aux parties gagnées, %(upper)s contre %(lower)s"),
    }
    if parting.key not in texts:
        return _("à la tête de série, tout le reste étant égal")
    show = format_signed if parting.key in (groups.MARGIN, groups.MARGIN_AMONG) else str
    return texts[parting.key] % {"upper": show(parting.upper), "lower": show(parting.lower)}


def describe_ties(ties: Sequence[str]) -> str:
    """Return the sentence on how a group is ranked. `ties`: the keys of what separates players with equal points, in
    order."""
    names = {
        groups.AMONG: _("les rencontres entre ex æquo"),
        groups.MARGIN: _("l’écart"),
        groups.MARGIN_AMONG: _("l’écart entre ex æquo"),
        groups.WON: _("les parties gagnées"),
    }
    listing = ", ".join(names[key] for key in ties)
    return _("Deux points par partie gagnée, un par partie nulle ; puis %(ties)s, et la tête de série.") % {
        "ties": listing
    }
