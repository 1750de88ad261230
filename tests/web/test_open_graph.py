"""What other services show of a page that somebody sends on."""

import re

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.models import Tournament
from tournaments.presentation.tags.prints import long_date

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """An evening whose table has played."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    return tournament


def list_shared(client: Client, address: str) -> dict[str, str]:
    """Return what other services show of a page, by property."""
    page = client.get(address, headers={"host": "evil.example"}).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


def test_a_page_that_is_sent_on_says_what_it_is_and_shows_the_podium_at_the_fixed_address(
    client: Client, played, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("CORBILLON_URL", raising=False)
    found = list_shared(client, f"/{played.code}/standings")
    assert found == {
        "og:type": "website",
        "og:title": played.name,
        "og:description": f"{played.club.shown_name}, {long_date(played.date)}, Brusquembille",
    }
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example/")
    for page in ("", "/standings", "/seats", "/rules", f"/player/{played.entries.all()[0].pk}", "/round/1/table/1"):
        found = list_shared(client, f"/{played.code}{page}")
        assert found["og:url"] == f"https://cards.example/{played.code}{page}"
        assert found["og:image"] == f"https://cards.example/{played.code}/podium.png"
    assert client.get(f"/{played.code}/podium.png").status_code == 200


def test_the_page_on_which_one_signs_up_says_what_it_is_too(client: Client, played, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    awaited = create_tournament(played.club, name="Bientôt & « autre »", date=played.date, game="briscola")
    set_sign_up_terms(awaited, is_open=True, limit=None, closes_at=None, self_check_in=False, fee_cents=None)
    found = list_shared(client, f"/{awaited.code}/sign-up")
    assert found["og:title"] == "Bientôt &amp; « autre »"
    assert found["og:url"].endswith(f"/{awaited.code}/sign-up")
    assert "og:image" not in found
