"""Knockout: build the bracket for a number of seeds, and bring it to where the games played have led.

A match is the best of a number of games; a game without a winner counts for neither side. Where neither side comes,
both are out and nobody goes on from that match. Standard bracket: the two best seeds can only meet in the final, the
best seeds have the byes. Beside the main part there may be a match for the third place, a losers' part (double
elimination), or a consolation for players who lost their first match. Pure: players are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

MAIN, THIRD, LOSERS, FINAL, CONSOLATION = "main", "third", "losers", "final", "consolation"
SEED, WINNER, LOSER, FIRST_LOSER, RETURN = "seed", "winner", "loser", "first loser", "return"
NOBODY = 0


@dataclass(frozen=True)
class KnockoutScheme:
    """The rules of a knockout. `best_of`: games of a match, an odd number. `third`: there is a match for the third
    place. `losers`: double elimination, who loses once goes on in the losers' part and is out after losing there;
    `third` is then ignored. `consolation`: players who lose their first match have a bracket of their own."""

    best_of: int = 1
    third: bool = False
    losers: bool = False
    consolation: bool = False

    def __post_init__(self) -> None:
        if self.best_of < 1 or self.best_of % 2 == 0:
            raise ValueError("a match is the best of an odd number of games")
        if self.losers and self.consolation:
            raise ValueError("who loses goes to one part only")


@dataclass(frozen=True)
class MatchSource:
    """Where a side of a match comes from: a seed by its number, or the winner or loser of a match by its number."""

    kind: str
    n: int


@dataclass(frozen=True)
class Match:
    """One match. `sides`: its players; None where one is not known yet, NOBODY for a bye. `stage`: from 1 in its part.
    `winner`: None before the end, NOBODY where both sides stayed away. `forfeits`: its games to which one side did not
    come. `table`: where it is played now, or None."""

    n: int
    part: str
    stage: int
    sources: tuple[MatchSource, MatchSource]
    sides: tuple[int | None, int | None] = (None, None)
    wins: tuple[int, int] = (0, 0)
    games: int = 0
    forfeits: int = 0
    winner: int | None = None
    walkover: bool = False
    table: int | None = None

    @property
    def loser(self) -> int | None:
        """The player who lost it; None before the end, NOBODY where there is none."""
        if not self.winner:
            return self.winner
        return self.sides[1] if self.winner == self.sides[0] else self.sides[0]

    @property
    def losing_sides(self) -> list[int]:
        """The players of a decided match who have not won it: one, or both where neither came."""
        return [side for side in self.sides if side and self.winner is not None and side != self.winner]

    @property
    def is_ready(self) -> bool:
        """True if both players are known and the match is not decided."""
        return self.winner is None and None not in self.sides and NOBODY not in self.sides

    @property
    def is_won_by_forfeit(self) -> bool:
        """True if it has a winner, and none of its games was won at the table."""
        return bool(self.winner) and (self.walkover or 0 < self.forfeits == sum(self.wins))

    @property
    def is_real(self) -> bool:
        """True unless a side is a bye: the match has, or can get, two players."""
        return NOBODY not in self.sides


@dataclass(frozen=True)
class KnockoutGame:
    """One game of two players in a round, and its winner (None: nobody won). `absent`: neither player came; `forfeit`:
    only the winner came."""

    round: int
    pair: tuple[int, int]
    winner: int | None
    absent: bool = False
    forfeit: bool = False


@dataclass
class Bracket:
    """The matches by number, in an order in which they can be played. `seeds`: the players, the first seed first."""

    seeds: tuple[int, ...]
    scheme: KnockoutScheme
    matches: dict[int, Match] = field(default_factory=dict)
    _waiting: dict[frozenset[int | None], int] = field(default_factory=dict)
    _following: dict[int, list[int]] = field(default_factory=dict)

    def set_match(self, match: Match) -> None:
        """Store the match under its number, in place of an earlier state of it."""
        old = self.matches.get(match.n)
        if old is not None and old.is_ready:
            self._waiting.pop(frozenset(old.sides), None)
        if old is None:
            for source in match.sources:
                if source.kind != SEED:
                    self._following.setdefault(source.n, []).append(match.n)
        self.matches[match.n] = match
        if match.is_ready:
            self._waiting[frozenset(match.sides)] = match.n

    def find_match(self, pair: Collection[int]) -> Match | None:
        """Return the match that these two players can play now, or None."""
        n = self._waiting.get(frozenset(pair))
        return self.matches[n] if n else None

    def list_following(self, n: int) -> list[int]:
        """Return the numbers of the matches that take a player from match n."""
        return self._following.get(n, [])

    @property
    def ready_matches(self) -> list[Match]:
        """The matches that can be played now."""
        return [match for match in self.matches.values() if match.is_ready]

    @property
    def deciding_match(self) -> Match:
        """The match that decides the knockout: the second final, unless it has turned out not to be needed."""
        deciding = [match for match in self.matches.values() if match.part in (MAIN, FINAL)]
        return deciding[-1] if deciding[-1].part == MAIN or deciding[-1].is_real else deciding[-2]

    @property
    def champion(self) -> int | None:
        """The winner of the knockout; None while it is played, NOBODY where neither finalist came."""
        if len(self.seeds) < 2:
            return self.seeds[0] if self.seeds else None
        return self.deciding_match.winner

    @property
    def is_over(self) -> bool:
        """True once every match is decided."""
        return not self.ready_matches and all(match.winner is not None for match in self.matches.values())

    def list_stages(self, part: str) -> list[list[Match]]:
        """Return the matches of a part, stage by stage."""
        stages: dict[int, list[Match]] = {}
        for match in self.matches.values():
            if match.part == part:
                stages.setdefault(match.stage, []).append(match)
        return [stages[stage] for stage in sorted(stages)]

    @property
    def rounds_left(self) -> int:
        """The least number of rounds that are still needed."""
        games = self.scheme.best_of // 2 + 1
        ends: dict[int, int] = {}
        for match in self.matches.values():
            begins = max((ends.get(s.n, 0) for s in match.sources if s.kind != SEED), default=0)
            needed = (
                games - max(match.wins)
                if match.winner is None and match.is_real and not self._is_conditional(match)
                else 0
            )
            ends[match.n] = begins + needed
        return max(ends.values(), default=0)

    def _is_conditional(self, match: Match) -> bool:
        """True for a second final, unless it is known to be needed."""
        return match.part == FINAL and match.stage == 2 and not match.is_ready


def list_slots(players: int) -> list[int]:
    """Return the seeds (from 1; those beyond `players` are byes) in the order of the lines: 1 8 4 5 2 7 3 6."""
    line = [1]
    while len(line) < players:
        size = 2 * len(line)
        line = [seed for each in line for seed in (each, size + 1 - each)]
    return line


def can_add_seed(before: Bracket, after: Bracket, pending: Iterable[Collection[int]] = ()) -> bool:
    """True if the bracket `before` may become `after`, which has one more seed, the last one, who takes a bye. No match
    that was begun, or is `pending` (pairs at their tables now), may then become another match."""
    if len(before.seeds) == len(list_slots(len(before.seeds))):
        return False
    return _get_begun_matches(before) == _get_begun_matches(after) and all(
        after.find_match(pair) for pair in pending if before.find_match(pair)
    )


def _get_begun_matches(built: Bracket) -> dict[int, tuple[frozenset[int | None], tuple[int, int], int | None]]:
    """Return the matches with a counted game, by number: players, games won, winner."""
    return {n: (frozenset(m.sides), m.wins, m.winner) for n, m in built.matches.items() if m.games}


def build_bracket(seeds: Sequence[int], scheme: KnockoutScheme = KnockoutScheme()) -> Bracket:
    """Return the bracket before its first game; matches against a bye are already won."""
    built = Bracket(tuple(seeds), scheme)
    if len(seeds) > 1:
        for n, (part, stage, sources) in enumerate(_plan_matches(len(seeds), scheme), 1):
            built.set_match(Match(n, part, stage, sources))
        for n in built.matches:
            _fill_sides(built, n)
    return built


# --- the plan of the matches -----------------------------------------------------------------------------

Plan = tuple[str, int, tuple[MatchSource, MatchSource]]


def _plan_matches(players: int, scheme: KnockoutScheme) -> list[Plan]:
    """Return the plan of every match (part, stage, sources), in the order of the match numbers."""
    main = list(_plan_tree(MAIN, [MatchSource(SEED, n) for n in list_slots(players)], 1))
    stages = len(list_slots(players)).bit_length() - 1
    of_stage = [[n for n, plan in enumerate(main, 1) if plan[1] == stage] for stage in range(1, stages + 1)]
    matches = list(main)
    if scheme.losers and stages > 1:
        matches += _plan_losers_part(of_stage, len(matches))
        champion, other = MatchSource(WINNER, len(main)), MatchSource(WINNER, len(matches))
        matches.append((FINAL, 1, (champion, other)))
        matches.append((FINAL, 2, (MatchSource(RETURN, len(matches)), MatchSource(WINNER, len(matches)))))
    elif scheme.third and stages > 1:
        semi = of_stage[-2]
        matches.append((THIRD, 1, (MatchSource(LOSER, semi[0]), MatchSource(LOSER, semi[1]))))
    if scheme.consolation and stages > 1:
        out = [MatchSource(LOSER, n) for n in of_stage[0]] + [MatchSource(FIRST_LOSER, n) for n in of_stage[1]]
        entrants = [out[n - 1] if n <= len(out) else MatchSource(SEED, NOBODY) for n in list_slots(len(out))]
        matches += _plan_tree(CONSOLATION, entrants, len(matches) + 1)
    return matches


def _plan_tree(part: str, entrants: Sequence[MatchSource], first: int) -> Iterator[Plan]:
    """Yield the stages that lead from these entrants to one winner, all of this part of the bracket; matches are
    numbered from `first`."""
    line, stage, n = list(entrants), 1, first
    while len(line) > 1:
        following = []
        for sources in zip(line[::2], line[1::2], strict=True):
            yield part, stage, sources
            following.append(MatchSource(WINNER, n))
            n += 1
        line, stage = following, stage + 1


def _plan_losers_part(of_stage: Sequence[Sequence[int]], before: int) -> list[Plan]:
    """Return the matches of the losers' part: the losers of a main stage meet those left from earlier stages, from the
    other end of the bracket every second time, so that nobody soon meets the player who has just beaten him.
    `of_stage`: the numbers of the main part's matches by stage; `before`: how many matches are planned before."""
    losers_part: list[Plan] = []
    line = [MatchSource(LOSER, n) for n in of_stage[0]]
    stage = 0
    for turn, newcomers in enumerate(of_stage[1:]):
        stage += 1
        line = _add_losers_stage(losers_part, before, stage, list(zip(line[::2], line[1::2], strict=True)))
        stage += 1
        coming = [MatchSource(LOSER, n) for n in (reversed(newcomers) if turn % 2 == 0 else newcomers)]
        line = _add_losers_stage(losers_part, before, stage, list(zip(line, coming, strict=True)))
    return losers_part


def _add_losers_stage(
    plans: list[Plan], before: int, stage: int, couples: Iterable[tuple[MatchSource, MatchSource]]
) -> list[MatchSource]:
    """Append one stage of the losers' part to `plans`. Return the sources of its winners. `couples`: where the two
    sides of each match come from; `before`: the number of matches planned before `plans`."""
    line = []
    for couple in couples:
        plans.append((LOSERS, stage, couple))
        line.append(MatchSource(WINNER, before + len(plans)))
    return line


# --- games -------------------------------------------------------------------------------------------------


def play_games(
    seeds: Sequence[int], scheme: KnockoutScheme, games: Iterable[KnockoutGame], gone: Collection[int] = ()
) -> Bracket:
    """Return the bracket after these games. Each game counts for the first undecided match of its two players, or is
    ignored where there is none. Players in `gone` lose the matches that they have not played."""
    built = build_bracket(seeds, scheme)
    by_round: dict[int, list[KnockoutGame]] = {}
    for game in games:
        by_round.setdefault(game.round, []).append(game)
    last = {p: n for n in sorted(by_round) for game in by_round[n] for p in game.pair}
    for n in sorted(by_round):
        left = [game for game in by_round[n] if not _count_game(built, game)]
        if left:
            _walk_over(built, {p for p in gone if last.get(p, 0) < n})
            for game in left:
                _count_game(built, game)
    _walk_over(built, set(gone))
    return built


def _count_game(built: Bracket, game: KnockoutGame) -> bool:
    """Count the game for its match. Return False where there is none now."""
    match = built.find_match(game.pair)
    if match is None:
        return False
    if game.absent:
        _set_match(built, replace(match, winner=NOBODY, walkover=True))
        return True
    wins = tuple(times + (side == game.winner) for side, times in zip(match.sides, match.wins, strict=True))
    winner = game.winner if max(wins) > built.scheme.best_of // 2 else None
    games, forfeits = match.games + 1, match.forfeits + game.forfeit
    _set_match(built, replace(match, wins=(wins[0], wins[1]), games=games, forfeits=forfeits, winner=winner))
    return True


def _walk_over(built: Bracket, gone: Collection[int]) -> None:
    """Decide the open matches of players in `gone` for their opponents; where both are gone, the first of the two goes
    on."""
    while True:
        match = next((each for each in built.ready_matches if set(each.sides) & set(gone)), None)
        if match is None:
            return
        first, second = match.sides
        winner = second if first in gone and second not in gone else first
        _set_match(built, replace(match, winner=winner, walkover=True))


def _set_match(built: Bracket, match: Match) -> None:
    """Store the match; where it is decided, move its players on to the matches that follow."""
    built.set_match(match)
    for n in built.list_following(match.n) if match.winner is not None else ():
        _fill_sides(built, n)


def _fill_sides(built: Bracket, n: int) -> None:
    """Set the sides of a match as far as they are known; against a bye it is won."""
    match = built.matches[n]
    sides = tuple(_find_player(built, source) for source in match.sources)
    if match.winner is not None or sides == match.sides:
        return
    winner = None
    if NOBODY in sides and None not in sides:
        winner = next((side for side in sides if side != NOBODY), NOBODY)
    _set_match(built, replace(match, sides=(sides[0], sides[1]), winner=winner))


def _find_player(built: Bracket, source: MatchSource) -> int | None:
    """Return the player who comes from this source: None while not known, NOBODY where nobody can."""
    if source.kind == SEED:
        return built.seeds[source.n - 1] if 1 <= source.n <= len(built.seeds) else NOBODY
    match = built.matches[source.n]
    if source.kind == WINNER:
        return match.winner
    if source.kind == LOSER or match.winner is None:
        return match.loser
    if source.kind == RETURN:  # the unbeaten finalist, if he has lost the first final
        return match.loser if match.loser == match.sides[0] else NOBODY
    return match.loser if match.loser in _list_with_bye(built, match) else NOBODY


def _list_with_bye(built: Bracket, match: Match) -> set[int | None]:
    """Return those of this match's players who had a bye before it."""
    before = [built.matches[source.n] for source in match.sources if source.kind == WINNER]
    return {each.winner for each in before if not each.is_real}
