"""`manage.py remind`: send those who signed up the mails that they asked for and that are due. The server runs it by
itself, where mail is set up."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cache
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.management.base import CommandError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from config.background.jobs import OwnJob
from config.password_reset import build_mailed_address, can_mail_links
from config.system_calls import lower_priority
from tournaments.actions.people.sign_up_mails import give_up_interrupted, list_due_mails, settle_mail, take_mail
from tournaments.management.data_command import DataCommand
from tournaments.models import SignUpMail, Tournament
from tournaments.presentation.announcements import build_poster_facts, list_figures
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.reading.final_order import FinalOrder, read_final_order
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings

REFUSED_FOR_GOOD = 500  # SMTP answers from here on: the same mail is refused again
State = SignUpMail.MailState
TEMPLATES: dict[str, str] = {
    SignUpMail.MailKind.PLACE: "mails/place.txt",
    SignUpMail.MailKind.TOMORROW: "mails/tomorrow.txt",
    SignUpMail.MailKind.RESULTS: "mails/results.txt",
}


class Command(DataCommand):
    help = "Envoie aux inscrits les messages qu’ils ont demandés et dont c’est le moment ; le serveur s’en sert."

    def handle(self, *args: Any, **options: Any) -> None:
        if can_mail_links():
            lower_priority()
            with OwnJob(settings.VAR_DIR):
                self._send_due(timezone.now())

    def _send_due(self, now: datetime) -> None:
        """Send the mails that are due at this time. Raises CommandError if one could not be sent."""
        give_up_interrupted(now)
        connection, read_order, faults, is_away = get_connection(), cache(_read_order), 0, False
        for mail in list_due_mails(now):
            if token := take_mail(mail, now):
                is_away = is_away or not self._reach_server(connection)
                with override(mail.language):
                    message = None if is_away else build_message(mail, token, read_order)
                if is_away:
                    state = State.WANTED
                else:
                    state = self._send(message, connection) if message else State.STOPPED
                settle_mail(mail, state)
                faults += state in (State.WANTED, State.FAILED)
        _close(connection)
        if faults:
            raise CommandError(f"{faults} courriel(s) ne sont pas partis.")

    def _reach_server(self, connection: Any) -> bool:
        """Connect to the mail server, if not connected yet. Return False if it does not answer or refuses the login."""
        try:
            connection.open()
        except OSError as error:  # those of SMTP as well
            self.stderr.write(f"{error}")
            return False
        return True

    def _send(self, message: EmailMessage, connection: Any) -> State:
        """Send a mail and return its new state: SENT, FAILED, or WANTED if it surely was not sent and may be tried
        again."""
        message.connection = connection
        try:
            message.send()
        except SMTPRecipientsRefused as error:
            codes = [code for code, _words in error.recipients.values()]
            state, words = State.FAILED if min(codes) >= REFUSED_FOR_GOOD else State.WANTED, f"{codes}"
        except SMTPResponseException as error:
            state, words = State.WANTED, f"{error}"
        except (OSError, ValueError) as error:  # it may have left, or no server could take it
            state, words = State.FAILED, f"{error}"
        else:
            return State.SENT
        self.stderr.write(words)
        _close(connection)  # the next one begins anew
        return state


def _close(connection: Any) -> None:
    with suppress(OSError):
        connection.close()


def build_message(mail: SignUpMail, token: str, read_order: Callable[[Tournament], FinalOrder]) -> EmailMessage | None:
    """Return the mail in the active language, with a link that stops further ones (RFC 8058 header included); None if
    it has nothing to say: the results to somebody who did not play. `read_order`: returns the final order of a
    tournament; `token`: the secret in that link."""
    person, tournament = mail.sign_up, mail.sign_up.tournament
    stop = build_mailed_address(reverse("stop-mails", args=[token]))
    context = {"person": person, "tournament": tournament, "stop": stop, "facts": build_poster_facts(tournament)}
    if mail.kind == SignUpMail.MailKind.RESULTS:
        order = read_order(tournament)
        ranked = [row for row in order.rows if not row.waiting]
        mine = next((row for row in ranked if row.tally.entry == person.entry_id), None)
        if mine is None:
            return None
        context |= {
            "row": mine,
            "count": len(ranked),
            "figure": list_figures(tournament, order)[mine.tally.entry],
            "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
        }
    page = reverse("standings", args=[tournament.code]) if "row" in context else reverse("my-sign-up")
    context["page"] = build_mailed_address(page)
    subject, _blank, body = render_to_string(TEMPLATES[mail.kind], context).partition("\n\n")
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(" ".join(subject.split()), body, None, [person.email], headers=headers)


def _read_order(tournament: Tournament) -> FinalOrder:
    """Return the final order of the tournament, under the names of its entries."""
    return read_final_order(tournament, place_waiting_last(tournament, get_standings(tournament)))
