"""Three people with three roles run one evening, each signed in on a machine of his own: each may do and see what is
his, and the log says who did what."""

import pytest
from django.test import Client

from tests.web.organiser_builders import (
    COUP,
    NAMES,
    create_draft_evening,
    enter_coup,
    get_first_table,
    invite,
    join,
    sign_in_organiser,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MENDED = COUP | {"coup-points.1": "45", "coup-points.2": "50", "kind": "coup", "number": "2", "write": "yes"}


def join_as(owner: Client, role: str, name: str) -> Client:
    """Invite somebody as the owner, and accept on a machine of its own. Return that machine."""
    guest = Client()
    assert join(invite(owner, role), name, client=guest).status_code == 302
    return guest


def read_log(client: Client, evening: Tournament) -> list[tuple[str, str]]:
    """Return (what, who) of each line of the evening's log, as this member reads it."""
    rows = client.get(f"/desk/event/{evening.pk}/log.json").json()["rows"]
    return [(row["what"], row["by"]) for row in rows]


def list_open_pages(client: Client, evening: Tournament, table: int) -> list[str]:
    """Return which of the pages that roles part open for this member; the others are refused."""
    pages = {
        "players": f"/desk/event/{evening.pk}/players",
        "correct": f"/desk/table/{table}/correct/1",
        "money": f"/desk/event/{evening.pk}/money",
        "club": "/desk/club",
        "network": "/desk/network",
    }
    answers = {name: client.get(address).status_code for name, address in pages.items()}
    assert set(answers.values()) <= {200, 403}
    return [name for name, status in answers.items() if status == 200]


def test_three_people_run_one_evening_from_three_machines():
    owner, club = sign_in_organiser()
    arbiter, treasurer = join_as(owner, "arbiter", "Marie"), join_as(owner, "treasurer", "Théo")
    evening = create_draft_evening(club)
    assert owner.post(f"/desk/event/{evening.pk}/open").status_code == 302
    table = get_first_table(evening)
    assert enter_coup(owner, table).status_code == 302
    assert (
        arbiter.post(
            f"/desk/table/{table.pk}/correct/1", MENDED | {"key": "a-key-of-its-own", "reason": "mal lu"}
        ).status_code
        == 302
    )
    anne = evening.entries.get(shown_name=NAMES[0])
    paid = {"fee": "5", f"paid-{anne.pk}": "5"}
    assert treasurer.post(f"/desk/event/{evening.pk}/money", paid).status_code == 302
    assert list_open_pages(owner, evening, table.pk) == ["players", "correct", "money", "club", "network"]
    assert list_open_pages(arbiter, evening, table.pk) == ["correct", "club"]
    assert list_open_pages(treasurer, evening, table.pk) == ["money", "club"]
    for client in (arbiter, treasurer):
        assert client.post(f"/desk/event/{evening.pk}/close", {"anyway": "yes"}).status_code == 403
    assert treasurer.post(f"/desk/table/{table.pk}/correct/1", MENDED | {"key": "another-key"}).status_code == 403
    assert owner.post(f"/desk/event/{evening.pk}/close", {"anyway": "yes"}).status_code == 302
    told = [("Soirée ouverte", "nadia, responsable"), ("Table 1 : ligne 1 corrigée", "Marie, arbitre")]
    told += [("Droit d’inscription", "Théo, trésorier"), ("Paiement noté", "Théo, trésorier")]
    assert read_log(owner, evening) == [*told, ("Soirée close", "nadia, responsable")]
