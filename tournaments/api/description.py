"""The description of the interface for other programs (OpenAPI 3.1), and the page that tries it."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import override
from ninja import Schema
from ninja.openapi.schema import REF_TEMPLATE

from config.problems import MEDIA_TYPE
from config.version import __version__
from tournaments.forms.organiser.other_programs import KEY_USES
from tournaments.models import EventType

from . import ROOT
from .described_fields import complete_fields, list_parameters
from .described_formats import build_formats, build_messages, name_message, refer
from .links import link_start
from .once import HEADER as ONCE_HEADER
from .routes import OPERATIONS, DeclaredOperation
from .service import API, ROOMS
from .serving import finish_reading, serve_reading

KEY_SCHEME = "key"
COMPACT = {"separators": (",", ":"), "ensure_ascii": False}
INTRODUCTION = """What the public pages of the clubs show, and what their organisers do, for other programs.

Anybody may read. A program of a club sends the club's key in the header `Authorization: Bearer …`; the club makes keys
on its page, each in a role and for a time. With a key, what is read of the own club is whole: tournaments in
preparation, names in full.

Nothing but this address need be known: asked for JSON, it has `links`, and so has most of what they lead to.

A long list comes in pages: `next` is the `cursor` of the next one. What was read has an `ETag`; sent back in
`If-None-Match`, it answers 304 as long as nothing has changed. What a key opens is `no-store`: keep it in the program
alone. An operation that takes a body needs one, if only `{}`; its types are strict. What was made answers 201 with its
address in `Location`.

What is refused answers `application/problem+json` (RFC 9457), with one sentence in the language of `Accept-Language`:
French, English or Italian. Its `type` is `urn:corbillon:` and one of these words: """
PROBLEM_TYPES = {
    "unreadable": "no JSON in UTF-8 (400)",
    "no-key": "no key, or one that opens nothing (401)",
    "not-allowed": "the key does not give `right` (403)",
    "missing": "nothing is at this address, or not for this caller (404)",
    "method": "see `Allow` (405)",
    "stale-sheet": "the sheet went on: read it again, `next_number` is its next record (409)",
    "key-reused": "this key was sent with something else: make another (409)",
    "tournament-closed": "not in this `state` of the tournament: open it first (409)",
    "sheet-confirmed": "everybody has confirmed the sheet (409)",
    "not-now": "`detail` says what comes first (409)",
    "too-large": "send less at a time (413)",
    "malformed": "fields that are not as described: `errors` (422)",
    "refused": "fields that the rules refuse, or that name what is not there for this caller: `errors` (422)",
    "error": "the program is wrong (500)",
    "storage-…": "the storage is in trouble: wait as `Retry-After` says (503, 507)",
}
"""What each type of problem means, by the last part of the type's address, as «not-now»."""
ETAG = {"ETag": {"description": "Names this answer, for `If-None-Match`.", "schema": {"type": "string"}}}
LOCATION = {"Location": {"description": "The address of what was made.", "schema": {"type": "string"}}}
RETRY = {"Retry-After": {"description": "With 503: in how many seconds.", "schema": {"type": "string"}}}


class FaultOut(Schema):
    """One fault of what was sent. `path`: the place in the body, as `event.points`; `rule`: the id of the broken rule,
    if any."""

    path: str
    rule: str | None
    message: str


class ProblemOut(Schema):
    """Why a request is refused (RFC 9457). `detail`: one sentence in the caller's language; `errors`: every fault;
    `next_number`: for a sheet that has new records, the number that the next one must have; `right`: the right that the
    key lacks; `state`: draft, closed or hidden, where that state of the tournament is the cause."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FaultOut] | None = None
    next_number: int | None = None
    right: str | None = None
    state: str | None = None


@cache
def build_description() -> dict[str, Any]:
    """Return the OpenAPI description of every operation: its parameters, body, answers and the right it needs."""
    schema: dict[str, Any] = dict(API.get_openapi_schema(path_prefix=f"/{ROOT}"))
    words = INTRODUCTION + "; ".join(f"`{name}`: {meaning}" for name, meaning in PROBLEM_TYPES.items()) + "."
    schema["info"] |= {"description": words, "license": {"name": "MIT", "identifier": "MIT"}}
    schema["servers"] = [{"url": "/", "description": "This installation."}]
    schema["tags"] = [{"name": room.router.tags[0], "description": room.__doc__} for room in ROOMS]
    components = schema["components"]
    components["securitySchemes"] = {KEY_SCHEME: {"type": "http", "scheme": "bearer"}}
    problem = ProblemOut.model_json_schema(ref_template=REF_TEMPLATE)
    components["schemas"] |= problem.pop("$defs") | {"ProblemOut": problem}
    components["schemas"] |= build_formats() | build_messages()
    schema["webhooks"] = describe_webhooks()
    declared = {each.name: each for each in OPERATIONS}
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            complete_operation(operation, method, declared[operation["operationId"]])
    return complete_fields(schema)


def complete_operation(operation: dict[str, Any], method: str, declared: DeclaredOperation) -> None:
    """Add to an operation what its declaration implies: the right it needs, its refusals, the header
    Idempotency-Key."""
    right = declared.right
    key: dict[str, list[str]] = {KEY_SCHEME: []}
    operation["security"] = [key] if right else [{}, key]
    if right:
        with override("en"):
            uses = ", ".join(f"“{use.label}”" for use in KEY_USES if right in use.rights)
        operation["description"] += f"\n\nNeeds a key made for one of these: {uses}. They give the right `{right}`."
    for parameter in operation["parameters"]:
        parameter.pop("examples", None)  # they stand in its schema; here OpenAPI wants them by names
    refused = {MEDIA_TYPE: {"schema": {"$ref": REF_TEMPLATE.format(model="ProblemOut")}}}
    operation["responses"] |= {"default": {"description": "Refused.", "content": refused, "headers": RETRY}}
    for status in {"201", "202"} & {*map(str, operation["responses"])}:
        find_response(operation, status)["headers"] = LOCATION
    if method == "get":
        find_response(operation, "200")["headers"] = ETAG
        operation["responses"]["304"] = {"description": "Not changed since it was read."}
    elif declared.is_named:
        about = "Names this request, so that it is carried out once, however often it is sent within a day."
        schema = {"type": "string", "maxLength": 200}
        operation["parameters"].append(
            {"name": ONCE_HEADER, "in": "header", "required": False, "description": about, "schema": schema}
        )


def find_response(operation: dict[str, Any], status: str) -> dict[str, Any]:
    """Return the part of an operation that describes its answer with this status, as "200"."""
    return next(each for name, each in operation["responses"].items() if str(name) == status)


def describe_webhooks() -> dict[str, Any]:
    """Return the OpenAPI `webhooks`: by type, the message that is sent."""
    about = {
        "webhook-id": "The same at every try of one message.",
        "webhook-timestamp": "When this try was made, in seconds since 1970.",
        "webhook-signature": "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, by the bytes whose base64 "
        "follows `whsec_` in the secret.",
    }
    headers = [
        {"name": name, "in": "header", "required": True, "description": words, "schema": {"type": "string"}}
        for name, words in about.items()
    ]
    answers = {"2XX": {"description": "Taken."}, "410": {"description": "Told nothing more."}}
    webhooks = {}
    for kind in EventType:
        with override("en"):
            summary = str(kind.label)
        body = {"required": True, "content": {"application/json": {"schema": refer(name_message(kind))}}}
        webhooks[kind.value] = {
            "post": {"summary": summary, "parameters": headers, "requestBody": body, "responses": answers}
        }
    return webhooks


@serve_reading
def show_description(request: HttpRequest) -> HttpResponse:
    """Answer with the description as JSON."""
    return finish_reading(request, JsonResponse(build_description(), json_dumps_params=COMPACT))


@serve_reading
def show_start(request: HttpRequest) -> HttpResponse:
    """Answer a program with the first addresses to read, and a browser with the page that tries every operation."""
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        answer = show_console(request)
    else:
        answer = finish_reading(request, JsonResponse({"version": __version__, "links": link_start()}))
    patch_vary_headers(answer, ["Accept"])
    return answer


def show_console(request: HttpRequest) -> HttpResponse:
    """Show every operation, each with a form that tries it."""
    description = build_description()
    operations = [
        operation
        | {"method": method.upper(), "path": path, "example": write_example(operation)}
        | {"parameters": list_parameters(description, operation)}
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    operations.sort(key=lambda each: each["tags"])  # each group once, its addresses in their order
    return render(request, "api.html", {"operations": operations})


def write_example(operation: dict[str, Any]) -> str:
    """Write the example of an operation's body; "" without a body."""
    if "requestBody" not in operation:
        return ""
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = build_description()["components"]["schemas"][reference.rpartition("/")[2]]
    return json.dumps(schema["examples"][0], ensure_ascii=False, indent=2)
