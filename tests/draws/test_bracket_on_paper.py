"""A bracket on paper: whoever follows its printed numbers plays the same matches that the program draws."""

from collections import Counter
from random import Random

import pytest

from tournaments.draws import knockout
from tournaments.draws.knockout import FIRST_LOSER, LOSER, SEED, KnockoutGame, KnockoutScheme, MatchSource
from tournaments.draws.paper_bracket import list_paper_matches

SIZES = [*range(2, 21), 37, 64]


def play_by_hand(players: int, scheme: KnockoutScheme, rng: Random) -> list[tuple[int, frozenset[int], int]]:
    """Play the printed bracket as somebody with a pencil does, by lot. Return (turn, pair, winner) of each match."""
    won: dict[int, int] = {}
    lost: dict[int, int] = {}
    met: set[int] = set()
    first: set[int] = set()  # matches whose loser had played none before
    found: list[tuple[int, frozenset[int], int]] = []

    def who(side: MatchSource) -> int | None:
        """Return the player who takes this side, None if nobody can."""
        if side.kind == SEED:
            return side.n
        if side.kind == FIRST_LOSER:
            return lost[side.n] if side.n in first else None
        return lost[side.n] if side.kind == LOSER else won[side.n]

    for match in list_paper_matches(players, scheme):
        if match.conditional:
            before = found[-1]
            unbeaten = (
                won[[m.n for m in list_paper_matches(players, scheme) if not m.conditional][-1]] not in lost.values()
            )
            if unbeaten:
                continue
            pair = before[1]
        else:
            sides = [who(side) for side in match.sides]
            pair = frozenset(side for side in sides if side is not None)
        if len(pair) < 2:
            won[match.n] = next(iter(pair))
            continue
        winner = rng.choice(sorted(pair))
        won[match.n], lost[match.n] = winner, next(iter(pair - {winner}))
        if lost[match.n] not in met:
            first.add(match.n)
        met |= pair
        found.append((match.round, pair, winner))
    return found


@pytest.mark.parametrize(
    "scheme", [KnockoutScheme(third=True), KnockoutScheme(losers=True), KnockoutScheme(consolation=True)]
)
@pytest.mark.parametrize("players", SIZES)
def test_the_printed_bracket_has_the_matches_of_the_program(players, scheme):
    games = play_by_hand(players, scheme, Random(players))
    built = knockout.play_games(
        range(1, players + 1), scheme, [KnockoutGame(n, tuple(sorted(p)), won) for n, p, won in games]
    )
    assert built.is_over
    assert sum(match.games for match in built.matches.values()) == len(games)
    at_once = Counter((turn, player) for turn, pair, _won in games for player in pair)
    assert set(at_once.values()) == {1}, "nobody plays two matches of one turn"
    sides = {side for match in list_paper_matches(players, scheme) for side in match.sides if side.kind == SEED}
    assert {side.n for side in sides} == set(range(1, players + 1))
