"""The content of a recorded coup in one line, part by part: the parts that several games share.

A game puts them in its own order, and adds its own, in `Game.describe_coup`. Nothing is scored here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.language import CommaList, Text, verbatim


def describe_turn_up(event: Mapping[str, Any]) -> Iterator[Text]:
    """Say which card was turned up, if it is recorded."""
    if event.get("retourne"):
        yield Text("retourne {card}", card=event["retourne"])


def describe_player_points(event: Mapping[str, Any]) -> Iterator[Text]:
    """Say the points of each player or side."""
    points = event.get("points")
    if isinstance(points, dict):
        for name, n in points.items():
            yield describe_number(name, n)


def describe_player(event: Mapping[str, Any], key: str, label: Text) -> Iterator[Text]:
    """Say which player the event names under `key`, after a label; nothing if it names none."""
    if event.get(key):
        yield Text("{label} {name}", label=label, name=event[key])


def describe_dealer(event: Mapping[str, Any]) -> Iterator[Text]:
    """Say who deals, if it is recorded."""
    return describe_player(event, "dealer", Text("donne :"))


def describe_claims(event: Mapping[str, Any]) -> Iterator[Text]:
    """Say which points were claimed wrongly, and by whom."""
    if event.get("claimed"):
        yield describe_numbers(Text("annoncé"), event["claimed"])


def describe_tricks(event: Mapping[str, Any]) -> Iterator[Text]:
    """List the cards, trick by trick, of a coup that is recorded so."""
    if "tricks" in event:
        cards = ", ".join(" ".join(trick) for trick in event["tricks"])
        yield Text("{label} {what}", label=Text("levées"), what=cards)


def describe_numbers(label: Text, numbers: Mapping[str, Any]) -> Text:
    """Return a label and the number of each player: «levées Anne 9, Basile 7»."""
    listing = CommaList(describe_number(name, n) for name, n in numbers.items())
    return Text("{label} {what}", label=label, what=listing)


def describe_number(name: str, n: object) -> Text:
    """Return a player and his number: «Anne 9»; with a colon after a name that ends in a figure, which would run into
    it: «Joueur 1 : 9»."""
    if name[-1:].isdigit():
        return Text("{name} : {what}", name=name, what=str(n))
    return verbatim(f"{name} {n}")
