"""The description leaves nothing unsaid: a walk over all of it finds no field without words, no object without its
fields, and an example of each answer that is as its schema says."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tournaments.api.described_fields import list_parameters, read_words
from tournaments.api.description import build_description

KINDS = {"type", "$ref", "anyOf", "oneOf", "allOf", "const", "enum"}


def walk(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (path, object) for every object of the description, but for what is an example."""
    if isinstance(part, dict):
        yield path, part
        for key, value in part.items():
            if key not in ("example", "examples", "default", "mapping"):
                yield from walk(value, f"{path}.{key}")
    elif isinstance(part, list):
        for n, value in enumerate(part):
            yield from walk(value, f"{path}[{n}]")


def list_fields() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (path, schema) of every field of every object."""
    for path, part in walk(build_description()):
        if isinstance(part.get("properties"), dict) and not path.endswith(".properties"):
            yield from ((f"{path}.{name}", field) for name, field in part["properties"].items())


def list_all_parameters() -> list[dict[str, Any]]:
    """Return the parameters of every operation."""
    told = build_description()
    operations = [one for methods in told["paths"].values() for one in methods.values()]
    return [each for one in operations for each in list_parameters(told, one)]


def test_every_field_and_parameter_is_described():
    assert [path for path, field in list_fields() if not field.get("description")] == []
    assert [each["name"] for each in list_all_parameters() if not each["description"]] == []


def test_everything_has_a_type_and_every_object_its_fields():
    fields = list(list_fields())
    assert [path for path, field in fields if not KINDS & field.keys()] == []
    assert len(fields) > 200
    untyped = [
        path
        for path, part in walk(build_description())
        if "object" in [part.get("type"), *(part["type"] if isinstance(part.get("type"), list) else ())]
        and not isinstance(part.get("additionalProperties"), dict)
        and not part.get("properties")
    ]
    assert untyped == []
    assert [path for path, part in walk(build_description()) if part.get("type") == "array" and not part["items"]] == []
    assert [path for path, part in walk(build_description()) if {"if", "x-component"} & part.keys()] == []


def list_answers() -> list[tuple[str, dict[str, Any]]]:
    """Return (operation and status, content) of every answer."""
    told = build_description()
    paths, [refused] = told["paths"].values(), told["components"]["responses"]["Refused"]["content"].values()
    return [("refused", refused)] + [
        (f"{one['operationId']} {status}", content)
        for methods in paths
        for one in methods.values()
        for status, answer in one["responses"].items()
        for content in answer.get("content", {}).values()
    ]


@pytest.mark.parametrize(("name", "content"), list_answers(), ids=lambda each: each if isinstance(each, str) else "")
def test_every_answer_has_an_example_that_is_as_described(name: str, content: dict[str, Any]):
    schema = content["schema"] | {"components": build_description()["components"]}
    jsonschema.validate(content["example"], schema, jsonschema.Draft202012Validator)


def test_every_message_s_example_and_every_event_s_is_as_described():
    components = build_description()["components"]
    for schema in components["schemas"].values():
        for example in schema.get("examples", ()):
            jsonschema.validate(example, schema | {"components": components}, jsonschema.Draft202012Validator)
    assert sum(name.endswith("Message") and name != "Message" for name in components["schemas"]) == len(
        build_description()["webhooks"]
    )


def test_statuses_stages_and_formats_are_told_one_by_one_and_events_by_their_type():
    schemas = build_description()["components"]["schemas"]
    for component, field in (("TournamentOut", "status"), ("TableOut", "stage"), ("TournamentOut", "format")):
        assert len(schemas[component]["properties"][field]["enum"]) > 2
    event = schemas["Event"]
    kinds = {each["$ref"].rpartition("/")[2] for each in event["oneOf"]}
    assert event["discriminator"]["propertyName"] == "type"
    assert {each.rpartition("/")[2] for each in event["discriminator"]["mapping"].values()} == kinds
    assert all("const" in schemas[kind]["properties"]["type"] for kind in kinds)


def test_servers_and_every_tag_are_declared():
    told = build_description()
    used = {tag for methods in told["paths"].values() for one in methods.values() for tag in one["tags"]}
    assert {tag["name"] for tag in told["tags"]} == used
    assert all(tag["description"] for tag in told["tags"])
    assert told["servers"][0]["url"] == "/"


def test_no_words_are_left_of_a_field_that_is_gone():
    used = {path.rpartition(".")[2] for path, _field in list_fields()}
    used |= {each["name"] for each in list_all_parameters()}
    assert {key.rpartition(".")[2] for key in read_words()} <= used
