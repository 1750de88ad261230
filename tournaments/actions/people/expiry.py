"""What goes by itself once its time is over."""

import datetime

from django.contrib.sessions.models import Session

from tournaments.actions.webhooks.deliveries import delete_old_deliveries
from tournaments.models import Invitation

from .answers import delete_old_answers
from .tries import delete_old_tries


def delete_expired_rows(now: datetime.datetime) -> None:
    """Delete tries that no longer count, sessions that have ended, invitations that have run out, messages of a week
    ago and answers of a day ago, at the time `now`."""
    delete_old_tries(now)
    Session.objects.filter(expire_date__lt=now).delete()
    Invitation.objects.filter(expires_at__lt=now).delete()
    delete_old_deliveries(now)
    delete_old_answers(now)
