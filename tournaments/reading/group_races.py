"""The races of the groups before the finals: who is sure to go on, who cannot any more. Writes nothing.

A group is judged on points. As long as games are to come, the criteria that order players of equal points (their
encounters, the margin) can fall either way: a place is sure or lost only if points alone make it so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.draws.groups import DRAW, WIN, GroupRow
from tournaments.models import Tournament
from tournaments.standings.prospects import LeastScores, PlaceVerdict, Prospect, Race
from tournaments.standings.score_pools import OpenTable, Span

from .phases import PhaseState, get_current_phase, read_phase_state


@dataclass(frozen=True)
class GroupRace:
    """Who of one group can still qualify for the finals. `rows`: the group's table so far; `race`: the sides' scores
    and the games to come; `places`: how many sides of the group qualify in any case; `best_too`: the side on the place
    after these may qualify too, if it is among the best of all groups on that place; `names`: by side."""

    rows: tuple[GroupRow, ...]
    race: Race
    places: int
    best_too: bool
    names: Mapping[int, str]

    def judge(self, side: int) -> Prospect:
        """Return a side's chances to qualify; a place that only the best of several groups get is never called
        certain."""
        prospect = self.race.judge(side, self.places)
        if not self.best_too or prospect.verdict is not PlaceVerdict.OUT:
            return prospect
        wider = self.race.judge(side, self.places + 1)
        return wider if wider.verdict is PlaceVerdict.OUT else replace(wider, verdict=PlaceVerdict.OPEN, settled=False)

    def find_least_scores(self, side: int) -> LeastScores:
        """Return with how many points a side can qualify, and with how many it is certain to."""
        certain = self.race.find_least_scores(side, self.places).certain
        return LeastScores(self.race.find_least_scores(side, self.places + self.best_too).possible, certain)


def list_group_races(tournament: Tournament, names: Mapping[int, str]) -> list[GroupRace]:
    """Return, for each group, who can still qualify for the finals; empty unless groups are being played and the finals
    are not drawn yet.

    names: by entry.
    """
    phase = get_current_phase(tournament)
    if phase is None or phase.format != Tournament.Format.GROUPS or phase.finals is not None:
        return []
    state = read_phase_state(tournament, phase)
    side_names = {n: " – ".join(names[entry] for entry in side) for n, side in enumerate(phase.sides, 1)}
    return [
        GroupRace(rows, _build_group_race(state, rows), phase.through, bool(phase.best), side_names)
        for rows in state.compute_group_tables()
    ]


def _build_group_race(state: PhaseState, rows: tuple[GroupRow, ...]) -> Race:
    """Return the points so far and the games to come of a group's sides; those that have left are not in it."""
    points = {row.player: row.points for row in rows if row.player not in state.departed}
    tables = list(_iter_open_games(state, points))
    ranks = {row.player: row.place for row in rows}
    return Race(points, tables, ranks, ties_part=True, ranks_hold=not tables)


def _iter_open_games(state: PhaseState, points: Mapping[int, int]) -> Iterator[OpenTable]:
    """Yield the games to come between the sides of a group: at open tables, and in the rounds still to be drawn."""
    pairs = [duel.pair for duel in state.group_duels if not duel.over]
    pairs += [(pair[0], pair[1]) for each in state.list_rounds_left() for pair in each.tables]
    for one, other in pairs:
        ways = ({one: WIN, other: 0}, {one: DRAW, other: DRAW}, {one: 0, other: WIN})
        if one in points and other in points:
            yield OpenTable({one: Span(0, WIN), other: Span(0, WIN)}, Span(WIN, WIN), ways)
