"""What each field of the description is, and an example of each answer. The words stand in `fields.json`: by the name
of the field, which means the same wherever it stands, or by its component and name where it does not."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from .described_formats import COMPONENTS, LATER

WORDS = Path(__file__).with_name("fields.json")
Schema = dict[str, Any]


@cache
def read_words() -> dict[str, list[Any]]:
    """Return by field (or «component.field») a list: what the field means, and after it an example where one is
    needed."""
    return dict(json.loads(WORDS.read_text(encoding="utf-8")))


def complete_fields(description: Schema) -> Schema:
    """Return the description with the words of each field and parameter, and an example of each answer."""
    schemas = description["components"]["schemas"]
    for name, schema in schemas.items():
        schema.pop("title", None)  # its name again
        describe_fields(schema, name)
    whole: Schema = name_references(description)
    components = whole["components"]
    for methods in whole["paths"].values():
        for operation in methods.values():
            for parameter in operation["parameters"]:
                describe_parameter(parameter)
            for answer in operation["responses"].values():
                for content in answer.get("content", {}).values():
                    content["example"] = build_example(content["schema"], components["schemas"])
            share_parts(operation, components)
    return whole


def describe_parameter(parameter: Schema) -> None:
    """Give a parameter its description, and take description and title out of its schema."""
    schema = parameter["schema"]
    words = find_words(schema, "", parameter["name"])[0]
    parameter.setdefault("description", words)
    parameter["schema"] = {key: value for key, value in schema.items() if key not in ("title", "description")}


def share_parts(operation: Schema, components: Schema) -> None:
    """Move an operation's parameters, and its description of refusals, into the `components` that all operations share,
    and leave references in their places."""
    shared = components.setdefault("parameters", {})
    for n, parameter in enumerate(operation["parameters"]):
        name = parameter["name"].replace("-", "")
        if shared.setdefault(name, parameter) == parameter:
            operation["parameters"][n] = {"$ref": f"#/components/parameters/{name}"}
    refused = operation["responses"]["default"]
    assert components.setdefault("responses", {}).setdefault("Refused", refused) == refused
    operation["responses"]["default"] = {"$ref": "#/components/responses/Refused"}


def list_parameters(description: Schema, operation: Schema) -> list[Schema]:
    """Return the parameters of an operation in full, each reference replaced by what it refers to."""
    shared = description["components"]["parameters"]
    return [shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in operation["parameters"]]


def name_references(part: Any) -> Any:
    """Return a part of the description with {"$ref": …} in place of each key LATER, which holds the name of a
    component, and without the titles that pydantic makes of fields' names."""
    if isinstance(part, list):
        return [name_references(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: name_references(value) for key, value in part.items() if key != LATER}
    return {"$ref": COMPONENTS + part[LATER], **found} if LATER in part else found


def describe_fields(schema: Any, component: str) -> None:
    """Add a description to each field of a component, and to the fields inside those."""
    if isinstance(schema, list):
        for each in schema:
            describe_fields(each, component)
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            field.pop("title", None)
            words, *examples = find_words(field, component, name)
            field.setdefault("description", words)
            if component.endswith("In") and "default" in field:  # of which generators make a field that must be there
                field["description"] += f" Left out: `{json.dumps(field.pop('default'))}`."
            if examples and not {"enum", "const", "examples"} & field.keys():
                field["examples"] = examples
        for key, value in schema.items():
            if key not in ("examples", "default"):
                describe_fields(value, component)


def find_words(field: Schema, component: str, name: str) -> list[Any]:
    """Return what `read_words` has for this field of this component («Seat.position»), else for the name alone
    («position»)."""
    words = read_words()
    general = "message" if component.endswith("Message") else component
    descriptions = words.get(f"{general}.{name}") or words.get(name) or [""]
    return [field.get("description") or descriptions[0], *descriptions[1:]]


def build_example(schema: Schema, schemas: Schema) -> Any:
    """Return an example value for a schema, made of its fields' examples. `schemas`: the components by name."""
    if "examples" in schema:
        return schema["examples"][0]
    if "$ref" in schema:
        return build_example(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return build_example(schema[key][0], schemas)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema["type"] == "object":
        fields = schema.get("properties", {})
        return {name: build_example(field, schemas) for name, field in fields.items()}
    return [build_example(schema["items"], schemas)] if schema["type"] == "array" else None
