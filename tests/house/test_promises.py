"""What docs/security.md promises of accounts, sessions, passwords and cookies, and no page's own test holds."""

import os
import subprocess
import sys
from base64 import b32decode
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

import config.urls  # noqa: F401
from tests.fixtures.patience import PROCESS_SECONDS

pytestmark = pytest.mark.django_db
GOOD, NEW = "un bon mot de passe", "encore un meilleur"
SAID = {"login": "claire", "password": GOOD}


@pytest.fixture
def claire() -> Any:
    return get_user_model().objects.create_user("claire", password=GOOD)


def sign_in() -> Client:
    """Sign in as Claire by the page, after looking at it."""
    client = Client()
    client.get(reverse("account_login"))
    assert client.post(reverse("account_login"), SAID).status_code == 302
    return client


def is_inside(client: Client) -> bool:
    """True if the client is signed in."""
    return client.get(reverse("account_email")).status_code == 200


def test_signing_in_gives_another_session_and_signing_out_deletes_it(claire: Any) -> None:
    client = Client()
    client.get(reverse("account_login"))
    session = client.session
    session["planted"] = 1
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = planted = str(session.session_key)
    client.post(reverse("account_login"), SAID)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert key != planted
    assert len(key) == 32
    assert not Session.objects.filter(pk=planted).exists()
    stolen = Client()
    stolen.cookies[settings.SESSION_COOKIE_NAME] = key
    assert is_inside(stolen)
    client.post(reverse("account_logout"))
    assert not Session.objects.filter(pk=key).exists()
    assert not is_inside(stolen)


def test_an_account_that_is_closed_is_out_at_its_next_request(claire: Any) -> None:
    client = sign_in()
    assert is_inside(client)
    get_user_model().objects.filter(pk=claire.pk).update(is_active=False)
    assert not is_inside(client)


def test_another_password_needs_the_present_one_and_ends_the_other_sessions(claire: Any) -> None:
    client, other = sign_in(), sign_in()
    page, form = reverse("account_change_password"), {"password1": NEW, "password2": NEW}
    assert client.post(page, form | {"oldpassword": "faux"}).status_code == 200
    assert client.post(page, form | {"oldpassword": GOOD}).status_code == 302
    assert is_inside(client)
    assert not is_inside(other)


@pytest.mark.parametrize("password", ["elevensigns", "1qaz2wsx3edc", "administrator"])
def test_a_password_that_is_short_or_usual_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["douze signes", "é" * 12, "🂡" * 12, " avant et après ", "x y" * 50, "aaaaaaaaaaaa b"]
)
def test_any_letters_make_a_password_and_it_is_taken_as_it_was_typed(password: str) -> None:
    validate_password(password)
    user = get_user_model().objects.create_user("denis", password=password)
    assert user.check_password(password)
    assert not user.check_password(password.strip() + " ")
    assert not user.check_password(password.upper() if password.upper() != password else password[:-1])


def test_passwords_are_kept_as_argon2_and_fields_for_them_let_one_paste(claire: Any) -> None:
    assert settings.PASSWORD_HASHERS[0].endswith(".Argon2PasswordHasher") or identify_hasher(claire.password)
    page = Client().get(reverse("account_login")).content.decode()
    assert 'type="password"' in page
    assert "onpaste" not in page
    assert 'autocomplete="current-password"' in page


def test_signing_in_asks_for_no_hint_and_no_secret_question(claire: Any) -> None:
    fields = set(Client().get(reverse("account_login")).context["form"].fields)
    assert fields - {"remember"} == {"login", "password"}
    assert set(sign_in().get(reverse("account_change_password")).context["form"].fields) == {
        "oldpassword",
        "password1",
        "password2",
    }


def test_second_factors_are_random_and_long(claire: Any) -> None:
    assert len({generate_totp_secret() for _time in range(50)}) == 50
    assert len(b32decode(generate_totp_secret())) == 20
    codes = RecoveryCodes.activate(claire).generate_codes()
    assert len(set(codes)) == len(codes) == 10
    assert min(map(len, codes)) >= 8


def test_every_page_says_its_kind_and_its_letters() -> None:
    for name, kind in (
        ("welcome", "text/html; charset=utf-8"),
        ("api:api-list-clubs", "application/json; charset=utf-8"),
    ):
        assert Client().get(reverse(name))["Content-Type"] == kind, name


def test_every_cookie_of_ours_is_hidden_from_scripts_and_other_sites(claire: Any) -> None:
    client = Client()
    client.get(reverse("account_login"))
    client.post(reverse("set_language"), {"language": "it", "next": "/"})
    client.post(reverse("account_login"), SAID)
    seen = {name: (bool(cookie["httponly"]), cookie["samesite"]) for name, cookie in client.cookies.items()}
    assert {settings.SESSION_COOKIE_NAME, settings.DEVICE_COOKIE_NAME, "django_language"} <= set(seen)
    assert set(seen.values()) == {(True, "Lax")}, seen
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_SAMESITE == "Lax"


def test_the_language_form_leads_to_no_other_site() -> None:
    for place in ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"):
        answer = Client().post(reverse("set_language"), {"language": "it", "next": place})
        assert answer.status_code == 302
        assert "evil" not in answer["Location"]
        assert "script" not in answer["Location"]


def test_nothing_answers_the_question_whether_another_site_may_send_a_key() -> None:
    asking = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    asking["Access-Control-Request-Headers"] = "x-table-key, authorization"
    for address in (reverse("table-coup"), reverse("api:api-list-tournaments")):
        answer = Client().options(address, headers=asking)
        assert answer.status_code in (403, 404, 405), address
        assert "Access-Control-Allow-Headers" not in answer, address


def test_no_folder_is_listed_and_there_is_no_admin() -> None:
    for address in ("/static/", "/static/js/", "/admin/", "/.git/config", "/static/../config/settings.py"):
        assert Client().get(address).status_code == 404, address
    assert "django.contrib.admin" not in settings.INSTALLED_APPS


def test_what_is_told_of_errors_is_off_unless_the_environment_asks() -> None:
    code = "import config.settings as s; print(s.DEBUG)"
    environment = {name: value for name, value in os.environ.items() if name != "CORBILLON_DEBUG"}
    command, folder = [sys.executable, "-c", code], settings.BASE_DIR
    said = subprocess.check_output(command, cwd=folder, env=environment, text=True, timeout=PROCESS_SECONDS)
    assert said.strip() == "False"
