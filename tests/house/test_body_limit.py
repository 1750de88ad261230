"""How much somebody may send who has not signed in: as much as the forms at the address can hold."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

import scoring
from config.body_limit import ANYBODY, KNOWN, PAPER, PAPER_ADDRESS
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import COUP, open_phone
from tournaments.forms.paper_sheet import MOST_ROWS

pytestmark = pytest.mark.django_db
INPUT = re.compile(r'<(?:input|select|textarea|button)[^>]*\bname="([^"]+)"')
FORM, PARTS = "application/x-www-form-urlencoded", "Multipart/form-data; boundary=b"


def build_body(fields: int) -> str:
    """Return the body of a form with that many fields."""
    return urlencode([(f"f{n}", "1") for n in range(fields)])


def build_parts(parts: int) -> bytes:
    """Return the body of a form in that many parts, of which none says its name: a part costs more than a field."""
    return b"--b\r\n\r\n\r\n" * parts + b"--b--\r\n"


@pytest.mark.parametrize("address", ["/t/coup", "/t/preview", "/accounts/login/", "/desk/", "/desk/tournament/new"])
def test_a_stranger_s_form_is_bounded_before_it_is_parsed(address: str) -> None:
    asked = Client()
    assert asked.post(address, build_body(ANYBODY.fields + 1), content_type=FORM).status_code == 413
    assert asked.post(address, "a=" + "x" * ANYBODY.size, content_type=FORM).status_code == 413
    assert asked.post(address, build_body(ANYBODY.fields), content_type=FORM).status_code != 413
    assert asked.post(address, {"file": "x" * ANYBODY.size}).status_code == 413
    assert asked.post(address, build_parts(ANYBODY.fields + 1), content_type=PARTS).status_code == 413
    assert asked.post(address, build_parts(ANYBODY.fields), content_type=PARTS).status_code != 413


def test_the_refusal_is_a_page_with_a_sentence() -> None:
    page = Client(headers={"Accept-Language": "fr"}).post("/t/coup", build_body(ANYBODY.fields + 1), content_type=FORM)
    assert "L’envoi est trop long" in page.content.decode()


def test_a_table_s_coup_with_too_many_fields_is_not_read() -> None:
    phone = open_phone()
    padded = COUP | {f"f{n}": "1" for n in range(ANYBODY.fields)} | {"number": 2, "key": "coup-0000000001"}
    assert phone.client.post("/t/coup", urlencode(padded), content_type=FORM).status_code == 413
    assert phone.bodies[1:] == []
    assert phone.send_coup().status_code == 303


@pytest.mark.parametrize("game", scoring.list_games(), ids=lambda game: game.key)
def test_every_form_of_a_table_fits_twice(game: scoring.Game) -> None:
    """The largest table's; a paper sheet of as many rows as the page takes."""
    phone = open_phone(max(game.sizes), game=game.key)
    forms = phone.read_sheet().split("<form")[1:]
    assert max(len(set(INPUT.findall(form))) for form in forms) * 2 < ANYBODY.fields
    columns = len(list(game.list_fields(phone.sheet.setting)))
    assert (columns + 1) * MOST_ROWS < PAPER.fields


def test_whoever_signed_in_may_send_long_forms() -> None:
    """Fees of a thousand players are one form."""
    client, _club = sign_in_organiser()
    answer = client.post("/desk/tournament/new", build_body(3000), content_type=FORM)
    assert answer.status_code not in (400, 413)
    assert client.post("/desk/players/import", {"file": "x" * KNOWN.size}).status_code == 413


def test_a_stranger_s_paper_sheet_is_bounded_too() -> None:
    asked = Client()
    assert asked.post(PAPER_ADDRESS, build_body(PAPER.fields), content_type=FORM).status_code != 413
    assert asked.post(PAPER_ADDRESS, build_body(PAPER.fields + 1), content_type=FORM).status_code == 413
    assert asked.post(PAPER_ADDRESS, "a=" + "x" * PAPER.size, content_type=FORM).status_code == 413
