"""Organisers' accounts: no sign-up, lock-out by account, the first organiser's password, mailed links, the pages'
headers."""

import logging
import re
import stat
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core import mail
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory

from config import hall
from config.body_limit import MAX_BODY_BYTES

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
RESET = "/accounts/password/reset/"
GOOD = "un bon mot de passe"
NEW = "encore un meilleur"


@pytest.fixture
def claire():
    return get_user_model().objects.create_user("claire", "claire@club.example", GOOD)


def _sign_in(client: Client, login: str, password: str, address: str = "192.168.1.7"):
    """Post the sign-in form from this IP address. Return the response."""
    return client.post(LOGIN, {"login": login, "password": password}, REMOTE_ADDR=address)


def test_sign_up_is_closed(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "eve", "password1": GOOD, "password2": GOOD})
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("login", ["claire", "Claire", "claire@club.example"])
def test_an_organiser_signs_in_by_name_or_by_mail_address(client: Client, claire, login: str) -> None:
    assert _sign_in(client, login, GOOD).status_code == 302
    assert client.session["_auth_user_id"] == str(claire.pk)


def test_too_many_wrong_passwords_lock_the_account_whoever_tries(client: Client, claire) -> None:
    """Wrong passwords by name and by mail address count together, from whatever IP address."""
    for wrong in range(settings.AXES_FAILURE_LIMIT):
        login = "claire" if wrong % 2 else "claire@club.example"
        answer = _sign_in(client, login, "faux", f"192.168.1.{wrong}")
    assert answer.status_code == 429
    assert _sign_in(client, "claire", GOOD, "192.168.1.99").status_code == 429


def test_wrong_passwords_for_one_account_lock_no_other_from_the_same_address(client: Client, claire) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT + 30):
        _sign_in(client, "quelqu’un", "faux")
    assert _sign_in(client, "claire", GOOD).status_code == 302


def test_a_wrong_password_is_written_to_no_log(client: Client, claire, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        _sign_in(client, "claire", "un-secret-mal-tapé")
    assert "un-secret-mal-tapé" not in caplog.text


def test_the_first_organiser_gets_a_password_in_a_private_file(claire) -> None:
    said = StringIO()
    call_command("organiser", stdout=said)
    note = settings.VAR_DIR / "organiser.txt"
    password = re.findall(r"password: (\S+)", note.read_text())[0]
    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert password in said.getvalue()
    assert len(password) >= 24
    assert authenticate(RequestFactory().post(LOGIN), username="organisateur", password=password)


def test_the_organiser_command_resets_a_password_without_mail(claire) -> None:
    call_command("organiser", "claire", "--reset", stdout=StringIO())
    claire.refresh_from_db()
    assert not claire.check_password(GOOD)


def test_a_mailed_link_leads_to_the_configured_server_whatever_host_was_asked(
    client: Client, claire, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAS_MAIL = True
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    client.post(RESET, {"email": claire.email}, headers={"host": "thief.example"})
    letter = mail.outbox[0]
    assert "thief" not in letter.subject + letter.body
    (link,) = re.findall(r"https://cards\.example(/accounts/password/reset/key/\S+)", letter.body)
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert _sign_in(client, "claire", NEW).status_code == 302


def test_no_link_is_mailed_without_a_fixed_address(
    client: Client, claire, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAS_MAIL = True
    monkeypatch.delenv("CORBILLON_URL", raising=False)
    hall.save_hall(settings.VAR_DIR, hall.Hall("192.168.1.20", 8000))
    try:
        page = client.post(RESET, {"email": claire.email}, headers={"host": "thief.example"})
    finally:
        (settings.VAR_DIR / hall.FILE_NAME).unlink()
    assert page.status_code == 200 and mail.outbox == []
    assert "organiser --reset" in page.content.decode() and "courriel" not in page.content.decode()


def test_a_reset_for_an_unknown_address_sends_no_mail_and_looks_the_same(
    client: Client, claire, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAS_MAIL = True
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    answer = client.post(RESET, {"email": "personne@club.example"})
    assert answer.status_code == client.post(RESET, {"email": claire.email}).status_code == 302
    assert [letter.to for letter in mail.outbox] == [[claire.email]]


@pytest.mark.parametrize("words", [["claire"], ["personne", "--reset"]])
def test_an_existing_account_is_not_created_again_nor_a_missing_one_reset(claire, words: list[str]) -> None:
    with pytest.raises(CommandError, match="existe"):
        call_command("organiser", *words)
    assert claire.check_password(GOOD)


def test_the_headers_allow_only_files_of_this_server(client: Client) -> None:
    headers = client.get(LOGIN).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_body_longer_than_any_form_is_refused(client: Client) -> None:
    """Nobody can fill the disk, signed in or not. Django reads no body from a request without a Content-Length."""
    answer = client.post(LOGIN, {"file": ContentFile(b" " * (MAX_BODY_BYTES + 1), name="x")})
    assert answer.status_code == 413
    assert client.post(LOGIN, {"file": ContentFile(b" " * 100_000, name="x")}).status_code == 200
