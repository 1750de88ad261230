"""What goes by itself once its time is over."""

import datetime

from django.contrib.sessions.models import Session

from tournaments.models import Invitation

from .tries import delete_old_tries


def delete_expired_rows(now: datetime.datetime) -> None:
    """Delete tries that no longer count, sessions that have ended and invitations that have run out at the time
    `now`."""
    delete_old_tries(now)
    Session.objects.filter(expire_date__lt=now).delete()
    Invitation.objects.filter(expires_at__lt=now).delete()
