"""Groups before a final: deal players into groups, rank each group, select who goes on.

Pure: players are numbers, a game says who won it and by how much; knows no game's rules and no cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.draws.knockout import list_slots

WIN, DRAW = 2, 1
"""Points of a game in a group."""
KEPT, HALF, STRUCK = "kept", "half", "struck"
LEAVER_RULES = (KEPT, HALF, STRUCK)
"""What becomes of the games of a player who leaves before having met everybody in the group.

KEPT: games played count, the others are not played. HALF: the FIDE rule for round robins; no game counts of a player
who played less than half of his, any other player loses the games that he did not play. STRUCK: no game of his counts.
"""


@dataclass(frozen=True)
class GroupGame:
    """One game of two players: the winner (None where nobody won), and by how much the first gained more than the
    second."""

    first: int
    second: int
    winner: int | None
    margin: int = 0


@dataclass(frozen=True)
class GroupRow:
    """One player's row in the table of a group.

    `place` counts from 1 and is never shared: players who are level are placed by seed, the earlier first. `ties`:
    (key, figures) of each criterion that parts players of equal points, in order. Most have one figure; AMONG and
    MARGIN_AMONG, which count the games among level players alone, have one more each time that they leave fewer players
    level and are counted again among those.
    """

    player: int
    place: int
    played: int = 0
    won: int = 0
    points: int = 0
    margin: int = 0
    ties: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def drawn(self) -> int:
        """The number of games that nobody won: one point each, where a game won gives two."""
        return self.points - 2 * self.won

    @property
    def lost(self) -> int:
        """The number of games that the other side won."""
        return self.played - self.won - self.drawn

    @property
    def rate(self) -> tuple[Fraction, Fraction]:
        """The pair (points per game, margin per game), which can be compared between groups of different sizes."""
        games = max(self.played, 1)
        return Fraction(self.points, games), Fraction(self.margin, games)


POINTS, AMONG, MARGIN, MARGIN_AMONG, WON, SEED = "points", "among", "margin", "margin among", "won", "seed"
"""The criteria that separate two players of a group: points before all, the seed after all. AMONG, MARGIN_AMONG: the
points, or the margin, of the games against those who are level; WON: games won."""
USUAL_TIES = (AMONG, MARGIN)
"""The criteria that separate players of equal points where nobody chose others, the weightiest first."""


@dataclass(frozen=True)
class Parting:
    """Why one row of a group stands above another. `key`: the criterion that decides, POINTS, one of the ties, or SEED;
    `upper`, `lower`: the two rows' figures in it."""

    key: str
    upper: int = 0
    lower: int = 0


def find_parting(upper: GroupRow, lower: GroupRow) -> Parting:
    """Return the criterion that places the row `upper` above `lower`, with the figures of both."""
    if upper.points != lower.points:
        return Parting(POINTS, upper.points, lower.points)
    for (key, ours), (_key, theirs) in zip(upper.ties, lower.ties, strict=True):
        for mine, other in zip(ours, theirs, strict=False):
            if mine != other:
                return Parting(key, mine, other)
    return Parting(SEED)


def list_meetings(games: Iterable[GroupGame]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return, by (player, opponent), the (points, margin) that each of their games brought to the player."""
    meetings: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for game in games:
        points = score_games((game.first, game.second), [game])
        meetings.setdefault((game.first, game.second), []).append((points[game.first], game.margin))
        meetings.setdefault((game.second, game.first), []).append((points[game.second], -game.margin))
    return meetings


def deal_into_groups(players: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Deal the seeds one to each group, back and forth (1 2 3, 6 5 4, 7 8 9…). Return the players of each group.

    Raises ValueError where there are more groups than players, or none.
    """
    if not 1 <= groups <= max(1, len(players)):
        raise ValueError("as many groups as players, at the most")
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for n, player in enumerate(players):
        row, at = divmod(n, groups)
        dealt[at if row % 2 == 0 else groups - 1 - at].append(player)
    return tuple(map(tuple, dealt))


def list_counted_games(
    players: Sequence[int], games: Iterable[GroupGame], gone: Collection[int], times: int, leaver_rule: str
) -> tuple[GroupGame, ...]:
    """Return the games of one group that count, after the players in `gone` left. `times`: how often two players meet.

    leaver_rule: KEPT: all games played count. HALF: no game counts of a leaver who played less than half of his; any
    other leaver loses the games that he did not play, which are added. STRUCK: no game of a leaver counts. Whoever has
    met everybody is no leaver, even if he has gone.
    """
    there = set(players)
    mine = [game for game in games if {game.first, game.second} <= there]
    played = Counter(player for game in mine for player in (game.first, game.second))
    due = times * (len(players) - 1)
    left = {player for player in there & set(gone) if played[player] < due} if leaver_rule != KEPT else set()
    struck = {player for player in left if leaver_rule == STRUCK or 2 * played[player] < due}
    counted = [game for game in mine if not {game.first, game.second} & struck]
    stayed = [player for player in players if player not in left]
    return (*counted, *_list_lost_games(stayed, sorted(left - struck), mine, times))


def _list_lost_games(
    stayed: Sequence[int], leavers: Sequence[int], games: Iterable[GroupGame], times: int
) -> list[GroupGame]:
    """Return the games that the leavers did not play against the players who stayed, each counted as won by the one who
    stayed. `times`: how many games each pair of a group plays."""
    met = Counter(frozenset((game.first, game.second)) for game in games)
    return [
        GroupGame(other, player, other)
        for player in leavers
        for other in stayed
        for _ in range(times - met[frozenset((player, other))])
    ]


def rank_group(
    players: Sequence[int], games: Iterable[GroupGame], ties: Sequence[str] = USUAL_TIES
) -> tuple[GroupRow, ...]:
    """Return the group's table, the first player first.

    Order: points, then the criteria `ties` among players of equal points, then the seed (the order of `players`). Games
    against players outside the group are ignored.
    """
    counted = set(players)
    mine = [game for game in games if {game.first, game.second} <= counted]
    points, margins = score_games(players, mine), sum_margins(players, mine)
    level = {score: [p for p in players if points[p] == score] for score in points.values()}
    parted = {p: figures for each in level.values() for p, figures in part_level(each, mine, ties).items()}
    seed = {p: n for n, p in enumerate(players)}

    def get_key(player: int) -> tuple[int, list[list[int]], int]:
        """Return the sort key of the player: points, tie figures, seed; the better player's is less."""
        return -points[player], [[-each for each in figures] for _key, figures in parted[player]], seed[player]

    return tuple(
        GroupRow(
            player,
            place,
            played=sum(player in (game.first, game.second) for game in mine),
            won=count_wins(player, mine),
            points=points[player],
            margin=margins[player],
            ties=parted[player],
        )
        for place, player in enumerate(sorted(players, key=get_key), 1)
    )


def part_level(
    level: Sequence[int], games: Sequence[GroupGame], ties: Sequence[str]
) -> dict[int, tuple[tuple[str, tuple[int, ...]], ...]]:
    """Return, by player, (key, figures) of each criterion in `ties`, in order. Each criterion is counted among the
    players who are still level by those before it. `level`: players of equal points; `games`: all of the group."""
    if not ties:
        return dict.fromkeys(level, ())
    key, *others = ties
    figures = measure_level(key, level, games)
    same: dict[tuple[int, ...], list[int]] = {}
    for player in level:
        same.setdefault(figures[player], []).append(player)
    return {
        player: ((key, figures[player]), *more)
        for some in same.values()
        for player, more in part_level(some, games, others).items()
    }


def measure_level(key: str, level: Sequence[int], games: Sequence[GroupGame]) -> dict[int, tuple[int, ...]]:
    """Return, by player, his figures in the criterion `key`, among the players `level`, who have equal points."""
    if key == AMONG:
        return compare_among(level, games, score_games)
    if key == MARGIN_AMONG:
        return compare_among(level, games, sum_margins)
    margins = sum_margins(level, games)
    return {player: (count_wins(player, games) if key == WON else margins[player],) for player in level}


def compare_among(
    level: Sequence[int],
    games: Sequence[GroupGame],
    measure: Callable[[Sequence[int], Sequence[GroupGame]], dict[int, int]],
) -> dict[int, tuple[int, ...]]:
    """Return, by player, what `measure` gives him in the games among the players `level`, then in those among the
    players still level with him, and so on: (4, 2) is 4 among all of them, then 2 among those who have 4 too."""
    figures = measure(level, [game for game in games if {game.first, game.second} <= set(level)])
    compared: dict[int, tuple[int, ...]] = {player: (figures[player],) for player in level}
    for figure in set(figures.values()):
        fewer = [player for player in level if figures[player] == figure]
        if 1 < len(fewer) < len(level):
            compared |= {player: (figure, *more) for player, more in compare_among(fewer, games, measure).items()}
    return compared


def sum_margins(players: Iterable[int], games: Iterable[GroupGame]) -> dict[int, int]:
    """Return, by player, the sum of his margins in these games (below zero where he lost more than he won)."""
    margins = dict.fromkeys(players, 0)
    for game in games:
        for player, margin in ((game.first, game.margin), (game.second, -game.margin)):
            if player in margins:
                margins[player] += margin
    return margins


def count_wins(player: int, games: Iterable[GroupGame]) -> int:
    """Return how many of these games the player won."""
    return sum(game.winner == player for game in games)


def score_games(players: Iterable[int], games: Iterable[GroupGame]) -> dict[int, int]:
    """Return each player's points in these games."""
    points = dict.fromkeys(players, 0)
    for game in games:
        for player in (game.first, game.second):
            points[player] += DRAW if game.winner is None else WIN * (game.winner == player)
    return points


def list_qualified(tables: Sequence[Sequence[GroupRow]], places: int, best_others: int = 0) -> tuple[int, ...]:
    """Return the players who go on: the first `places` of each group, and the `best_others` best of the next place.

    They are in seeding order: place by place, the more points (then margin) per game first.
    """
    qualified = [player for place in range(places) for player in list_placed(tables, place)]
    return tuple(qualified + list_placed(tables, places)[:best_others])


def list_placed(tables: Sequence[Sequence[GroupRow]], place: int) -> list[int]:
    """Return the players who have this place (from 0) in their group, the most points (then margin) per game first."""
    lines = [line for group in tables for line in group[place : place + 1]]
    return [line.player for line in sorted(lines, key=lambda line: line.rate, reverse=True)]


def list_unqualified(tables: Sequence[Sequence[GroupRow]], qualified: Iterable[int]) -> tuple[int, ...]:
    """Return the players who do not go on, in seeding order for the consolation.

    They are in order place by place, the better rate first.
    """
    gone = set(qualified)
    deepest = max(map(len, tables), default=0)
    return tuple(p for place in range(deepest) for p in list_placed(tables, place) if p not in gone)


def separate_groups(seeds: Sequence[int], group: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seeds reordered so that as few players of one group as possible meet in the first stage of a knockout.

    The lower of two such seeds changes places with the nearest seed, downwards first, that lowers the number of
    clashes. `group`: each player's group.
    """
    order = list(seeds)
    for a, b in list_first_stage(len(order)):
        if group[order[a]] != group[order[b]]:
            continue
        for other in sorted((n for n in range(len(order) // 2, len(order)) if n != b), key=lambda n: abs(n - b)):
            before = count_clashes(order, group)
            order[b], order[other] = order[other], order[b]
            if count_clashes(order, group) < before:
                break
            order[b], order[other] = order[other], order[b]
    return tuple(order)


def count_clashes(order: Sequence[int], group: Mapping[int, int]) -> int:
    """Return how many matches of the first stage are between players of one group."""
    return sum(group[order[a]] == group[order[b]] for a, b in list_first_stage(len(order)))


def list_first_stage(players: int) -> list[tuple[int, int]]:
    """Return the pairs of seeding places (from 0) that meet in the first stage; places with a bye are left out."""
    line = list_slots(players)
    couples = zip(line[::2], line[1::2], strict=True)
    return sorted((min(a, b) - 1, max(a, b) - 1) for a, b in couples if max(a, b) <= players)
