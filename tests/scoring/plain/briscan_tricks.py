"""Read a coup of briscan or brisque in tricks: everything that counts follows from the cards played."""

from tests.scoring.plain import announcements as announced
from tests.scoring.plain.briscan_exchange import read_exchange, read_retourne
from tests.scoring.plain.briscan_marks import list_turn_up_marks
from tests.scoring.plain.briscan_totals import list_end_marks
from tests.scoring.plain.reading import add_error, check_keys
from tests.scoring.plain.tricks import (
    CARD_POINTS_32,
    ORDER_32,
    check_pack,
    check_play,
    count_points,
    find_card,
    find_last_to_draw,
    list_hand,
    list_pack,
    read_tricks,
    replay_tricks,
)


def read_tricks_form(setting, event, dealer, path, errors):
    """Read the tricks form. Return {"marks", "end", "vole", "points"}, or None if the tricks are wrong."""
    optional = ["dealer", "announcements", "exchange"]
    check_keys(event, path, ["type", "retourne", "tricks"], optional, errors)
    retourne = read_retourne(event, path, errors)
    exchange = read_exchange(setting, event, retourne, True, path, errors)
    deal = {"retourne": retourne, "exchange": exchange, "walked": None}
    deal["exchange_is_wrong"] = exchange is None and event.get("exchange") is not None
    if retourne is not None and retourne[0] == "7":
        deal["exchange_is_wrong"] = False  # no exchange was possible, so no card is wrong for it
    deal["walked"] = read_play(setting, event["tricks"], deal, dealer, path, errors)
    made = announced.read_announcements(setting, event, True, path, errors)
    made.sort(key=lambda one: one["before_trick"])
    marks = list_turn_up_marks(retourne, dealer) + read_marks(setting, deal, made, errors)
    walked = deal["walked"]
    if walked is None:
        return None
    players = setting["players"]
    tricks = {player: sum(trick["winner"] == player for trick in walked) for player in players}
    points = count_points(walked, players, CARD_POINTS_32)
    last = walked[-1]["winner"]
    if setting["options"]["last_ten"] == "talon_card":
        last = find_last_to_draw(walked, players, setting["draws"])
    last_five = {trick["winner"] for trick in walked[-5:]}
    five = last_five.pop() if len(last_five) == 1 else None
    vole = [player for player in players if tricks[player] == 16]
    return {
        "marks": marks,
        "end": list_end_marks(setting, last, five, tricks, points),
        "vole": vole[0] if vole else None,
        "points": points,
    }


# The play


def read_play(setting, value, deal, dealer, path, errors):
    """Read the tricks and work out who played what (see `tricks.walk`). Return None if a card is wrong or illegal."""
    here = f"{path}.tricks"
    tricks = read_tricks(value, 16, 2, here, "BRC-01", errors)
    if tricks is None or not check_pack(tricks, list_pack(ORDER_32), here, "BRC-01", errors):
        return None
    if deal["retourne"] is None:
        return None
    walked = replay_tricks(tricks, setting["players"], dealer, deal["retourne"][1], ORDER_32)
    before = len(errors)
    check_play(walked, make_legality_rule(setting, walked, deal), here, errors)
    return walked if len(errors) == before else None


def make_legality_rule(setting, walked, deal):
    """Return the function that gives the rule against a card played (BRC-21, BRC-18), or None."""
    draws, exchange, retourne = setting["draws"], deal["exchange"], deal["retourne"]
    drawer = find_last_to_draw(walked, setting["players"], draws)
    drawn_last = ("7", retourne[1]) if exchange else retourne

    def rule(number, place, player, card):
        """Return the rule that this card breaks, or None."""
        if deal["exchange_is_wrong"]:
            pass
        elif card == drawn_last:
            if number < draws or player != drawer:
                return "BRC-21"
        elif card == retourne and (number < exchange["before_trick"] - 1 or player != exchange["player"]):
            return "BRC-21"
        if place == 1 and number >= draws:
            led = walked[number]["plays"][0][1]
            if card not in list_answers(list_hand(walked, number, player), led, retourne[1]):
                return "BRC-18"
        return None

    return rule


def list_answers(hand, led, trump):
    """Return the cards of a hand that may answer the card led (BRC-18): follow suit and beat, else follow, else trump,
    else any."""
    following = [card for card in hand if card[1] == led[1]]
    beating = [card for card in following if ORDER_32.index(card[0]) < ORDER_32.index(led[0])]
    return beating or following or [card for card in hand if card[1] == trump] or hand


# Marks


def read_marks(setting, deal, made, errors):
    """Mark each announcement before its trick, and each mariage de rencontre when its trick is won."""
    ledger, marks = announced.create_ledger(), []
    for number in range(1, 17):
        for one in made:
            if one["before_trick"] == number and check_announcement(setting, deal, ledger, one, errors):
                ledger["counted"].append(one)
                marks.append(build_mark(setting, deal, one))
        met = find_rencontre(deal, number - 1)
        if met is not None and announced.get_identity(met) not in map(announced.get_identity, ledger["counted"]):
            ledger["counted"].append(met)
            marks.append(build_mark(setting, deal, met))
    return marks


def build_mark(setting, deal, announcement):
    """Return the mark (player, points, rule) of an announcement."""
    trump = deal["retourne"][1] if deal["retourne"] else None
    points, rule = announced.compute_worth(setting, announcement, trump)
    return announcement["player"], points, rule


def find_rencontre(deal, number):
    """Return the mariage de rencontre of this trick (BRC-05): its roi and dame of one suit, counted for the winner of
    the trick. None if there is none."""
    if deal["walked"] is None:
        return None
    trick = deal["walked"][number]
    cards = [card for _, card in trick["plays"]]
    suit = cards[0][1]
    if set(cards) != announced.get_mariage_cards(suit):
        return None
    return {"kind": "mariage", "player": trick["winner"], "suit": suit, "rencontre": True}


def check_announcement(setting, deal, ledger, announcement, errors):
    """True if nothing is wrong with this announcement; add an error for what is."""
    before = len(errors)
    kind, path = announcement["kind"], announcement["path"]
    announced.check_use(setting, ledger, announcement, deal["retourne"], errors)
    if kind in announced.RUNS:
        place = announced.count_marks(ledger, announcement["player"], kind) + 1
        if announcement["before_trick"] != place or place > setting["draws"] + 1:
            add_error(errors, path, "BRC-10")
    if kind == "cinq_atouts" and announcement["before_trick"] != setting["draws"] + 1 and len(errors) == before:
        add_error(errors, path, "BRC-12")
        return False
    if deal["walked"] is None or deal["exchange_is_wrong"]:
        return len(errors) == before
    if kind in announced.RUNS and not is_run_hand(setting, deal, announcement):
        add_error(errors, path, announced.RUNS[kind][0])
    if kind == "cinq_atouts" and not is_all_trumps(setting, deal, announcement):
        add_error(errors, path, "BRC-12")
    trump = deal["retourne"][1]
    broken = [
        find_rule_against(setting, deal, announcement, card) for card in announced.list_cards(announcement, trump)
    ]
    for rule in ("USE-05", "BRC-21"):
        if rule in broken:
            add_error(errors, path, rule)
    return len(errors) == before


def find_rule_against(setting, deal, announcement, card):
    """Return the rule by which this card does not count for this announcement, None if it counts."""
    player, trick = announcement["player"], announcement["before_trick"]
    exchange, retourne = deal["exchange"], deal["retourne"]
    seven = ("7", retourne[1])
    if exchange and card == seven and player == exchange["player"] and trick <= exchange["before_trick"]:
        return None
    number, who = find_card(deal["walked"], card)
    if who != player or number < trick - 1:
        return "USE-05"
    if card == retourne and exchange:
        return "BRC-21" if trick < exchange["before_trick"] else None
    if card == (seven if exchange else retourne) and trick <= setting["draws"]:
        return "USE-05" if exchange else "BRC-21"
    return None


def is_all_trumps(setting, deal, announcement):
    """True if every card in hand is a trump once the talon is gone (BRC-12)."""
    hand = list_hand(deal["walked"], setting["draws"], announcement["player"])
    trump = deal["retourne"][1]
    return all(suit == trump for _, suit in hand)


def is_run_hand(setting, deal, announcement):
    """True if, by the cards played, the hand after that draw may have been all of one kind (BRC-08, BRC-09)."""
    player, trick = announcement["player"], announcement["before_trick"]
    if trick > setting["draws"] + 1:
        return True
    able, sure = list_cards_at(setting, deal, player, trick)
    wanted = announcement["kind"] == "figures"
    if any((rank in announced.FIGURES) != wanted for rank, _ in sure):
        return False
    fitting = [rank for rank, _ in able if (rank in announced.FIGURES) == wanted]
    return len(fitting) >= setting["hand"]


def list_cards_at(setting, deal, player, trick):
    """Return (cards that may have been in the hand after the draw before that trick, those that certainly were).

    By BRC-10 the hand is looked at after the draw, before an exchange at the same trick.
    """
    exchange, retourne = deal["exchange"], deal["retourne"]
    seven, talon_gone = ("7", retourne[1]), trick > setting["draws"]
    able = list_hand(deal["walked"], trick - 1, player)
    played_now = able[0]
    sure = []
    if not talon_gone:
        able = [card for card in able if card != (seven if exchange else retourne)]
    if exchange and exchange["player"] == player:
        if exchange["before_trick"] < trick:
            sure += [card for card in able if card == retourne]
        else:
            able = [card for card in able if card not in (retourne, seven)] + [seven]
        if exchange["before_trick"] == trick:
            sure.append(seven)
    sure += able if talon_gone else [card for card in able if card == played_now]
    return able, sure
