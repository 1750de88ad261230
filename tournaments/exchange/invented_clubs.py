"""The clubs of what is invented: apart from the real ones, and open to every account, so that whoever makes an evening
there sees it."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from tournaments.actions.people.members import add_member
from tournaments.models import Club


@transaction.atomic
def get_or_create_club(name: str) -> Club:
    """Return the club of this name for invented tournaments, made if necessary, with every active account as a
    member."""
    club, _ = Club.objects.get_or_create(name=name, demonstration=True, defaults={"time_zone": settings.TIME_ZONE})
    for user in get_user_model().objects.filter(is_active=True):
        add_member(user, club)
    return club
