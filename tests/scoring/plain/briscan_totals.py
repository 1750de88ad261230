"""Read a coup of briscan or brisque in totals."""

from tests.scoring.plain import announcements as announced
from tests.scoring.plain.briscan_exchange import read_exchange, read_retourne
from tests.scoring.plain.briscan_marks import find_winner_by_mark, list_turn_up_marks
from tests.scoring.plain.reading import add_error, check_keys, read_by_player, read_integer, read_player


def read_totals(setting, state, event, dealer, path, errors):
    """Read the totals form. Return {"marks", "end", "vole", "points"}, as `briscan.read_coup`."""
    last_key = get_last_ten_key(setting)
    at_the_end = ["tricks_won", last_key, "card_points"]
    optional = ["dealer", "announcements", "exchange", "last_five", *at_the_end]
    check_keys(event, path, ["type", "retourne"], optional, errors)
    retourne = read_retourne(event, path, errors)
    exchange = read_exchange(setting, event, retourne, False, path, errors)
    marks = list_turn_up_marks(retourne, dealer)
    made = announced.read_announcements(setting, event, False, path, errors)
    marks += read_marks(setting, event, made, retourne, exchange, errors)
    whole = find_winner_by_mark(setting, state["totals"], marks) is None
    for key in at_the_end:
        if whole and key not in event:
            add_error(errors, f"{path}.{key}")
    tricks = read_shares(setting, event, "tricks_won", 16, "BRC-01", path, errors)
    points = read_shares(setting, event, "card_points", 120, "BRC-16", path, errors)
    last = read_optional_player(setting, event, last_key, False, path, errors)
    five = read_optional_player(setting, event, "last_five", True, path, errors)
    check_together(setting, tricks, points, last, five, path, errors)
    if tricks and 16 in tricks.values() and event.get("last_five") is None and whole:
        add_error(errors, f"{path}.last_five", "BRC-14")
    all_trumps = [one["player"] for one in made if one["kind"] == "cinq_atouts"]
    if five is not None and any(player != five for player in all_trumps):
        add_error(errors, f"{path}.last_five", "BRC-18")
    vole = [player for player in setting["players"] if tricks and tricks[player] == 16]
    return {
        "marks": marks,
        "end": list_end_marks(setting, last, five, tricks, points),
        "vole": vole[0] if vole else None,
        "points": points or dict.fromkeys(setting["players"], 0),
    }


def get_last_ten_key(setting):
    """Return the key of the last ten points (BRC-13): the last trick, or the last card of the talon."""
    return {"trick": "last_trick", "talon_card": "last_talon_card"}[setting["options"]["last_ten"]]


# Marks


def read_marks(setting, event, made, retourne, exchange, errors):
    """Check the announcements in the order made. Return those that hold, as marks."""
    trump = retourne[1] if retourne else None
    ledger = announced.create_ledger()
    owners, gone, marks = {}, [], []
    if exchange is not None and retourne is not None:
        owners[retourne] = exchange["player"]
    for one in made:
        before = len(errors)
        announced.check_use(setting, ledger, one, retourne, errors)
        check_run(setting, ledger, one, errors)
        free = [("7", trump)] if event.get("exchange") is not None else []
        owned = get_owners(setting, one, trump)
        for card in owned:
            if card in gone or (card not in free and owners.get(card, owned[card]) != owned[card]):
                add_error(errors, one["path"], "USE-05")
                break
        if len(errors) > before:
            continue
        ledger["counted"].append(one)
        owners.update(owned)
        if one["rencontre"]:
            gone += owned
        points, rule = announced.compute_worth(setting, one, trump)
        marks.append((one["player"], points, rule))
    return marks


def get_owners(setting, announcement, trump):
    """Return the player to whom an announcement assigns each card: himself, but the opponent for the dame of a mariage
    de rencontre (BRC-05)."""
    player = announcement["player"]
    owned = dict.fromkeys(announced.list_cards(announcement, trump), player)
    if announcement["rencontre"]:
        other = next(who for who in setting["players"] if who != player)
        owned["D", announcement["suit"]] = other
    return owned


def check_run(setting, ledger, announcement, errors):
    """Check a mark of a run (BRC-10): one for the deal and one for each draw, all of the same kind."""
    kind, player = announcement["kind"], announcement["player"]
    if kind not in announced.RUNS:
        return
    other_kind = next(name for name in announced.RUNS if name != kind)
    too_many = announced.count_marks(ledger, player, kind) > setting["draws"]
    if too_many or announced.count_marks(ledger, player, other_kind):
        add_error(errors, announcement["path"], "BRC-10")


# The end of the coup


def read_shares(setting, event, key, total, rule, path, errors):
    """Read numbers by player that must have this total. Return None where they are wrong or left out."""
    if key not in event:
        return None
    here = f"{path}.{key}"
    before = len(errors)
    shares = {}
    for player, place, value in read_by_player(event[key], setting["players"], here, errors) or []:
        shares[player] = read_integer(value, 0, None, place, errors)
    if isinstance(event[key], dict):
        for player in setting["players"]:
            if player not in shares:
                add_error(errors, f"{here}.{player}")
    if len(errors) > before:
        return None
    if sum(shares.values()) != total:
        add_error(errors, here, rule)
        return None
    return {player: shares[player] for player in setting["players"]}


def read_optional_player(setting, event, key, may_be_null, path, errors):
    """Read the name of a player. Return None where it is wrong, left out or null."""
    if key not in event or (may_be_null and event[key] is None):
        return None
    return read_player(event[key], setting["players"], f"{path}.{key}", errors)


def check_together(setting, tricks, points, last, five, path, errors):
    """Check the end totals against each other (BRC-13, BRC-14, BRC-16)."""
    last_key = get_last_ten_key(setting)
    if tricks is None:
        tricks = {}
    if last is not None:
        needs = 0 if last_key == "last_trick" else 16
        lost_all_before = last_key == "last_talon_card" and tricks.get(five) == 5 and five != last
        if tricks.get(last) == needs or lost_all_before:
            add_error(errors, f"{path}.{last_key}", "BRC-13")
    if five is not None:
        too_few = tricks.get(five, 16) < 5
        other_last = last_key == "last_trick" and last not in (None, five)
        if too_few or other_last:
            add_error(errors, f"{path}.last_five", "BRC-14")
    for player in setting["players"]:
        if points is not None and tricks.get(player) == 0 and points[player] != 0:
            add_error(errors, f"{path}.card_points", "BRC-16")


def list_end_marks(setting, last, five, tricks, points):
    """Return the marks of the coup's end (BRC-13 to BRC-16), as far as they were recorded."""
    end = []
    if last is not None:
        end.append((last, 10, "BRC-13"))
    if five is not None:
        end.append((five, 20, "BRC-14"))
    for player in setting["players"]:
        if tricks and tricks[player] > 8:
            end.append((player, 10, "BRC-15"))
    for player in setting["players"]:
        if points:
            end.append((player, points[player], "BRC-16"))
    return end
