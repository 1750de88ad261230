"""The content of a recorded coup of Briscan in one line."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.coup_text import describe_dealer, describe_numbers, describe_player, describe_tricks, describe_turn_up
from scoring.language import Text

ANNOUNCED = {
    "mariage": Text("mariage"),
    "sequence": Text("séquence"),
    "carre": Text("carré"),
    "figures": Text("toutes figures"),
    "blanches": Text("toutes blanches"),
    "as_atout": Text("as d’atout"),
    "cinq_atouts": Text("tous atouts"),
}
RENCONTRE = Text("mariage de rencontre")
PLAYER_LABELS = {
    "last_trick": Text("la dernière levée :"),
    "last_talon_card": Text("la dernière carte du talon :"),
    "last_five": Text("les cinq dernières :"),
}


def describe_coup(event: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the content of a recorded coup, in parts that make one line."""
    yield from describe_turn_up(event)
    for each in event.get("announcements", ()):
        yield describe_announcement(each)
    for key, label in (("tricks_won", Text("levées")), ("card_points", Text("points"))):
        if isinstance(event.get(key), dict):
            yield describe_numbers(label, event[key])
    yield from describe_dealer(event)
    for key, label in PLAYER_LABELS.items():
        yield from describe_player(event, key, label)
    if exchange := event.get("exchange"):
        yield Text("{name} prend la retourne pour le sept d’atout", name=exchange["player"])
        if exchange.get("before_trick"):
            yield Text("Levée {n}", n=exchange["before_trick"])
    yield from describe_tricks(event)


def describe_announcement(announcement: Mapping[str, Any]) -> Text:
    """Say who announced what, and before which trick if it is recorded: «Basile : séquence R♠ D♠ V♠ (levée 4)»."""
    said = RENCONTRE if announcement.get("rencontre") else ANNOUNCED[announcement["kind"]]
    cards = announcement.get("suit") or announcement.get("rank") or " ".join(announcement.get("cards", ()))
    what = Text("{label} {what}", label=said, what=cards) if cards else said
    if trick := announcement.get("before_trick"):
        return Text("{name} : {what} (levée {n})", name=announcement["player"], what=what, n=trick)
    return Text("{name} : {what}", name=announcement["player"], what=what)
