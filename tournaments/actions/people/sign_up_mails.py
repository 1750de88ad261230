"""The mails that somebody wants beside his sign-up: consent, which are due, each taken once, and what became of it.

Nothing is ever sent twice. A mail is taken before it is sent, by one process of all; one whose process dies, or whose
connection breaks while it is on its way, counts as failed, since it may have arrived. Only what certainly did not leave
is tried again.
"""

import datetime
import secrets
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.db.models import Max, Q
from django.utils.crypto import salted_hmac

from tournaments.models import AuditEntry, Entry, SignUp, SignUpMail, Tournament, salts

TOKEN_BYTES = 16
MOST_TRIES = 8  # the last one a day after the first
FIRST_PAUSE = datetime.timedelta(minutes=10)  # and twice as long after each try
LONGEST_SENDING = datetime.timedelta(hours=1)
REMINDER_HOUR = 9  # of the day before, by the club's clock
AFTER_CLOSING = datetime.timedelta(minutes=15)  # a tournament that was closed too early is open again by then
LATEST_RESULTS = datetime.timedelta(days=7)
DAY = datetime.timedelta(days=1)


def want_mails(person: SignUp, kinds: Iterable[str], language: str) -> None:
    """Save which kinds of mails somebody who signs up wants, and in which language."""
    SignUpMail.objects.bulk_create(SignUpMail(sign_up=person, kind=kind, language=language) for kind in kinds)


def list_due_mails(now: datetime.datetime) -> list[SignUpMail]:
    """Return the mails that are to be sent now, with their sign-ups and tournaments. Who left the list, or does not
    come, gets none; a tournament that is hidden sends none."""
    wanted = SignUpMail.objects.filter(state=SignUpMail.MailState.WANTED, sign_up__tournament__hidden=False)
    to_play = wanted.exclude(sign_up__email="").exclude(sign_up__entry=None)
    to_play = to_play.exclude(sign_up__entry__presence=Entry.Presence.ABSENT)
    yesterday, day_after = (now - DAY).date(), (now + 2 * DAY).date()  # whatever the club's time zone
    is_closed = Q(sign_up__tournament__status=Tournament.Status.CLOSED)
    closings = AuditEntry.objects.filter(what=AuditEntry.Action.CLOSED).values("tournament").annotate(last=Max("at"))
    closed = closings.filter(last__range=(now - LATEST_RESULTS, now - AFTER_CLOSING)).values("tournament")
    tomorrow = Q(kind=SignUpMail.MailKind.TOMORROW, sign_up__tournament__date__range=(yesterday, day_after))
    moved_up = Q(sign_up__moved_up_at__isnull=False, sign_up__tournament__date__gte=yesterday)
    place = Q(kind=SignUpMail.MailKind.PLACE) & moved_up
    results = Q(kind=SignUpMail.MailKind.RESULTS, sign_up__tournament__in=closed)
    mails = to_play.filter((tomorrow | place) & ~is_closed | results & is_closed)
    mails = mails.select_related("sign_up__tournament__club", "sign_up__entry")
    return [mail for mail in mails if _is_its_day(mail, now) and _is_rested(mail, now)]


def _is_its_day(mail: SignUpMail, now: datetime.datetime) -> bool:
    """True if by the club's local time it is neither too early nor too late for this kind of mail."""
    tournament = mail.sign_up.tournament
    local = now.astimezone(ZoneInfo(tournament.club.time_zone))
    if mail.kind == SignUpMail.MailKind.TOMORROW:
        return local.date() + DAY == tournament.date and local.hour >= REMINDER_HOUR
    return mail.kind == SignUpMail.MailKind.RESULTS or local.date() <= tournament.date


def _is_rested(mail: SignUpMail, now: datetime.datetime) -> bool:
    """True if the mail was not tried yet, or the pause after its last failed try is over."""
    return mail.tried_at is None or now - mail.tried_at >= FIRST_PAUSE * 2 ** (mail.tries - 1)


def take_mail(mail: SignUpMail, now: datetime.datetime) -> str | None:
    """Take a mail to send it. Return the token of its stop link, which nothing can show again; None if another process
    took it, or if it was stopped."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    taken = SignUpMail.objects.filter(pk=mail.pk, state=SignUpMail.MailState.WANTED, tries=mail.tries).update(
        state=SignUpMail.MailState.SENDING, tries=mail.tries + 1, tried_at=now, digest=compute_token_digest(token)
    )
    return token if taken else None


def settle_mail(mail: SignUpMail, state: SignUpMail.MailState) -> None:
    """Save what became of a mail that was taken. `WANTED`: it certainly did not leave, and is tried again unless that
    was the last try."""
    is_last = state == SignUpMail.MailState.WANTED and mail.tries + 1 >= MOST_TRIES
    taken = SignUpMail.objects.filter(pk=mail.pk, state=SignUpMail.MailState.SENDING)
    taken.update(state=SignUpMail.MailState.FAILED if is_last else state)


def give_up_interrupted(now: datetime.datetime) -> None:
    """Count the mails of a process that died as failed: they may have left."""
    sending = SignUpMail.objects.filter(state=SignUpMail.MailState.SENDING, tried_at__lt=now - LONGEST_SENDING)
    sending.update(state=SignUpMail.MailState.FAILED)


def stop_mails(token: str) -> bool:
    """Send nothing more of the sign-up whose mail has this token in its stop link. Return False if there is none."""
    mail = SignUpMail.objects.filter(digest=compute_token_digest(token)).first()
    if mail is None:
        return False
    wanted = SignUpMail.objects.filter(sign_up=mail.sign_up_id, state=SignUpMail.MailState.WANTED)
    wanted.update(state=SignUpMail.MailState.STOPPED)
    return True


def compute_token_digest(token: str) -> str:
    """Return the digest under which the token of a stop link is kept."""
    return salted_hmac(salts.MAIL_STOP, token, algorithm="sha256").hexdigest()


def count_mails(tournament: Tournament) -> dict[str, int]:
    """Return how many mails of the tournament's sign-ups were sent, have failed, or are tried again after a failure,
    under "sent", "failed" and "again"."""
    mails = list(SignUpMail.objects.filter(sign_up__tournament=tournament).values_list("state", "tries"))
    return {
        "sent": sum(state == SignUpMail.MailState.SENT for state, _tries in mails),
        "failed": sum(state == SignUpMail.MailState.FAILED for state, _tries in mails),
        "again": sum(state == SignUpMail.MailState.WANTED and tries > 0 for state, tries in mails),
    }
