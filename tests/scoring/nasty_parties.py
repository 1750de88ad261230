"""Nasty parties of Brusquembille in fiches, random but legal: debts, recaves, ties, penalties, short packs, departures.

Made with `scoring` alone, which refuses what is not legal; the same seed always gives the same document.
"""

import random
from typing import Any

import scoring

NAMES = ("Anne", "Basile", "Chloé", "Jeanne d’Arc", "L’Hermite", "Marie", "Marie 2", "O'Brien")
FAULTS = ("PEN-01", "PEN-04", "PEN-05", "PEN-06", "PEN-06", "PEN-07", "PEN-08", "PEN-09", "PEN-10")
VALUES = {"aces": 11, "tens": 10}
OTHER_POINTS = 36  # of kings, queens and knaves
TRIES = 200

Event = dict[str, Any]


def build_nasty_partie(seed: int) -> dict[str, Any]:
    """Return a legal corbillon.partie/1 of Brusquembille in fiches; one in ten stops at any moment."""
    rng = random.Random(seed)
    document = _build_head(rng)
    state = scoring.build_initial_state(_build_setting(document))
    rough = rng.random()  # how often something happens between two coups
    while not state.complete and (document["events"] == [] or rng.random() > 0.03):
        for event in _list_tries(rng, state, rough):
            step = scoring.play_event(state, event)
            if not step.problems:
                document["events"].append(event)
                state = step.state
                break
    return document


def _build_head(rng: random.Random) -> dict[str, Any]:
    """Return a document without events."""
    size = rng.choice((2, 3, 3, 4, 4, 5))
    players = rng.sample(NAMES, size)
    options = {
        "coups": rng.choice((1, 2, 3, 4, 6)),
        "payments": rng.choice(("auto", "on", "on")),
        "short_pack_pot": rng.choice(("returned", "stays", "stays")),
        "exhausted": rng.choice(("debt", "debt", "recave")),
    }
    sides = [players[:2], players[2:]] if size == 4 and rng.random() < 0.6 else None
    return {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "preset": "academie-1718",
        "options": options,
        "players": players,
        "sides": sides,
        "events": [],
    }


def _build_setting(document: dict[str, Any]) -> scoring.Setting:
    """Return the table of a document."""
    return scoring.build_setting(
        "brusquembille", document["players"], document["preset"], document["options"], document["sides"]
    )


def _list_tries(rng: random.Random, state: scoring.TableState, rough: float) -> list[Event]:
    """Return events to try, the first legal of which is played; the last ones are always legal."""
    poor = [name for name, purse in state.purses.items() if purse.total < scoring.FICHE]
    chance = rng.random()
    if poor and state.setting.options["exhausted"] == "recave":
        return [{"type": "recave", "player": poor[0], "fiches": rng.choice((1, 1, 2, 5))}]
    if chance < rough * 0.5:
        return [_build_penalty(rng, state)]
    if chance < rough * 0.55:
        return [{"type": "void", "reason": "maldonne"}]
    if chance > 0.97:
        return [rng.choice(({"type": "leave", "player": rng.choice(state.setting.players)}, {"type": "end"}))]
    if rng.random() < 0.2 + 0.4 * (state.carry_over or 0):  # short packs like company
        return [_build_short_coup(rng, state)]
    want_tie = rng.random() < 0.5
    tries = [_build_coup(rng, state) for _ in range(TRIES if want_tie else 5)]
    if want_tie:
        tries.sort(key=lambda event: -_count_best(event))
    return tries


def _count_best(event: Event) -> int:
    """Return how many players (or sides) share the most points of a coup."""
    points = list(event["points"].values())
    return points.count(max(points))


def _build_penalty(rng: random.Random, state: scoring.TableState) -> Event:
    """Return a penalty, often of the same player, who so falls into debt."""
    setting = state.setting
    rule = rng.choice(FAULTS[: len(FAULTS) if setting.sides else -2])
    player = setting.players[0] if rng.random() < 0.6 else rng.choice(setting.players)
    event = {"type": "penalty", "rule": rule, "player": player}
    if rule == "PEN-06" and setting.size > 2:
        event["to"] = rng.choice([name for name in setting.players if name != player])
    return event


def _deal_brusquembilles(rng: random.Random, setting: scoring.Setting, cards: int) -> tuple[Event, dict[str, int]]:
    """Return the first `cards` brusquembilles as counts by player, and the points that they bring by player."""
    counts: dict[str, dict[str, int]] = {name: {} for name in setting.players}
    points = dict.fromkeys(setting.players, 0)
    for number, rank in enumerate((["aces", "tens"] * 4)[:cards]):
        player = rng.choice(setting.players)
        won = number == 0 or rng.random() < 0.6
        taker = player if won else rng.choice([name for name in setting.players if name != player])
        key = f"{rank}_{'won' if won else 'lost'}"
        counts[player][key] = counts[player].get(key, 0) + 1
        points[taker] += VALUES[rank]
    return {name: each for name, each in counts.items() if each}, points


def _build_coup(rng: random.Random, state: scoring.TableState) -> Event:
    """Return a whole coup, now and then with a claim of too few points (PEN-11)."""
    setting = state.setting
    counts, points = _deal_brusquembilles(rng, setting, 8)
    for _ in range(OTHER_POINTS):
        points[rng.choice(setting.players)] += 1
    groups = setting.sides or [(name,) for name in setting.players]
    points = {group[0]: sum(points[name] for name in group) for group in groups}
    event: Event = {"type": "coup", "points": points}
    if setting.config.pays_brusquembilles:
        event["brusquembilles"] = counts
    if rng.random() < 0.15:
        best = max(points, key=lambda name: points[name])
        event["claimed"] = {best: rng.randrange(points[best] + 1)}
    return event


def _build_short_coup(rng: random.Random, state: scoring.TableState) -> Event:
    """Return a coup with a short pack, with the brusquembilles settled until then where they are paid (PEN-02, 03)."""
    event: Event = {"type": "coup", "short_pack": rng.choice((1, 2))}
    counts, points = _deal_brusquembilles(rng, state.setting, rng.randrange(8))
    if state.setting.config.pays_brusquembilles:
        event["brusquembilles"] = counts
    if rng.random() < 0.5:
        groups = state.setting.sides or [(name,) for name in state.setting.players]
        event["points"] = {group[0]: sum(points[name] for name in group) for group in groups}
    return event
