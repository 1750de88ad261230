"""The mails that who signs up may tick: a place, the day before, his results. Each once, whatever becomes of the mail
server, and each with a link that stops the next ones."""

import datetime
import re
from collections.abc import Callable
from pathlib import Path
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.sign_up_builders import create_evening, get_code, sign_up
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.sign_up_mails import MOST_TRIES, list_due_mails, take_mail
from tournaments.actions.people.signing_up import admit_waiting, drop_sign_up
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.exchange.backup import UNSAVED_MODELS
from tournaments.exchange.personal_data import build_player_document
from tournaments.management.commands import remind
from tournaments.models import AuditEntry, PosterText, SignUp, SignUpMail, Tournament
from tournaments.presentation.announcements import list_figures
from tournaments.presentation.text.personal_data import label_values
from tournaments.reading.final_order import FinalOrder, list_final_rows

pytestmark = pytest.mark.django_db
Untyped = Any
Send = Callable[[datetime.datetime], None]
PARIS = datetime.timezone(datetime.timedelta(hours=1))
EVE = datetime.datetime(2026, 11, 20, 9, 30, tzinfo=PARIS)
"""The morning before the evenings of these tests."""
MINUTE, HOUR, DAY = datetime.timedelta(minutes=1), datetime.timedelta(hours=1), datetime.timedelta(days=1)


@pytest.fixture
def send(settings: Untyped, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Send:
    """An installation with mail and an address of its own; what sends the mails that are due at a time."""
    settings.HAS_MAIL, settings.VAR_DIR = True, tmp_path
    monkeypatch.setenv("CORBILLON_URL", "https://club.example")
    monkeypatch.setattr(remind, "lower_priority", lambda: None)

    def send_at(now: datetime.datetime) -> None:
        monkeypatch.setattr(remind, "timezone", SimpleNamespace(now=lambda: now))
        call_command("remind")

    return send_at


def join(tournament: Tournament, name: str, *mails: str) -> SignUp:
    """Sign somebody up who ticks these mails."""
    typed = {"email": "zoe@example.org", "mails": list(mails)}
    get_code(sign_up(tournament, name, **typed))
    return SignUp.objects.get(name=name)


def play_evening(tournament: Tournament) -> datetime.datetime:
    """Have the first three who signed up play a coup, and close the evening. Return when that was noted."""
    table = add_table(tournament)
    for entry in tournament.entries.order_by("pk")[:3]:
        seat_entry(entry, table)
    open_tournament(tournament)
    record_events(get_table(tournament), build_coup())
    return close(tournament)


def close(tournament: Tournament) -> datetime.datetime:
    """Close the evening. Return when that was noted."""
    close_tournament(Tournament.objects.get(pk=tournament.pk))
    return AuditEntry.objects.filter(what="closed").latest("at").at


def read_states() -> dict[str, str]:
    """Return the state of each kind of mail, where one person signed up."""
    return dict(SignUpMail.objects.values_list("kind", "state"))


def find_stop_link(message: Untyped) -> str:
    """Return the path of the stop link in a mail."""
    found = re.search(r"https://club\.example(/mails/stop/[\w-]{22})\n", message.body)
    assert found
    return found[1]


def test_the_day_before_says_where_and_when_once(send):
    _organiser, tournament = create_evening()
    PosterText.objects.create(tournament=tournament, place="Salle des fêtes", starts_at=datetime.time(20))
    join(tournament, "Zoé", "tomorrow")
    join(tournament, "Anne")
    for early in (EVE - HOUR, EVE - DAY):
        send(early)
    assert mail.outbox == []
    send(EVE)
    send(EVE + MINUTE)
    (sent,) = mail.outbox
    assert sent.to == ["zoe@example.org"]
    assert sent.subject.startswith("Demain, 20")
    assert "Salle des fêtes" in sent.body
    assert "https://club.example/my-sign-up\n" in sent.body


@pytest.mark.parametrize("late", [EVE + 15 * HOUR, EVE + 3 * DAY])
def test_what_was_not_sent_the_day_before_is_not_sent_on_the_day(send, late):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    send(late)
    assert mail.outbox == []


def test_the_club_s_own_clock_says_when_the_day_before_is(send):
    _organiser, tournament = create_evening()
    type(tournament.club).objects.update(time_zone="America/Montreal")
    join(tournament, "Zoé", "tomorrow")
    send(EVE)  # half past three in the night there
    assert mail.outbox == []
    send(EVE + 6 * HOUR)
    assert len(mail.outbox) == 1


def test_who_moves_up_is_told_and_who_had_a_place_at_once_is_not(send):
    _organiser, tournament = create_evening(limit=1)
    Tournament.objects.update(name="<Soirée> & Cie")
    first, second = (join(tournament, name, "place") for name in ("Anne", "Zoé"))
    send(EVE)
    assert mail.outbox == []
    drop_sign_up(first, SignUp.State.WITHDRAWN)
    for _twice in range(2):
        send(EVE)
    (sent,) = mail.outbox
    assert sent.body.startswith("Zoé, une place ")
    assert sent.subject.endswith(" · <Soirée> & Cie, 21 novembre 2026")
    assert SignUp.objects.get(pk=second.pk).moved_up_at


def test_whom_the_organiser_lets_in_is_told(send):
    _organiser, tournament = create_evening(limit=1)
    join(tournament, "Anne")
    admit_waiting(join(tournament, "Zoé", "place"))
    send(EVE)
    assert len(mail.outbox) == 1


def test_each_is_told_his_own_place_a_while_after_closing_once(send):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Basile", "Chloé"):
        join(tournament, name, "results")
    closed_at = play_evening(tournament)
    send(closed_at + 5 * MINUTE)
    assert mail.outbox == []
    send(closed_at + 16 * MINUTE)
    told = {message.body.partition(",")[0]: message.body for message in mail.outbox}
    assert [told[name].splitlines()[0].rpartition("place ")[2] for name in told] == ["1 sur 3.", "2 sur 3.", "3 sur 3."]
    rows = list_final_rows(tournament)
    figures = list_figures(tournament, FinalOrder(rows, by_matches=False))
    assert f"Votre compte\u202f: {figures[rows[2].tally.entry]}." in told["Chloé"]
    assert f"https://club.example/{tournament.code}/standings" in told["Anne"]
    open_tournament(Tournament.objects.get(pk=tournament.pk), reason="un oubli")
    send(close(tournament) + HOUR)
    assert len(mail.outbox) == 3


def test_an_evening_that_was_opened_again_has_no_results_yet(send):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Basile", "Chloé"):
        join(tournament, name, "results")
    closed_at = play_evening(tournament)
    open_tournament(Tournament.objects.get(pk=tournament.pk), reason="un oubli")
    send(closed_at + HOUR)
    assert mail.outbox == []


def test_who_did_not_play_has_no_results(send):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Basile", "Chloé"):
        join(tournament, name)
    join(tournament, "Zoé", "results")
    send(play_evening(tournament) + HOUR)
    assert mail.outbox == []


def test_old_results_are_told_no_more(send):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Basile", "Chloé"):
        join(tournament, name, "results")
    send(play_evening(tournament) + 8 * DAY)
    assert mail.outbox == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_mails_are_in_the_language_of_who_signed_up(send, language):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    SignUpMail.objects.update(language=language)
    send(EVE)
    (sent,) = mail.outbox
    assert sent.subject.startswith({"en": "Tomorrow", "it": "Domani"}[language])
    assert "demand" not in sent.body


def test_a_scanner_that_opens_the_link_stops_nothing_and_a_press_stops_all(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow", "results")
    send(EVE)
    link = find_stop_link(mail.outbox[0])
    assert Client().get(link).status_code == 200
    assert read_states() == {"tomorrow": "sent", "results": "wanted"}
    for _twice in range(2):
        assert Client().post(link).context["found"] is True
    assert read_states() == {"tomorrow": "sent", "results": "stopped"}
    assert SignUp.objects.get().entry


def test_a_mail_program_s_own_button_stops_them_without_a_cookie(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow", "results")
    send(EVE)
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    assert link == find_stop_link(mail.outbox[0])
    answer = Client(enforce_csrf_checks=True).post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert read_states()["results"] == "stopped"


def test_a_link_that_was_made_up_stops_nothing(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "results")
    assert Client().post(f"/mails/stop/{'x' * 22}").context["found"] is False
    assert read_states() == {"results": "wanted"}


def test_a_link_is_kept_nowhere(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    send(EVE)
    token = find_stop_link(mail.outbox[0]).rpartition("/")[2]
    assert token not in str(list(SignUpMail.objects.values()))


def test_of_two_processes_one_takes_a_mail_and_none_what_was_stopped_since(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    (mine,), (theirs,) = list_due_mails(EVE), list_due_mails(EVE)
    assert take_mail(mine, EVE)
    assert take_mail(theirs, EVE) is None
    SignUpMail.objects.update(state=SignUpMail.MailState.STOPPED, tries=theirs.tries)
    assert take_mail(theirs, EVE) is None


def test_a_mail_whose_process_died_is_never_sent_again(send):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    take_mail(list_due_mails(EVE)[0], EVE)
    send(EVE + MINUTE)
    assert read_states() == {"tomorrow": "sending"}
    send(EVE + 2 * HOUR)
    assert (mail.outbox, read_states()) == ([], {"tomorrow": "failed"})


def break_server(monkeypatch: pytest.MonkeyPatch, method: str, error: OSError) -> None:
    """Have the mail server answer so."""

    def fail(*_args: Untyped, **_named: Untyped) -> None:
        raise error

    monkeypatch.setattr(EmailBackend, method, fail)


NOT_LEFT = {
    "away": ("open", ConnectionRefusedError("nobody there")),
    "busy": ("send_messages", SMTPDataError(451, b"later")),
    "grey": ("send_messages", SMTPRecipientsRefused({"zoe@example.org": (450, b"later")})),
}


@pytest.mark.parametrize("how", NOT_LEFT)
def test_what_certainly_did_not_leave_is_tried_again_ever_later(send, monkeypatch, how):
    organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    with monkeypatch.context() as broken:
        break_server(broken, *NOT_LEFT[how])
        with pytest.raises(CommandError):
            send(EVE)
        send(EVE + 5 * MINUTE)
        assert SignUpMail.objects.get().tries == 1
    page = organiser.get(f"/desk/event/{tournament.pk}/sign-ups")
    assert page.context["mails"] == {"sent": 0, "failed": 0, "again": 1}
    send(EVE + 11 * MINUTE)
    assert len(mail.outbox) == 1
    page = organiser.get(f"/desk/event/{tournament.pk}/sign-ups")
    assert 'data-mails="1 0 0"' in page.content.decode()


def test_a_server_that_is_away_is_asked_once_for_all(send, monkeypatch):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Zoé"):
        join(tournament, name, "tomorrow")
    asked: list[int] = []

    def refuse(*_args: Untyped) -> None:
        asked.append(1)
        raise TimeoutError("silent")

    monkeypatch.setattr(EmailBackend, "open", refuse)
    with pytest.raises(CommandError):
        send(EVE)
    assert len(asked) == 1
    assert list(SignUpMail.objects.values_list("tries", flat=True)) == [1, 1]


FOR_GOOD = {
    "unknown": SMTPRecipientsRefused({"zoe@example.org": (550, b"no such user")}),
    "cut": SMTPServerDisconnected("cut"),
    "silent": TimeoutError("silent"),
}


@pytest.mark.parametrize("how", FOR_GOOD)
def test_what_is_refused_for_good_or_may_have_left_is_not_sent_again(send, monkeypatch, how):
    organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    with monkeypatch.context() as broken:
        break_server(broken, "send_messages", FOR_GOOD[how])
        with pytest.raises(CommandError):
            send(EVE)
    send(EVE + 5 * HOUR)
    assert mail.outbox == []
    page = organiser.get(f"/desk/event/{tournament.pk}/sign-ups")
    assert page.context["mails"] == {"sent": 0, "failed": 1, "again": 0}


def test_one_mail_that_fails_holds_up_no_other(send, monkeypatch):
    _organiser, tournament = create_evening()
    for name in ("Anne", "Zoé"):
        join(tournament, name, "tomorrow")
    sending = EmailBackend.send_messages

    def send_some(self: EmailBackend, messages: Untyped) -> int:
        if messages[0].body.startswith("Anne"):
            raise SMTPServerDisconnected("cut")
        return sending(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_some)
    with pytest.raises(CommandError):
        send(EVE)
    assert [message.body[:3] for message in mail.outbox] == ["Zoé"]


def test_the_last_try_is_the_last(send, monkeypatch):
    _organiser, tournament = create_evening()
    join(tournament, "Zoé", "tomorrow")
    SignUpMail.objects.update(tries=MOST_TRIES - 1, tried_at=EVE - 10 * DAY)
    break_server(monkeypatch, "open", ConnectionRefusedError("nobody there"))
    with pytest.raises(CommandError):
        send(EVE)
    assert read_states() == {"tomorrow": "failed"}


def test_who_left_who_is_absent_and_who_is_of_a_hidden_evening_gets_none(send):
    _organiser, tournament = create_evening()
    left, absent, _other = (join(tournament, name, "tomorrow") for name in ("Anne", "Basile", "Chloé"))
    drop_sign_up(left, SignUp.State.WITHDRAWN)
    assert not left.mails.exists()
    tournament.entries.filter(pk=absent.entry_id).update(presence="absent")
    hide_tournament(tournament)
    send(EVE)
    assert mail.outbox == []
    hide_tournament(tournament, False)
    send(EVE)
    assert [message.body[:5] for message in mail.outbox] == ["Chloé"]


def test_a_name_that_is_erased_takes_its_mails_along(send):
    _organiser, tournament = create_evening()
    person = join(tournament, "Zoé", "tomorrow", "results")
    send(EVE)
    forget_name(person.entry.player, actor="user:1")
    assert not SignUpMail.objects.exists()
    assert Client().post(find_stop_link(mail.outbox[0])).context["found"] is False


def test_a_person_s_document_says_what_he_asked_for_and_what_came_of_it(send):
    _organiser, tournament = create_evening()
    person = join(tournament, "Zoé", "tomorrow", "results")
    send(EVE)
    document = build_player_document(person.entry.player)
    mails = document["tournaments"][0]["sign_up"]["mails"]
    assert [(each["mail"], each["state"]) for each in mails] == [("tomorrow", "sent"), ("results", "wanted")]
    assert str(SignUpMail.MailKind.TOMORROW.label) in str(label_values(document))


def test_a_backup_leaves_them_out_so_that_a_restored_club_sends_nothing_twice():
    assert SignUpMail in UNSAVED_MODELS
