"""What announces a tournament; signing up by oneself: what an organiser allows, and who asked for a place."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.days import BoundedDateTimeField

from .clubs import NAME_LENGTH
from .tournaments import Entry, Tournament

PHONE_LENGTH = 40
PLACE_LENGTH, WORDS_LENGTH = 120, 200


class SignUpTerms(models.Model):
    """How players sign up for a tournament and check in by themselves; a tournament without these terms has neither.

    `is_open`: the public page exists; `closes_at`: until when it takes names (None: until the tournament is closed);
    `limit`: how many may play, those whom the organiser entered included (None: any number). `self_check_in`: the
    poster at the door works; `generation`: of its key.
    """

    tournament = models.OneToOneField(Tournament, models.PROTECT, primary_key=True, related_name="sign_up_terms")
    is_open = models.BooleanField(default=False)
    limit = models.PositiveSmallIntegerField(null=True)
    closes_at = BoundedDateTimeField(null=True)
    self_check_in = models.BooleanField(default=False)
    generation = models.PositiveSmallIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.tournament} · {self.limit or '∞'}"


class PosterText(models.Model):
    """What the posters of a tournament say beside its name, its day and its fee: where and at what hour it begins, and
    a line in free words. Each may be empty."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="poster_text")
    place = models.CharField(max_length=PLACE_LENGTH, blank=True)
    starts_at = models.TimeField(null=True)
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament} · {self.place}"


class SignUp(models.Model):
    """Somebody who signed up: he has an entry, or waits for a place in the order of the ids.

    `name` is as it was typed; what is shown of somebody who plays is his entry's name. `partner`: with whom he wishes
    to play; `email`, `phone`: private, deleted when he leaves. `digest`: of his private code, which is kept nowhere.
    `origin`: a digest of the address that he came from, until the tournament is closed. `moved_up_at`: when a place
    became free for him. `is_newcomer`: his player was created for him.
    """

    class State(models.TextChoices):
        ENTERED = "entered", _("inscrit")
        WAITING = "waiting", _("en attente")
        WITHDRAWN = "withdrawn", _("s’est retiré")
        REFUSED = "refused", _("refusé")

    PRIVATE: ClassVar = {"partner": "", "email": "", "phone": ""}
    """The values of what is private once it is deleted."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="sign_ups")
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, related_name="sign_up")
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    partner = models.CharField(max_length=NAME_LENGTH, blank=True)
    email = models.EmailField(_("courriel"), blank=True)
    phone = models.CharField(max_length=PHONE_LENGTH, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    at = models.DateTimeField(default=timezone.now)
    moved_up_at = models.DateTimeField(null=True)
    is_newcomer = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, unique=True)
    origin = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} · {self.state}"


class SignUpMail(models.Model):
    """One mail that somebody wants beside his sign-up: the row is his consent, and what became of it.

    `language`: of who signed up. `tries`: how often it was to be sent, the last time at `tried_at`; a row that stays
    `SENDING` is of a process that died, of which nobody knows whether the mail left. `digest`: of the stop link in it,
    which is kept nowhere; None before the first try. Backups leave these rows out: a restored club sends nothing twice,
    and nothing that somebody has stopped since.
    """

    class MailKind(models.TextChoices):
        PLACE = "place", _("qu’une place s’est libérée pour moi")
        TOMORROW = "tomorrow", _("la veille de la soirée")
        RESULTS = "results", _("de ma place au classement")

    class MailState(models.TextChoices):
        WANTED = "wanted", _("demandé")
        SENDING = "sending", _("en train de partir")
        SENT = "sent", _("envoyé")
        FAILED = "failed", _("pas parti")
        STOPPED = "stopped", _("arrêté")

    sign_up = models.ForeignKey(SignUp, models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=8, choices=MailKind)
    language = models.CharField(max_length=2)
    state = models.CharField(max_length=7, choices=MailState, default=MailState.WANTED)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    digest = models.CharField(max_length=64, null=True, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["sign_up", "kind"], name="one_mail_of_a_kind")]
        indexes = [models.Index(fields=["kind"], name="mails_to_send", condition=models.Q(state="wanted"))]

    def __str__(self) -> str:
        return f"{self.sign_up_id} · {self.kind} {self.state}"
