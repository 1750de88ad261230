"""Who runs a club with whom: open invitations, and every change of who is a member in which role."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.clubs import Club
from tournaments.models.rights import Role


class Invitation(models.Model):
    """An open invitation to a club: good once, deleted when it is used or withdrawn. `digest`: of its code, which is
    shown once and kept nowhere."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role)
    digest = models.CharField(max_length=64, unique=True)
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["expires_at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.role}"


class MemberChange(models.Model):
    """One change of an account's role in a club; never changed, and kept when the account is deleted. `account`: the
    account's id; `name`: its name then; `was` and `now`: its role, "" for none; `actor`: "user:ID", or "" for a command
    run on the server."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="member_changes")
    account = models.BigIntegerField()
    name = models.CharField(max_length=150)
    was = models.CharField(max_length=12, choices=Role, blank=True)
    now = models.CharField(max_length=12, choices=Role, blank=True)
    actor = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.name}"
