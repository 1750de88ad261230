"""Signing up and checking in on a player's phone: secrets that stand after # reach the server in no address."""

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_club
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.book.door_keys import door_key
from tournaments.models import Entry, SignUpTerms, Tournament


def fill_open_evening() -> None:
    """Fill the database: an evening in preparation with one place, open to who signs up."""
    tournament = create_tournament(create_club(), name="Soirée", date=datetime.date(2026, 11, 21))
    set_sign_up_terms(tournament, is_open=True, limit=1, closes_at=None, self_check_in=True, fee_cents=500)


pytestmark = pytest.mark.start_from(fill=fill_open_evening)


def test_a_player_signs_up_checks_in_and_leaves_again_by_his_link(
    phone: Page, live: LiveServer, axe: Callable[[Page], None]
):
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{live.hall_url}/{Tournament.objects.get().code}/sign-up")
    axe(phone)
    phone.get_by_label("Votre nom").fill("Anne Lefèvre")
    phone.get_by_role("button", name="M’inscrire").click()
    expect(phone.get_by_text("vous êtes inscrit")).to_be_visible()
    link = phone.url
    assert re.fullmatch(rf"{live.hall_url}/my-sign-up#[0-9A-Z]{{26}}", link)
    axe(phone)
    key = door_key(SignUpTerms.objects.get())
    phone.goto(f"{live.hall_url}/door#{key}")
    phone.get_by_role("button", name="Anne Lefèvre").click()
    phone.get_by_role("button", name="Je suis là").click()
    expect(phone.get_by_text("C’est noté")).to_be_visible()
    assert Entry.objects.get().presence == Entry.Presence.PRESENT
    phone.goto(link)
    phone.get_by_text("Je ne viendrai pas").click()
    phone.get_by_role("button", name="Rendre ma place").click()
    expect(phone.get_by_text("vous n’êtes plus inscrit")).to_be_visible()
    assert not Entry.objects.exists()
    assert phone.url == link
    assert [
        url for url in asked if link.partition("#")[2] in url.partition("#")[0] or key in url.partition("#")[0]
    ] == []


def test_another_private_link_in_the_same_tab_shows_its_own_player(phone: Page, live: LiveServer):
    links = {}
    for name in ("Kate", "Liam"):
        phone.goto(f"{live.hall_url}/{Tournament.objects.get().code}/sign-up")
        phone.get_by_label("Votre nom").fill(name)
        phone.get_by_role("button", name="M’inscrire").click()
        expect(phone.locator(".notice b", has_text=name)).to_be_visible()
        links[name] = phone.url
    phone.goto(links["Kate"])
    expect(phone.locator(".notice b")).to_have_text("Kate")
    phone.goto(links["Liam"])
    expect(phone.locator(".notice b")).to_have_text("Liam")
    assert phone.url == links["Liam"]
