"""Organisers' accounts: no sign-up, waits by account and device, the first organiser's password, mailed links, the
pages' headers."""

import logging
import re
import stat
import time
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.views import PasswordResetFromKeyView
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db.models import F
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from config import devices, hall
from tournaments.actions.people.clubs import create_club
from tournaments.models import Club, Language, TryCount
from tournaments.models.rights import Role

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
RESET = "/accounts/password/reset/"
GOOD = "un bon mot de passe"
NEW = "encore un meilleur"


@pytest.fixture
def claire():
    user = get_user_model().objects.create_user("claire", "claire@club.example", GOOD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _sign_in(client: Client, login: str, password: str, address: str = "192.168.1.7"):
    """Post the sign-in form from this IP address. Return the response."""
    return client.post(LOGIN, {"login": login, "password": password}, REMOTE_ADDR=address)


def test_the_language_of_the_account_is_the_devices_after_signing_in(client: Client, claire) -> None:
    Language.objects.create(user=claire, code="it")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    cookie = _sign_in(client, "claire", GOOD).cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("it", "Lax", True)
    assert cookie["max-age"] == settings.LANGUAGE_COOKIE_AGE
    assert client.get("/").headers["Content-Language"] == "it"


def test_sign_up_is_closed(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "eve", "password1": GOOD, "password2": GOOD})
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("login", ["claire", "Claire", "claire@club.example"])
def test_an_organiser_signs_in_by_name_or_by_mail_address(client: Client, claire, login: str) -> None:
    assert _sign_in(client, login, GOOD).status_code == 302
    assert client.session["_auth_user_id"] == str(claire.pk)


@pytest.fixture(autouse=True)
def stop_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes between two tries but by `_let_time_pass`, however slow the machine is."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def _let_time_pass(wait: timedelta) -> None:
    """Let this time pass for all counted tries."""
    TryCount.objects.update(closed_until=F("closed_until") - wait, at=F("at") - wait)


def test_wrong_passwords_make_strangers_wait_ever_longer_whoever_tries(client: Client, claire) -> None:
    """Wrong passwords by name and by mail address count together, from whatever IP address; the right one waits too."""
    waits = []
    for wrong in range(14):
        login = "claire" if wrong % 2 else "Claire@club.example"
        assert _sign_in(Client(), login, "faux", f"192.168.1.{wrong}").status_code == 200
        answer = _sign_in(Client(), "claire", "faux", "192.168.1.99")
        if answer.status_code == 429:
            waits.append(int(answer.headers["Retry-After"]))
            assert _sign_in(client, "claire", GOOD).status_code == 429
            _let_time_pass(timedelta(seconds=waits[-1]))
    assert [wait // 15 for wait in waits[:5]] == [1, 2, 4, 8, 16]
    assert max(waits) <= 601, "ten minutes at most"
    assert _sign_in(client, "claire", GOOD).status_code == 302
    assert _sign_in(Client(), "claire", "faux").status_code == 200, "the right one begins anew"


def test_trying_while_one_waits_prolongs_nothing(client: Client, claire) -> None:
    for _ in range(40):
        _sign_in(Client(), "claire", "faux")
    before = TryCount.objects.get()
    assert before.count == 5
    for _ in range(20):
        assert _sign_in(Client(), "claire", "faux").status_code == 429
    assert TryCount.objects.get().closed_until == before.closed_until
    _let_time_pass(timedelta(seconds=15))
    assert _sign_in(client, "claire", GOOD).status_code == 302


def test_a_device_that_signed_in_before_is_not_kept_out_by_strangers(client: Client, claire) -> None:
    """Its own wrong passwords are counted all the same, and another account's device is a stranger."""
    get_user_model().objects.create_user("eve", password=NEW)
    stranger = Client()
    assert _sign_in(stranger, "eve", NEW).status_code == 302
    stranger.post("/accounts/logout/")
    assert _sign_in(client, "claire", GOOD).status_code == 302
    client.post("/accounts/logout/")
    for _ in range(20):
        _sign_in(stranger, "claire", "faux")
    assert _sign_in(stranger, "claire", GOOD).status_code == _sign_in(Client(), "claire", GOOD).status_code == 429
    assert _sign_in(client, "claire", "faux").status_code == 200
    assert _sign_in(client, "claire", GOOD).status_code == 302
    client.post("/accounts/logout/")
    for _ in range(5):
        assert _sign_in(client, "claire", "faux").status_code == 200
    assert _sign_in(client, "claire", GOOD).status_code == 429


def test_a_forged_cookie_makes_no_known_device(client: Client, claire) -> None:
    _sign_in(client, "claire", GOOD)
    mine = client.cookies[settings.DEVICE_COOKIE_NAME]
    assert mine["httponly"]
    assert mine["samesite"] == "Lax"
    assert int(mine["max-age"]) > 300 * 24 * 3600
    stranger = Client()
    for value in (f"abc.{claire.pk}", mine.value.replace(f".{claire.pk}:", f".{claire.pk}.{claire.pk}:"), "é", ""):
        stranger.cookies[settings.DEVICE_COOKIE_NAME] = value
        for _ in range(5):
            _sign_in(stranger, "claire", "faux")
    assert TryCount.objects.count() == 1


def test_a_device_is_known_for_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, request = HttpResponse(), RequestFactory().get("/")
    devices.remember_device(answer, devices.Device("one", (7,)))
    request.COOKIES[settings.DEVICE_COOKIE_NAME] = answer.cookies[settings.DEVICE_COOKIE_NAME].value
    signed = time.time()
    for days, known in ((364, True), (366, False)):
        monkeypatch.setattr(time, "time", lambda days=days: signed + days * 24 * 3600)
        assert devices.read_device(request).knows(7) is known


def test_a_device_remembers_the_last_accounts_alone() -> None:
    device = devices.Device("one")
    for account in range(devices.MOST_ACCOUNTS + 3):
        device = device.with_account(account)
    assert device.accounts == tuple(range(3, devices.MOST_ACCOUNTS + 3))


def test_a_password_is_reset_and_strangers_try_at_once(claire) -> None:
    for _ in range(6):
        _sign_in(Client(), "claire", "faux")
    call_command("organiser", "claire", "--reset", stdout=StringIO())
    assert _sign_in(Client(), "claire", "faux").status_code == 200


def test_the_counts_lie_in_the_database_and_old_ones_are_deleted(client: Client, claire) -> None:
    """Nothing that was typed can be read in them, and no cache holds them."""
    for _ in range(6):
        _sign_in(Client(), "claire", "faux")
        cache.clear()
    assert _sign_in(client, "claire", GOOD).status_code == 429
    assert "claire" not in TryCount.objects.get().subject
    _let_time_pass(timedelta(days=1, seconds=1))
    _sign_in(Client(), "quelqu’un", "faux")
    assert TryCount.objects.count() == 1


def test_a_name_that_no_account_has_waits_in_the_same_way(client: Client) -> None:
    assert [_sign_in(client, "quelqu’un", "faux").status_code for _ in range(6)] == [200] * 5 + [429]


def test_wrong_passwords_for_one_account_lock_no_other_from_the_same_address(client: Client, claire) -> None:
    for _ in range(40):
        _sign_in(client, "quelqu’un", "faux")
    assert _sign_in(client, "claire", GOOD).status_code == 302


def test_a_wrong_password_is_written_to_no_log(client: Client, claire, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(6):
        _sign_in(client, "claire", "un-secret-mal-tapé")
    assert "un-secret-mal-tapé" not in caplog.text


@pytest.mark.posix
def test_the_first_organiser_gets_a_password_in_a_private_file(claire) -> None:
    said = StringIO()
    call_command("organiser", stdout=said)
    note = settings.VAR_DIR / "organiser.txt"
    password = re.findall(r"password: (\S+)", note.read_text(encoding="utf-8"))[0]
    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert password in said.getvalue()
    assert len(password) >= 24
    assert authenticate(RequestFactory().post(LOGIN), username="organisateur", password=password)


def test_a_further_account_comes_into_the_club_that_there_is_and_the_first_note_stays(claire) -> None:
    call_command("organiser", stdout=StringIO())
    note = (settings.VAR_DIR / "organiser.txt").read_text(encoding="utf-8")
    said = StringIO()
    call_command("organiser", "paul", "--role", "treasurer", stdout=said)
    club = Club.objects.get()
    assert {each.user.username: each.role for each in club.members.all()} == {
        "organisateur": Role.OWNER,
        "paul": Role.TREASURER,
    }
    assert (settings.VAR_DIR / "organiser.txt").read_text(encoding="utf-8") == note
    assert [user.username for user in type(claire).objects.filter(is_superuser=True)] == ["organisateur"]
    password = re.findall(r"password: (\S+)", said.getvalue())[0]
    assert authenticate(RequestFactory().post(LOGIN), username="paul", password=password)


def test_an_account_without_the_club_is_let_into_it_and_keeps_its_password(claire) -> None:
    call_command("organiser", stdout=StringIO())
    call_command("organiser", "claire", stdout=StringIO())
    claire.refresh_from_db()
    assert claire.check_password(GOOD)
    assert claire.memberships.get().role == Role.ORGANISER


def test_where_there_are_several_clubs_the_command_asks_which(claire) -> None:
    for name in ("Nord", "Sud"):
        create_club(claire, name)
    with pytest.raises(CommandError, match="--club"):
        call_command("organiser", "paul", stdout=StringIO())
    with pytest.raises(CommandError, match="Est"):
        call_command("organiser", "paul", "--club", "Est", stdout=StringIO())
    call_command("organiser", "paul", "--club", "Sud", stdout=StringIO())
    assert type(claire).objects.get(username="paul").memberships.get().club.name == "Sud"


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


def test_links_for_a_new_password_go_to_a_known_device_ever_more_slowly_and_it_looks_the_same(
    client: Client, claire, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAS_MAIL = True
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    _sign_in(client, "claire", GOOD)
    client.post("/accounts/logout/")
    for _ in range(12):
        cache.clear()
        assert client.post(RESET, {"email": claire.email}).status_code == 302
    assert len(mail.outbox) == 5


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
    assert page.status_code == 200
    assert mail.outbox == []
    plain, _details, rest = page.content.decode().partition("<details>")
    assert "README" in rest.partition("</details>")[0]
    assert "README" not in plain
    assert "organiser --reset" not in page.content.decode()
    assert "courriel" not in page.content.decode()


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


def test_the_form_for_a_new_password_has_the_house_s_labels(claire) -> None:
    signed_in = Client()
    signed_in.force_login(claire)
    form = signed_in.get("/accounts/password/change/").context["form"]
    expected = ["Votre mot de passe actuel", "Le nouveau mot de passe", "Le même, une seconde fois"]
    assert [str(field.label) for field in form] == expected
    mailed = PasswordResetFromKeyView().get_form_class()()
    assert [str(field.label) for field in mailed] == expected[1:]
    assert not any("placeholder" in field.field.widget.attrs for field in [*form, *mailed])


@pytest.mark.parametrize(
    ("page", "field"), [("/accounts/password/change/", "oldpassword"), ("/accounts/reauthenticate/", "password")]
)
def test_a_stolen_session_cannot_try_the_present_password_as_often_as_it_likes(claire, page: str, field: str) -> None:
    """Nor does it gain anything by emptying the cache."""
    stolen = Client()
    stolen.force_login(claire)
    form = {field: "faux", "password1": NEW, "password2": NEW}
    answers = []
    for _ in range(7):
        answers.append(stolen.post(page, form).status_code)
        cache.clear()
    assert answers == [200] * 5 + [429] * 2
    assert stolen.post(page, form | {field: GOOD}).status_code == 429, "the right one waits too"
    _let_time_pass(timedelta(minutes=11))
    assert stolen.post(page, form | {field: GOOD}).status_code == 302
    assert not TryCount.objects.exists()
