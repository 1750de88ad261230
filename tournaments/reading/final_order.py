"""The order in which the matches of a tournament leave its players: who wins the final is first, whatever else he won.

The standings count every table; a podium, a diploma and a prize follow the matches once these have decided.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from tournaments.book.sheet import Sheet
from tournaments.draws.groups import GroupRow, rank_group
from tournaments.draws.knockout_places import list_places
from tournaments.models import Tournament
from tournaments.standings.ranking import StandingsRow

from .grouping import group_pairs
from .phases import PhaseState, list_phases, read_phase_state
from .taking_part import place_waiting_last
from .tallies import get_standings

SidePlaces = list[tuple[int, tuple[int, ...]]]
"""(place, the numbers of the sides that share it), the best first."""


@dataclass(frozen=True)
class FinalOrder:
    """The rows of the standings in the final order, with its places as ranks. `by_matches`: the matches decided it;
    `points`: where a round robin decided it, by entry the points of its matches, by which it is ranked first; else
    empty."""

    rows: Sequence[StandingsRow]
    by_matches: bool
    points: Mapping[int, int] = field(default_factory=dict)


def read_final_order(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    previewed: Iterable[Sheet] = (),
    before_round: int | None = None,
) -> FinalOrder:
    """Return the rows of the standings in the final order, as far as it is known: that of the last phase's matches once
    they have decided it, else as they are. Where teams meet they stay as they are: the teams' own standings follow the
    matches.

    Partners share a place that nobody else has. Who did not reach the finals follows by his place in his group, then
    who is not in the last phase, each time in the order of the standings. `previewed`: sheets to preview, each used
    instead of its table's own. `before_round`: only matches of rounds before this one count.
    """
    phases = [phase for phase in list_phases(tournament) if phase.format != Tournament.Format.SWISS]
    if tournament.has_team_matches or not phases or phases[-1].format != tournament.format:
        return FinalOrder(rows, by_matches=False)
    state = read_phase_state(tournament, phases[-1], before_round, previewed)
    places = list_decided_places(state)
    if not places:
        return FinalOrder(rows, by_matches=False)
    ranks = {entry: (place, shared) for entry, place, shared in _iter_entry_places(state, places)}
    placed = [
        row._replace(rank=ranks[row.tally.entry][0], tied=ranks[row.tally.entry][1], waiting=False)
        for row in rows
        if row.tally.entry in ranks
    ]
    before = sum(len(sides) for _place, sides in places)
    placed.sort(key=lambda row: (row.rank, row.name_key))
    others = [row for row in rows if row.tally.entry not in ranks]
    is_robin = state.phase.format == Tournament.Format.ALL
    points = {
        entry: line.points
        for line in (_rank_round_robin(state) if is_robin else ())
        for entry in state.phase.sides[line.player - 1]
    }
    return FinalOrder((*placed, *_rank_others(state, others, before)), True, points)


def list_final_rows(tournament: Tournament) -> Sequence[StandingsRow]:
    """Return the standings rows as papers show them: in the order of the matches where these decide; whoever has not
    played comes last."""
    return order_final_standings(tournament).rows


def order_final_standings(tournament: Tournament) -> FinalOrder:
    """Return the final order as papers show it: whoever has not played comes last."""
    return read_final_order(tournament, place_waiting_last(tournament, get_standings(tournament)))


def list_match_winners(tournament: Tournament, rows: Sequence[StandingsRow]) -> list[str]:
    """Return the names of the winners of a tournament that its matches decide; empty before they have, and where
    matches decide nothing. `rows`: the standings, whose first need not be the winner."""
    if not tournament.has_bracket:
        return []
    order = read_final_order(tournament, rows)
    return [row.tally.player for row in order.rows if row.rank == 1] if order.by_matches else []


def _iter_entry_places(state: PhaseState, places: SidePlaces) -> Iterator[tuple[int, int, bool]]:
    """Yield (entry, place, whether another side shares it) for each entry of these sides."""
    for place, sides in places:
        for n in sides:
            yield from ((entry, place, len(sides) > 1) for entry in state.phase.sides[n - 1])


def _rank_others(state: PhaseState, rows: Sequence[StandingsRow], before: int) -> Iterator[StandingsRow]:
    """Yield the rows of the players who did not reach the finals, with ranks that follow the `before` sides of the
    finals: by their places in the groups, then in the order of `rows`."""
    behind = {entry: place for entry, place, _shared in _iter_entry_places(state, list_places_behind(state))}
    last = max(behind.values(), default=0) + 1

    def get_key(row: StandingsRow) -> tuple[int, int]:
        """Return the sort key (place behind the finals, rank in the standings); rows with equal keys share a rank."""
        return behind.get(row.tally.entry, last), row.rank

    for _key, equals in groupby(sorted(rows, key=get_key), key=get_key):
        group = list(equals)
        yield from (row._replace(rank=before + 1, tied=len(group) > 1) for row in group)
        before += len(group)


def list_decided_places(state: PhaseState) -> SidePlaces:
    """Return (place, numbers of the sides that have it) for the sides of a phase, the best first; empty until all its
    matches that decide places have been played."""
    if state.phase.format == Tournament.Format.ALL:
        return _list_round_robin_places(state)
    brackets = state.compute_brackets()
    if not brackets or brackets[0].champion is None:
        return []
    return list_places(brackets[0])


def list_places_behind(state: PhaseState) -> SidePlaces:
    """Return (place, numbers of the sides that have it) for the sides that did not reach the finals: first as the
    consolation has decided, then by the place in the group, which sides of several groups share. Empty before the
    finals begin."""
    phase, brackets = state.phase, state.compute_brackets()
    if phase.finals is None or not brackets:
        return []
    before = len(phase.main)
    consolation = brackets[1] if len(brackets) > 1 else None
    places_behind = [(before + place, sides) for place, sides in (list_places(consolation) if consolation else [])]
    before += len(phase.other)
    lines = [line for table in state.compute_group_tables() for line in table]
    finalists = (*phase.main, *phase.other)
    behind = group_pairs((line.place, line.player) for line in lines if line.player not in finalists)
    for _place, sides in sorted(behind.items()):
        places_behind.append((before + 1, tuple(sides)))
        before += len(sides)
    return places_behind


def _list_round_robin_places(state: PhaseState) -> SidePlaces:
    """Return (place, numbers of the sides that have it) of a round robin, once all its games are played. Sides that are
    level in points and all criteria, so that only their seeds differ, share a place."""
    if not state.duels or state.unfinished_duels or state.list_rounds_left():
        return []
    lines = _rank_round_robin(state)
    robin_places: SidePlaces = []
    for _figures, equals in groupby(lines, key=lambda line: (line.points, line.ties)):
        sides = tuple(line.player for line in equals)
        robin_places.append((sum(len(some) for _place, some in robin_places) + 1, sides))
    return robin_places


def _rank_round_robin(state: PhaseState) -> tuple[GroupRow, ...]:
    """Return the ranking of a round robin, the best side first; all its sides are one group."""
    (group, games), *_none = replace(state, phase=replace(state.phase, groups=1)).list_group_games()
    return rank_group(group, games, state.ties)
