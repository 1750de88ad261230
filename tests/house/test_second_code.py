"""An organiser's second factor (a one-time code): added, asked for at sign-in, replaced by a recovery code, taken
away."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.mfa.totp.internal import auth
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from config.confirmed_sessions import CONFIRMED_AT
from tournaments.actions.people.tries import spend_code
from tournaments.models import SpentCode

pytestmark = pytest.mark.django_db
GOOD = "un bon mot de passe"
ACTIVATE = "/accounts/2fa/totp/activate/"
DOOR = "/accounts/2fa/authenticate/"


PERIOD = 30
NOW = 1_800_000_000  # the second at which a code begins


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still at NOW until a test moves it."""
    standing = SimpleNamespace(seconds=NOW)
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: standing.seconds))
    return standing


def compute_code(secret: str, seconds: int = NOW) -> str:
    """Return the code that the telephone app shows at a time, in seconds of the clock."""
    return format_hotp_value(hotp_value(secret, seconds // PERIOD))


def sign_in(client: Client) -> str:
    """Sign in with the password. Return the address of the redirect."""
    answer = client.post("/accounts/login/", {"login": "claire", "password": GOOD})
    assert answer.status_code == 302
    return str(answer["Location"])


def list_recovery_codes(client: Client) -> list[str]:
    """Return the recovery codes on the organiser's page."""
    return re.findall(r"<code>([^<]+)</code>", client.get("/accounts/2fa/recovery-codes/").content.decode())


def test_a_second_code_is_added_asked_for_replaced_by_a_recovery_code_and_removed(client: Client) -> None:
    user = get_user_model().objects.create_user("claire", password=GOOD)
    sign_in(client)
    session = client.session
    del session[CONFIRMED_AT]  # long ago
    session.save()
    door = client.get(ACTIVATE)
    assert "reauthenticate" in door["Location"], "who found the computer open cannot add his own telephone"
    client.post(door["Location"], {"password": GOOD})
    page = client.get(ACTIVATE)
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    wrong = client.post(ACTIVATE, {"code": "000000"})
    assert wrong.status_code == 200
    assert wrong.context["form"].errors
    assert not user.authenticator_set.exists()
    assert client.post(ACTIVATE, {"code": compute_code(secret)}).status_code == 302
    kept = list_recovery_codes(client)
    assert len(kept) >= 8
    door = Client()
    assert "2fa/authenticate" in sign_in(door)
    assert door.get("/desk/").status_code == 302, "the password alone opens nothing"
    refused = door.post(DOOR, {"code": "123456"})
    assert refused.status_code == 200
    assert refused.context["form"].errors
    assert "_auth_user_id" not in door.session
    assert door.post(DOOR, {"code": kept[0]}).status_code == 302
    assert door.session["_auth_user_id"] == str(user.pk)
    again = Client()
    sign_in(again)
    assert again.post(DOOR, {"code": kept[0]}).status_code == 200, "each opens once"
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert "2fa" not in sign_in(Client())


def test_second_codes_wait_after_too_many_wrong_ones_and_a_known_device_waits_for_itself_alone(client: Client) -> None:
    """The counts lie in the database: emptying the cache helps nobody."""
    user = get_user_model().objects.create_user("claire", password=GOOD)
    secret = generate_totp_secret()
    sign_in(client)
    client.post("/accounts/logout/")
    TOTP.activate(user, secret)
    answers = []
    for _ in range(6):
        stranger = Client()
        sign_in(stranger)  # a new sign-in each time: failures are counted by account, not by session
        cache.clear()
        answers.append(stranger.post(DOOR, {"code": "000000"}).status_code)
    assert answers == [200] * 5 + [429]
    answer = stranger.post(DOOR, {"code": compute_code(secret)})
    assert answer.status_code == 429
    assert '<html lang="fr"' in answer.content.decode()
    assert "_auth_user_id" not in stranger.session
    sign_in(client)
    assert client.post(DOOR, {"code": compute_code(secret)}).status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_second_code_opens_once_whatever_becomes_of_the_cache(client: Client) -> None:
    user = get_user_model().objects.create_user("claire", password=GOOD)
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    code = compute_code(secret)
    sign_in(client)
    assert client.post(DOOR, {"code": code}).status_code == 302
    cache.clear()
    thief = Client()
    sign_in(thief)
    for again in (code, f"{code[:3]} {code[3:]}"):
        assert thief.post(DOOR, {"code": again}).status_code == 200
    assert "_auth_user_id" not in thief.session
    old = timezone.now() - timedelta(hours=1)
    SpentCode.objects.update(at=old)
    spend_code(user.pk, "123456")
    assert SpentCode.objects.count() == 1, "old ones are deleted"


@pytest.mark.parametrize(("late", "status"), [(-PERIOD, 302), (0, 302), (PERIOD, 302), (2 * PERIOD, 200)])
def test_a_second_code_opens_one_period_early_or_late_and_no_more(
    client: Client, clock: SimpleNamespace, late: int, status: int
) -> None:
    user = get_user_model().objects.create_user("claire", password=GOOD)
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    sign_in(client)
    clock.seconds = NOW + late
    assert client.post(DOOR, {"code": compute_code(secret)}).status_code == status


def test_the_second_code_asked_for_before_what_matters_is_counted_too(client: Client) -> None:
    user = get_user_model().objects.create_user("claire", password=GOOD)
    sign_in(client)
    TOTP.activate(user, generate_totp_secret())
    codes = [client.post("/accounts/2fa/reauthenticate/", {"code": "000000"}).status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
