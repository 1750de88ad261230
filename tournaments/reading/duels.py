"""Duels: what became of a table at which two sides met, and of the match that the boards of two teams make.

Reads nothing itself; a side is known by a number.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from tournaments.draws.groups import GroupGame
from tournaments.models import UnplayedTable
from tournaments.standings.team_matches import Board, collect_matches

from .played_tables import PlayedTable


@dataclass(frozen=True)
class Duel:
    """The result of one table of two sides, or of the match of two teams.

    `pair`: the sides' numbers; `winner`: one of them, or None while there is none (for good if `over`). `margin`: how
    much more the first side won than the second. `played`: it counts as a game. `both_absent`: neither side came.
    `forfeit`: one side won because the other did not come. `adjourned`: it is adjourned.
    """

    round: int
    table: int
    pair: tuple[int, int]
    winner: int | None
    margin: int
    over: bool
    played: bool
    both_absent: bool = False
    adjourned: bool = False
    forfeit: bool = False

    @property
    def game(self) -> GroupGame:
        """The result in the form that `draws.groups` takes."""
        return GroupGame(*self.pair, self.winner, self.margin)


def build_duel(table: PlayedTable, side: Mapping[int, int]) -> Duel | None:
    """Return the result of a table of two sides; None if it is not one, or if its round was withdrawn.

    A substitute plays for the side whose seat it was. `side`: number of the side by entry id.
    """
    sat = {position: side.get(entry) for position, entry in table.sitters.items()}
    pair = tuple(dict.fromkeys(n for _position, n in sorted(sat.items()) if n is not None))
    if len(pair) != 2 or table.kind == UnplayedTable.UnplayedKind.WITHDRAWN:
        return None
    where = table.round, table.n, (pair[0], pair[1])
    if table.is_never_played:
        winner, absent = find_forfeit_winner(table, sat, pair)
        came = winner is not None
        return Duel(*where, winner, 0, over=True, played=came, both_absent=absent, forfeit=came)
    if not table.complete:
        return Duel(*where, None, 0, over=False, played=False, adjourned=bool(table.kind))
    return Duel(*where, find_winner(table, sat, pair), compute_margin(table, sat, pair[0]), over=True, played=True)


def find_forfeit_winner(
    table: PlayedTable, sat: Mapping[int, int | None], pair: Collection[int]
) -> tuple[int | None, bool]:
    """Return the side that came where the other did not (else None), and whether neither came.

    (None, False) if the table is no forfeit. `sat`: the side at each seat position.
    """
    if table.kind != UnplayedTable.UnplayedKind.FORFEIT:
        return None, False
    came = [side for side in pair if side not in {sat.get(position) for position in table.absent}]
    return came[0] if len(came) == 1 else None, not came


def find_winner(table: PlayedTable, sat: Mapping[int, int | None], pair: Sequence[int]) -> int | None:
    """Return the side that won; None where both are level. `sat`: the side at each seat position; `pair`: both sides.

    Where each player has a purse of their own, the game ranks players alone: then the side whose players won more
    together wins, unless a player left (PEN-12: then the game's ranking decides).
    """
    if table.purses and not table.left:
        margin = compute_margin(table, sat, pair[0])
        return pair[margin < 0] if margin else None
    rank = {sat.get(position): rank for rank, position in sorted(zip(table.ranks, count(1), strict=False))}
    first, second = (rank.get(side, 0) for side in pair)
    return None if first == second else pair[first > second]


def compute_margin(table: PlayedTable, sat: Mapping[int, int | None], first: int) -> int:
    """Compute how much more the side `first` won than the other, in jetons, or points in a game of points. `sat`: the
    side at each seat position."""
    return sum(
        total if sat.get(position) == first else -total
        for position, total in enumerate(table.totals, 1)
        if sat.get(position) is not None
    )


def list_boards(tables: Iterable[PlayedTable], team: Mapping[int, int]) -> list[Board]:
    """Return the tables at which two teams meet. `team`: a number for each entry's team."""
    duels = ((table, build_duel(table, team)) for table in tables)
    return [
        Board(
            *(duel.round, duel.table, duel.pair, duel.winner, duel.over, duel.played),
            {team[entry]: entry for entry in table.sitters.values() if entry in team},
        )
        for table, duel in duels
        if duel
    ]


def merge_boards(boards: Iterable[Board]) -> tuple[Duel, ...]:
    """Return one duel for each match that these boards make. Its margin is twice the difference of the teams' points at
    the boards, as a level board gives half a point."""
    return tuple(
        Duel(
            *(each.round, each.tables[0], each.teams, each.winner),
            margin=int(2 * (each.points[0] - each.points[1])),
            over=each.over,
            played=each.over and each.played,
        )
        for each in collect_matches(boards)
    )
