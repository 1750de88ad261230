"""Random parties of Brusquembille with real deals: cards shuffled, drawn and played as the rules allow."""

import random
from typing import Any

RANKS = ("7", "8", "9", "V", "D", "R", "10", "A")
NAMES = ("Anne", "Basile", "Chloé", "Denis", "Ève")


def shuffle_pack(rng: random.Random, size: int) -> list[str]:
    """Return a shuffled pack for so many players."""
    cards = [rank + suit for suit in "♠♥♦♣" for rank in RANKS]
    if size in (3, 5):
        for suit in rng.choice(("♠♣", "♥♦")):
            cards.remove("7" + suit)
    rng.shuffle(cards)
    return cards


def play_coup(rng: random.Random, size: int, dealer: int) -> dict[str, Any]:
    """Deal and play one coup. Return its event in tricks form, without its dealer. `dealer`: his seat, from 0."""
    cards = shuffle_pack(rng, size)
    hands = [[cards.pop() for _ in range(3)] for _ in range(size)]
    turn_up = cards[0]  # at the bottom of the talon, drawn last
    leader, tricks = (dealer + 1) % size, []
    while hands[leader]:
        trick = []
        for place in range(size):
            hand = hands[(leader + place) % size]
            trick.append(hand.pop(rng.randrange(len(hand))))
        strengths = [_compute_strength(card, trick[0][-1], turn_up[-1]) for card in trick]
        leader = (leader + strengths.index(max(strengths))) % size
        tricks.append(trick)
        for place in range(size if cards else 0):
            hands[(leader + place) % size].append(cards.pop())
    return {"type": "coup", "retourne": turn_up, "tricks": tricks}


def _compute_strength(card: str, led: str, trump: str) -> int:
    """Return a number by which the cards of a trick compare; -1 for a card that cannot win."""
    height = RANKS.index(card[:-1])
    return 20 + height if card[-1] == trump else 10 + height if card[-1] == led else -1


def random_partie(rng: random.Random, mode: str = "fiches") -> dict[str, Any]:
    """Return a whole partie: 2 to 5 players, perhaps two against two, with penalties, voids and recaves between
    coups."""
    size = rng.randint(2, 5)
    players = list(NAMES[:size])
    sides = [players[:2], players[2:]] if size == 4 and rng.random() < 0.5 else None
    dealers = [1, 3] if sides else list(range(size))
    options = {"mode": mode, "target": 10_000, "exhausted": "recave", "payments": rng.choice(("auto", "on", "off"))}
    events: list[dict[str, Any]] = []
    for coup in range(len(dealers)):
        events += _events_between_coups(rng, players, mode)
        events.append(play_coup(rng, size, dealers[coup % len(dealers)]))
    return {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "options": options,
        "players": players,
        "sides": sides,
        "events": events,
    }


def _events_between_coups(rng: random.Random, players: list[str], mode: str) -> list[dict[str, Any]]:
    """Return random events to play before a coup; in fiches everybody then buys enough to go on."""
    who = rng.choice(players)
    some: list[dict[str, Any]] = [
        {"type": "void", "reason": "maldonne"},
        {"type": "penalty", "rule": rng.choice(("PEN-04", "PEN-07", "PEN-08")), "player": who},
    ]
    buys = [{"type": "recave", "player": name, "fiches": 3} for name in players] if mode == "fiches" else []
    return rng.sample(some, rng.randint(0, 2)) + buys
