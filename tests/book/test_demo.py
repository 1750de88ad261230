"""Simulated players with random legal cards, the `simulate` command, and the demonstration evening."""

from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

import scoring
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.book.loading import load_sheets
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Club, Record, Seat, Tournament

RULE_VARIANTS = [
    (size, preset, options)
    for size in (2, 3, 4, 5)
    for preset, options in (
        (None, {}),
        (None, {"follow_after_talon": True, "payments": "on"}),
        (None, {"exhausted": "recave", "sevens": "any", "tours": 4}),
        ("aux-points", {}),
    )
]


@pytest.mark.parametrize(("size", "preset", "options"), RULE_VARIANTS)
@pytest.mark.parametrize("tricks", [0, 1])
def test_a_partie_at_random_is_legal_to_its_end(
    size: int, preset: str | None, options: dict[str, object], tricks: int
) -> None:
    names = ("Anne", "Basile", "Chloé", "Denis", "Édith")[:size]
    state = scoring.build_initial_state(scoring.build_setting("brusquembille", names, preset, options))
    chance = Random(size)
    while not state.complete:
        step = scoring.play_event(state, PARTS_BY_GAME["brusquembille"].play_next_event(state, chance, tricks))
        assert step.problems == ()
        state = step.state


def test_a_partie_of_two_against_two_at_random_is_legal() -> None:
    names = ("Anne", "Basile", "Chloé", "Denis")
    state = scoring.build_initial_state(
        scoring.build_setting("brusquembille", names, None, None, (names[:2], names[2:]))
    )
    chance = Random(1)
    while not state.complete:
        step = scoring.play_event(state, PARTS_BY_GAME["brusquembille"].play_next_event(state, chance, 0.5))
        assert step.problems == ()
        state = step.state


def simulate(players: int, rounds: int = 1, seed: int = 7, draw: str = "free") -> Tournament:
    """Run the command `simulate` and return the tournament that it has played."""
    said = StringIO()
    arguments = {"game": "brusquembille", "players": players, "rounds": rounds, "seed": seed, "draw": draw}
    call_command("simulate", stdout=said, **arguments)
    return Tournament.objects.get_by_id_or_code(said.getvalue().splitlines()[-1])


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "tables"), [(2, 1), (5, 1), (6, 2), (7, 2), (13, 3)])
def test_simulate_plays_the_fewest_tables_to_their_end(players: int, tables: int) -> None:
    tournament = simulate(players, rounds=2)
    sheets = load_sheets(tournament)
    assert len(sheets) == 2 * tables
    assert all(sheet.state and sheet.state.complete for sheet in sheets)
    assert Seat.objects.filter(table__round__n=2).count() == players
    assert tournament.status == Tournament.Status.CLOSED
    call_command("recheck", str(tournament.pk), stdout=StringIO())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("draw", "format", "players", "rounds", "tables"),
    [
        ("free", "free", 7, 2, 4),
        ("drawn", "random", 7, 2, 4),
        ("standing", "standing", 7, 2, 4),
        ("swiss", "swiss", 7, 3, 9),
        ("roundrobin", "all", 5, 3, 10),
        ("groups", "groups", 8, 3, None),
        ("knockout", "knockout", 6, 1, None),
    ],
)
def test_simulate_draws_and_plays_each_kind_of_tournament_to_its_end(
    draw: str, format: str, players: int, rounds: int, tables: int | None
) -> None:
    tournament = simulate(players, rounds=rounds, draw=draw)
    sheets = load_sheets(tournament)
    assert (tournament.format, tournament.status) == (format, Tournament.Status.CLOSED)
    assert all(sheet.state and sheet.state.complete for sheet in sheets)
    if tables is None:
        assert is_phase_over(tournament)
    else:
        assert len(sheets) == tables
    call_command("recheck", str(tournament.pk), stdout=StringIO())


@pytest.mark.django_db
def test_a_simulated_evening_is_seen_by_every_account_even_by_one_made_later(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    get_user_model().objects.create_user("before")
    club = simulate(2).club
    call_command("organiser", "after", stdout=StringIO())
    assert sorted(member.user.get_username() for member in club.members.all()) == ["after", "before"]


@pytest.mark.django_db
def test_simulate_refuses_a_draw_that_the_game_does_not_allow() -> None:
    with pytest.raises(CommandError, match="à deux"):
        call_command("simulate", game="chiamata", players=10, draw="swiss")
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_simulate_plays_the_same_parties_for_the_same_seed() -> None:
    first, second, other = ([sheet.to_partie() for sheet in load_sheets(simulate(5, seed=seed))] for seed in (7, 7, 8))
    assert first == second
    assert first != other


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 0}, {"players": 4, "rounds": 0}])
def test_simulate_refuses_impossible_arguments_with_a_message(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError):
        call_command("simulate", game="brusquembille", **{"rounds": 1, "seed": 1, **wrong})
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_demo_creates_one_tournament_and_lets_every_account_into_its_club() -> None:
    get_user_model().objects.create_user("organisateur")
    for _ in range(2):
        call_command("demo", stdout=StringIO())
    [tournament] = Tournament.objects.all()
    [club] = Club.objects.filter(demonstration=True)
    assert tournament.club == club
    assert [member.user.get_username() for member in club.members.all()] == ["organisateur"]
    sheets = load_sheets(tournament)
    assert [sheet.state and (sheet.state.coups_played, sheet.state.complete) for sheet in sheets] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    assert Record.objects.filter(kind="correction").count() == 1
    assert tournament.entries.count() == 11
    call_command("recheck", stdout=StringIO())
