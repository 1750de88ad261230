"""What an open session alone does not do: whoever has not proved lately who he is types his password, and what he had
typed is kept. Mails go to verified addresses, from a fixed address, one a minute to strangers."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.db.models import F
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from config import confirmed_sessions
from tests.web.declared_routes import PATTERNS
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.people.members import add_member
from tournaments.models import ApiToken, Club, Invitation, Member, PublicationTarget, TryCount
from tournaments.models.rights import Role

pytestmark = pytest.mark.django_db
PASSWORD = "quatre-vingts-as"
ADDRESSES, RESET = "/accounts/email/", "/accounts/password/reset/"
ASKING = {
    *("club-keys", "club-key-revoke", "club-export", "club-invite", "invitation-withdraw", "member", "member-remove"),
    *("webhooks", "webhook", "webhook-resume", "webhook-secret", "webhook-remove", "publishing", "publishing-remove"),
    *("backups-folder", "backups-take", "backups-choose", "backups-confirm"),
}


@pytest.fixture
def stolen() -> tuple[Client, Club]:
    """A session that was opened longer ago than anybody is believed, and the club of its account."""
    client, club = sign_in_organiser()
    grow_old(client)
    return client, club


def grow_old(client: Client) -> None:
    """Let so much time pass that whoever holds the session is asked again."""
    session = client.session
    session[confirmed_sessions.CONFIRMED_AT] -= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT + 1
    session.save()


@pytest.fixture
def with_mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail server, and the site's fixed address."""
    settings.HAS_MAIL = True
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")


@pytest.fixture(autouse=True)
def stop_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes between two mails but by `let_a_minute_pass`."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def let_a_minute_pass() -> None:
    """Let a minute pass for all that is counted."""
    wait = timedelta(minutes=1)
    TryCount.objects.update(closed_until=F("closed_until") - wait, at=F("at") - wait)


def test_the_views_that_ask_are_these():
    asking = {name for name, (_route, view) in PATTERNS.items() if getattr(view.callback, "asks_who", False)}
    assert asking == ASKING


def test_what_was_typed_is_kept_over_the_question_and_done_once_it_is_answered(stolen: tuple[Client, Club]):
    client, club = stolen
    typed = {"club": club.pk, "name": "Site <du> club", "use": "read", "days": "30"}
    page = client.post(reverse("club-keys"), typed)
    assert "organiser/who.html" in [each.name for each in page.templates]
    assert not ApiToken.objects.exists()
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    assert hidden["name"] == "Site &lt;du&gt; club"
    assert hidden["days"] == "30"
    wrong = client.post(reverse("club-keys"), typed | {"own-password": "faux"})
    assert wrong.status_code == 422
    assert 'value="30"' in wrong.content.decode()
    assert not ApiToken.objects.exists()
    assert "faux" not in wrong.content.decode()
    made = client.post(reverse("club-keys"), typed | {"own-password": PASSWORD})
    assert ApiToken.objects.get().name == "Site <du> club"
    assert made.context["text"]
    assert client.post(reverse("club-keys"), typed).context["text"], "whoever has just answered is not asked again"


def test_each_view_asks_before_it_does_anything(stolen: tuple[Client, Club], django_user_model: Any):
    client, club = stolen
    member = add_member(django_user_model.objects.create_user("paul"), club, Role.READER)
    sent = {"club": club.pk, "role": "owner", "kind": "webdav", "place": "https://dav.example/x", "language": "fr"}
    sent |= {"address": "https://club.example/in", "types": ["coup.recorded"], "sure": "yes", "restore-file": "x"}
    for name in ASKING:
        places = [member.pk] if "<int:pk>" in PATTERNS[name][0] else []
        answer = client.post(reverse(name, args=places), sent)
        assert answer.status_code == 200, name
        assert "organiser/who.html" in [each.name for each in answer.templates], name
    assert not Invitation.objects.exists()
    assert not PublicationTarget.objects.exists()
    assert not club.receivers.exists()
    assert Member.objects.get(pk=member.pk).role == Role.READER
    assert client.get(reverse("club-keys")).status_code == 200, "looking asks nothing"


def test_who_signed_in_just_now_is_not_asked(django_user_model: Any):
    _client, club = sign_in_organiser()
    fresh = Client()
    fresh.post("/accounts/login/", {"login": "nadia", "password": PASSWORD})
    sent = {"club": club.pk, "name": "Site", "use": "read", "days": "30"}
    assert "text" in fresh.post(reverse("club-keys"), sent).context
    assert fresh.get(ADDRESSES).status_code == fresh.get("/accounts/2fa/totp/activate/").status_code == 200
    session = Session.objects.get(pk=fresh.session.session_key)
    assert confirmed_sessions.CONFIRMED_AT in session.get_decoded()


@pytest.mark.parametrize("page", [ADDRESSES, "/accounts/2fa/totp/activate/", "/accounts/2fa/recovery-codes/generate/"])
def test_the_accounts_own_pages_ask_too_and_an_answer_counts_for_all(stolen: tuple[Client, Club], page: str):
    client, club = stolen
    asked = client.get(page)
    assert asked.status_code == 302
    assert asked.url.startswith("/accounts/reauthenticate/")
    client.post(asked.url, {"password": PASSWORD})
    sent = {"club": club.pk, "name": "Site", "use": "read", "days": "30"}
    assert "text" in client.post(reverse("club-keys"), sent).context


def test_an_open_session_takes_no_account_by_an_address_that_nobody_verified(
    stolen: tuple[Client, Club], with_mail: None
):
    client, _club = stolen
    typed = {"action_add": "", "email": "thief@evil.example"}
    asked = client.post(ADDRESSES, typed)
    assert asked.status_code == 302
    assert not EmailAddress.objects.exists()
    assert mail.outbox == []
    client.post(asked.url, {"password": PASSWORD})
    assert EmailAddress.objects.get().email == "thief@evil.example", "what was typed is kept over the question"
    mail.outbox.clear()
    Client().post(RESET, {"email": "thief@evil.example"})
    assert mail.outbox == []


def test_an_address_is_verified_by_its_link_and_then_gets_the_reset(with_mail: None):
    client, _club = sign_in_organiser()
    page = client.post(
        ADDRESSES, {"action_add": "", "email": "Nadia@club.example"}, headers={"host": "evil.example"}, follow=True
    )
    [letter] = mail.outbox
    assert "evil" not in letter.subject + letter.body
    assert letter.to == ["nadia@club.example"]
    assert "pas vérifiée" in page.content.decode()
    (link,) = re.findall(r"https://cards\.example(/accounts/confirm-email/\S+)", letter.body)
    assert "nadia@club.example" in client.get(link).content.decode()
    client.post(link)
    assert EmailAddress.objects.get().verified
    Client().post(RESET, {"email": "NADIA@club.example"}, headers={"host": "evil.example"})
    assert len(mail.outbox) == 2
    assert "evil" not in mail.outbox[1].body
    assert "https://cards.example/accounts/password/reset/key/" in mail.outbox[1].body


@pytest.mark.parametrize("address", ["", "http://192.168.1.20:8000"])
def test_without_a_fixed_address_no_mail_goes_out_and_the_page_says_so(
    address: str, settings: Any, monkeypatch: pytest.MonkeyPatch, rf: RequestFactory
):
    settings.HAS_MAIL = not address
    monkeypatch.setenv("CORBILLON_URL", address)
    client, _club = sign_in_organiser()
    EmailAddress.objects.create(user_id=client.session["_auth_user_id"], email="nadia@club.example")
    assert "Aucun courriel ne part" in client.get(ADDRESSES).content.decode()
    for action in ("action_add", "action_send"):
        answer = client.post(ADDRESSES, {action: "", "email": "nadia@club.example"}, headers={"host": "evil.example"})
        assert answer.status_code == 422
        assert "CORBILLON_URL" in answer.content.decode()
    Client().post(RESET, {"email": "nadia@club.example"}, headers={"host": "evil.example"})
    with context.request_context(rf.get("/")):  # no page comes so far
        get_adapter().send_mail("account/email/email_confirmation", "nadia@club.example", {})
    assert mail.outbox == []
    assert EmailAddress.objects.count() == 1


def test_one_mail_a_minute_goes_to_an_address_that_nobody_verified_and_what_was_typed_stays(with_mail: None):
    client, _club = sign_in_organiser()
    other, _club = sign_in_organiser("karl", "Autre cercle")
    assert client.post(ADDRESSES, {"action_add": "", "email": "a@b.example"}).status_code == 302
    answer = client.post(ADDRESSES, {"action_add": "", "email": "c@d.example"})
    assert answer.status_code == 422
    assert 'value="c@d.example"' in answer.content.decode()
    assert other.post(ADDRESSES, {"action_add": "", "email": " A@b.example "}).status_code == 422
    assert len(mail.outbox) == 1
    assert EmailAddress.objects.count() == 1
    let_a_minute_pass()
    assert client.post(ADDRESSES, {"action_add": "", "email": "c@d.example"}).status_code == 302
    assert client.post(ADDRESSES, {"action_send": "", "email": "C@d.example"}).status_code == 422
    assert len(mail.outbox) == 2
    let_a_minute_pass()
    assert client.post(ADDRESSES, {"action_send": "", "email": "C@d.example"}).status_code == 302
    assert len(mail.outbox) == 3


def test_strangers_get_one_reset_a_minute_together_and_a_known_device_is_not_held_up(
    with_mail: None, django_user_model: Any
):
    for name in ("claire", "anne"):
        user = django_user_model.objects.create_user(name, password=PASSWORD)
        EmailAddress.objects.create(user=user, email=f"{name}@club.example", verified=True)
    known = Client()
    known.post("/accounts/login/", {"login": "claire", "password": PASSWORD})
    known.post("/accounts/logout/")
    for _ in range(4):
        for name in ("anne", "claire"):
            assert Client().post(RESET, {"email": f"{name}@club.example"}).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["anne@club.example"]]
    known.post(RESET, {"email": "claire@club.example"})
    assert mail.outbox[-1].to == ["claire@club.example"]
    known.post(RESET, {"email": "anne@club.example"})
    assert len(mail.outbox) == 2, "of another account it is a stranger's device"
    let_a_minute_pass()
    Client().post(RESET, {"email": "claire@club.example"})
    assert len(mail.outbox) == 3


def test_an_account_that_is_closed_gets_no_reset(with_mail: None, django_user_model: Any):
    for name, is_active in (("claire", False), ("anne", True)):
        user = django_user_model.objects.create_user(name, password=PASSWORD, is_active=is_active)
        EmailAddress.objects.create(user=user, email=f"{name}@club.example", verified=True)
        Client().post(RESET, {"email": f"{name}@club.example"})
        let_a_minute_pass()
    assert [letter.to for letter in mail.outbox] == [["anne@club.example"]]


def test_without_mail_the_page_of_addresses_names_no_setting_but_in_its_details(settings: Any):
    settings.HAS_MAIL = False
    client, _club = sign_in_organiser()
    page = client.get(ADDRESSES).content.decode()
    plain, _details, rest = page.partition("<details>")
    assert "EMAIL_URL" in rest.partition("</details>")[0]
    assert "EMAIL_URL" not in plain
