"""One view of an evening in a frame of another site: who may show it, what it says, and that it is one view."""

import re

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.people.framers import check_framers
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db
OURS = "https://www.exemple.fr"


@pytest.fixture
def evening() -> Tournament:
    """An evening whose first table has played, of a club that lets one site show it."""
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    Club.objects.filter(pk=tournament.club_id).update(framers=OURS)
    return tournament


def read_policy(client: Client, address: str, **headers: str) -> tuple[int, str, str]:
    """Return the status of an answer, who may frame it, and its X-Frame-Options."""
    answer = client.get(address, headers=headers)
    who = re.search(r"frame-ancestors ([^;]*)", answer.headers["Content-Security-Policy"])
    assert who is not None
    return answer.status_code, who[1], answer.headers.get("X-Frame-Options", "")


@pytest.mark.parametrize("view", ["standings", "board", "tables"])
def test_a_site_that_the_club_has_named_shows_one_view_and_no_other_site_does(client: Client, evening, view):
    address = f"/{evening.code}/embed/{view}"
    assert read_policy(client, address) == (200, OURS, "")
    page = client.get(address)
    text = page.content.decode()
    assert ('id="ranks"' in text) is (view != "tables")
    assert ('id="tables"' in text) is (view != "standings")
    assert "masthead" not in text
    assert "<footer" not in text
    assert "<form" not in text
    assert f'hx-get="{address}"' in text
    assert page.headers["X-Robots-Tag"]
    assert read_policy(client, address, **{"If-None-Match": page.headers["ETag"]}) == (304, OURS, "")
    part = client.get(address, headers={"HX-Request": "true"})
    assert part.content.lstrip().startswith(b'<div id="board"')
    assert part.headers["ETag"].endswith('-part"')


def test_a_club_that_names_no_site_has_no_such_page(client: Client, evening):
    Club.objects.update(framers="")
    assert read_policy(client, f"/{evening.code}/embed/standings") == (404, "'none'", "DENY")
    assert read_policy(client, f"/{evening.code}/standings") == (200, "'none'", "DENY")


def test_a_hidden_evening_is_shown_by_no_site(client: Client, evening):
    Tournament.objects.update(hidden=True)
    assert client.get(f"/{evening.code}/embed/board").status_code == 404


def test_the_page_around_may_say_how_it_looks(client: Client, evening):
    address = f"/{evening.code}/embed/standings"
    found = {look: client.get(f"{address}?look={look}").content.decode() for look in ("", "dark", "auto", "blue")}
    assert "css/dark" not in found[""]
    assert found["blue"] == found[""]
    assert "css/dark" in found["dark"]
    assert "prefers-color-scheme" not in found["dark"]
    assert "css/dark" in found["auto"]
    assert "(prefers-color-scheme: dark)" in found["auto"]


def test_the_owner_names_sites_one_a_line(evening):
    desk, club = sign_in_organiser("paul", "Les As")
    sent = {"time_zone": "Europe/Paris"}
    address = f"/desk/club/technical?club={club.pk}"
    kept = desk.post(address, sent | {"club": club.pk, "framers": f"{OURS}/\nHTTP://Bücher.example:8080 {OURS}"})
    assert kept.status_code == 302
    club.refresh_from_db()
    assert club.framers == f"{OURS} http://xn--bcher-kva.example:8080"
    refused = desk.post(address, sent | {"club": club.pk, "framers": "https://a.example/page"})
    assert refused.status_code == 422
    assert "https://a.example/page" in refused.context["form"].errors["framers"][0]
    club.refresh_from_db()
    assert club.framers.startswith(OURS)


@pytest.mark.parametrize(
    "written",
    [
        *("*", "https://*.example", "https://a.example;script-src *", "'self'", "ftp://a.example", "a.example"),
        *("https://a.example?x", "https://a:b@a.example", "https://", "https://a.example:99999", "javascript:alert(1)"),
        *(" ".join(f"https://{n}.a.long.name.example" for n in range(20)), "https://[::1]", "https://" + "a" * 70),
    ],
)
def test_what_is_no_origin_is_refused(written: str):
    with pytest.raises(Refused):
        check_framers(written)
