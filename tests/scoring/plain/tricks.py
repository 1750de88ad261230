"""Tricks: whether they hold the whole pack, who wins each one, which card is the first illegal one.

Cards are pairs (rank, suit). Knows no game: orders, packs and rule ids come in as arguments.
"""

from tests.scoring.plain.reading import SUITS, add_error, read_card

CARD_POINTS_32 = {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
CARD_POINTS_40 = {"A": 11, "3": 10, "R": 4, "D": 3, "V": 2}
ORDER_32 = ["A", "10", "R", "D", "V", "9", "8", "7"]
ORDER_40 = ["A", "3", "R", "D", "V", "7", "6", "5", "4", "2"]


def list_pack(ranks):
    """Return every card of those ranks."""
    return [(rank, suit) for suit in SUITS for rank in ranks]


def read_tricks(value, count, size, path, rule, errors):
    """Return the tricks as lists of cards; None when a card, a trick's size or their number is wrong."""
    if not isinstance(value, list):
        add_error(errors, path)
        return None
    before = len(errors)
    if len(value) != count:
        add_error(errors, path, rule)
    tricks = []
    for number, trick in enumerate(value):
        here = f"{path}[{number}]"
        if not isinstance(trick, list):
            add_error(errors, here)
            continue
        cards = [read_card(card, f"{here}[{place}]", errors) for place, card in enumerate(trick)]
        if len(trick) != size:
            add_error(errors, here, rule)
        tricks.append(cards)
    return tricks if len(errors) == before else None


def check_pack(tricks, whole, path, rule, errors, foreign_rule=None):
    """True if each card is in the pack `whole` and played once. At the first that is not, add an error and return
    False. `foreign_rule(card)`: the rule for a card outside the pack, if it is not `rule`."""
    seen, whole = set(), set(whole)
    for number, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            foreign = card not in whole
            if foreign or card in seen:
                add_error(
                    errors, f"{path}[{number}][{place}]", foreign_rule(card) if foreign and foreign_rule else rule
                )
                return False
            seen.add(card)
    return True


def find_winning_place(cards, trump, order):
    """Return the place in the trick (from 0) of the highest trump, else of the highest card of the suit led."""
    best, place = cards[0], 0
    for number, card in enumerate(cards):
        if card[1] == best[1]:
            if order.index(card[0]) < order.index(best[0]):
                best, place = card, number
        elif card[1] == trump:
            best, place = card, number
    return place


def replay_tricks(tricks, players, dealer, trump, order):
    """Work out who played what. Return for each trick {"plays": [(player, card), …], "winner": player}."""
    size = len(players)
    leader = (players.index(dealer) + 1) % size
    round_twice = [*players, *players]
    walked = []
    for cards in tricks:
        turn = round_twice[leader : leader + size]
        place = find_winning_place(cards, trump, order)
        walked.append({"plays": list(zip(turn, cards, strict=True)), "winner": turn[place]})
        leader = (leader + place) % size
    return walked


def find_last_to_draw(walked, players, draws):
    """Return the player who draws the turn-up: in the last draw, the one on the left of the trick's winner."""
    return players[(players.index(walked[draws - 1]["winner"]) - 1) % len(players)]


def find_card(walked, card):
    """Return (trick number from 0, player) of the card, None if nobody played it."""
    for number, trick in enumerate(walked):
        for player, played in trick["plays"]:
            if played == card:
                return number, player
    return None


def check_play(walked, illegal, path, errors):
    """Add an error for the first card for which `illegal(number, place, player, card)` gives a rule."""
    for number, trick in enumerate(walked):
        for place, (player, card) in enumerate(trick["plays"]):
            rule = illegal(number, place, player, card)
            if rule is not None:
                add_error(errors, f"{path}[{number}][{place}]", rule)
                return


def list_hand(walked, number, player):
    """Return the cards that this player plays in that trick or later."""
    return [card for trick in walked[number:] for who, card in trick["plays"] if who == player]


def count_points(walked, players, values):
    """Return the card points of the tricks that each player won."""
    points = dict.fromkeys(players, 0)
    for trick in walked:
        for _, (rank, _) in trick["plays"]:
            points[trick["winner"]] += values.get(rank, 0)
    return points
