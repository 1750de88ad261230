"""Random legal parties of chiamata."""

from tests.scoring.plain.parties.deals import shuffle
from tests.scoring.plain.parties.spelling import write_card, write_tricks
from tests.scoring.plain.parties.table import PartieBuilder, random_head, shuffle_keys
from tests.scoring.plain.tricks import (
    CARD_POINTS_40,
    ORDER_40,
    count_points,
    find_card,
    find_winning_place,
    list_pack,
    replay_tricks,
)


def random_table(rng):
    """Play one partie: whole, cut short, ended early or empty."""
    written, _ = random_head(rng, "chiamata")
    table = PartieBuilder(rng, written)
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8])):
        while rng.random() < 0.1:
            table.add_void()
        table.add(coup(table))
        if table.is_over():
            break
    table.finish()
    return table


def coup(table):
    """Deal and play one coup. Return its event, in either form."""
    rng, players = table.rng, table.setting["players"]
    dealer, named = table.choose_dealer()
    caller = rng.choice(players)
    strong = rng.choice(players) if rng.random() < 0.3 else caller
    tricks, called = play_deal(rng, players, dealer, caller, strong)
    event = {
        "type": "coup",
        **named,
        "caller": table.spell(caller),
        "bid": rng.choice([61, 70, 71, 75, 80, 81, 90, 91, 100, 101, 120, rng.randrange(61, 121)]),
        "called": write_card(rng, called),
    }
    if rng.random() < 0.5:
        event["tricks"] = write_tricks(rng, tricks)
    else:
        event.update(write_totals(table, tricks, called, dealer, caller))
    return shuffle_keys(rng, event)


def play_deal(rng, players, dealer, caller, strong):
    """Deal eight cards each and play them without any duty to follow. Return (tricks, called card). `strong`: who may
    get the best cards of one suit."""
    cards = shuffle(rng, list_pack(ORDER_40))
    called = rng.choice(cards)
    if rng.random() < 0.4:
        # one hand full of trumps, to get coups with cappotto and with a caller alone
        best = [card for card in cards if card[1] == called[1]]
        best.sort(key=lambda card: ORDER_40.index(card[0]))
        rest = [card for card in cards if card not in best[:8]]
        hands = {strong: best[:8]}
        for player in players:
            hands.setdefault(player, [rest.pop() for _ in range(8)] if player != strong else None)
    else:
        hands = {player: [cards.pop() for _ in range(8)] for player in players}
    leader = (players.index(dealer) + 1) % 5
    tricks = []
    for _ in range(8):
        turn = [players[(leader + step) % 5] for step in range(5)]
        trick = [hands[player].pop(int(rng.random() * len(hands[player]))) for player in turn]
        tricks.append(trick)
        leader = players.index(turn[find_winning_place(trick, called[1], ORDER_40)])
    return tricks, called


def write_totals(table, tricks, called, dealer, caller):
    """Return partner, points of the caller's side and cappotto, as the totals form writes them."""
    rng, players = table.rng, table.setting["players"]
    walked = replay_tricks(tricks, players, dealer, called[1], ORDER_40)
    _, holder = find_card(walked, called)
    points = count_points(walked, players, CARD_POINTS_40)
    event = {"points": sum(points[player] for player in {caller, holder})}
    if holder != caller:
        event["partner"] = table.spell(holder)
    elif rng.random() < 0.5:
        event["partner"] = None
    if all(trick["winner"] in (caller, holder) for trick in walked):
        event["cappotto"] = True
    return event
