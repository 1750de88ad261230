"""Random legal parties of briscan and brisque."""

from tests.scoring.plain import briscan_totals
from tests.scoring.plain.options import CELLS
from tests.scoring.plain.parties import briscan_deal
from tests.scoring.plain.parties.spelling import write_card, write_rank, write_suit, write_tricks
from tests.scoring.plain.parties.table import PartieBuilder, random_head, shuffle_keys


def random_table(rng, game):
    """Play one partie: whole, cut short, ended early or empty."""
    written, _ = random_head(rng, game)
    options = written.get("options") or {}
    if options.get("target"):
        options["target"] = rng.choice([1, 10, 50, 120, 150, 300, 600])
    if options.get("sequences") == "libre":
        options["sequence_values"] = random_values(rng)
    table = PartieBuilder(rng, written)
    for _ in range(rng.choice([0, 1, 2, 3, 5, 8])):
        while rng.random() < 0.1:
            table.add_void()
        table.add(coup(table))
        if table.is_over():
            break
    table.finish()
    return table


def random_values(rng):
    """Return random `sequence_values`."""
    return {kind: {rank: 2 * rng.choice([0, 1, 5, 17, 50, 5000]) for rank in ranks} for kind, ranks in CELLS.items()}


def coup(table):
    """Deal and play one coup. Return its event, in either form."""
    rng, setting = table.rng, table.setting
    dealer, named = table.choose_dealer()
    deal = briscan_deal.play_deal(rng, setting, dealer)
    event = {"type": "coup", **named, "retourne": write_card(rng, deal["retourne"])}
    in_tricks = rng.random() < 0.5
    made = [one for one in deal["made"] if not (in_tricks and one.get("rencontre"))]
    if in_tricks:
        event["tricks"] = write_tricks(rng, deal["tricks"])
        made = mix_announcements(rng, made)
    else:
        add_totals(table, event, deal, dealer)
    if made or rng.random() < 0.3:
        event["announcements"] = [write_announcement(table, one, in_tricks) for one in made]
    if deal["exchange"]:
        player, trick = deal["exchange"]
        event["exchange"] = {"player": table.spell(player)}
        if in_tricks or rng.random() < 0.5:
            event["exchange"]["before_trick"] = trick
    elif rng.random() < 0.1:
        event["exchange"] = None
    return shuffle_keys(rng, event)


def mix_announcements(rng, made):
    """Return the announcements in another order: in tricks only the order within one trick counts."""
    if rng.random() < 0.5:
        return made
    places = list(range(1, 17))
    rng.shuffle(places)
    return sorted(made, key=lambda one: places[one["before_trick"] - 1])


def write_announcement(table, one, in_tricks):
    """Return one announcement as a document writes it."""
    rng = table.rng
    written = {"player": table.spell(one["player"]), "kind": one["kind"]}
    if one["kind"] == "mariage":
        written["suit"] = write_suit(rng, one["suit"])
    if one["kind"] == "carre":
        written["rank"] = write_rank(rng, one["rank"])
    if one["kind"] == "sequence":
        written["cards"] = [write_card(rng, card) for card in rng.sample(one["cards"], len(one["cards"]))]
    if one.get("rencontre"):
        written["rencontre"] = True
    elif in_tricks or rng.random() < 0.3:
        written["before_trick"] = one["before_trick"]
    return shuffle_keys(rng, written)


def add_totals(table, event, deal, dealer):
    """Add the end totals of the tricks to the event; sometimes left out where a mark has already won."""
    rng, setting = table.rng, table.setting
    end = briscan_deal.compute_totals(setting, deal, dealer)
    if rng.random() < 0.05:
        end = build_vole(setting, deal, end["last_talon_card"]) or end
    elif rng.random() < 0.3:
        even_totals(table, deal, dealer, end)
    for key in ("tricks_won", "card_points"):
        event[key] = {table.spell(player): number for player, number in end[key].items()}
    last = briscan_totals.get_last_ten_key(setting)
    event[last] = table.spell(end[last])
    if end["last_five"] is not None:
        event["last_five"] = table.spell(end["last_five"])
    elif rng.random() < 0.3:
        event["last_five"] = None
    if briscan_deal.is_won_by_mark(table, deal, dealer) and rng.random() < 0.7:
        for key in ("tricks_won", "card_points", last, "last_five"):
            event.pop(key, None)


def build_vole(setting, deal, other):
    """Return the end totals of a coup in which `other`, who drew the last card, takes no trick. None if he has taken a
    mariage de rencontre, or announced a hand of trumps."""
    one = next(player for player in setting["players"] if player != other)
    takes = [made.get("rencontre") or made["kind"] == "cinq_atouts" for made in deal["made"] if made["player"] == other]
    if any(takes):
        return None
    return {
        "tricks_won": {one: 16, other: 0},
        "card_points": {one: 120, other: 0},
        "last_trick": one,
        "last_talon_card": other,
        "last_five": one,
    }


def even_totals(table, deal, dealer, end):
    """Set the card points so that both players' totals are equal after the coup, where that is possible."""
    setting = table.setting
    one, other = setting["players"]
    totals = dict(table.state["totals"])
    last = end[briscan_totals.get_last_ten_key(setting)]
    counted = briscan_totals.list_end_marks(setting, last, end["last_five"], end["tricks_won"], None)
    for player, points, _ in briscan_deal.list_marks(setting, deal, dealer) + counted:
        totals[player] += points
    ahead = totals[one] - totals[other]
    if ahead % 2 == 0 and abs(ahead) <= 100 and 0 not in end["tricks_won"].values():
        end["card_points"] = {one: 60 - ahead // 2, other: 60 + ahead // 2}
