"""A random deal of briscan or brisque, played out, with random announcements from what each hand holds at each
moment."""

from tests.scoring.plain import announcements as announced
from tests.scoring.plain.briscan_exchange import get_latest_trick
from tests.scoring.plain.briscan_marks import find_winner_by_mark, list_turn_up_marks
from tests.scoring.plain.briscan_tricks import list_answers
from tests.scoring.plain.parties.deals import RANKS_32, pick_random, shuffle
from tests.scoring.plain.reading import SUITS
from tests.scoring.plain.tricks import (
    CARD_POINTS_32,
    ORDER_32,
    count_points,
    find_last_to_draw,
    list_pack,
    replay_tricks,
)


def play_deal(rng, setting, dealer):
    """Play a deal. Return a dict of which callers use "retourne", "tricks", "made" (the announcements) and "exchange"
    ((player, before_trick) or None)."""
    players, size = setting["players"], setting["hand"]
    cards = stack_pack(rng, size)
    hands = {player: [cards.pop() for _ in range(size)] for player in players}
    deal = {
        "retourne": cards[0],
        "trump": cards[0][1],
        "talon": cards,
        "hands": hands,
        "tricks": [],
        "made": [],
        "exchange": None,
        "ledger": announced.create_ledger(),
        "alive": {(player, kind) for player in players for kind in announced.RUNS},
        "keen": rng.choice([1.0, 0.7, 0.3, 0.0]),
        "generous": rng.choice([None, None, None, *players]),
    }
    leader = next(player for player in players if player != dealer)
    for trick in range(1, 17):
        announce_before_trick(rng, setting, deal, trick)
        leader = play_trick(rng, setting, deal, trick, leader)
    return deal


def stack_pack(rng, size):
    """Return the pack, dealt from its end; often arranged so that a hand has something to announce."""
    cards = shuffle(rng, list_pack(RANKS_32))
    kind = rng.choice(["plain", "plain", "suit", "figures", "blanches", "ranks", "both"])
    if kind in ("suit", "both"):
        cards.sort(key=lambda card: (card[1] != "♠") * rng.choice([0, 1, 1]))
    if kind == "ranks":
        cards.sort(key=lambda card: ORDER_32.index(card[0]) * rng.choice([0, 1, 1]))
    if kind in ("figures", "blanches", "both"):
        wanted = kind != "blanches"
        cards.sort(key=lambda card: (card[0] in announced.FIGURES) == wanted and rng.random() < 0.9)
    turned = rng.randrange(len(cards))
    cards[0], cards[turned] = cards[turned], cards[0]
    return cards


# Announcing


def announce_before_trick(rng, setting, deal, trick):
    """Let both players announce and exchange before that trick."""
    players = setting["players"] if rng.random() < 0.5 else setting["players"][::-1]
    if deal["alive"] and trick <= setting["draws"] + 1 and announced.is_allowed(setting, "figures"):
        for player in players:
            mark_runs(rng, deal, player, trick)
    before = deal["exchange"]
    for player in players:
        announce_some(rng, setting, deal, player, trick)
        exchange_seven(rng, setting, deal, player, trick)
    if deal["exchange"] != before:
        for player in players[::-1]:
            announce_some(rng, setting, deal, player, trick)


def mark_runs(rng, deal, player, trick):
    """Announce a run of figures or blanches while the hand still allows it (BRC-08, BRC-09, BRC-10)."""
    for kind in announced.RUNS:
        if (player, kind) not in deal["alive"]:
            continue
        wanted = kind == "figures"
        whole = all((rank in announced.FIGURES) == wanted for rank, _ in deal["hands"][player])
        if not whole or rng.random() < 0.1:
            deal["alive"].discard((player, kind))
        else:
            deal["made"].append({"player": player, "kind": kind, "before_trick": trick})


def exchange_seven(rng, setting, deal, player, trick):
    """Exchange the seven of trump for the turn-up, by chance (BRC-03)."""
    hand, seven = deal["hands"][player], ("7", deal["trump"])
    if deal["exchange"] or seven not in hand or trick > get_latest_trick(setting) or rng.random() < 0.5:
        return
    hand[hand.index(seven)] = deal["retourne"]
    deal["talon"][0] = seven
    deal["exchange"] = (player, trick)


def announce_some(rng, setting, deal, player, trick):
    """Announce a random part of what this hand allows."""
    if deal["keen"] == 0:
        return
    for one in shuffle(rng, list_candidates(setting, deal["hands"][player], deal["trump"], trick)):
        if rng.random() > deal["keen"]:
            continue
        one.update(player=player, before_trick=trick, path="", rencontre=False)
        refused = []
        announced.check_use(setting, deal["ledger"], one, deal["retourne"], refused)
        if not refused:
            deal["ledger"]["counted"].append(one)
            deal["made"].append(one)


def list_sequences(suit):
    """Return all sequences of one suit, each with its cards lowest first."""
    return [
        [(rank, suit) for rank in announced.PIQUET[low : low + length]]
        for length in (3, 4, 5)
        for low in range(len(announced.PIQUET) - length + 1)
    ]


BITS = {rank: 1 << place for place, rank in enumerate(RANKS_32)}


def to_bits(ranks):
    """Return ranks of one suit as a bit set: a hand holds them all if it has all their bits."""
    return sum([BITS[rank] for rank in ranks])


def list_shown(held, suit):
    """Return the mariage and the sequences among the held cards (a bit set) of one suit."""
    able = [{"kind": "mariage", "suit": suit}] if held & to_bits("RD") == to_bits("RD") else []
    for cards in list_sequences(suit):
        needed = to_bits(rank for rank, _ in cards)
        if held & needed == needed:
            able.append({"kind": "sequence", "cards": cards})
    return able


IN_SUIT = {suit: [list_shown(held, suit) for held in range(256)] for suit in SUITS}


def list_candidates(setting, hand, trump, trick):
    """Return everything that the cards of a hand could announce."""
    held = dict.fromkeys(SUITS, 0)
    for rank, suit in hand:
        held[suit] |= BITS[rank]
    able = [dict(one) for suit in SUITS for one in IN_SUIT[suit][held[suit]]]
    if all(held.values()):
        fours = held["♠"] & held["♥"] & held["♦"] & held["♣"]
        able += [{"kind": "carre", "rank": rank} for rank in announced.CARRES if fours & BITS[rank]]
    if ("A", trump) in hand:
        able.append({"kind": "as_atout"})
    if trick == setting["draws"] + 1 and all(suit == trump for _, suit in hand):
        able.append({"kind": "cinq_atouts"})
    return [one for one in able if announced.is_allowed(setting, one["kind"])]


# Playing


def play_trick(rng, setting, deal, trick, leader):
    """Play one trick and the draw after it. Return who won it."""
    players = setting["players"]
    turn = players if leader == players[0] else players[::-1]
    cards = []
    for player in turn:
        hand = deal["hands"][player]
        able = hand
        if cards and not deal["talon"]:
            able = list_answers(hand, cards[0], deal["trump"])
        card = choose_card(rng, deal, player, able, cards)
        hand.remove(card)
        cards.append(card)
    deal["tricks"].append(cards)
    winner, loser = turn[::-1] if beats(cards[1], cards[0], deal["trump"]) else turn
    if cards[0][1] == cards[1][1] and {cards[0][0], cards[1][0]} == {"R", "D"}:
        mark_rencontre(deal, cards, winner, trick)
    if deal["talon"]:
        deal["hands"][winner].append(deal["talon"].pop())
        deal["hands"][loser].append(deal["talon"].pop())
    return winner


HEIGHT = {rank: height for height, rank in enumerate(reversed(ORDER_32))}


def beats(card, led, trump):
    """True if the second card takes the trick from the card led."""
    return HEIGHT[card[0]] > HEIGHT[led[0]] if card[1] == led[1] else card[1] == trump


def choose_card(rng, deal, player, able, cards):
    """Choose a legal card at random. If a player is set to be generous, he loses what he can and his opponent wins what
    he can."""
    if deal["generous"] is None:
        return pick_random(rng, able)
    wins = [card for card in able if cards and beats(card, cards[0], deal["trump"])]
    if player == deal["generous"]:
        low = [card for card in able if card not in wins and card[1] != deal["trump"]]
        return pick_random(rng, low or [card for card in able if card not in wins] or able)
    return pick_random(rng, wins or [card for card in able if card[1] == deal["trump"]] or able)


def mark_rencontre(deal, cards, winner, trick):
    """Mark a mariage de rencontre for the winner of the trick (BRC-05)."""
    one = {"kind": "mariage", "suit": cards[0][1], "player": winner, "before_trick": trick, "rencontre": True}
    known = [announced.get_identity(other) for other in deal["ledger"]["counted"]]
    if announced.get_identity(one) not in known:
        deal["ledger"]["counted"].append(one)
        deal["made"].append(one)


# The result


def compute_totals(setting, deal, dealer):
    """Return the end totals of the coup, as the totals form records them."""
    players = setting["players"]
    walked = replay_tricks(deal["tricks"], players, dealer, deal["trump"], ORDER_32)
    winners = [trick["winner"] for trick in walked]
    return {
        "tricks_won": {player: winners.count(player) for player in players},
        "card_points": count_points(walked, players, CARD_POINTS_32),
        "last_trick": winners[-1],
        "last_talon_card": find_last_to_draw(walked, players, setting["draws"]),
        "last_five": winners[-1] if len(set(winners[-5:])) == 1 else None,
    }


def list_marks(setting, deal, dealer):
    """Return the marks of the coup, in their order."""
    marks = list_turn_up_marks(deal["retourne"], dealer)
    for one in deal["made"]:
        points, rule = announced.compute_worth(setting, {"rencontre": False, **one}, deal["trump"])
        marks.append((one["player"], points, rule))
    return marks


def is_won_by_mark(table, deal, dealer):
    """True if a mark of this coup wins the partie."""
    marks = list_marks(table.setting, deal, dealer)
    return find_winner_by_mark(table.setting, table.state["totals"], marks) is not None
