"""The schemas that the description takes from the program's documents: an event, a partie, its decompte, the options of
a game. They are built from what the games declare, and from `corbillon.partie/1` and `corbillon.decompte/1`.

The published schemas say what holds for each game. Generated clients want plain types, so here a coup has the fields of
all games together; the rules then ask for those of the table's own game.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from django.utils.translation import override
from pydantic import WithJsonSchema

from scoring import FIRST_GAME, list_games, score_partie
from tournaments.actions.webhooks.payloads import build_example
from tournaments.exchange.schema_files import read_schema_files
from tournaments.models import EventType

COMPONENTS = "#/components/schemas/"
PARTIE_FILE, DECOMPTE_FILE = "corbillon.partie-1.json", "corbillon.decompte-1.json"
CONDITIONS = frozenset({"if", "then", "else", "allOf", "dependentRequired", "uniqueItems", "$schema", "$id", "$defs"})
"""The keywords that are left out: conditions, which plain types cannot express (the rules check them), and what only a
whole schema has."""
EVENTS = ("coup", "void", "leave", "end", "penalty", "recave")
Schema = dict[str, Any]


def refer(name: str) -> Schema:
    """Return a reference to the component of this name: {"$ref": …}."""
    return {"$ref": COMPONENTS + name}


LATER = "x-component"
"""The key under which a field's schema names its component until the description is whole: pydantic does not know it,
and would refuse a reference."""
Game = Annotated[str, WithJsonSchema({LATER: "Game"})]
Options = Annotated[dict[str, Any], WithJsonSchema({LATER: "Options"})]
Event = Annotated[dict[str, Any], WithJsonSchema({LATER: "Event"})]
Partie = Annotated[dict[str, Any], WithJsonSchema({LATER: "Partie"})]
Decompte = Annotated[dict[str, Any], WithJsonSchema({LATER: "Decompte"})]
Message = Annotated[dict[str, Any], WithJsonSchema({LATER: "Message"})]


def build_formats() -> dict[str, Schema]:
    """Return the components of which parties and their decomptes are made, by name."""
    partie, decompte = (json.loads(read_schema_files()[name]) for name in (PARTIE_FILE, DECOMPTE_FILE))
    formats = build_game_parts(partie["$defs"]) | {
        "Game": {"type": "string", "enum": [game.key for game in list_games()]},
        "Partie": partie,
        "Decompte": decompte["$defs"]["answer"],
        "DecompteEvent": decompte["$defs"]["event"],
    }
    plain = {name: make_plain(schema, name) for name, schema in formats.items()}
    words = {each.key: each.label.localise("en") for game in list_games() for each in game.options}
    for key, schema in plain["Options"]["properties"].items():
        schema["description"] = words[key]
    plain["Partie"]["properties"] |= {"options": refer("Options"), "events": {"type": "array", "items": refer("Event")}}
    examples = {"Partie": build_partie_example(), "Decompte": score_partie(build_partie_example(), "en")}
    examples["Options"] = {option.key: option.default for option in FIRST_GAME.options[:1]}
    for name, example in examples.items():
        plain[name]["examples"] = [example]
    return plain | {"Event": build_event()}


def build_game_parts(parts: dict[str, Schema]) -> dict[str, Schema]:
    """Return the components inside a partie, by name: those that games share, and one coup and one set of options with
    the fields of all games. `parts`: the definitions of `corbillon.partie/1`."""
    of_games = ("_coup", "_options", "_event", "preset", "options")
    coups = [part.get("else", part) | {"then": part.get("then", {})} for key, part in parts.items() if "_coup" in key]
    options = [part for key, part in parts.items() if key.endswith("_options")]
    return {name_component(key): part for key, part in parts.items() if not key.endswith(of_games)} | {
        "Announcement": {"oneOf": [complete_announcement(each) for each in parts["announcement"]["oneOf"]]},
        "Coup": merge_objects(coups, ("type",)),
        "Options": merge_objects(options, ()),
    }


def build_event() -> Schema:
    """Return the schema of an event: any one of its types, with an example from each game."""
    examples = [game.example for game in list_games()]
    return build_choice({kind: name_component(kind) for kind in EVENTS}) | {"examples": examples}


def build_choice(names: Mapping[str, str]) -> Schema:
    """Return the schema of a value that is one of several components. `names`: the component's name, by the value of
    `type`."""
    mapping = {kind: COMPONENTS + name for kind, name in names.items()}
    fields = {"propertyName": "type", "mapping": mapping}
    return {"oneOf": [refer(name) for name in names.values()], "discriminator": fields}


def build_messages() -> dict[str, Schema]:
    """Return the components of the messages that webhooks send, by name, with shapes inferred from their examples."""
    messages = {}
    for kind in EventType:
        with override("en"):
            example = build_example(kind)
        schema = infer_shape(example)
        schema["properties"]["type"] = {"type": "string", "const": kind.value}
        messages[name_message(kind)] = schema | {"examples": [example]}
    return messages | {"Message": build_choice({kind: name_message(kind) for kind in EventType})}


def name_message(kind: str) -> str:
    """Return the component's name for messages of a type: «coup.recorded» gives «CoupRecordedMessage»."""
    return "".join(word.capitalize() for word in re.split(r"\W|_", kind)) + "Message"


def infer_shape(value: Any, key: str = "") -> Schema:
    """Return the schema of values with the shape of this one, which may have more fields. `key`: the field that holds
    it."""
    if key == "body":
        return {"anyOf": [refer("Event"), {"type": "null"}]}
    if isinstance(value, dict):
        fields = {name: infer_shape(each, name) for name, each in value.items()}
        return {"type": "object", "properties": fields, "required": list(fields)}
    if isinstance(value, list):
        return {"type": "array", "items": infer_shape(value[0])}
    if key == "entry":
        return {"type": ["integer", "null"]}
    if key == "timestamp":
        return {"type": "string", "format": "date-time"}
    form = {"format": "date"} if key == "date" else {}
    return {"type": "string" if isinstance(value, str) else "integer", **form}


def build_partie_example() -> Schema:
    """Return a whole `corbillon.partie/1` with one event: the example coup of the first game."""
    players, event = list(FIRST_GAME.example["points"]), FIRST_GAME.example
    partie: Schema = {"format": "corbillon.partie/1", "game": FIRST_GAME.key, "preset": FIRST_GAME.presets[0].key}
    return partie | {"options": {"tours": 1}, "players": players, "sides": None, "events": [event]}


def name_component(key: str) -> str:
    """Return the component's name for a definition of `corbillon.partie/1`: its key with a capital."""
    return key[0].upper() + key[1:]


def complete_announcement(variant: Schema) -> Schema:
    """Return the schema of one kind of announcement, with the fields that all kinds require."""
    return variant | {"required": ["player", "kind", *variant.get("required", ())]}


def merge_objects(objects: Iterable[Mapping[str, Any]], required: Iterable[str]) -> Schema:
    """Return the schema of an object with the fields of all of these; a field whose schemas differ takes either value.
    `required`: the fields that it must have."""
    fields: dict[str, list[Schema]] = {}
    for each in objects:
        for key, schema in {**each.get("then", {}).get("properties", {}), **each["properties"]}.items():
            met = fields.setdefault(key, [])
            met += [schema] * (schema not in met)
    properties = {key: met[0] if len(met) == 1 else merge_values(met) for key, met in fields.items()}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def merge_values(schemas: list[Schema]) -> Schema:
    """Return one schema that takes every value any of these takes: enums joined, ranges of integers widened, else any
    of them."""
    if all("enum" in each for each in schemas):
        return {"enum": list(dict.fromkeys(value for each in schemas for value in each["enum"]))}
    if all(each.get("type") == "integer" for each in schemas):
        low, high = min(each["minimum"] for each in schemas), max(each["maximum"] for each in schemas)
        return {"type": "integer", "minimum": low, "maximum": high}
    return {"anyOf": schemas}


def make_plain(schema: Any, within: str) -> Any:
    """Return a part of a published schema without the keywords in CONDITIONS, as "if" and "then", and with its
    references changed to the description's components. `within`: the component that it belongs to."""
    if isinstance(schema, list):
        return [make_plain(each, within) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = name_component(schema["$ref"].rpartition("/")[2])
        return refer("DecompteEvent" if (within, name) == ("Decompte", "Event") else name)
    dropped = CONDITIONS | {"anyOf"} if "type" in schema else CONDITIONS
    found = {key: make_plain(value, within) for key, value in schema.items() if key not in dropped}
    if "properties" in schema:  # whose names are no keywords
        found["properties"] = {name: make_plain(each, within) for name, each in schema["properties"].items()}
    return name_type(found)


def name_type(schema: Schema) -> Schema:
    """Return the schema with its `type` added, if it lists its values and has none."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if "type" in schema or not values:
        return schema
    kind = "string" if any(isinstance(value, str) for value in values) else "integer"
    return schema | {"type": [kind, "null"] if None in values else kind}
