"""The types that a client in TypeScript has of the interface, as openapi-typescript generates them: of the operations
of an evening, without the description's words, so that the file that is kept is short."""

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.tidy.sources import ROOT
from tournaments.api.description import build_description

GENERATOR = "openapi-typescript@7.13.0"
TYPES = ROOT / "tests" / "js" / "client" / "description.d.ts"
USED = (
    *(
        "create_tournament",
        "add_entries",
        "plan_rounds",
        "draw_rounds",
        "publish_round",
        "open_tournament",
        "get_round",
    ),
    *("get_table", "record_event", "correct_event", "confirm_sheet", "list_standings", "close_tournament"),
)
WORDS = ("description", "examples", "example", "title", "summary", "headers", "links")


def strip_words(part: Any) -> Any:
    """Return a part of the description without what is there for people alone; names of fields stay."""
    if isinstance(part, list):
        return [strip_words(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: {name: strip_words(field) for name, field in value.items()} if key == "properties" else strip_words(value)
        for key, value in part.items()
        if key not in WORDS
    }


def reduce_description() -> dict[str, Any]:
    """Return the description of the operations that the client uses, with the components that they need."""
    told = json.loads(json.dumps(build_description()))
    paths = {
        path: {method: strip_words(one) for method, one in methods.items() if one["operationId"] in USED}
        for path, methods in told["paths"].items()
    }
    paths = {path: methods for path, methods in paths.items() if methods}
    for methods in paths.values():
        for one in methods.values():
            for status in one["responses"].keys() - {"default"}:
                one["responses"][status]["description"] = ""
    shared = {key: strip_words(told["components"][key]) for key in ("parameters", "responses", "securitySchemes")}
    shared["responses"]["Refused"]["description"] = ""
    schemas, wanted, found = told["components"]["schemas"], [paths, shared["responses"]], {}
    while wanted:
        for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(wanted.pop())):
            if name not in found:
                found[name] = strip_words(schemas[name])
                wanted.append(found[name])
    info = {"title": "Corbillon", "version": "1"}
    components = {"schemas": dict(sorted(found.items())), **shared}
    return {"openapi": told["openapi"], "info": info, "paths": paths, "components": components}


def write_head() -> str:
    """Return the first lines of the file of types: of what it was made, and with what."""
    made_of = hashlib.sha256(json.dumps(reduce_description(), sort_keys=True).encode()).hexdigest()
    return f"// deno-lint-ignore-file\n// {GENERATOR}, of {made_of}\n"


def write_types(folder: Path) -> None:
    """Generate the types anew; this needs npm and a network."""
    (folder / "openapi.json").write_text(json.dumps(reduce_description()), encoding="utf-8")
    command = ["npx", "--yes", GENERATOR, "openapi.json", "-o", "types.d.ts"]
    subprocess.run(command, cwd=folder, check=True, timeout=300)
    TYPES.write_text(write_head() + (folder / "types.d.ts").read_text(encoding="utf-8"), encoding="utf-8")
