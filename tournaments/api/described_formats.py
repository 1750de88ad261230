"""What the description says of the games and of the documents of the program: which values a tournament's game has,
what an event is, game by game. Both are read where they are declared: the games, and `corbillon.partie/1`."""

import json
from typing import Any

from scoring import list_games
from tournaments.exchange.schema_files import read_schema_files

PARTIE_FILE = "corbillon.partie-1.json"
PARTIE_ADDRESS = f"/schemas/{PARTIE_FILE}"
COMPONENTS = "#/components/schemas/"
PREFIX = "partie_"


def describe_games(schemas: dict[str, Any]) -> None:
    """Add to the schemas of the description what an event is and which values a game, a preset and options have."""
    partie = json.loads(read_schema_files()[PARTIE_FILE])
    schemas |= {PREFIX + name: name_components(each) for name, each in partie["$defs"].items()}
    games = list_games()
    told = f"Its schema is that of the table's game, as in `{PARTIE_ADDRESS}`."
    examples = [game.example for game in games]
    for name in ("EventIn", "CorrectionIn"):
        field = schemas[name]["properties"]["event"]
        field |= {"$ref": f"{COMPONENTS}{PREFIX}event", "description": told, "examples": examples}
    fields = schemas["TournamentIn"]["properties"]
    fields["game"]["enum"] = [game.key for game in games]
    fields["preset"]["description"] = "By game, the first where it is left out: " + "; ".join(
        f"{game.key}: {', '.join(f'`{preset.key}`' for preset in game.presets)}" for game in games
    )
    fields["preset"]["examples"] = [preset.key for game in games for preset in game.presets]
    options = ", ".join(f"`{PREFIX}{game.key}_options`" for game in games)
    fields["options"]["description"] = f"Options of the game that differ from its preset. By game: {options}."


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
