"""What was changed at a club for other programs: whom it tells, which keys it gave, where its site goes."""

from django.db import models
from django.utils import timezone

from tournaments.models.clubs import Club


class ClubChange(models.Model):
    """One such change; never changed itself. `subject`: the key's name, the receiver's machine or the site's place, as
    members may read it; `actor`: "user:ID", or "" for a command run on the server."""

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

    club = models.ForeignKey(Club, models.PROTECT, related_name="changes")
    what = models.CharField(max_length=20, choices=What)
    subject = models.CharField(max_length=500)
    actor = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.what}"
