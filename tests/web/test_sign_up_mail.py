"""The mail of a sign-up: asked for, once, in the reader's language, with his private page; the boxes of the later ones;
none without mail. What the organiser hands on without mail: a private link, the square of the page."""

from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from config.background.jobs import JOB_VARIABLE, open_jobs
from config.background.keeper import Keeper
from config.background.kinds import MAIL, REMINDERS
from tests.fixtures.processes import StartedProcesses
from tests.web.sign_up_builders import create_evening, get_code, open_sign_up, sign_up
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.signing_up import drop_sign_up
from tournaments.models import SignUp, SignUpMail
from tournaments.views.public import signing_up

pytestmark = pytest.mark.django_db
Untyped = Any
TYPED = {"email": "zoe@example.org", "wants_mail": "on"}


@pytest.fixture
def mailing(settings: Untyped, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An installation with mail and an address of its own; jobs are asked for, and none is started."""
    settings.HAS_MAIL, settings.VAR_DIR = True, tmp_path
    monkeypatch.setenv("CORBILLON_URL", "https://club.example")
    monkeypatch.setattr(signing_up, "wake_keeper", lambda _var: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return tmp_path


def send_mails(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the keeper would: each job that waits, one after the other."""
    while job := open_jobs(var).take(MAIL):
        monkeypatch.setenv(JOB_VARIABLE, job.key)
        call_command(*MAIL.command, *job.arguments)


def test_without_mail_nothing_of_it_shows_and_nothing_is_sent(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    _organiser, tournament = create_evening()
    assert "wants_mail" not in Client().get(f"/{tournament.code}/sign-up").content.decode()
    get_code(sign_up(tournament, "Zoé", **TYPED))
    assert open_jobs(tmp_path).list_jobs(MAIL) == []


def test_who_asks_is_sent_his_private_page_once(mailing, monkeypatch):
    _organiser, tournament = create_evening()
    code = get_code(sign_up(tournament, "Zoé", **TYPED))
    signing_up.ask_for_mail(code, "another page")
    assert len(open_jobs(mailing).list_jobs(MAIL)) == 1
    assert code not in "".join(path.read_text() for path in mailing.rglob("asked"))
    send_mails(mailing, monkeypatch)
    (sent,) = mail.outbox
    assert sent.to == ["zoe@example.org"]
    assert f"https://club.example/my-sign-up#{code}" in sent.body
    assert sent.subject == "Soirée du 21 novembre 2026 · Cercle du Corbillon"


def test_who_does_not_ask_is_sent_nothing(mailing):
    _organiser, tournament = create_evening()
    get_code(sign_up(tournament, "Zoé", email="zoe@example.org"))
    assert open_jobs(mailing).list_jobs(MAIL) == []


def test_who_left_meanwhile_is_sent_nothing(mailing, monkeypatch):
    _organiser, tournament = create_evening()
    get_code(sign_up(tournament, "Zoé", **TYPED))
    drop_sign_up(SignUp.objects.get(), SignUp.State.WITHDRAWN)
    send_mails(mailing, monkeypatch)
    assert mail.outbox == []


def test_a_message_needs_an_address(mailing):
    _organiser, tournament = create_evening()
    answer = sign_up(tournament, "Zoé", wants_mail="on")
    assert answer.status_code == 422
    assert "email" in answer.context["form"].errors
    assert not SignUp.objects.exists()


def test_the_message_is_in_the_reader_s_language(mailing, monkeypatch):
    _organiser, tournament = create_evening()
    monkeypatch.setattr(signing_up, "get_language", lambda: "it")
    get_code(sign_up(tournament, "Zoé", **TYPED))
    (job,) = open_jobs(mailing).list_jobs(MAIL)
    assert job.arguments[-2:] == ["--language", "it"]


def test_no_box_is_ticked_and_the_place_is_offered_only_where_one_may_wait(mailing):
    _organiser, tournament = create_evening()
    form = Client().get(f"/{tournament.code}/sign-up").context["form"]
    assert [value for value, _words in form.fields["mails"].choices] == ["tomorrow", "results"]
    assert form["mails"].value() is None
    open_sign_up(tournament, limit=1)
    form = Client().get(f"/{tournament.code}/sign-up").context["form"]
    assert [value for value, _words in form.fields["mails"].choices] == ["place", "tomorrow", "results"]


def test_without_mail_nothing_shows_nothing_is_kept_and_nothing_starts(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    _organiser, tournament = create_evening()
    assert "mails" not in Client().get(f"/{tournament.code}/sign-up").context["form"].fields
    sign_up(tournament, "Zoé", email="zoe@example.org", mails="tomorrow")
    assert not SignUpMail.objects.exists()
    call_command("remind")
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert not REMINDERS.has_use(tmp_path)


def test_mails_need_an_address(mailing):
    _organiser, tournament = create_evening()
    answer = sign_up(tournament, "Zoé", mails="results")
    assert "email" in answer.context["form"].errors
    assert not SignUp.objects.exists()


def test_the_language_is_that_of_the_page(mailing):
    _organiser, tournament = create_evening()
    page = Client(headers={"Accept-Language": "it"})
    page.post(f"/{tournament.code}/sign-up", {"name": "Zoé", "nonce": "n", "email": "z@a.it", "mails": ["tomorrow"]})
    assert SignUpMail.objects.get().language == "it"


def test_who_sends_the_same_page_twice_wants_each_mail_once(mailing):
    _organiser, tournament = create_evening()
    page = {"name": "Zoé", "nonce": "n" * 20, "email": "z@a.fr", "mails": ["tomorrow", "results"]}
    for _twice in range(2):
        Client().post(f"/{tournament.code}/sign-up", page)
    assert SignUpMail.objects.count() == 2
    assert set(SignUpMail.objects.values_list("state", flat=True)) == {"wanted"}


def test_the_keeper_looks_every_five_minutes_where_mail_is_set_up(tmp_path, monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example")
    monkeypatch.setenv("CORBILLON_URL", "https://club.example")
    started = StartedProcesses()
    keeper = Keeper(tmp_path, 0, [REMINDERS], start=started.start)
    for now in (119, 120, 130):
        keeper.look(now)
    assert len(started) == 1
    started.end()
    keeper.look(121 + 300)
    assert len(started) == 2


def test_a_new_private_link_is_offered_where_somebody_signed_up_himself() -> None:
    client, tournament = create_evening()
    add_entries(tournament, ["Basile"])
    page = f"/desk/event/{tournament.pk}/sign-ups"
    assert f"{page}/link" not in client.get(page).content.decode()
    sign_up(tournament, "Anne")
    assert f"{page}/link" in client.get(page).content.decode()


def test_no_square_leads_to_signing_up_before_phones_have_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    client, tournament = create_evening()
    page = f"/desk/event/{tournament.pk}/sign-ups"
    monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
    assert 'class="qr"' in client.get(page).content.decode()
    monkeypatch.delenv("CORBILLON_URL")
    assert 'class="qr"' not in client.get(page).content.decode()
