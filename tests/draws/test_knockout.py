"""Brackets of every size: the best seeds meet last, everybody's way follows from the games alone, whoever leaves."""

from collections import Counter
from random import Random

import pytest

from tournaments.draws import knockout
from tournaments.draws.knockout import CONSOLATION, FINAL, LOSERS, MAIN, THIRD, KnockoutGame, KnockoutScheme
from tournaments.draws.knockout_places import list_places

SIZES = [*range(2, 21), 37, 64, 101, 200]


def play_out(players, scheme=None, seed=0, wins=None, gone=None):
    """Play every game, round after round, by lot or by `wins(pair)`. Return the final bracket and the games. `gone`: by
    round number, the players who leave before it."""
    scheme, rng, games, left = scheme or KnockoutScheme(), Random(seed), [], set()
    seeds = range(1, players + 1)
    for n in range(1, 200):
        left |= (gone or {}).get(n, set())
        built = knockout.play_games(seeds, scheme, games, left)
        if built.is_over:
            return built, games
        for match in built.ready_matches:
            pair = match.sides
            assert not set(pair) & left
            games.append(KnockoutGame(n, pair, wins(pair) if wins else rng.choice([*pair, None][: 2 + (n % 5 == 0)])))
    raise AssertionError("it never ends")


def count_losses(games):
    """Count the lost games of each player."""
    return Counter(p for game in games if game.winner for p in game.pair if p != game.winner)


@pytest.mark.parametrize("players", SIZES)
def test_everybody_but_the_champion_loses_once(players):
    built, games = play_out(players, seed=players)
    lost = count_losses(games)
    assert set(lost.values()) == {1}
    assert set(range(1, players + 1)) - set(lost) == {built.champion}
    ended = list_places(built)
    assert ended[0] == (1, (built.champion,))
    assert sorted(p for _n, some in ended for p in some) == [*range(1, players + 1)]


@pytest.mark.parametrize("players", SIZES)
def test_where_the_better_seed_always_wins_places_follow_the_seeds(players):
    """The semi-finals are 1–4 and 2–3, and the best seeds have the byes."""
    built, _games = play_out(players, KnockoutScheme(third=True), wins=min)
    assert built.champion == 1
    assert built.deciding_match.sides == (1, 2)
    for place, some in list_places(built):
        assert all(place <= p for p in some)
        assert min(some) == place
    byes = {p for match in built.list_stages(MAIN)[0] if not match.is_real for p in match.sides if p}
    assert byes == set(range(1, len(byes) + 1))


@pytest.mark.parametrize("players", SIZES)
def test_in_double_elimination_everybody_but_the_champion_loses_twice(players):
    built, games = play_out(players, KnockoutScheme(losers=True), seed=players)
    lost = count_losses(games)
    needed = 2 if players > 2 else 1
    assert all(lost[p] == needed for p in range(1, players + 1) if p != built.champion)
    assert lost[built.champion] < needed
    ended = list_places(built)
    assert sorted(p for _n, some in ended for p in some) == [*range(1, players + 1)]
    assert [place for place, _some in ended][:3] == [1, 2, 3][: len(ended)]


def test_the_final_is_played_again_where_its_unbeaten_player_loses():
    built, games = play_out(4, KnockoutScheme(losers=True), wins=lambda pair: 2 if 2 in pair else min(pair))
    assert built.champion == 2
    assert len([g for g in games if g.pair == (2, 1)]) == 1
    lost = {1: 0}

    def second_wind(pair):
        """Let the better seed win, but let 1 lose to 2 in both finals after beating him in the main part."""
        if set(pair) == {1, 2}:
            lost[1] += 1
            return 1 if lost[1] == 1 else 2
        return min(pair)

    built, _games = play_out(4, KnockoutScheme(losers=True), wins=second_wind)
    assert built.champion == 2
    assert len(built.list_stages(FINAL)) == 2
    assert built.list_stages(FINAL)[1][0].games == 1


def test_nobody_meets_the_winner_who_sent_him_to_the_losers_part_at_once():
    built, games = play_out(16, KnockoutScheme(losers=True), wins=min)
    met = Counter(frozenset(game.pair) for game in games)
    last = [frozenset(match.sides) for match in (*built.list_stages(LOSERS)[-1], *built.list_stages(FINAL)[0])]
    assert all(times == 1 for pair, times in met.items() if pair not in last)


@pytest.mark.parametrize("players", SIZES)
def test_the_consolation_takes_those_who_lost_their_first_match(players):
    built, _games = play_out(players, KnockoutScheme(consolation=True), seed=3)
    main = [match for match in built.matches.values() if match.part == MAIN and match.is_real]
    first = {}
    for match in main:
        for p in match.sides:
            first.setdefault(p, match)
    out = {p for p, match in first.items() if match.loser == p and match != built.deciding_match}
    consoled = {p for match in built.matches.values() if match.part == CONSOLATION for p in match.sides if p}
    assert consoled == (out if players > 2 else set())


def test_the_losers_of_the_semi_finals_play_for_the_third_place():
    built, _games = play_out(8, KnockoutScheme(third=True), wins=max)
    assert [m.sides for m in built.matches.values() if m.part == THIRD] == [(5, 6)]
    assert dict(list_places(built)) == {1: (8,), 2: (7,), 3: (6,), 4: (5,), 5: (1, 4, 2, 3)}


def test_drawn_games_decide_no_match_of_best_of_three():
    games = [KnockoutGame(1, (1, 2), 1), KnockoutGame(2, (2, 1), None), KnockoutGame(3, (1, 2), 2)]
    built = knockout.play_games([1, 2], KnockoutScheme(best_of=3), games)
    assert built.champion is None
    assert built.deciding_match.wins == (1, 1)
    assert built.deciding_match.games == 3
    assert built.rounds_left == 1
    built = knockout.play_games([1, 2], KnockoutScheme(best_of=3), [*games, KnockoutGame(4, (1, 2), 2)])
    assert built.champion == 2
    assert built.is_over
    assert built.rounds_left == 0


def test_a_leaver_loses_the_matches_that_he_has_not_played():
    """Whoever goes on in his place plays on, and these games count when the bracket is computed again."""
    built, games = play_out(8, seed=1, gone={2: {1, 2}})
    assert built.champion not in (1, 2)
    assert any(match.walkover for match in built.matches.values())
    again = knockout.play_games(range(1, 9), KnockoutScheme(), games, {1, 2})
    assert again.matches == built.matches


@pytest.mark.parametrize(
    "scheme", [KnockoutScheme(), KnockoutScheme(losers=True), KnockoutScheme(consolation=True, third=True)]
)
@pytest.mark.parametrize("players", [5, 13, 20])
def test_the_bracket_reaches_a_champion_though_players_leave_in_every_round(players, scheme):
    gone = {n: {2 * n, 2 * n + 1} for n in range(2, 5)}
    built, _games = play_out(players, scheme, seed=2, gone=gone)
    assert built.is_over
    assert built.champion


def test_rounds_left_counts_the_rounds_still_to_play():
    assert knockout.build_bracket(range(1, 9)).rounds_left == 3
    assert knockout.build_bracket(range(1, 9), KnockoutScheme(best_of=3)).rounds_left == 6
    assert knockout.build_bracket(range(1, 6), KnockoutScheme(third=True)).rounds_left == 3
    assert len(knockout.build_bracket(range(1, 9), KnockoutScheme(losers=True)).list_stages(LOSERS)) == 4


def test_a_game_of_a_pair_that_has_no_match_counts_for_nothing():
    built = knockout.play_games([1, 2, 3, 4], KnockoutScheme(), [KnockoutGame(1, (1, 3), 3)])
    assert not any(match.games for match in built.matches.values())


def test_a_single_player_is_champion_and_no_players_have_none():
    assert knockout.build_bracket([7]).champion == 7
    assert list_places(knockout.build_bracket([7])) == [(1, (7,))]
    assert knockout.build_bracket([]).champion is None


@pytest.mark.parametrize(
    "scheme",
    [
        KnockoutScheme(third=True),
        KnockoutScheme(losers=True),
        KnockoutScheme(consolation=True),
        KnockoutScheme(best_of=3),
    ],
)
@pytest.mark.parametrize("players", [3, 6, 7, 12, 14])
def test_a_late_comer_may_take_a_bye_while_its_holder_has_not_played(players, scheme):
    """After the first round one more seed, the last, meets the player who had a bye, and every game counts as before.
    Once that player has played on, or where no bye is left, it is too late."""
    seeds, wider = range(1, players + 1), range(1, players + 2)
    first = [
        KnockoutGame(1, match.sides, min(match.sides)) for match in knockout.play_games(seeds, scheme, []).ready_matches
    ]
    before, after = knockout.play_games(seeds, scheme, first), knockout.play_games(wider, scheme, first)
    assert knockout.can_add_seed(before, after)
    late = after.find_match({players + 1, len(knockout.list_slots(players)) - players})
    assert late is not None
    assert late.part == MAIN
    assert late.stage == 1
    built, games = play_out(players, scheme, seed=players)
    assert not knockout.can_add_seed(built, knockout.play_games(wider, scheme, games))


@pytest.mark.parametrize("players", [5, 9, 11])
def test_no_late_comer_is_taken_in_once_holders_of_byes_have_played(players):
    """With few first matches the seeds with byes play each other in the first round already."""
    first = [
        KnockoutGame(1, match.sides, min(match.sides))
        for match in knockout.build_bracket(range(1, players + 1)).ready_matches
    ]
    before, after = (knockout.play_games(range(1, n + 1), KnockoutScheme(), first) for n in (players, players + 1))
    assert not knockout.can_add_seed(before, after)


def test_a_bracket_without_a_bye_takes_no_late_comer():
    assert not knockout.can_add_seed(knockout.build_bracket(range(1, 9)), knockout.build_bracket(range(1, 10)))


def test_a_game_that_is_being_played_leaves_no_room_for_a_late_comer():
    """Seed 1 of three has a bye and sits down with the winner of the other two: nobody can be put between them any
    more."""
    games = [KnockoutGame(1, (2, 3), 2)]
    three, four = (knockout.play_games(range(1, n + 1), KnockoutScheme(), games) for n in (3, 4))
    assert knockout.can_add_seed(three, four)
    assert not knockout.can_add_seed(three, four, pending=[(1, 2)])


@pytest.mark.parametrize(
    "scheme",
    [
        KnockoutScheme(third=True),
        KnockoutScheme(losers=True),
        KnockoutScheme(consolation=True),
        KnockoutScheme(best_of=3),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 11, 16])
def test_where_neither_player_comes_both_are_out_and_the_bracket_goes_on(players, scheme):
    """In matches drawn by lot neither player comes. Everybody still has one place at the end, with or without a
    champion."""
    for seed in range(8):
        rng, games, absent = Random(seed), [], set()
        for n in range(1, 100):
            built = knockout.play_games(range(1, players + 1), scheme, games)
            if built.is_over:
                break
            for match in built.ready_matches:
                assert not absent & set(match.sides)
                stay = not rng.randrange(4)
                absent |= set(match.sides) if stay else set()
                winner = None if stay else rng.choice(match.sides)
                games.append(KnockoutGame(n, match.sides, winner, absent=stay))
        assert built.is_over
        assert built.champion not in absent
        assert Counter(p for _n, some in list_places(built) for p in some) == Counter(range(1, players + 1))
