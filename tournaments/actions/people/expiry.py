"""What goes by itself once its time is over."""

import datetime

from django.conf import settings
from django.contrib.sessions.models import Session

from tournaments.actions.saving import save_fields
from tournaments.actions.webhooks.deliveries import delete_old_deliveries
from tournaments.models import ApiToken, Invitation, RememberedAnswer, SpentCode
from tournaments.models.elapsed import SLACK

from .answers import delete_old_answers
from .invitations import LIFETIME
from .tries import delete_old_tries


def delete_expired_rows(now: datetime.datetime) -> None:
    """Delete what no longer counts at the time `now`: old tries at passwords and codes, sessions that have ended,
    invitations that have run out, messages of a week ago and answers of a day ago."""
    delete_old_tries(now)
    Session.objects.filter(expire_date__lt=now).delete()
    Invitation.objects.filter(expires_at__lt=now).delete()
    delete_old_deliveries(now)
    delete_old_answers(now)


def bound_ends(now: datetime.datetime) -> None:
    """Shorten what was made while the clock was ahead (sessions, invitations, keys, remembered answers, spent codes):
    from `now` on nothing lasts longer than its kind is meant to."""
    longest = datetime.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.filter(expire_date__gt=now + longest + SLACK).update(expire_date=now + longest)
    Invitation.objects.filter(expires_at__gt=now + LIFETIME + SLACK).update(expires_at=now + LIFETIME)
    for token in ApiToken.objects.filter(made_at__gt=now + SLACK, revoked_at=None):
        save_fields(token, made_at=now, expires_at=now + (token.expires_at - token.made_at))
    for model in (RememberedAnswer, SpentCode):
        model._default_manager.filter(at__gt=now + SLACK).update(at=now)
