"""The receivers of a club: which programs are told of what, and the secret by which each knows that it is us."""

import base64
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.actions.people.club_log import What, log_receiver_change
from tournaments.actions.people.clubs import refuse_demonstration
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Delivery, MessageShape, Receiver, salts

from .message import WebhookMessage, make_message_id

SECRET_PREFIX = "whsec_"
SALT_BYTES = 32
MOST_RECEIVERS = 10  # of one club
TURNING = timedelta(days=1)  # while a program learns its new secret
TEST_TYPE = "webhook.test"


@transaction.atomic
def add_receiver(club: Club, address: str, types: Collection[str], *, actor: str = "", **form: str) -> Receiver:
    """Add a program to be told of events of these types. `form`: the values of `shape`, `chat` and `language` of a
    Receiver that are not the defaults. Raises NotNow for a club that has MOST_RECEIVERS already, and for the
    demonstration."""
    refuse_demonstration(club)
    Club.objects.select_for_update().get(pk=club.pk)
    if club.receivers.count() >= MOST_RECEIVERS:
        raise NotNow(_("Le club prévient déjà dix programmes : ôtez-en un d’abord."))
    receiver = Receiver.objects.create(club=club, address=address, types=sorted(types), salt=make_salt(), **form)
    log_receiver_change(receiver, What.RECEIVER_ADDED, actor)
    return receiver


def make_salt() -> str:
    """Return a new salt, from which a receiver's new secret is computed."""
    return secrets.token_hex(SALT_BYTES)


def compute_receiver_key(receiver: Receiver) -> bytes:
    """Return the 32 bytes that sign what this receiver is sent."""
    return compute_key(receiver.salt)


def compute_key(salt: str) -> bytes:
    """Return the 32 bytes that sign messages under this salt: computed with the key of printed codes, so that the
    database alone signs nothing."""
    return salted_hmac(salts.RECEIVER, salt, secret=settings.PRINTED_KEY, algorithm="sha256").digest()


def list_receiver_keys(receiver: Receiver, now: datetime) -> list[bytes]:
    """Return the keys that sign what this receiver is sent now: its own and, for a while after a renewal, the former
    one. The list is empty for a chat of people (Discord, Telegram), where nobody compares signatures."""
    if receiver.shape != MessageShape.STANDARD:
        return []
    is_turning = receiver.former_until is not None and now < receiver.former_until
    return [compute_key(salt) for salt in (receiver.salt, *([receiver.former_salt] if is_turning else []))]


def write_secret(receiver: Receiver) -> str:
    """Return the receiver's secret as Standard Webhooks writes it: «whsec_…», for its owner to keep."""
    return SECRET_PREFIX + base64.b64encode(compute_receiver_key(receiver)).decode()


@transaction.atomic
def change_receiver(receiver: Receiver, address: str, types: Collection[str], *, actor: str = "", **form: str) -> None:
    """Change where a program is told (`address`), of what (`types`), and in what form: `form` has the new `shape`,
    `chat` and `language` of the receiver. What waits for it goes to the new address, in the form in which it was
    written."""
    save_fields(receiver, address=address, types=sorted(types), **form)
    log_receiver_change(receiver, What.RECEIVER_CHANGED, actor)


@transaction.atomic
def renew_secret(receiver: Receiver, *, actor: str = "") -> None:
    """Give the receiver another secret. For the time TURNING, messages are signed with the former secret as well; any
    older one is void at once."""
    save_fields(receiver, former_salt=receiver.salt, former_until=timezone.now() + TURNING, salt=make_salt())
    log_receiver_change(receiver, What.SECRET_RENEWED, actor)


@transaction.atomic
def remove_receiver(receiver: Receiver, *, actor: str = "") -> None:
    """Tell a program nothing more, and forget what it was told."""
    log_receiver_change(receiver, What.RECEIVER_REMOVED, actor)
    receiver.delete()


@transaction.atomic
def resume_receiver(receiver: Receiver, *, actor: str = "") -> None:
    """Resume sending to a program that was paused, beginning with what has waited for it."""
    save_fields(receiver, failing_since=None, paused_at=None)
    receiver.deliveries.filter(next_at__isnull=False).update(next_at=timezone.now(), tries=0)
    log_receiver_change(receiver, What.RECEIVER_RESUMED, actor)


def queue_test_message(receiver: Receiver) -> Delivery:
    """Queue a message that says nothing but that the receiver can be reached."""
    message = WebhookMessage(TEST_TYPE, timezone.now(), {"club": receiver.club.name})
    return Delivery.objects.create(
        receiver=receiver, message=make_message_id(), type=TEST_TYPE, body=message.write_for(receiver)
    )
