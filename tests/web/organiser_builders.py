"""Organisers and evenings that the tests of the organiser's pages share."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

import config.urls  # noqa: F401  # which lets the program note who signs in, also in the first test of a process
from tests.book.evening_builders import seat_in_order
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.accounts import note_session_use
from tournaments.actions.people.clubs import create_club
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.recording import play_tables
from tournaments.book.sheet import Sheet
from tournaments.models import Club, Member, Table, Tournament
from tournaments.models.rights import Role
from tournaments.reading.phases import Phase

NAMES = ("Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès", "Denis Roy", "Élise Marchand", "Fanny Petit")
DAY = datetime.date(2026, 11, 21)
COUP = {
    "coup-points.1": "58",
    "coup-points.2": "37",
    "coup-brusquembilles.1.aces_won": "2",
    "coup-brusquembilles.1.aces_lost": "1",
    "coup-brusquembilles.1.tens_won": "1",
    "coup-brusquembilles.1.tens_lost": "1",
    "coup-brusquembilles.2.aces_won": "1",
    "coup-brusquembilles.2.tens_won": "1",
    "coup-brusquembilles.3.tens_lost": "1",
}
"""The first coup of the rule book's worked example 4; the third player's 25 points are left to the program."""
VALID_FORM = {
    "name": "Soirée",
    "date": "2026-11-21",
    "preset": "academie-1718",
    "option.tours": "2",
    "typed": "\n".join(NAMES),
}
PASSWORD = "quatre-vingts-as"


def sign_in_organiser(name: str = "nadia", club_name: str = "Cercle du Corbillon") -> tuple[Client, Club]:
    """Create an organiser to whom the installation belongs, and his club. Return the signed-in client and the club."""
    user = get_user_model().objects.create_user(username=name, password=PASSWORD, is_superuser=True)
    club = create_club(user, club_name)
    client = Client()
    reverse("organiser")  # with the addresses comes who notes that somebody signs in
    client.force_login(user)
    session = client.session
    note_session_use(session, "")  # or the first page would, with queries that the next ones do not make
    session.save()
    return client, club


def create_draft_evening(
    club: Club, names: tuple[str, ...] = NAMES, sizes: tuple[int, ...] = (3, 3), **options: Any
) -> Tournament:
    """Create an evening (a draft) whose players are seated in the order of their names at tables of these sizes."""
    tournament = create_tournament(club, name="Soirée du 21 novembre", date=DAY, options=options, players=names)
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_in_order(tournament, [entries[name] for name in names], sizes)
    return tournament


def create_open_evening(club: Club, **asked: Any) -> Tournament:
    """Create such an evening and open it."""
    return open_tournament(create_draft_evening(club, **asked))


def get_first_table(tournament: Tournament) -> Table:
    """Return table 1 of the tournament."""
    return Table.objects.get(round__tournament=tournament, n=1)


def play_round(
    tournament: Tournament, n: int, order: Sequence[str] = NAMES, tables: Sequence[int] | None = None
) -> None:
    """Play the round's tables (all, or these), of two players each, to their ends: whoever's name begins with the
    earlier word of `order` wins each coup."""

    def build_next_coup(sheet: Sheet) -> dict[str, Any] | None:
        if sheet.state is None or sheet.state.complete:
            return None
        winner, loser = sorted(sheet.names, key=lambda name: [not name.startswith(head) for head in order])
        return {"type": "coup", "points": {winner: 70, loser: 50}}

    found = Table.objects.filter(round__tournament=tournament, round__n=n, unplayed=None)
    found = found.filter(n__in=tables) if tables else found
    play_tables(found.values_list("pk", flat=True), build_next_coup, actor="table")


def enter_coup(client: Client, table: Table, **changes: str) -> Any:
    """Enter the coup of COUP on the organiser's page of this table; `changes` overrides fields. Return the response."""
    page = client.get(f"/desk/table/{table.pk}/mark/coup")
    sent = COUP | changes | {"key": page.context["key"], "number": str(page.context["sheet"].next_number)}
    return client.post(f"/desk/table/{table.pk}/mark/coup", sent)


def create_drafted_swiss(club: Club, names: Sequence[str]) -> Tournament:
    """Create an open Swiss of these players, its first round published and its second one drafted."""
    tournament = create_tournament(club, name="Suisse", date=DAY, players=names, options={"tours": 1})
    plan_rounds(tournament, format="swiss", rounds=3, phase=Phase("swiss", 0))
    draw_rounds(tournament, sizes=(2,), seed=1)
    publish_round(tournament, 1)
    open_tournament(tournament)
    draw_rounds(tournament, sizes=(2,), seed=2)
    return tournament


def post_new_evening(client: Client, **changes: str):
    """Send the form of a new evening; `changes` overrides fields. Return the response."""
    return client.post("/desk/event/new", VALID_FORM | changes)


def invite(client: Client, role: str = "arbiter") -> str:
    """Invite somebody on the owner's page. Return the code that it shows."""
    answer = client.post("/desk/club/invite", {"role": role})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    code: str = answer.context["code"]
    assert code in answer.content.decode()
    assert "<svg" in answer.content.decode()
    return code


def join(code: str, name: str = "Marie Dupont", password: str = PASSWORD, client: Client | None = None) -> Any:
    """Send the page of who is invited. Return the answer."""
    return (client or Client()).post("/join", {"code": code, "name": name, "password": password})


def add_account(name: str, club: Club, role: Role) -> tuple[Client, Member]:
    """Create a member of the club. Return his signed-in client and the membership."""
    user = get_user_model().objects.create_user(username=name, password=PASSWORD)
    client = Client()
    client.force_login(user)
    return client, add_member(user, club, role)
