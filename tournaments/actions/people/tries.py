"""Tries at a secret: counted before they are looked at, so that many at once cannot slip through; after some in a row
each has to wait, longer each time. Trying while one waits counts nothing and prolongs nothing."""

import datetime
from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import SpentCode, TryCount, salts
from tournaments.models.elapsed import find_beginning, note_beginning

PASSWORD, SECOND_CODE, RESET_MAIL, TABLE_CODE = "password", "second code", "reset mail", "table code"
INVITATION, ADDRESS_MAIL = "invitation", "address mail"
STRANGERS = ""  # all devices together from which an account has never signed in
FREE_TRIES = 5  # before the first wait
FIRST_WAIT, LONGEST_WAIT = datetime.timedelta(seconds=15), datetime.timedelta(minutes=10)
MAIL_PAUSE = datetime.timedelta(minutes=1)  # between two mails to strangers
FORGOTTEN_AFTER = datetime.timedelta(days=1)
SPENT_FOR = datetime.timedelta(minutes=10)  # much longer than a second code is good for
NO_WAIT = datetime.timedelta()


def count_try(*subject: object) -> datetime.timedelta:
    """Count one more try at the secret that `subject` names, unless a wait is due. Returns how long that is; zero: the
    try was counted, and the secret may be compared. After a right one, call `forget_tries`."""
    return count(subject, compute_wait)


def count_mail(account: int, device: str) -> datetime.timedelta:
    """Count a mail with a link for the account. `device`: the known device that asks for it, or STRANGERS: all the
    others, who get one a minute together. Returns how long it must wait; zero where it may be sent."""
    wait = NO_WAIT if device else count((RESET_MAIL, STRANGERS), lambda _count: MAIL_PAUSE)
    return wait or count_try(RESET_MAIL, account, device)


def count_letter(account: int, address: str) -> datetime.timedelta:
    """Count a mail that an account sends to an address that nobody has verified: one a minute from the account, and to
    the address. Returns how long it must wait; zero where it may be sent."""
    subjects = ((ADDRESS_MAIL, "by", account), (ADDRESS_MAIL, "to", address))
    return next(filter(None, (count(each, lambda _count: MAIL_PAUSE) for each in subjects)), NO_WAIT)


def count(subject: tuple[object, ...], wait_after: Callable[[int], datetime.timedelta]) -> datetime.timedelta:
    """Count one more try of the subject, unless a wait is due. `wait_after`: the wait after so many tries in a row.
    Returns how long it must wait; zero where it was counted."""
    digest, now = compute_digest(subject), timezone.now()
    known = TryCount.objects.filter(subject=digest).first()
    if known and (rest := measure_rest(known, now)):
        return rest
    with transaction.atomic():
        TryCount.objects.filter(at__lt=now - FORGOTTEN_AFTER).delete()
        row, _ = TryCount.objects.select_for_update().get_or_create(
            subject=digest, defaults={"closed_until": now, "at": now}
        )
        if rest := measure_rest(row, now):
            return rest
        row.count, row.at = row.count + 1, now
        row.closed_until = now + wait_after(row.count)
        row.save()
    note_beginning(f"try-{digest}", now)
    return NO_WAIT


def measure_rest(row: TryCount, now: datetime.datetime) -> datetime.timedelta:
    """Return how much is left of the wait after the last of these tries; zero once it is over. A clock that was set
    back meanwhile does not prolong it."""
    passed = now - find_beginning(f"try-{row.subject}", row.at, now)
    return max(NO_WAIT, row.closed_until - row.at - passed)


def compute_wait(count: int) -> datetime.timedelta:
    """Return how long the next try waits after so many in a row: nothing, then 15 seconds, doubled each time up to ten
    minutes."""
    over = count - FREE_TRIES
    return NO_WAIT if over < 0 else min(FIRST_WAIT * 2 ** min(over, 16), LONGEST_WAIT)


def forget_tries(*subject: object) -> None:
    """Forget the tries at the secret that `subject` names: the last one was right, or somebody allows them again."""
    TryCount.objects.filter(subject=compute_digest(subject)).delete()


def delete_old_tries(now: datetime.datetime) -> None:
    """Delete the tries and spent codes that no longer count at the time `now`."""
    TryCount.objects.filter(at__lt=now - FORGOTTEN_AFTER).delete()
    SpentCode.objects.filter(at__lt=now - SPENT_FOR).delete()


def open_account(account: int) -> None:
    """Forget the tries of strangers at the account's password and second code, so that they may try again at once."""
    for what in (PASSWORD, SECOND_CODE):
        forget_tries(what, account, STRANGERS)


def spend_code(account: int, code: str) -> bool:
    """Note that the account's second code has been used. False if it had been already."""
    now = timezone.now()
    with transaction.atomic():
        SpentCode.objects.filter(at__lt=now - SPENT_FOR).delete()
        _, fresh = SpentCode.objects.get_or_create(
            digest=compute_digest(("spent", account, code)), defaults={"at": now}
        )
    return fresh


def compute_digest(subject: tuple[object, ...]) -> str:
    """Return the digest that stands for a subject: nothing that was typed is kept as it was."""
    return salted_hmac(salts.TRY, repr(subject), algorithm="sha256").hexdigest()
