"""Read a coup of brusquembille, in totals or in tricks, into one and the same record.

The record: "points" (each player's card points, where there are sides those of his side), "counted" (the same, with a
claim of PEN-11 in place of the claimer's points), "brusquembilles" (four counts a player), "short" (cards missing from
the pack: 0, 1 or 2).
"""

from tests.scoring.plain.card_points import read_points
from tests.scoring.plain.reading import add_error, check_keys, normalise_name, read_by_player, read_card, read_integer
from tests.scoring.plain.seats import get_side, get_sides
from tests.scoring.plain.tricks import (
    CARD_POINTS_32,
    ORDER_32,
    check_pack,
    check_play,
    count_points,
    find_last_to_draw,
    list_hand,
    list_pack,
    read_tricks,
    replay_tricks,
)

COUNTS = ["aces_won", "aces_lost", "tens_won", "tens_lost"]
TRICKS = {2: 16, 3: 10, 4: 8, 5: 6}
COLOURS = [["♠", "♣"], ["♥", "♦"]]


# Claims


def read_claims(setting, value, points, path, errors):
    """Read the claims (PEN-11). Return the points with each claim in place of the points of the claimer's side."""
    found = read_by_player(value, setting["players"], path, errors)
    counted = dict(points or {})
    claimers = []
    for player, here, number in found or []:
        claimed = read_integer(number, 0, None, here, errors)
        side = get_side(setting, player)
        if any(partner in claimers for partner in side):
            add_error(errors, here)
        claimers.append(player)
        if claimed is None or points is None:
            continue
        if claimed > points[player]:
            add_error(errors, here, "PEN-11")
        for partner in side:
            counted[partner] = claimed
    return counted


# Totals


def read_totals(setting, event, path, errors):
    """Read the totals form. Return the record (see the module)."""
    needed = ["type"]
    if "short_pack" not in event:
        needed.append("points")
        if setting["paid"]:
            needed.append("brusquembilles")
    optional = ["dealer", "points", "brusquembilles", "retourne", "claimed", "short_pack"]
    check_keys(event, path, needed, optional, errors)
    short = 0
    if "short_pack" in event:
        short = read_integer(event["short_pack"], 1, 2, f"{path}.short_pack", errors)
    points = None
    if "points" in event:
        rule = None if "short_pack" in event else "BRU-09"
        points = read_points(setting, event["points"], f"{path}.points", rule, errors)
    counts = read_counts(setting, event, path, errors)
    if points is not None and counts is not None and "short_pack" not in event:
        check_agreement(setting, event["points"], points, counts, path, errors)
    if "retourne" in event:
        card = read_card(event["retourne"], f"{path}.retourne", errors)
        if card is not None and card not in list_pack(ORDER_32):
            add_error(errors, f"{path}.retourne", "BRU-01")
    counted = points
    if "claimed" in event:
        counted = read_claims(setting, event["claimed"], points, f"{path}.claimed", errors)
    nothing = dict.fromkeys(setting["players"], 0)
    return {
        "points": points or nothing,
        "counted": counted or nothing,
        "brusquembilles": counts,
        "short": short,
    }


def read_counts(setting, event, path, errors):
    """Read everybody's brusquembilles. Return None where something is wrong with them."""
    counts = {player: dict.fromkeys(COUNTS, 0) for player in setting["players"]}
    if "brusquembilles" not in event:
        return None
    here = f"{path}.brusquembilles"
    before = len(errors)
    for player, place, given in read_by_player(event["brusquembilles"], setting["players"], here, errors) or []:
        if not isinstance(given, dict):
            add_error(errors, place)
            continue
        check_keys(given, place, [], COUNTS, errors)
        for key in COUNTS:
            if key in given:
                counts[player][key] = read_integer(given[key], 0, None, f"{place}.{key}", errors)
    if len(errors) > before:
        return None
    return counts if check_settled(counts, "short_pack" in event, here, errors) else None


def check_settled(counts, short, path, errors):
    """True if all four aces and four tens are settled (BRU-17; of a short pack, at most four each). Add errors for
    BRU-16 and BRU-17."""
    aces = sum(count["aces_won"] + count["aces_lost"] for count in counts.values())
    tens = sum(count["tens_won"] + count["tens_lost"] for count in counts.values())
    if short:
        settled = aces <= 4 and tens <= 4
    else:
        settled = aces == 4 and tens == 4
        if not any(count["aces_won"] for count in counts.values()):
            add_error(errors, path, "BRU-16")
    if not settled:
        add_error(errors, path, "BRU-17")
    return settled


def check_agreement(setting, given, points, counts, path, errors):
    """Check points against brusquembilles (BRU-24): at least what a side won, at most 120 less what the others won and
    what he lost."""
    for group in get_sides(setting):
        others = [player for player in setting["players"] if player not in group]
        least = sum(compute_worth(counts[player], "won") for player in group)
        most = 120 - sum(compute_worth(counts[player], "won") for player in others)
        if not setting["sides"]:
            most -= compute_worth(counts[group[0]], "lost")
        if not least <= points[group[0]] <= most:
            add_error(errors, f"{path}.points.{find_written_key(group, given)}", "BRU-24")


def compute_worth(count, how):
    """Return the card points of the brusquembilles that were "won" or "lost"."""
    return 11 * count[f"aces_{how}"] + 10 * count[f"tens_{how}"]


def find_written_key(group, given):
    """Return the key of `points` that names a player of this group; the group's first name if there is none."""
    for player in group:
        for key in given:
            if normalise_name(key) == player:
                return key
    return group[0]


# Tricks


def read_tricks_form(setting, event, dealer, path, errors):
    """Read the tricks form. Return the record (see the module)."""
    check_keys(event, path, ["type", "retourne", "tricks"], ["dealer", "claimed"], errors)
    retourne = None
    if "retourne" in event:
        retourne = read_card(event["retourne"], f"{path}.retourne", errors)
        if retourne is not None and retourne not in list_pack(ORDER_32):
            add_error(errors, f"{path}.retourne", "BRU-01")
            retourne = None
    walked = read_play(setting, event["tricks"], retourne, dealer, path, errors)
    points = counts = None
    if walked is not None:
        own = count_points(walked, setting["players"], CARD_POINTS_32)
        points = {player: sum(own[partner] for partner in get_side(setting, player)) for player in setting["players"]}
        counts = count_brusquembilles(setting, walked)
    counted = points
    if "claimed" in event:
        counted = read_claims(setting, event["claimed"], points, f"{path}.claimed", errors)
    return {"points": points, "counted": counted, "brusquembilles": counts, "short": 0}


def read_play(setting, value, retourne, dealer, path, errors):
    """Read the tricks and work out who played what (see `tricks.walk`). Return None if a card is wrong or illegal."""
    players, here = setting["players"], f"{path}.tricks"
    size = len(players)
    tricks = read_tricks(value, TRICKS[size], size, here, "BRU-03", errors)
    if tricks is None or not check_pack(tricks, list_pack(ORDER_32), here, "BRU-01", errors):
        return None
    before = len(errors)
    check_sevens(setting, tricks, retourne, path, errors)
    if retourne is None or len(errors) > before:
        return None
    walked = replay_tricks(tricks, players, dealer, retourne[1], ORDER_32)
    check_play(walked, make_legality_rule(setting, walked, retourne), here, errors)
    return walked if len(errors) == before else None


def check_sevens(setting, tricks, retourne, path, errors):
    """Check which sevens are missing from the 32 cards, and that the turn-up is not one of them (BRU-01)."""
    played = [card for trick in tricks for card in trick]
    missing = [card for card in list_pack(ORDER_32) if card not in played]
    sevens = all(rank == "7" for rank, _ in missing)
    suits = [suit for _, suit in missing]
    one_colour = any(all(suit in colour for suit in suits) for colour in COLOURS)
    if not sevens or (setting["options"]["sevens"] == "one_colour" and not one_colour):
        add_error(errors, f"{path}.tricks", "BRU-01")
    elif retourne in missing:
        add_error(errors, f"{path}.retourne", "BRU-01")


def make_legality_rule(setting, walked, retourne):
    """Return the function that gives the rule against a card played: the turn-up before it is drawn or by another
    player (BRU-05), or a suit not followed where the option asks for it (BRU-22)."""
    draws = len(walked) - 3
    drawer = find_last_to_draw(walked, setting["players"], draws)
    follow = setting["options"]["follow_after_talon"]

    def rule(number, place, player, card):
        """Return the rule that this card breaks, or None."""
        if card == retourne and (number < draws or player != drawer):
            return "BRU-05"
        if not follow or number < draws or place == 0:
            return None
        led = walked[number]["plays"][0][1][1]
        suits = [suit for _, suit in list_hand(walked, number, player)]
        if led in suits:
            return None if card[1] == led else "BRU-22"
        if retourne[1] in suits and card[1] != retourne[1]:
            return "BRU-22"
        return None

    return rule


def count_brusquembilles(setting, walked):
    """Count each player's aces and tens, by whether they won their trick (BRU-14, BRU-15, BRU-17)."""
    counts = {player: dict.fromkeys(COUNTS, 0) for player in setting["players"]}
    for trick in walked:
        for player, (rank, _) in trick["plays"]:
            if rank in ("A", "10"):
                kind = "aces" if rank == "A" else "tens"
                won = "won" if player == trick["winner"] else "lost"
                counts[player][f"{kind}_{won}"] += 1
    return counts
