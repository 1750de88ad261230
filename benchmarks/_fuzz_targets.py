"""What of the program is sent what the grammars make up: each target prepares its world, and returns a function that
sends one input and says whether it was taken or refused. Raises Failure, or whatever the program raised."""

from __future__ import annotations

import io
import json
import socket
import tempfile
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from _grammars import build_cards, build_csv, build_report, build_request, spoil_form, spoil_json, write_json
from _installation import ROOT, BenchmarkServer

ANSWER_SECONDS = 15.0
TAKEN, REFUSED = "taken", "refused"
NOT_IMPLEMENTED = 501  # a coding that the server does not know
HONEST = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
Try = Callable[[Random], str]


class Failure(Exception):
    """The program did what it must not."""


def prepare_lists(suffixes: tuple[str, ...], build: Callable[[Random], bytes] | None = None) -> Try:
    """Lists of players: files that other programs wrote, damaged, and those that the grammar makes up."""
    from tests.fixtures.mutations import mutate_file, read_damaged

    found = sorted((ROOT / "tests/web/lists").iterdir())
    files = {path: path.read_bytes() for path in found if path.suffix in suffixes}

    def read(random: Random) -> str:
        if build is not None and random.random() < 0.7:
            return TAKEN if read_damaged(build(random)) else REFUSED
        path = random.choice(list(files))
        return TAKEN if read_damaged(mutate_file(path, files[path], random)) else REFUSED

    return read


def prepare_workbooks() -> Try:
    """Workbooks of elements that may stand anywhere."""
    from tests.fixtures.mutations import read_damaged
    from tests.fixtures.workbooks import build_ods, build_xlsx

    spoil = prepare_lists((".xlsx", ".ods"))
    ods = ("<table:table>", "<table:table-row>", "<table:table-cell>", "<text:p>", "<table:covered-table-cell/>")
    xlsx = (
        '<row r="2">',
        '<c r="B1" t="s">',
        '<c t="inlineStr">',
        "<is>",
        "<t>",
        "<v>",
        '<c r="ZZZ9">',
        '<row r="-1">',
    )
    texts = ("Nom", "1", "9" * 30, "&#0;", "&amp;", "<!-- x -->", "<![CDATA[x]]>", "Anne", "]]>", "<?x?>")

    def read(random: Random) -> str:
        if random.random() < 0.5:
            return spoil(random)
        is_ods = random.random() < 0.5
        text, stack = "", []
        for _part in range(random.choice((3, 20, 400))):
            tag = random.choice(ods if is_ods else xlsx)
            text += random.choice((tag, random.choice(texts)))
            if text.endswith(tag) and not tag.endswith("/>"):
                stack.append(tag[1:].split(">")[0].split(" ")[0])
            while stack and random.random() < 0.4:
                text += f"</{stack.pop()}>"
        text += "".join(f"</{name}>" for name in reversed(stack))
        book = (
            build_ods(text) if is_ods else build_xlsx(text, strings=random.choice(("", "<si><t>Anne</t></si>", text)))
        )
        return TAKEN if read_damaged(book) else REFUSED

    return read


def prepare_reports() -> Try:
    """Tournament reports of other programs, read and taken over."""
    from django.db import transaction
    from django.utils import timezone

    from tests.book.evening_builders import create_club
    from tests.book.phase_builders import create_tournament, play_round
    from tournaments.actions.errors import Refused
    from tournaments.exchange.trf import build_trf_report, import_report, read_trf, write_trf
    from tournaments.models import Tournament

    tournament = create_tournament(6, Tournament.Format.SWISS)
    play_round(tournament)
    play_round(tournament)
    sound, club = write_trf(build_trf_report(tournament)).encode(), create_club("Autre club")

    def read(random: Random) -> str:
        try:
            report = read_trf(build_report(sound, random))
            with transaction.atomic():
                import_report(club, report, game="briscola", name="x", today=timezone.localdate())
                transaction.set_rollback(True)
        except Refused:
            return REFUSED
        return TAKEN

    return read


def prepare_evenings() -> Try:
    """Exported evenings, read and taken over."""
    from django.db import transaction

    from tests.book.evening_builders import create_club
    from tournaments.actions.errors import Refused
    from tournaments.actions.evenings.importing import import_tournament
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.exchange.tournament_export import build_tournament_document
    from tournaments.exchange.tournament_import import read_tournament_bytes

    games = (("brusquembille", 6), ("briscola", 6), ("chiamata", 5), ("briscan", 4), ("marque", 4))
    played = [simulate_tournament(game, players, 1, seed=1) for game, players in games]
    documents = [json.loads(json.dumps(build_tournament_document(each))) for each in played]
    club = create_club("Autre club")

    def read(random: Random) -> str:
        try:
            document = read_tournament_bytes(write_json(spoil_json(random.choice(documents), random), random))
            with transaction.atomic():
                import_tournament(club, document)
                transaction.set_rollback(True)
        except Refused:
            return REFUSED
        return TAKEN

    return read


def prepare_parties() -> Try:
    """Parties and presets, which anybody may have written by hand."""
    import scoring
    from tournaments.actions.errors import Refused
    from tournaments.exchange.preset_file import read_preset

    names, sizes = ("Anne", "Basile", "Chloé", "Denis", "Emma"), {scoring.FIRST_GAME.key: 3}
    sound: list[Any] = [
        {
            "format": "corbillon.partie/1",
            "game": game.key,
            "players": list(names[: sizes.get(game.key, min(game.sizes))]),
            "events": [game.example],
        }
        for game in scoring.list_games()
    ]
    presets = [
        {"format": "corbillon.preset/1", "game": game.key, "base": game.presets[0].key, "name": "x", "options": {}}
        for game in scoring.list_games()
    ]

    def read(random: Random) -> str:
        if random.random() < 0.6:
            return (
                REFUSED
                if "errors" in scoring.score_partie(write_json(spoil_json(random.choice(sound), random), random))
                else TAKEN
            )
        try:
            read_preset(write_json(spoil_json(random.choice(presets), random), random))
        except Refused:
            return REFUSED
        return TAKEN

    return read


def prepare_interface() -> Try:
    """Bodies and parameters of the interface for programs."""
    from django.db import transaction

    from tests.web.api_programs import create_world
    from tournaments.api import bodies
    from tournaments.api.description import build_description

    program, known = create_world()
    told = build_description()
    operations = [(path, method) for path, methods in told["paths"].items() for method in methods]
    samples = [each for body in bodies.Body.__subclasses__() for each in body.model_json_schema()["examples"]]
    samples += [example for schema in told["components"]["schemas"].values() for example in schema.get("examples", ())]

    def send(random: Random) -> str:
        path, method = random.choice(operations)
        values = {
            name: value if random.random() < 0.9 else random.choice((0, -1, 10**20, "x", "%00"))
            for name, value in known.items()
        }
        path = path.format_map(defaultdict(lambda: 1, values))
        body = write_json(spoil_json(random.choice(samples), random), random) if method != "get" else b""
        kind = random.choice(
            ("application/json", "application/json", "application/json", "text/plain", "application/json; charset=x")
        )
        extra = random.choice(({}, {}, {"Idempotency-Key": "é"}, {"If-Match": "x"}, {"Accept": "text/html"}))
        with transaction.atomic():
            answer = program.client.generic(method.upper(), path, body, kind, headers=extra)
            transaction.set_rollback(True)
        return judge_status(answer.status_code, f"{method} {path} {body[:300]!r}")

    return send


def prepare_pages() -> Try:
    """Queries and forms of every address, from whoever may ask: strangers, members, tables."""
    from django.db import transaction

    from tests.web.declared_routes import OURS
    from tests.web.rights_bodies import BODIES
    from tests.web.rights_world import build_address, build_rights_world

    world, names = build_rights_world(), list(OURS)
    actors = ("anonymous", "owner", "founder", "arbiter", "own key")

    for route in OURS.values():  # what a process makes once, or keeps, is no part of what is measured
        world.clients["owner"].get(build_address(route, world))

    def send(random: Random) -> str:
        route = OURS[random.choice(names)]
        address = build_address(route, world)
        client = world.clients[random.choice(actors)]
        sound = BODIES.get(route.name, {})
        fields = spoil_form(sound if isinstance(sound, dict) else {}, random)
        with transaction.atomic():
            if random.random() < 0.5:
                answer = client.get(address, spoil_form({"page": "1", "sort": "rank", "round": "1"}, random))
            else:
                answer = client.post(address, {name: value for name, value in fields.items() if value is not None})
            for _piece in answer if answer.streaming else ():
                pass
            transaction.set_rollback(True)
        return judge_status(answer.status_code, f"{route.name} {fields!r:.300}")

    return send


def judge_status(status: int, sent: str) -> str:
    """Return whether an answer took what was sent. Raises Failure for a fault of the server."""
    if status >= 500 and status != NOT_IMPLEMENTED:
        raise Failure(f"{status}: {sent}")
    return TAKEN if status < 400 else REFUSED


def prepare_backups() -> Try:
    """Backups one of whose members is spoilt, put in place of the evenings that are there."""
    from tests.fixtures.mutations import mutate
    from tournaments.actions.errors import NotNow
    from tournaments.exchange.backup import write_archive
    from tournaments.exchange.backup_archive import MANIFEST
    from tournaments.exchange.restore import restore_backup
    from tournaments.exchange.simulation import simulate_tournament

    simulate_tournament("briscola", 4, 1, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        write_archive(Path(folder) / "backup.zip")
        whole = (Path(folder) / "backup.zip").read_bytes()
    with ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    filled = [name for name, content in members.items() if content.count(b"\n") > 1]

    def spoil_member(random: Random) -> dict[str, bytes]:
        name = random.choice([MANIFEST, *filled, *members])
        if random.random() < 0.3:
            return members | {name: mutate(members[name], random)}
        if name == MANIFEST:
            return members | {name: write_json(spoil_json(json.loads(members[name]), random), random)}
        lines = [json.loads(line) for line in members[name].splitlines() if line.startswith(b"[")]
        spoilt = spoil_json(lines, random)
        return members | {name: b"".join(write_json(line, random) + b"\n" for line in spoilt if line is not None)}

    def restore(random: Random) -> str:
        if random.random() < 0.3:
            content = mutate(whole, random)
        else:
            stream = io.BytesIO()
            with ZipFile(stream, "w", random.choice((ZIP_DEFLATED, ZIP_STORED))) as archive:
                for name, member in spoil_member(random).items():
                    archive.writestr(name, member)
            content = stream.getvalue()
        try:
            restore_backup(io.BytesIO(content))
        except NotNow:
            return REFUSED
        return TAKEN

    return restore


def prepare_http() -> Try:
    """Requests byte for byte, at the served program; every twentieth time somebody honest asks after it."""
    from tests.web.declared_routes import ROUTES
    from tests.web.rights_world import RightsWorld, build_address

    world = RightsWorld()
    paths = [
        "/",
        "/t",
        "/desk/",
        "/static/icon.svg",
        "/Q5T",
        "//accounts/login/",
        "/accounts/login/",
        "/api/v1/openapi.json",
    ]
    with suppress(KeyError):
        paths += [
            build_address(route, world) for route in ROUTES.values() if not route.params and route.access != "account"
        ]
    server = BenchmarkServer()
    port = server.__enter__()
    ask(port, HONEST)
    count = 0

    def send(random: Random) -> str:
        nonlocal count
        count += 1
        sent = build_request(paths, random)
        status = ask(port, sent)
        if count % 20 == 0 and ask(port, HONEST) != 200:
            raise Failure(f"nobody is answered after {sent[:300]!r}")
        return judge_status(status, repr(sent[:600]))

    send.end = lambda: server.__exit__()  # type: ignore[attr-defined]
    return send


def ask(port: int, sent: bytes) -> int:
    """Send bytes, end there, and return the worst status of the answers; 400 where the connection was closed without
    one. Raises Failure for what is no answer, or for none in time."""
    with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as connection:
        answer = b""
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65_536):
                answer += piece
        except TimeoutError:
            raise Failure(f"no answer in time to {sent[:600]!r}") from None
        except OSError:
            pass
    if answer and not answer.startswith(b"HTTP/1."):
        raise Failure(f"no HTTP: {answer[:100]!r} to {sent[:300]!r}")
    return int(answer.split(b" ", 2)[1]) if answer else 400


TARGETS: dict[str, Callable[[], Try]] = {
    "http": prepare_http,
    "pages": prepare_pages,
    "interface": prepare_interface,
    "csv": lambda: prepare_lists((".csv",), build_csv),
    "vcf": lambda: prepare_lists((".vcf",), build_cards),
    "workbooks": prepare_workbooks,
    "trf": prepare_reports,
    "evenings": prepare_evenings,
    "parties": prepare_parties,
    "backups": prepare_backups,
}
