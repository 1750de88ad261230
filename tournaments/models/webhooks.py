"""Webhooks: the programs that a club wants told, what has happened and nobody was told of yet, and each message to be
sent.

Outbox entries and deliveries are not kept for long, and no backup has them, so that a restored club sends nothing
twice.
"""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .tournaments import Tournament

ADDRESS_LENGTH = 500
CHAT_LENGTH = 64


class EventType(models.TextChoices):
    """What a receiver may ask to be told, under the names that stand in the messages."""

    ROUND_PUBLISHED = "round.published", _("une ronde est publiée, une table libre est ouverte")
    ROUND_WITHDRAWN = "round.withdrawn", _("une ronde est retirée")
    COUP_RECORDED = "coup.recorded", _("une table marque un coup, une pénalité, un départ ou la fin")
    COUP_CORRECTED = "coup.corrected", _("ce qu’une table avait marqué est corrigé ou annulé")
    STANDINGS_CHANGED = "standings.changed", _("le classement a changé")
    TOURNAMENT_OPENED = "tournament.opened", _("une soirée s’ouvre ou se rouvre")
    TOURNAMENT_CLOSED = "tournament.closed", _("une soirée est close")
    SIGN_UP_CHANGED = "sign_up.changed", _("quelqu’un s’inscrit, attend une place ou se retire")


class MessageShape(models.TextChoices):
    """What a message looks like: data for a program, or words for a room in which people talk."""

    STANDARD = "standard", _("des données pour un programme, signées (Standard Webhooks)")
    DISCORD = "discord", _("des mots dans un salon de Discord")
    TELEGRAM = "telegram", _("des mots dans un groupe ou un canal de Telegram")


class Receiver(models.Model):
    """An address of another program that a club wants told. `types`: of which events (`EventType`); `shape`: in what
    form, with the `language` of its words and, for Telegram, the `chat` in which they are said. `salt`: of its secret,
    which is computed and kept nowhere; `former_salt` of the one before, which signs as well until `former_until`.
    `failing_since`: when it first failed without a success since; `paused_at`: since when it is told nothing, because
    it failed for too long or says that it is gone."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="receivers")
    address = models.URLField(_("adresse"), max_length=ADDRESS_LENGTH)
    types = models.JSONField(default=list)
    shape = models.CharField(max_length=8, choices=MessageShape, default=MessageShape.STANDARD)
    chat = models.CharField(max_length=CHAT_LENGTH, blank=True, default="")
    language = models.CharField(max_length=2, default="fr")
    salt = models.CharField(max_length=64)
    former_salt = models.CharField(max_length=64, blank=True, default="")
    former_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.address


class OutboxEntry(models.Model):
    """Something that happened in a tournament, written by the database's own triggers (`guards.outbox`) in the
    transaction in which it happened. `subject`: the id of the record, audit entry or sign-up, or the round's number, by
    `kind`; `is_pending`: the club has receivers, and they are not told yet. Programs ask by its id for what came
    later."""

    class SourceKind(models.TextChoices):
        RECORD = "record"  # subject: the id of the record
        AUDIT = "audit"  # the id of the audit entry
        TABLES = "tables"  # the number of a round whose tables were made or deleted
        SIGN_UP = "sign_up"  # the id of the sign-up
        STANDINGS = "standings"  # nothing: the standings may have changed

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id", related_name="outbox_entries")
    kind = models.CharField(max_length=9, choices=SourceKind)
    subject = models.BigIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)
    is_pending = models.BooleanField(default=True)

    class Meta:
        db_table = "tournaments_outbox"
        ordering = ["pk"]
        indexes = [models.Index(fields=["id"], name="outbox_to_tell", condition=models.Q(is_pending=True))]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.kind} {self.subject}"


class Delivery(models.Model):
    """One message to one receiver. `body`: the JSON that is sent, letter for letter the same at each try; "" once
    nothing more is to be sent. `next_at`: when it is tried next, None once it is over. `answer`: the HTTP status of the
    last try, None where no answer came; `trouble`: why none came, a key of `text.webhook_text`."""

    class DeliveryState(models.TextChoices):
        WAITING = "waiting", _("attend")
        DELIVERED = "delivered", _("reçu")
        ABANDONED = "abandoned", _("abandonné")

    receiver = models.ForeignKey(Receiver, models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=40)
    type = models.CharField(max_length=20)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(null=True, default=timezone.now)
    answer = models.PositiveSmallIntegerField(null=True)
    trouble = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["next_at"], name="deliveries_to_try", condition=models.Q(next_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.message} · {self.state}"
