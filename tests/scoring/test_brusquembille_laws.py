"""Laws that hold for every partie of Brusquembille, whatever is played."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from tests.scoring import brusquembille_deals
from tests.scoring.random_parties import rewrite_in_totals

SEEDS = st.integers(0, 10**9)
MODES = st.sampled_from(("fiches", "points"))


def read_random_partie(seed: int, mode: str = "fiches") -> scoring.Partie:
    """Return a random partie, read by `scoring`."""
    read = scoring.read_partie(brusquembille_deals.random_partie(random.Random(seed), mode))
    assert isinstance(read, scoring.Partie), read
    return read


@given(SEEDS)
def test_nets_and_pot_sum_to_what_comes_from_the_bank(seed: int) -> None:
    pot = 0
    for step in read_random_partie(seed).steps:
        outcome = step.outcome
        assert outcome is not None
        assert outcome.pot is not None
        from_bank = sum(each.jetons for each in outcome.transfers if each.payer == "bank")
        assert sum(outcome.net.values()) + outcome.pot - pot == from_bank
        pot = outcome.pot


@given(SEEDS)
def test_a_purse_is_worth_its_fiches_and_jetons_and_changes_by_the_net(seed: int) -> None:
    partie = read_random_partie(seed)
    before = scoring.build_initial_state(partie.setting).purses
    for step in partie.steps:
        assert step.outcome is not None
        assert step.outcome.holdings is not None
        for name, purse in step.outcome.holdings.items():
            assert purse.total == 20 * purse.fiches + purse.jetons
            assert purse.total == before[name].total + step.outcome.net[name]
            assert purse.fiches >= 0
            assert purse.jetons >= 0 or purse.fiches == 0
        before = step.outcome.holdings


@given(SEEDS, MODES)
def test_a_total_is_the_sum_of_the_nets(seed: int, mode: str) -> None:
    partie = read_random_partie(seed, mode)
    for name, total in partie.state.totals.items():
        outcomes = [step.outcome for step in partie.steps if step.outcome and step.outcome.type != "recave"]
        assert total == sum(outcome.net[name] for outcome in outcomes)


@given(SEEDS, MODES)
def test_a_coup_scores_alike_in_totals_and_in_tricks(seed: int, mode: str) -> None:
    document = brusquembille_deals.random_partie(random.Random(seed), mode)
    answer = scoring.score_partie(document)
    assert scoring.score_partie(rewrite_in_totals(document)) == answer


@given(SEEDS, MODES)
def test_moving_everybody_one_seat_on_changes_no_result(seed: int, mode: str) -> None:
    """Everybody moves one seat to the left, with the same deals: only the order of names changes."""
    document = brusquembille_deals.random_partie(random.Random(seed), mode)
    moved = {**document, "players": document["players"][1:] + document["players"][:1]}
    first = scoring.build_initial_state(read_random_partie(seed, mode).setting).dealer
    for partie in (document, moved):
        partie["events"] = [{"type": "void", "dealer": first}, *document["events"]]
        document = {**document, "events": document["events"][1:]}
    one, other = scoring.score_partie(document | {"events": moved["events"]}), scoring.score_partie(moved)
    assert _sort_lists(one) == _sort_lists(other)


def _sort_lists(value: Any) -> Any:
    """Return the value with all lists sorted, to compare without their order."""
    if isinstance(value, dict):
        return {key: _sort_lists(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted((_sort_lists(inner) for inner in value), key=repr)
    return repr(value)


@given(st.permutations(brusquembille_deals.NAMES), SEEDS, MODES)
def test_renaming_the_players_changes_nothing_but_names(names: list[str], seed: int, mode: str) -> None:
    document = brusquembille_deals.random_partie(random.Random(seed), mode)
    renamed = dict(zip(brusquembille_deals.NAMES, (f"joueur {name}" for name in names), strict=True))
    assert scoring.score_partie(_rename_players(document, renamed)) == _rename_players(
        scoring.score_partie(document), renamed
    )


def _rename_players(value: Any, names: dict[str, str]) -> Any:
    """Return the value with all names replaced."""
    if isinstance(value, dict):
        return {names.get(key, key): _rename_players(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_rename_players(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


@given(SEEDS, MODES, st.sampled_from(scoring.LANGUAGES))
def test_every_partie_can_be_narrated(seed: int, mode: str, language: str) -> None:
    told = scoring.narrate_partie(read_random_partie(seed, mode), language)
    assert all(name in told for name in read_random_partie(seed, mode).setting.players)
    assert "{" not in told


@pytest.mark.parametrize("mode", ["fiches", "points"])
def test_playing_an_event_does_not_change_the_state_before_it(mode: str) -> None:
    partie = read_random_partie(1, mode)
    opening = scoring.build_initial_state(partie.setting)
    before = repr(opening)
    scoring.play_event(opening, partie.steps[0].event)
    assert repr(opening) == before


def test_a_written_coup_keeps_all_its_keys() -> None:
    setting = scoring.build_setting("brusquembille", ["Anne", "Basile"])
    coups = [
        {
            "type": "coup",
            "dealer": "Basile",
            "retourne": "10♠",
            "points": {"Anne": 70, "Basile": 50},
            "claimed": {"Anne": 1},
        },
        {"type": "coup", "short_pack": 2, "brusquembilles": {"Anne": {"aces_won": 1}}},
    ]
    assert [step.event for step in scoring.play_events(setting, coups)] == coups
