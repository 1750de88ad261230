"""Evenings that people sign up for, signing up for them, and what their private page says."""

import re
from typing import Any

from django.test import Client

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.models import SignUpTerms, Tournament


def end_evening(tournament: Tournament) -> None:
    """Close an evening that was in preparation, as if it had been open."""
    Tournament.objects.filter(pk=tournament.pk).update(status="open")
    close_tournament(tournament)


def open_sign_up(tournament: Tournament, **terms: Any) -> SignUpTerms:
    """Let people sign up for the tournament."""
    default = {"is_open": True, "limit": None, "closes_at": None, "self_check_in": True, "fee_cents": None}
    return set_sign_up_terms(tournament, **{**default, **terms})


def create_evening(**terms: Any) -> tuple[Client, Tournament]:
    """Create an evening in preparation without players, open to who signs up. Return its organiser and it."""
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, names=(), sizes=())
    open_sign_up(tournament, **terms)
    return client, tournament


def sign_up(tournament: Tournament, name: str, address: str = "127.0.0.1", **typed: str) -> Any:
    """Open the page and send it. Return the answer."""
    client, where = Client(REMOTE_ADDR=address), f"/{tournament.code}/sign-up"
    nonce = re.search(r'name="nonce" value="([^"]+)"', client.get(where).content.decode())
    assert nonce
    return client.post(where, {"name": name, "nonce": nonce[1], **typed})


def get_code(answer: Any) -> str:
    """Return the private code that the answer gave."""
    where, _hash, code = answer["Location"].partition("#")
    assert answer.status_code == 302
    assert where == "/my-sign-up"
    assert len(code) == 26
    return str(code)


def read_mine(code: str, **more: str) -> Any:
    """Open the page of a private code. Return the answer."""
    return Client().post("/my-sign-up", {"code": code, **more})


def list_entered(tournament: Tournament) -> list[str]:
    """Return the names shown in the tournament."""
    return list(tournament.entries.order_by("pk").values_list("shown_name", flat=True))
