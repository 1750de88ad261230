"""The keys with which other programs read and write for a club."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.clubs import NAME_LENGTH, Club
from tournaments.models.rights import Right, Role, find_rights


class ApiToken(models.Model):
    """A key with which another program does things for the club, as a member in this role would. It is never deleted,
    since the log names it.

    `digest`: SHA-256 of its text, which is shown once and kept nowhere. `scopes`: the rights of the role that it has
    (values of `Right`). `maker`: the account that made it; None once that is deleted. `used_at`: about when it was last
    used; `revoked_at`: since when it opens nothing any more.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(max_length=12, choices=Role)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True)
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.name}"

    @property
    def rights(self) -> frozenset[Right]:
        """What it may do in its club: what its role may, as far as its scopes go."""
        return find_rights(self.role, owns_installation=False) & {Right(scope) for scope in self.scopes}

    @property
    def actor(self) -> str:
        """How records and the log name it: «token:ID»."""
        return f"token:{self.pk}"

    @property
    def is_in_force(self) -> bool:
        """True if it opens anything: it is neither revoked nor too old."""
        return self.revoked_at is None and timezone.now() < self.expires_at


class RememberedAnswer(models.Model):
    """What a request that another program named (`Idempotency-Key`) was answered, written in the transaction of what it
    did. It goes after a day.

    `digest`: of the program's key and the request's name; `sent`: of what was sent, by the text of the key, so that
    nobody else can find out by guessing. `answer`: ids and numbers, no name of anybody.
    """

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="remembered_answers")
    digest = models.CharField(max_length=64, unique=True)
    sent = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.token} · {self.digest[:8]}"
