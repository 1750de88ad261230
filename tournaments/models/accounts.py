"""What is kept of accounts and of other programs: memberships and invitations, the language, keys, tries at secrets,
and what each changed at a club."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.clubs import NAME_LENGTH, Club
from tournaments.models.rights import Right, Role, find_rights


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


class Language(models.Model):
    """The language of an account. `code`: one of settings.LANGUAGES, as last chosen while signed in."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="language")
    code = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.user} · {self.code}"


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
        """The key's rights in its club: those of its role that are among its scopes."""
        return frozenset(each for each in find_rights(self.role, owns_installation=False) if each in self.scopes)

    @property
    def actor(self) -> str:
        """The key's name in records and in the log: «token:ID»."""
        return f"token:{self.pk}"

    @property
    def is_in_force(self) -> bool:
        """True if the key opens anything: it is neither revoked nor too old."""
        return self.revoked_at is None and timezone.now() < self.expires_at


class RememberedAnswer(models.Model):
    """The answer to a request that another program named (`Idempotency-Key`), written in the transaction of what the
    request did; it is deleted after a day. `digest`: of the program's key and the request's name; `sent`: a digest of
    what was sent, keyed with the program's key, so that nobody else can find the content by guessing. `answer`: ids and
    numbers, no name of anybody."""

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="remembered_answers")
    digest = models.CharField(max_length=64, unique=True)
    sent = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.token} · {self.digest[:8]}"


class TryCount(models.Model):
    """How often in a row somebody has tried one thing (a password, a code, a mail to an address), and until when his
    further tries are refused unread. Each try is counted before it is looked at; a right one deletes the row.
    `subject`: a digest of what is tried and by whom."""

    subject = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    closed_until = models.DateTimeField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.subject[:8]} · {self.count}"


class SpentCode(models.Model):
    """A second code that has opened an account and opens nothing again. `digest`: of the account and the code."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.digest[:8]


class ClubChange(models.Model):
    """One line of a club's log: a change of a key, a receiver, a place of its site, a picture or a joined season; never
    changed itself. `subject`: the key's name, the receiver's machine, the site's place, whose picture it is, or the
    season with the other club, as members may read it; `actor`: "user:ID", or "" for a command run on the server."""

    class What(models.TextChoices):
        KEY_MADE = "key made"
        KEY_REVOKED = "key revoked"
        RECEIVER_ADDED = "receiver added"
        RECEIVER_CHANGED = "receiver changed"
        RECEIVER_RESUMED = "receiver resumed"
        RECEIVER_REMOVED = "receiver removed"
        SECRET_RENEWED = "secret renewed"
        PLACE_ADDED = "place added"
        PLACE_REMOVED = "place removed"
        PICTURE_SHOWN = "picture shown"
        PICTURE_REMOVED = "picture removed"
        SEASON_JOINED = "season joined"
        SEASON_LEFT = "season left"

    club = models.ForeignKey(Club, models.PROTECT, related_name="changes")
    what = models.CharField(max_length=20, choices=What)
    subject = models.CharField(max_length=500)
    actor = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.what}"
