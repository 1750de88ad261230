"""Who may see and do what: every address of the program, from its URL patterns, for every actor, with every parameter
of its own club, of another club and of nothing, by GET and POST, and by the other methods in turn.

`rights.txt` declares what is expected, a line for each address: its name, who may (`access` of the view, for a member
or another program (api) with the right that he needs, after a «/» the one that a POST needs; for an address of the
accounts' package, what it answers to nobody and to a member), the methods, and the kind of each
parameter (a key of `RightsWorld.own`, after a second «=» a fixed value; after «:» the answer to a value of nothing, if
not 404).
A new address fails here until it has its line.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver

from tests.book.evening_builders import record_events
from tests.fixtures.amounts import IS_LONG
from tests.web.declared_routes import OURS, PATTERNS, PLACEHOLDER, ROUTES, DeclaredRoute
from tests.web.rights_bodies import BARE, BODIES, CLUB_PAGES, CONTENTS, QUERIES, UNRENDERED
from tests.web.rights_world import (
    FOREIGN,
    MAY,
    MISSING,
    OWN,
    SECRET,
    RightsWorld,
    Value,
    build_address,
    catch_writes,
)
from tournaments.actions.people.clubs import set_player_discreet
from tournaments.models import Club, Member, Player, Record, Table
from tournaments.models.rights import Role
from tournaments.printing.documents import PRINTABLES_BY_NAME

USUAL, RARE = ("GET", "POST"), ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS")
ONE_OF_EACH_SORT = ("founder", "rival", "anonymous", "own key")
KEYS = ("own key", "other key")
WITHOUT_SESSION = ("signed-out", "own key", "other key", "hidden key", "wrong key")
PROGRAMS = {"own program": "organiser", "reading program": "reader"}
FOREIGN_PROGRAMS = ("other program", "wrong program")


def list_denied_values(route: DeclaredRoute, world: RightsWorld) -> Iterator[tuple[str, str, Value]]:
    """Yield (parameter, why, value) for each value of each parameter that must look like nothing, one at a time."""
    public = route.access == "anyone" or (route.access == "api" and not route.rights[0])
    for name, kind in route.params.items():
        if kind.startswith("=") or kind == "game":
            continue
        yield name, "missing", "ZZ9" if kind == "code" else MISSING if kind in world.own else "nothing"
        root = public and kind in ("code", "public_season", "public_club") and "career" not in route.params.values()
        if not root and kind in world.foreign and world.foreign[kind] != world.own[kind]:
            yield name, "foreign", world.foreign[kind]
        if public and kind in world.hidden:
            yield name, "hidden", world.hidden[kind]
        if public and kind in world.draft:
            yield name, "draft", world.draft[kind]


def ask(client: Client, method: str, address: str, body: dict[str, Any] | None = None) -> tuple[HttpResponse, bool]:
    """Send a request whose effects are undone, to the interface for programs as JSON. Return the answer, and whether
    something was written."""
    form = {"content_type": "application/json"} if address.startswith("/api/") else {}
    with catch_writes() as written:
        answer = client.generic(method, address) if body is None else client.post(address, body, **form)
    return answer, bool(written)


@pytest.fixture
def unrendered() -> Iterator[None]:
    """Pages are not rendered and documents not made: only who may ask for them is tested. An address that many actors
    ask for is looked up once."""
    with ExitStack() as stay:
        addresses = get_resolver()
        stay.enter_context(patch.object(addresses, "resolve", cache(addresses.resolve)))
        for kind in {type(printable) for printable in PRINTABLES_BY_NAME.values()}:
            stay.enter_context(patch.object(kind, "make_if_short", lambda *_args: b"%PDF"))
        for name, nothing in UNRENDERED.items():
            stay.enter_context(patch(name, nothing))
        yield


def list_methods(route: DeclaredRoute, actor: str) -> tuple[str, ...]:
    """Return the methods to try. A page for anyone looks at nobody's rights, no page at a program's key, and the
    interface for programs at nothing else. In the short form a rare method is tried at each address, another one in
    turn, by an actor of one sort, a members' page by the actors of `choose_actors`, a page for anyone by nobody known
    and an actor of that sort, and a method that the address has not by the founder and nobody known alone."""
    turn = list(ROUTES).index(route.name)
    if route.access == "api":
        if actor == "own program":
            return (*USUAL, *find_rare_methods(turn))
        others = ("founder", "own key") if IS_LONG else (("founder", "own key")[turn % 2],)
        return USUAL if actor.endswith("program") or actor in ("anonymous", *others) else ()
    sort = ONE_OF_EACH_SORT[turn % len(ONE_OF_EACH_SORT)]
    public = ONE_OF_EACH_SORT if IS_LONG else ("anonymous", sort)
    if actor.endswith("program") or (route.access == "anyone" and actor not in public):
        return ()
    declared = USUAL if IS_LONG or actor in ("founder", "anonymous") else tuple({*USUAL} & {*route.methods})
    usual = declared if IS_LONG or route.access != "member" or actor in choose_actors(route, turn) else ()
    return (*usual, *find_rare_methods(turn)) if actor == sort or (IS_LONG and actor in ONE_OF_EACH_SORT) else usual


def choose_actors(route: DeclaredRoute, turn: int) -> set[str]:
    """Return who tries a members' page: whoever may do all, another club's owner, and in turn a role that may send its
    form, one that may not, somebody of no club, and somebody whose session or key says nothing there."""
    able = [role for role in MAY if role != "founder" and route.rights[1] in ("", *MAY[role].split())]
    unable = [role for role in MAY if role not in ("founder", *able)]
    groups = [group for group in (able, unable, ["anonymous", "clubless"], WITHOUT_SESSION) if group]
    return {"founder", "rival", *(group[turn % len(group)] for group in groups)}


def find_rare_methods(turn: int) -> tuple[str, ...]:
    """Return the rare methods that an address is tried by."""
    return RARE if IS_LONG else (RARE[turn // len(ONE_OF_EACH_SORT) % len(RARE)],)


def expect_own(route: DeclaredRoute, actor: str, method: str) -> str:
    """Return what the actor gets for an object of the own club: "login", "missing", "method" "forbidden" or "page"."""
    if route.access == "api":
        return expect_from_program(route, actor, method)
    nothing = {"member": "login", "table": "missing"}.get(route.access)
    if nothing and actor not in (MAY if route.access == "member" else KEYS):
        signed_in = actor in ("rival", "clubless")
        if not (route.access == "member" and signed_in):
            return nothing
        if actor == "clubless":
            return "missing"
        if route.rights[method == "POST"] == "install":
            return "forbidden"
        if any(not kind.startswith("=") for kind in route.params.values()):
            return "method" if method not in route.methods else "missing"
    if actor in MAY and route.rights[method == "POST"] not in ("", *MAY[actor].split()):
        return "forbidden"
    return "page" if method in route.methods else "method"


def expect_from_program(route: DeclaredRoute, actor: str, method: str) -> str:
    """Return what an actor gets from the programming interface, to which sessions and tables' keys say nothing."""
    if method not in route.methods:
        return "method"
    needed = route.rights[method == "POST"]
    if actor == "wrong program" or (needed and actor not in (*PROGRAMS, *FOREIGN_PROGRAMS)):
        return "unknown"
    if not needed:
        return "page"
    if needed not in MAY[PROGRAMS.get(actor, "organiser")].split():
        return "forbidden"
    return "missing" if actor in FOREIGN_PROGRAMS and route.params else "page"


def classify(answer: HttpResponse) -> str:
    """Return what an answer is: "login", "missing", "forbidden", "method", "page", or its status."""
    if answer.status_code == 302 and answer["Location"].startswith("/accounts/login/"):
        return "login"
    if answer.status_code in (200, 201, 204, 302, 303, 304, 409, 422):
        return "page"
    return {401: "unknown", 403: "forbidden", 404: "missing", 405: "method"}.get(
        answer.status_code, str(answer.status_code)
    )


def test_every_address_has_its_line_and_each_line_its_address():
    assert sorted(PATTERNS) == sorted(ROUTES)
    told = {name: getattr(pattern.callback, "access", "account") for name, (_route, pattern) in PATTERNS.items()}
    assert told == {name: route.access for name, route in ROUTES.items()}
    needed = {name: getattr(pattern.callback, "rights", ("", "")) for name, (_route, pattern) in PATTERNS.items()}
    assert needed == {name: route.rights for name, route in ROUTES.items()}
    named = {name: [a or b for a, b in PLACEHOLDER.findall(PATTERNS[name][0])] for name in OURS}
    assert named == {name: list(route.params) for name, route in OURS.items()}


@pytest.mark.parametrize("part", range(2))
@pytest.mark.usefixtures("unrendered")
def test_each_actor_gets_at_his_own_club_s_objects_what_is_declared(world: RightsWorld, part: int):
    wrong = []
    for route in list(OURS.values())[part::2]:
        address = build_address(route, world) + QUERIES.get(route.name, "")
        for actor, client in world.clients.items():
            for method in list_methods(route, actor):
                body = (BODIES | CONTENTS).get(route.name, {}) if method == "POST" else None
                answer, written = ask(client, method, address, body)
                expected = expect_own(route, actor, method)
                if route.name in BARE and expected == "page":
                    expected = "missing"
                if classify(answer) != expected or (written and expected != "page"):
                    wrong.append((route.name, actor, method, expected, answer.status_code, written))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


@pytest.mark.usefixtures("unrendered")
def test_the_pages_of_accounts_answer_as_declared(world: RightsWorld):
    wrong = []
    for route in ROUTES.values():
        if route.access == "account":
            for actor, kind in (("anonymous", "nobody"), ("founder", "member")):
                answer, _written = ask(world.clients[actor], "GET", build_address(route, world))
                if route.params.get(kind) != str(answer.status_code):
                    wrong.append((route.name, kind, answer.status_code))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


@pytest.mark.parametrize("part", range(2))
@pytest.mark.usefixtures("unrendered")
def test_what_is_foreign_hidden_or_in_preparation_answers_as_what_is_missing(world: RightsWorld, part: int):
    wrong = []
    for route in list(OURS.values())[part::2]:
        client = world.clients[{"member": "founder", "table": "own key"}.get(route.access, "anonymous")]
        program = world.clients["own program"]
        for name, why, value in list_denied_values(route, world):
            address = build_address(route, world, **{name: value})
            for method in sorted({*USUAL, *route.methods, *RARE} if IS_LONG else route.methods):
                body = (BODIES | CONTENTS).get(route.name, {}) if method == "POST" else None
                needs_key = route.access == "api" and bool(route.rights[method == "POST"])
                if needs_key and why in ("hidden", "draft"):
                    continue  # a club's own program may do what its organisers may
                answer, written = ask(program if needs_key else client, method, address, body)
                expected = route.answers[name] if method in route.methods else 405
                if answer.status_code != expected or written:
                    wrong.append((route.name, name, why, method, expected, answer.status_code, written))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


def build_referring_forms(world: RightsWorld) -> Iterator[tuple[str, str, dict[str, Any], Value, Value]]:
    """Yield (route name, query, form, own value, other value) for each field that names an object; `VALUE` stands for
    it."""
    own, foreign = world.own, world.foreign
    for name in CLUB_PAGES:
        form = BODIES.get(name, {})
        if "GET" in ROUTES[name].methods:
            yield name, "?club=VALUE&base=brusquembille/academie-1718", {}, own["club"], foreign["club"]
        if "POST" in ROUTES[name].methods:
            yield name, "", form | {"club": "VALUE", "name": "Neuf", "typed": "Neuf"}, own["club"], foreign["club"]
    forms: list[tuple[str, dict[str, Any], str]] = [
        ("people-apart", {"let": "VALUE"}, "exclusion"),
        ("people-apart", {"apart-people": ["VALUE", str(own["entry"])]}, "second_entry"),
        ("teams-change", {"part": "VALUE"}, "team"),
        ("teams-change", {"raise": "VALUE"}, "entry"),
        ("teams-change", {"team": "VALUE", "name": "Neuve"}, "team"),
        ("teams-relay", {"relay-entry": "VALUE", "relay-newcomer": str(own["spare_entry"])}, "entry"),
        ("people-pair", {"pair-first": "VALUE", "pair-second": str(own["second_entry"])}, "entry"),
        ("people-part", {"entry": "VALUE", "first": "1"}, "entry"),
        ("clock-touch", {"do": "more", "minutes": "5", "table": "VALUE"}, "table"),
        ("tournament-place", {"remove": "VALUE"}, "spare_table"),
        ("tournament-place", {"sides": "VALUE:1"}, "spare_table"),
        ("tournament-place", {"entry": str(own["spare_entry"]), "place": "VALUE:1"}, "spare_table"),
        ("tournament-place", {"entry": "VALUE", "place": "out"}, "spare_entry"),
        ("waiting-touch", {"free": "VALUE"}, "spare_entry"),
        ("waiting-touch", {"gone": "VALUE"}, "waiting_entry"),
        ("waiting-touch", {"seat": f"VALUE-{own['waiting_entry']}-{own['waiting_entry_2']}"}, "spare_entry"),
        ("sign-ups-change", {"entry": "VALUE", "do": "refuse"}, "spare_entry"),
        ("sign-ups-link", {"sign_up": "VALUE"}, "sign_up"),
        ("sign-ups-change", {"sign_up": "VALUE", "do": "admit"}, "sign_up"),
        ("sign-ups-paid", {"entry": "VALUE"}, "entry"),
        ("tournament-door", {"there": "VALUE"}, "entry"),
        ("player-merge", {"other": "VALUE"}, "merged"),
        ("tournament-players", {"players": "VALUE"}, "spare"),
        ("desk-substitute", {"position": "1", "entry": "VALUE"}, "spare_entry"),
        ("desk-seats", {"case": "tables", "tables-table": "VALUE", "tables-reason": "faute"}, "other_table"),
        ("season-edit", {"name": "N", "way": "places", "events": "VALUE"}, "tournament"),
        ("joined-evenings", {"events": "VALUE"}, "tournament"),
        ("table-call-withdraw", {"call": "VALUE"}, "call"),
    ]
    for name, form, kind in forms:
        yield name, "", form, own[kind], foreign[kind]


@pytest.mark.usefixtures("unrendered")
def test_a_form_s_field_takes_no_object_of_another_club(world: RightsWorld):
    wrong = []
    for name, query, form, own, foreign in build_referring_forms(world):
        table = ROUTES[name].access == "table"
        client = world.clients["own key" if table else "founder"]
        outcomes = []
        for value in (own, foreign, MISSING):
            filled = {
                key: [part.replace("VALUE", str(value)) for part in ([text] if isinstance(text, str) else text)]
                for key, text in form.items()
            }
            address = build_address(ROUTES[name], world) + query.replace("VALUE", str(value))
            answer, written = ask(client, "GET", address, None if query else filled)
            outcomes.append((answer.status_code, written))
        mine, theirs, nothing = outcomes
        if mine == nothing or theirs != nothing or theirs[1] or (name in CLUB_PAGES and theirs[0] != 404):
            wrong.append((name, query or form, outcomes))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


def test_no_page_shows_what_is_another_club_s(world: RightsWorld):
    shown = []
    for route in OURS.values():
        if "GET" in route.methods and route.access in ("member", "table") and route.name != "print":
            client = world.clients["founder" if route.access == "member" else "own key"]
            answer = client.get(build_address(route, world))
            if FOREIGN.encode() in answer.getvalue():
                shown.append(route.name)
            assert answer.status_code == 404 or "no-store" in answer["Cache-Control"], route.name
    assert shown == ["status-clubs"], "the clubs' names and sizes, to whom the installation belongs"


def test_no_public_page_shows_what_is_hidden_or_in_preparation(world: RightsWorld):
    shown = [
        route.name
        for route in OURS.values()
        if "GET" in route.methods and route.access == "anyone"
        if SECRET.encode() in world.clients["anonymous"].get(build_address(route, world)).getvalue()
    ]
    assert shown == []


@pytest.mark.parametrize("who", ["club", "player"])
def test_a_stranger_reads_initials_on_every_page_where_the_club_or_the_player_wants_them(world: RightsWorld, who: str):
    shown = []
    with catch_writes():
        names = Player.objects.filter(club=world.own["club"], name__startswith=OWN)
        if who == "club":
            Club.objects.filter(pk=world.own["club"]).update(initials=True)
        else:
            names = names.filter(pk=world.own["player"])
            set_player_discreet(names.get(), discreet=True)
        hidden = list(names.values_list("name", flat=True))
        table = Table.objects.get(pk=world.own["other_table"])
        record_events(table, {"type": "void", "reason": f"{hidden[0]} a mal donné"})
        for route in OURS.values():
            if "GET" in route.methods and route.access == "anyone":
                content = (
                    world.clients["anonymous"].get(build_address(route, world)).getvalue().decode(errors="replace")
                )
                shown += [(route.name, name) for name in hidden if name in content]
    assert hidden
    assert shown == []


def test_a_role_in_one_club_gives_nothing_in_another(world: RightsWorld):
    """An owner of one club who reads in another may not write there; with no right there at all it is missing."""
    user = Member.objects.get(user__username=f"{FOREIGN}-rival").user
    with catch_writes():
        Member.objects.create(user=user, club_id=world.own["club"], role=Role.READER)
        for address in (f"/desk/event/{world.own['tournament']}/open", f"/desk/players/{world.own['spare']}/retire"):
            assert world.clients["rival"].post(address).status_code == 403, address
        club = {"club": world.own["club"], "name": "À moi"}
        assert world.clients["rival"].post("/desk/club", club).status_code == 403
        assert world.clients["rival"].get(f"/desk/event/{world.own['tournament']}").status_code == 200


def test_no_page_seen_after_signing_in_is_stored(world: RightsWorld):
    client = world.clients["founder"]
    for address in ("/desk/", "/accounts/2fa/", "/accounts/password/change/", "/rules/brusquembille"):
        assert "no-store" in client.get(address, follow=True)["Cache-Control"], address
    assert "no-store" not in world.clients["anonymous"].get("/rules/brusquembille").get("Cache-Control", "")


def test_a_check_of_the_records_reads_the_own_club_s_alone(world: RightsWorld):
    checked = world.clients["founder"].post("/desk/status/recheck").context["checked"]
    own = Record.objects.filter(table__round__tournament__club=world.own["club"]).count()
    assert (checked.difference, checked.records) == (None, own)
    assert own < Record.objects.count()
