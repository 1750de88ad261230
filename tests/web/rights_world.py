"""Two clubs alike, with one object of every kind that an address can name, for the tests of who may see what.

Every name of the other club contains FOREIGN, and every name of what nobody but the organiser may see contains SECRET,
so that a page that shows one of them is found out.
"""

import random
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client

from config.background.jobs import open_jobs
from config.background.kinds import CLUB, DRAW, PRINT, JobKind
from config.printed_addresses import save_printed_address
from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.declared_routes import PATTERNS, PLACEHOLDER, DeclaredRoute
from tests.web.organiser_builders import create_draft_evening
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import change_tournament, open_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.evenings.publication_targets import add_publication_target
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.money.prizes import add_prize
from tournaments.actions.people.club_pictures import show_picture
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.invitations import invite_member
from tournaments.actions.people.members import add_member
from tournaments.actions.people.player_merges import merge_players
from tournaments.actions.people.signing_up import SignUpRequest, set_sign_up_terms, sign_up
from tournaments.actions.people.teams import save_team
from tournaments.actions.people.tokens import make_token, note_token_use
from tournaments.actions.rounds.free_tables import wait_for_table
from tournaments.actions.rounds.participation import add_seating_exclusion
from tournaments.actions.rounds.seating import add_table
from tournaments.actions.tables.calls import call_arbiter, open_dispute
from tournaments.actions.webhooks.receivers import add_receiver
from tournaments.book.loading import load_sheet
from tournaments.book.table_keys import table_key
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Club, Entry, Invitation, JoinedClub, Round, Season, Table, Tournament
from tournaments.models.rights import Right, Role, find_rights
from tournaments.printing.papers import PrintOptions
from tournaments.standings.seasons import SeasonRule

OWN, FOREIGN, SECRET = "Aube", "Zyxw", "Wvutq"
MISSING = 8_888
SUFFIXES = ("un", "deux", "trois", "quatre", "cinq", "six", "sept")
Value = int | str
MAY = {
    "owner": "look arbitrate money run govern",
    "founder": "look arbitrate money run govern install",
    "organiser": "look arbitrate money run",
    "arbiter": "look arbitrate",
    "treasurer": "look money",
    "reader": "look",
}
"""What each role may do; `founder`: the owner to whom the installation belongs."""
WRITES = ("INSERT", "UPDATE", "DELETE")
LOGIN_TABLES = ("django_session", "axes_")  # what a log-in writes is not the clubs'


@dataclass
class RightsWorld:
    """Both clubs. `own` and `foreign`: the value of each kind of parameter in either club; `hidden` and `draft`: of
    what is not public in the own club; `clients`: a client for each actor."""

    own: dict[str, Value] = field(default_factory=dict)
    foreign: dict[str, Value] = field(default_factory=dict)
    hidden: dict[str, Value] = field(default_factory=dict)
    draft: dict[str, Value] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)


def build_rights_world() -> RightsWorld:
    """Build both clubs and every actor."""
    world = RightsWorld()
    club, tables = build_club(OWN, world.own, lines=1, tables=2)
    other, other_tables = build_club(FOREIGN, world.foreign, lines=2, tables=4)
    for name, found in ((OWN, world.own), (FOREIGN, world.foreign)):
        build_people(name, found)
    for role in Role:
        world.clients[role.value] = sign_in(role.value, club, role)
    world.clients["founder"] = sign_in("founder", club, founds=True)
    world.clients |= {
        "rival": sign_in(f"{FOREIGN}-rival", other, Role.OWNER),
        "clubless": sign_in("clubless"),
        "anonymous": Client(),
        "signed-out": sign_in("gone", club, Role.OWNER),
        "own key": Client(headers={"X-Table-Key": table_key(tables[0])}),
        "other key": Client(headers={"X-Table-Key": table_key(other_tables[0])}),
        "wrong key": Client(headers={"X-Table-Key": f"{tables[0].pk}-{'0' * 32}"}),
    }
    world.clients |= {
        "own program": make_program(club, Role.ORGANISER),
        "reading program": make_program(club, Role.READER),
        "other program": make_program(other, Role.ORGANISER),
        "wrong program": Client(headers={"Authorization": "Bearer corbillon_nothing"}),
    }
    world.clients["signed-out"].logout()
    build_hidden_things(world, club)
    return world


def sign_in(name: str, club: Club | None = None, role: Role = Role.OWNER, *, founds: bool = False) -> Client:
    """Create an account, a member of the club if one is given, and return its signed-in client. `founds`: the
    installation belongs to it."""
    user = get_user_model().objects.create(username=name, is_superuser=founds)
    if club is not None:
        add_member(user, club, role)
    client = Client()
    client.force_login(user)
    client.get("/desk/")  # which notes that the session is used: else each request would write it, and be undone
    return client


def make_program(club: Club, role: Role) -> Client:
    """Make a key of the club with all rights of the role, and return a client that sends it with each request."""
    scopes = find_rights(role, owns_installation=False)
    token, text = make_token(club, name=f"programme {role}", role=role, scopes=scopes, days=1, maker=None)
    note_token_use(token)
    return Client(headers={"Authorization": f"Bearer {text}"})


def build_people(name: str, found: dict[str, Value]) -> None:
    """Create a member of the club and an open invitation to it; write their ids to `found`."""
    club = Club.objects.get(pk=found["club"])
    inviter = get_user_model().objects.create(username=f"{name} qui invite")
    found["member"] = add_member(inviter, club, Role.READER).pk
    invite_member(club, Role.READER, inviter=inviter)
    token, _text = make_token(club, name=f"{name} clé", role=Role.READER, scopes=[Right.LOOK], days=1, maker=inviter)
    found["token"] = token.pk
    found["invitation"] = Invitation.objects.get(club=club).pk
    found["receiver"] = add_receiver(club, f"https://{name.lower()}.example/", ["round.published"]).pk


def build_club(name: str, found: dict[str, Value], *, lines: int, tables: int) -> tuple[Club, list[Table]]:
    """Build a club with one object of each kind and write their ids to `found`: each of `tables` tables of three
    players has `lines` lines, the last of them recorded trick by trick. Return the club and its tables."""
    club = Club.objects.create(name=f"{name} club", framers="https://www.exemple.fr")
    names = tuple(f"{name} {first} {second}" for first in SUFFIXES for second in SUFFIXES)[: 3 * tables + 4]
    tournament = create_draft_evening(club, names=names, sizes=(3,) * tables, tours=2)
    tournament = change_tournament(tournament, name=f"{name} soirée", date=tournament.date, actor="user:1")
    tournament = open_tournament(tournament)
    found_tables = [get_table(tournament, n) for n in range(1, tables + 1)]
    for table in found_tables:
        record_lines(table, lines)
    entries = list(tournament.entries.order_by("pk"))
    wait_for_table(tournament, entries[-2:])
    save_printed_address(settings.VAR_DIR, tournament.code, "http://192.168.1.99:8000")
    found |= {
        "tournament": tournament.pk,
        "code": tournament.code,
        "table": found_tables[0].pk,
        "table_n": tables,
        "other_table": found_tables[1].pk,
        "spare_table": add_table(tournament).pk,
        "entry": entries[0].pk,
        "adjustment": give_adjustment(
            tournament, entries[0], amount=-5, rule=f"{name} règle", reason=f"{name} raison", actor="user:1"
        )[0].pk,
        "second_entry": entries[1].pk,
        "third_entry": entries[2].pk,
        "spare_entry": entries[-3].pk,
        "waiting_entry": entries[-2].pk,
        "waiting_entry_2": entries[-1].pk,
        "player": entries[0].player_id,
        "career": entries[0].player_id,
        "club": club.pk,
        "public_club": club.pk,
        "round": 1,
        "published_round": 1,
        "position": lines,
        **build_paperwork(name, club, tournament, found_tables[0], entries),
    }
    if name == FOREIGN:  # a round and a table whose numbers the own tournament has not
        later = Round.objects.create(tournament=tournament, n=2)
        Table.objects.create(round=later, n=1)
        found |= {"round": 2, "published_round": 2}
    return club, found_tables


def record_lines(table: Table, lines: int) -> None:
    """Record so many lines at the table, the last one trick by trick."""
    for _line in range(lines - 1):
        record_events(table, build_coup())
    sheet = load_sheet(table.pk)
    coup = PARTS_BY_GAME["brusquembille"].play_next_event(sheet.state, random.Random(5), 1.0)
    record_events(table, sheet.to_seats(coup))


def build_paperwork(
    name: str, club: Club, tournament: Tournament, table: Table, entries: list[Entry]
) -> dict[str, Value]:
    """Create what hangs on a club and its tournament; return the id of each."""
    terms = {"is_open": True, "limit": 1, "closes_at": None, "self_check_in": True, "fee_cents": None}
    set_sign_up_terms(tournament, **terms)
    sign_up(tournament, SignUpRequest(f"{name} qui attend"))
    kept, gone = (add_player(club, f"{name} {word}") for word in ("gardé", "double"))
    season = create_season(club, f"{name} saison")
    rule = SeasonRule()
    change_season(season, name=season.name, rule=rule, tournaments=[tournament], in_draws=False)
    guest = Club.objects.create(name=f"{name} voisin")
    host = Season.objects.create(club=guest, name=f"{name} tournée")
    prize = add_prize(tournament, kind="rank", place=1, group="", label=f"{name} jambon", cents=500, shared=True)
    preset = make_preset(club, game="brusquembille", base="academie-1718", name=f"{name} règle", options={})
    return {
        "photo": table.photos.create(page=1, digest=name, body=b"").pk,
        "call": call_arbiter(table, actor="table:1").pk,
        "dispute": open_dispute(table, 1, actor="table:1", reason=f"{name} non").pk,
        "exclusion": add_seating_exclusion(tournament, entries[:2]).pk,
        "team": save_team(tournament, f"{name} équipe", entries[:2]).pk,
        "merge": merge_players(kept, gone, actor="user:1").pk,
        "merged": kept.pk,
        "sign_up": tournament.sign_ups.get().pk,
        "spare": add_player(club, f"{name} libre").pk,
        "season": season.pk,
        "public_season": season.pk,
        "invited": JoinedClub.objects.create(season=season, club=guest).pk,
        "joined": JoinedClub.objects.create(season=host, club=club, state=JoinedClub.Answer.JOINED).pk,
        "prize": prize.pk,
        "preset": preset.pk,
        "picture": add_logo(club, name),
        "publication_target": add_publication_target(
            club, kind="webdav", place=f"https://example.org/{name}", login="", host_key="", language="fr"
        ).pk,
        "job": create_job(
            PRINT, tournament.pk, {"names": "seats", "language": "fr", "options": asdict(PrintOptions())}
        ),
        "draw": create_job(DRAW, tournament.pk, {"round": 2}),
        "export": create_job(CLUB, -club.pk, {}),
    }


def add_logo(club: Club, name: str) -> str:
    """Show a logo of the club that no other club has; return its digest."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{name}</title></svg>'
    show_picture(club, drawing.encode(), name, is_logo=True)
    return str(club.face[0]["digest"])


def create_job(kind: JobKind, about: int, details: dict[str, Any]) -> str:
    """Create a finished job about this tournament, or about a club where the number is below 0, as a process leaves it.
    Return its key."""
    jobs = open_jobs(settings.VAR_DIR)
    job = jobs.ask(kind, [str(secrets.randbits(32))], tournament_id=about, details=details)
    jobs.take(kind)
    jobs.get_result_path(job).write_bytes(b"%PDF")
    jobs.finish(job)
    return job.key


def build_hidden_things(world: RightsWorld, club: Club) -> None:
    """Create what is not public: a draft; a hidden tournament of a player, a season and a club seen nowhere else."""
    draft = create_draft_evening(club, names=(f"{SECRET} a", f"{SECRET} b", f"{SECRET} c"), sizes=(3,))
    Tournament.objects.filter(pk=draft.pk).update(name=f"{SECRET} brouillon")
    secluded = Club.objects.create(name=f"{SECRET} club")
    hidden = open_tournament(create_draft_evening(club, names=tuple("DEF"), sizes=(3,)))
    record_lines(get_table(hidden), 1)
    Tournament.objects.filter(pk=hidden.pk).update(hidden=True, name=f"{SECRET} masquée")
    season = create_season(club, f"{SECRET} saison")
    Season.objects.filter(pk=season.pk).update(hidden=True)
    entry = hidden.entries.order_by("pk")[0]
    world.draft |= {"code": draft.code}
    world.hidden |= {
        "code": hidden.code,
        "public_season": season.pk,
        "career": entry.player_id,
        "public_club": secluded.pk,
        "entry": entry.pk,
    }
    world.clients["hidden key"] = Client(headers={"X-Table-Key": table_key(get_table(hidden))})


def build_address(route: DeclaredRoute, world: RightsWorld, **other: Value) -> str:
    """Return the address with the own club's values; `other`: a parameter's other value."""

    def fill(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        kind = route.params.get(name, "1")
        return str(other.get(name, kind[1:] if kind.startswith("=") else world.own.get(kind, kind)))

    return "/" + PLACEHOLDER.sub(fill, PATTERNS[route.name][0]).strip("^$").replace("\\.", ".").replace("^", "")


@contextmanager
def catch_writes() -> Iterator[list[str]]:
    """Collect the statements that write, apart from sessions; undo whatever was written."""
    found: list[str] = []

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        done = execute(sql, params, many, context)
        writes = sql.lstrip().upper().startswith(WRITES) and context["cursor"].rowcount != 0
        if writes and not any(table in sql for table in LOGIN_TABLES):
            found.append(sql[:120])
        return done

    with connection.execute_wrapper(look), transaction.atomic():
        yield found
        transaction.set_rollback(True)
