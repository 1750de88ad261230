"""What the description says of the games and of the documents of the program: which values a tournament's game has,
what an event is, game by game. Both are read where they are declared: the games, and `corbillon.partie/1`."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES
from tournaments.exchange.schema_files import read_schema_files

from .bodies import EVENT

PARTIE_FILE = "corbillon.partie-1.json"
PARTIE_ADDRESS = f"/schemas/{PARTIE_FILE}"
COMPONENTS = "#/components/schemas/"
PREFIX = "partie_"
EVENTS: Mapping[str, dict[str, Any]] = {
    "brusquembille": EVENT,
    "briscan": {
        "type": "coup",
        "retourne": "7♠",
        "announcements": [{"player": "Anne", "kind": "mariage", "suit": "♥"}],
        "tricks_won": {"Anne": 9, "Basile": 7},
        "last_trick": "Anne",
        "card_points": {"Anne": 70, "Basile": 50},
    },
    "brisque": {
        "type": "coup",
        "retourne": "8♠",
        "announcements": [],
        "tricks_won": {"Anne": 9, "Basile": 7},
        "last_talon_card": "Anne",
        "card_points": {"Anne": 70, "Basile": 50},
    },
    "briscola": {"type": "coup", "points": {"Anne": 70, "Basile": 50}},
    "chiamata": {
        "type": "coup",
        "caller": "Anne",
        "bid": 61,
        "called": "A♠",
        "partner": "Basile",
        "points": 75,
    },
}
"""A coup of each game in totals, under the names of the table's seats."""


def describe_games(schemas: dict[str, Any]) -> None:
    """Add to the schemas of the description what an event is and which values a game, a preset and options have."""
    partie = json.loads(read_schema_files()[PARTIE_FILE])
    schemas |= {PREFIX + name: name_components(each) for name, each in partie["$defs"].items()}
    kinds = {each["if"]["properties"]["game"]["const"]: each["then"]["properties"] for each in partie["allOf"]}
    told = f"Its schema is that of the table's game, as in `{PARTIE_ADDRESS}`."
    for name in ("EventIn", "CorrectionIn"):
        field = schemas[name]["properties"]["event"]
        field |= {"$ref": f"{COMPONENTS}{PREFIX}event", "description": told, "examples": list(EVENTS.values())}
    fields = schemas["TournamentIn"]["properties"]
    fields["game"]["enum"] = [game.key for game in GAMES]
    presets = {game: [each for each in kind["preset"]["enum"] if each] for game, kind in kinds.items()}
    fields["preset"]["description"] = "By game, the first where it is left out: " + "; ".join(
        f"{game}: {', '.join(f'`{each}`' for each in names)}" for game, names in presets.items()
    )
    fields["preset"]["examples"] = [each for names in presets.values() for each in names]
    options = [f"`{PREFIX}{kind['options']['anyOf'][0]['$ref'].rpartition('/')[2]}`" for kind in kinds.values()]
    fields["options"]["description"] = (
        f"Options of the game that differ from its preset. By game: {', '.join(dict.fromkeys(options))}."
    )


def name_components(schema: Any) -> Any:
    """Return a part of the schema of a partie with its references as the description has them."""
    if isinstance(schema, list):
        return [name_components(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: COMPONENTS + PREFIX + value.rpartition("/")[2] if key == "$ref" else name_components(value)
        for key, value in schema.items()
    }
