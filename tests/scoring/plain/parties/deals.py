"""Random deals with a talon, played out with random legal cards."""

from tests.scoring.plain.tricks import find_winning_place, list_pack

RANKS_32 = ["A", "10", "R", "D", "V", "9", "8", "7"]
RANKS_40 = ["A", "3", "R", "D", "V", "7", "6", "5", "4", "2"]


def pick_random(rng, able):
    """Return a random element; as `rng.choice`, and faster."""
    return able[int(rng.random() * len(able))]


def shuffle(rng, given):
    """Return the elements in random order; as `rng.shuffle`, and faster."""
    return sorted(given, key=lambda _: rng.random()) if len(given) > 1 else given


def play_deal(rng, cards, players, dealer, order, hand_size=3, allowed=None):
    """Play a deal with a talon. Return {"retourne", "tricks"}. `allowed(hand, trick, trump)` gives the legal cards once
    the talon is gone."""
    cards = shuffle(rng, cards)
    size = len(players)
    hands = [[cards.pop() for _ in range(hand_size)] for _ in range(size)]
    retourne = cards[0] if cards else None
    trump = retourne[1]
    leader = (players.index(dealer) + 1) % size
    tricks = []
    round_twice = [*range(size), *range(size)]
    while hands[leader]:
        trick = []
        turn = round_twice[leader : leader + size]
        for seat in turn:
            able = hands[seat]
            if not cards and trick and allowed is not None:
                able = allowed(hands[seat], trick, trump)
            card = pick_random(rng, able)
            hands[seat].remove(card)
            trick.append(card)
        tricks.append(trick)
        leader = turn[find_winning_place(trick, trump, order)]
        if cards:
            for seat in round_twice[leader : leader + size]:
                hands[seat].append(cards.pop())
    return {"retourne": retourne, "tricks": tricks}


def follow_else_trump(hand, trick, trump):
    """Return the legal cards where players must follow suit, else trump (BRU-22)."""
    suits = [suit for _, suit in hand]
    for wanted in (trick[0][1], trump):
        if wanted in suits:
            return [card for card in hand if card[1] == wanted]
    return hand


def follow_only(hand, trick, trump):
    """Return the legal cards where players must follow suit, else play any card (option of BLA-04)."""
    return [card for card in hand if card[1] == trick[0][1]] or hand


def pack_of_32(rng, players, sevens):
    """Return the pack for that many players (BRU-01)."""
    cards = list_pack(RANKS_32)
    if len(players) in (2, 4):
        return cards
    suits = rng.choice([["♠", "♣"], ["♥", "♦"]])
    if sevens == "any":
        suits = rng.sample(["♠", "♥", "♦", "♣"], 2)
    return [card for card in cards if not (card[0] == "7" and card[1] in suits)]
