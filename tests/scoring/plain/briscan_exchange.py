"""The turn-up of briscan and brisque, and its exchange for the seven of trump (rules BRC-03, BRC-21)."""

from tests.scoring.plain.reading import add_error, check_keys, read_card, read_integer, read_player
from tests.scoring.plain.tricks import ORDER_32, list_pack


def read_retourne(event, path, errors):
    """Read the turn-up. Return None if it is missing or wrong."""
    if "retourne" not in event:
        return None
    card = read_card(event["retourne"], f"{path}.retourne", errors)
    if card is not None and card not in list_pack(ORDER_32):
        add_error(errors, f"{path}.retourne", "BRC-01")
        return None
    return card


def read_exchange(setting, event, retourne, in_tricks, path, errors):
    """Read the exchange (BRC-03): {"player", "before_trick"}; None where there is none or it is wrong."""
    given = event.get("exchange")
    if given is None:
        return None
    here = f"{path}.exchange"
    before = len(errors)
    if not isinstance(given, dict):
        add_error(errors, here)
        return None
    if in_tricks:
        check_keys(given, here, ["player", "before_trick"], [], errors)
    else:
        check_keys(given, here, ["player"], ["before_trick"], errors)
    player = trick = None
    if "player" in given:
        player = read_player(given["player"], setting["players"], f"{here}.player", errors)
    if "before_trick" in given:
        trick = read_integer(given["before_trick"], 1, 16, f"{here}.before_trick", errors)
        if trick is not None and trick > get_latest_trick(setting):
            add_error(errors, f"{here}.before_trick", "BRC-03")
    if retourne is not None and retourne[0] == "7":
        add_error(errors, here, "BRC-03")
    if len(errors) > before:
        return None
    return {"player": player, "before_trick": trick}


def get_latest_trick(setting):
    """Return the last trick before which an exchange is allowed: with four cards left in the talon, or with two."""
    if setting["options"]["exchange"] == "until_drawn":
        return setting["draws"]
    return setting["draws"] - 1
