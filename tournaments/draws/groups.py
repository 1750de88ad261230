"""Groups, then finals: who is in which group, who came where in it, who goes on.

Pure: players are numbers, a game says who won it and by how much; knows no game and no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.draws.knockout import slots

WIN, DRAW = 2, 1
"""Points of a game in a group."""
KEPT, HALF, STRUCK = "kept", "half", "struck"
LEAVERS = (KEPT, HALF, STRUCK)
"""What becomes of the games of who leaves before he has met everybody: those played count and the others are not
played; as FIDE has it for round robins (none counts of who played less than half of his, else he loses those that he
did not play); none counts."""


@dataclass(frozen=True)
class Game:
    """One game of two: who won it (None: neither), and what the first gained more than the second."""

    first: int
    second: int
    winner: int | None
    margin: int = 0


@dataclass(frozen=True)
class Line:
    """One player of a group. `place` from 1, each one's own: who is still level goes by seed, the earlier first."""

    player: int
    place: int
    played: int = 0
    won: int = 0
    points: int = 0
    margin: int = 0

    @property
    def rate(self) -> tuple[Fraction, Fraction]:
        """Points and margin a game: what is comparable between groups of different sizes."""
        games = max(self.played, 1)
        return Fraction(self.points, games), Fraction(self.margin, games)


def snake(players: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The seeds dealt out one to each group, there and back: 1 2 3, 6 5 4, 7 8 9…"""
    if not 1 <= groups <= max(1, len(players)):
        raise ValueError("as many groups as players, at the most")
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for n, player in enumerate(players):
        row, at = divmod(n, groups)
        dealt[at if row % 2 == 0 else groups - 1 - at].append(player)
    return tuple(map(tuple, dealt))


def counting(
    players: Sequence[int], games: Iterable[Game], gone: Collection[int], times: int, leavers: str
) -> tuple[Game, ...]:
    """The games of the group that count, once `gone` left. `times` that two meet. Who has met everybody has not left
    early, whenever he went."""
    there = set(players)
    mine = [game for game in games if {game.first, game.second} <= there]
    played = Counter(player for game in mine for player in (game.first, game.second))
    due = times * (len(players) - 1)
    left = {player for player in there & set(gone) if played[player] < due} if leavers != KEPT else set()
    struck = {player for player in left if leavers == STRUCK or 2 * played[player] < due}
    kept = [game for game in mine if not {game.first, game.second} & struck]
    met = Counter(frozenset((game.first, game.second)) for game in mine)
    for player in sorted(left - struck):
        for other in (each for each in players if each not in left):
            kept += [Game(other, player, other)] * (times - met[frozenset((player, other))])
    return tuple(kept)


def ranked(players: Sequence[int], games: Iterable[Game]) -> tuple[Line, ...]:
    """The group's table, the first one first: points, points among those who are level in them, margin, seed (the order
    of `players`). Games against anybody else count for nothing."""
    there = set(players)
    mine = [game for game in games if {game.first, game.second} <= there]
    points = scored(players, mine)
    margins = dict.fromkeys(players, 0)
    for game in mine:
        margins[game.first] += game.margin
        margins[game.second] -= game.margin
    level = {p: [q for q in players if points[q] == points[p]] for p in players}
    among = {p: scored(level[p], [g for g in mine if {g.first, g.second} <= set(level[p])])[p] for p in players}
    seed = {p: n for n, p in enumerate(players)}
    order = sorted(players, key=lambda p: (-points[p], -among[p], -margins[p], seed[p]))
    return tuple(
        Line(
            player,
            place,
            played=sum(player in (game.first, game.second) for game in mine),
            won=sum(game.winner == player for game in mine),
            points=points[player],
            margin=margins[player],
        )
        for place, player in enumerate(order, 1)
    )


def scored(players: Iterable[int], games: Iterable[Game]) -> dict[int, int]:
    """Each player's points of these games."""
    points = dict.fromkeys(players, 0)
    for game in games:
        for player in (game.first, game.second):
            points[player] += DRAW if game.winner is None else WIN * (game.winner == player)
    return points


def qualified(tables: Sequence[Sequence[Line]], through: int, best: int = 0) -> tuple[int, ...]:
    """Who goes on: the first `through` of each group, and the `best` others of the next place. In the order in which
    they are seeded: place by place, the better rate first."""
    found: list[int] = []
    for place in range(through):
        found += by_rate(line for group in tables for line in group[place : place + 1])
    return tuple(found + by_rate(line for group in tables for line in group[through : through + 1])[:best])


def by_rate(lines: Iterable[Line]) -> list[int]:
    return [line.player for line in sorted(lines, key=lambda line: line.rate, reverse=True)]


def others(tables: Sequence[Sequence[Line]], through: Iterable[int]) -> tuple[int, ...]:
    """Everybody who does not go on, in the order of seeds of the consolation: place by place, the better rate first."""
    gone = set(through)
    deepest = max(map(len, tables), default=0)
    order = [p for place in range(deepest) for p in by_rate(x for group in tables for x in group[place : place + 1])]
    return tuple(p for p in order if p not in gone)


def parted(seeds: Sequence[int], group: Mapping[int, int]) -> tuple[int, ...]:
    """The same seeds, so exchanged that as few as can be of one group meet in the first stage of a knockout: the lower
    of two gives his place to the nearest seed, downwards first, with whom both are well."""
    order = list(seeds)
    for a, b in first_stage(len(order)):
        if group[order[a]] != group[order[b]]:
            continue
        for other in sorted((n for n in range(len(order) // 2, len(order)) if n != b), key=lambda n: abs(n - b)):
            before = clashes(order, group)
            order[b], order[other] = order[other], order[b]
            if clashes(order, group) < before:
                break
            order[b], order[other] = order[other], order[b]
    return tuple(order)


def clashes(order: Sequence[int], group: Mapping[int, int]) -> int:
    return sum(group[order[a]] == group[order[b]] for a, b in first_stage(len(order)))


def first_stage(players: int) -> list[tuple[int, int]]:
    """Which places of the seeds (from 0) meet in the first stage."""
    line = slots(players)
    couples = zip(line[::2], line[1::2], strict=True)
    return sorted((min(a, b) - 1, max(a, b) - 1) for a, b in couples if max(a, b) <= players)
