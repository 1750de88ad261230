"""Counted purses that differ from the recorded ones are explained by one slip, by a pair of slips, or not at all."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring.slips import SLIP_KINDS
from tests.scoring import brusquembille_deals
from tests.scoring.random_parties import rewrite_in_totals

PLAYERS = ["Anne", "Basile", "Chloé"]
COUP = {
    "type": "coup",
    "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
    "brusquembilles": {
        "Anne": {"aces_won": 2, "aces_lost": 1, "tens_won": 1, "tens_lost": 1},
        "Basile": {"aces_won": 1, "tens_won": 1},
        "Chloé": {"tens_lost": 1},
    },
}  # leaves purses of 122, 65 and 53 jetons


def find_slips(counted: tuple[int, ...], events: list[Any] | None = None, **choices: Any) -> scoring.CountExplanation:
    """Return the slips that explain these counted purses after the events."""
    setting = scoring.build_setting("brusquembille", PLAYERS, **choices)
    return scoring.explain_count(setting, events or [COUP], dict(zip(PLAYERS, counted, strict=True)))


def describe_slips(slips: scoring.CountExplanation) -> list[tuple[str, str]]:
    """Return (kind, text) of each single slip."""
    return [(slip.kind, str(slip.text)) for slip in slips.single]


def test_a_right_count_needs_no_slip() -> None:
    slips = find_slips((122, 65, 53))
    assert (slips.single, slips.pairs, str(slips.text)) == ((), (), "Le compte est juste.")


def test_without_events_there_are_no_slips() -> None:
    setting = scoring.build_setting("brusquembille", PLAYERS)
    assert scoring.explain_count(setting, [], dict.fromkeys(PLAYERS, 80)).single == ()


def test_an_ace_recorded_for_the_wrong_player_is_found() -> None:
    """An ace won moves 3 × 2 jetons from one player to the other."""
    slips = find_slips((116, 71, 53))
    assert describe_slips(slips) == [
        ("card", "Coup 1\u202f: un as gagné, inscrit à Anne, était à Basile."),
    ]
    assert slips.single[0].corrected_event["brusquembilles"]["Basile"] == {"aces_won": 2, "tens_won": 1}


def test_an_ace_recorded_as_lost_instead_of_won_is_found() -> None:
    slips = find_slips((122 + 4 + 4, 65 - 4, 53 - 4))
    assert describe_slips(slips) == [("result", "Coup 1\u202f: un as inscrit perdu à Anne était gagné.")]
    assert slips.single[0].corrected_event["brusquembilles"]["Anne"]["aces_won"] == 3


def test_a_pot_recorded_for_the_wrong_player_is_found() -> None:
    slips = find_slips((62, 65, 113))
    assert describe_slips(slips) == [("pot", "Coup 1\u202f: le corbillon, inscrit à Anne, est allé à Chloé.")]
    assert slips.single[0].corrected_event is None  # with Anne's points Chloé would break BRU-24
    slips = find_slips((62, 125, 53))
    assert slips.single[0].corrected_event["points"] == {"Anne": 37, "Basile": 58, "Chloé": 25}


@pytest.mark.parametrize(
    ("counted", "text"),
    [
        ((123, 65, 52), "Anne n’a pas donné 1 jeton à Chloé"),
        ((120, 67, 53), "Basile n’a pas donné 2 jetons à Anne"),
        ((120, 65, 55), "Chloé n’a pas donné 2 jetons à Anne"),
        ((102, 85, 53), "Basile n’a pas mis sa fiche au corbillon"),
    ],
)
def test_a_forgotten_payment_is_found(counted: tuple[int, ...], text: str) -> None:
    assert describe_slips(find_slips(counted)) == [("payment", f"Coup 1\u202f: {text}.")]


def test_a_forgotten_penalty_or_recave_is_found() -> None:
    events = [
        {"type": "penalty", "rule": "PEN-08", "player": "Chloé"},
        {"type": "recave", "player": "Basile", "fiches": 2},
    ]
    choices = {"options": {"exhausted": "recave"}}
    slips = find_slips((82, 82, 76), events, **choices)
    assert describe_slips(slips) == [
        ("payment", "Recave de Basile avant le coup 1\u202f: Basile n’a pas reçu 2 fiches de la banque.")
    ]
    slips = find_slips((80, 122, 78), events, **choices)
    assert describe_slips(slips) == [
        ("payment", "Pénalité de Chloé avant le coup 1\u202f: Chloé n’a pas donné 2 jetons à Anne.")
    ]


def test_a_forgotten_payment_of_a_leaver_is_found() -> None:
    slips = find_slips((50, 80, 110), [{"type": "leave", "player": "Anne"}])
    assert describe_slips(slips) == [("payment", "Départ de Anne\u202f: Anne n’a pas donné 30 jetons à Basile.")]


def test_slips_of_one_kind_are_listed_by_coup() -> None:
    coups = [COUP, {**COUP, "points": {"Anne": 40, "Basile": 55, "Chloé": 25}}]
    setting = scoring.build_setting("brusquembille", PLAYERS)
    book = scoring.play_events(setting, coups)[-1].state.purses
    counted = {name: purse.total for name, purse in book.items()}
    slips = scoring.explain_count(
        setting, coups, counted | {"Anne": counted["Anne"] - 2, "Chloé": counted["Chloé"] + 2}
    )
    assert [slip.event for slip in slips.single] == [0, 1]
    assert str(slips.text) == "Une seule erreur l’explique, de 2 façons\u202f:"


def test_pairs_of_slips_are_given_where_no_single_slip_explains_the_count() -> None:
    slips = find_slips((121, 63, 56))
    assert slips.single == ()
    assert [[str(slip.text) for slip in pair] for pair in slips.pairs] == [
        [
            "Coup 1\u202f: Anne n’a pas donné 2 jetons à Basile.",
            "Coup 1\u202f: Chloé n’a pas donné 3 jetons à Anne.",
        ],
        [
            "Coup 1\u202f: Basile n’a pas donné 1 jeton à Anne.",
            "Coup 1\u202f: Chloé n’a pas donné 3 jetons à Basile.",
        ],
    ]


@pytest.mark.parametrize(
    ("counted", "text"),
    [
        ((122, 65, 50), "Il manque 3 jetons en tout\u202f: recomptez."),
        ((122, 66, 53), "Il y a 1 jeton de trop en tout\u202f: recomptez."),
        ((22, 65, 153), "Ni une erreur seule ni deux ne l’expliquent\u202f: recomptez."),
    ],
)
def test_a_count_that_no_two_slips_explain_asks_for_a_recount(counted: tuple[int, ...], text: str) -> None:
    slips = find_slips(counted)
    assert (slips.single, slips.pairs, str(slips.text)) == ((), (), text)


def test_between_two_sides_a_pot_recorded_for_the_wrong_side_is_found() -> None:
    players = ["Anne", "Basile", "Chloé", "Denis"]
    setting = scoring.build_setting("brusquembille", players, sides=[["Anne", "Basile"], ["Chloé", "Denis"]])
    coup = {"type": "coup", "points": {"Anne": 70, "Denis": 50}}
    counted = dict(zip(players, (40, 40, 80, 80), strict=True))
    (slip,) = scoring.explain_count(setting, [coup], counted).single
    assert str(slip.text) == "Coup 1\u202f: le corbillon, inscrit à Anne et Basile, est allé à Chloé et Denis."
    assert slip.corrected_event == {"type": "coup", "points": {"Anne": 50, "Chloé": 70}}
    tied = {"type": "coup", "points": {"Anne": 60, "Denis": 60}}
    assert scoring.explain_count(setting, [tied], counted).single == ()


def test_no_missing_fiche_is_suggested_when_three_tie() -> None:
    coup = {**COUP, "points": {"Anne": 40, "Basile": 40, "Chloé": 40}}
    assert all("fiche" not in str(slip.text) for slip in find_slips((102, 75, 63), [coup]).single)


def test_a_coup_in_tricks_gets_no_corrected_event() -> None:
    setting = scoring.build_setting("brusquembille", ["Anne", "Basile"], options={"payments": "on"})
    coup = brusquembille_deals.play_coup(random.Random(3), 2, 0)
    book = scoring.play_events(setting, [coup])[-1]
    won = book.outcome.winners[0]
    lost = next(name for name in setting.players if name != won)
    counted = {won: book.state.purses[won].total - 40, lost: book.state.purses[lost].total + 40}
    assert {slip.kind: slip.corrected_event for slip in scoring.explain_count(setting, [coup], counted).single}[
        "pot"
    ] is None
    counted = {won: book.state.purses[won].total - 4, lost: book.state.purses[lost].total + 4}
    cards = [slip for slip in scoring.explain_count(setting, [coup], counted).single if slip.kind == "card"]
    assert cards
    assert all(slip.corrected_event is None for slip in cards)


def test_a_game_of_points_has_no_purses_to_explain() -> None:
    setting = scoring.build_setting("brusquembille", PLAYERS, preset="aux-points")
    with pytest.raises(ValueError, match="points"):
        scoring.explain_count(setting, [COUP], dict.fromkeys(PLAYERS, 0))
    assert list(scoring.Game.list_possible_slips(scoring.get_game("brusquembille"), None, None)) == []


@given(st.integers(0, 10**9), st.booleans())
def test_any_single_slip_is_found_and_its_correction_gives_the_count(seed: int, totals: bool) -> None:
    """One coup is recorded with a slip, the purses are right: the right coup is offered as the correction."""
    rng = random.Random(seed)
    document = brusquembille_deals.random_partie(rng)
    partie = scoring.read_partie(rewrite_in_totals(document) if totals else document)
    assert isinstance(partie, scoring.Partie)
    events = [step.event for step in partie.steps]
    before = scoring.build_initial_state(partie.setting)
    changes = []
    for number, step in enumerate(partie.steps):
        game = scoring.get_game("brusquembille")
        changes += [(number, slip) for slip in game.list_possible_slips(before, step) if any(slip.delta)]
        before = step.state
    if not changes:
        return
    number, slip = rng.choice(changes)
    counted = {
        name: purse.total + change
        for (name, purse), change in zip(partie.state.purses.items(), slip.delta, strict=True)
    }
    slips = scoring.explain_count(partie.setting, events, counted)
    assert (number, slip.kind, slip.text) in [(each.event, each.kind, each.text) for each in slips.single]
    assert [each.event for each in slips.single] == sorted(each.event for each in slips.single)
    for each in slips.single:
        assert each.kind in SLIP_KINDS
        if each.corrected_event is not None:
            corrected = [*events[: each.event], each.corrected_event, *events[each.event + 1 :]]
            state = scoring.play_events(partie.setting, corrected)[-1].state
            assert {name: purse.total for name, purse in state.purses.items()} == counted
