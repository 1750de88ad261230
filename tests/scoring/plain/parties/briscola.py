"""Random legal parties of briscola."""

from tests.scoring.plain.briscola import get_pack
from tests.scoring.plain.parties import deals
from tests.scoring.plain.parties.points import write_points
from tests.scoring.plain.parties.spelling import write_card, write_tricks
from tests.scoring.plain.parties.table import PartieBuilder, random_head, shuffle_keys
from tests.scoring.plain.seats import get_sides
from tests.scoring.plain.tricks import CARD_POINTS_40, ORDER_40, count_points, replay_tricks


def random_table(rng):
    """Play one partie: whole, cut short, ended early or empty."""
    written, players = random_head(rng, "briscola")
    options = written.get("options") or {}
    if options.get("target"):
        options["target"] = rng.choice([1, 61, 100, 150, 300])
    by_preset = "best_of" if written.get("preset") == "briscola-usage" else "target"
    if options.get("match", by_preset) == "best_of" and "match_n" in options:
        options["match_n"] = rng.choice([1, 3, 5, 99])
    if len(players) in (4, 6) and rng.random() < 0.6:
        written["sides"] = random_sides(rng, players)
    table = PartieBuilder(rng, written)
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8, 12])):
        while rng.random() < 0.1:
            table.add_void()
        if table.is_over():
            break
        table.add(coup(table))
        if table.is_over():
            break
    table.finish()
    return table


def random_sides(rng, players):
    """Return two sides whose players alternate around the table, written in any order."""
    sides = [players[0::2], players[1::2]]
    for side in sides:
        rng.shuffle(side)
    rng.shuffle(sides)
    return sides


def coup(table):
    """Deal and play one coup. Return its event, in either form."""
    rng, setting = table.rng, table.setting
    dealer, named = table.choose_dealer()
    deal = play_deal(rng, setting, dealer)
    event = {"type": "coup", **named}
    if rng.random() < 0.4:
        event["retourne"] = write_card(rng, deal["retourne"])
        event["tricks"] = write_tricks(rng, deal["tricks"])
    else:
        walked = replay_tricks(deal["tricks"], setting["players"], dealer, deal["retourne"][1], ORDER_40)
        own = count_points(walked, setting["players"], CARD_POINTS_40)
        if rng.random() < 0.4:
            own = even_points(rng, setting)
        event["points"] = write_points(table, own)
    return shuffle_keys(rng, event)


def play_deal(rng, setting, dealer):
    """Deal the pack of this table and play it out."""
    cards, count, _ = get_pack(setting)
    while len(cards) > count:
        cards.remove(rng.choice([card for card in cards if card[0] == "2"]))
    allowed = deals.follow_only if setting["options"]["follow_after_talon"] else None
    return deals.play_deal(rng, cards, setting["players"], dealer, ORDER_40, allowed=allowed)


def even_points(rng, setting):
    """Return points that are tied or nearly so, given to each side's first player."""
    heads = [group[0] for group in get_sides(setting)]
    if len(heads) == 2:
        first = rng.choice([60, 60, 61, 59, 120, 0])
        return {heads[0]: first, heads[1]: 120 - first}
    kind = rng.choice(["all", "two", "best", "half"])
    if kind == "all":
        return dict.fromkeys(heads, 40)
    top = {"two": 45, "best": 46, "half": 60}[kind]
    rng.shuffle(heads)
    second = {"two": 45, "best": 40, "half": rng.choice([60, 59, 30])}[kind]
    return {heads[0]: top, heads[1]: second, heads[2]: 120 - top - second}
