"""The messages to receivers: queued from the outbox, tried again after growing delays, ended, and forgotten after a
week.

A receiver that seems to be down holds up all that waits for it; one that only refuses a message holds up that message.
"""

import datetime
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Delivery, OutboxEntry, Receiver
from tournaments.models.elapsed import SLACK

from .chats import escape_markup

DELAYS = tuple(
    datetime.timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""How long after each failed try the next one comes, as Standard Webhooks proposes; then the message is abandoned."""
OFFLINE_DELAY = datetime.timedelta(minutes=1)
PAUSED_AFTER = datetime.timedelta(days=3)
KEPT = datetime.timedelta(days=7)
GONE = 410  # the receiver wants nothing more
TOO_MANY, FIRST_SERVER_ERROR = 429, 500
RESULT_FIELDS = ("state", "tries", "next_at", "answer", "trouble", "body")


@dataclass(frozen=True)
class SendResult:
    """What came of one try: the HTTP status, or None and why there is none. `is_offline`: this computer has no network,
    which is nothing against the receiver."""

    answer: int | None = None
    trouble: str = ""
    is_offline: bool = False

    @property
    def is_delivered(self) -> bool:
        """True if the receiver has taken the message."""
        return self.answer is not None and 200 <= self.answer < 300

    @property
    def is_receiver_down(self) -> bool:
        """True if the receiver would take no other message now either: no answer, too many messages, gone, or a server
        error."""
        return self.answer is None or self.answer in (TOO_MANY, GONE) or self.answer >= FIRST_SERVER_ERROR


@transaction.atomic
def queue_deliveries(
    handled: Collection[int], deliveries: Sequence[Delivery], standings_of: Iterable[int] = ()
) -> None:
    """Save the deliveries to which these outbox entries (`handled`, ids) led, and mark the entries as handled.
    `standings_of`: the tournaments (ids) whose standings they may have changed; each gets an entry that says so."""
    Delivery.objects.bulk_create(deliveries)
    OutboxEntry.objects.bulk_create(
        OutboxEntry(tournament_id=pk, kind=OutboxEntry.SourceKind.STANDINGS) for pk in standings_of
    )
    OutboxEntry.objects.filter(pk__in=handled).update(is_pending=False)


def list_due_deliveries(now: datetime.datetime, most: int, but_to: Collection[int] = ()) -> QuerySet[Delivery]:
    """Return the deliveries that are to be tried now, at most `most`, the oldest first, each with its receiver.
    `but_to`: receivers (ids) that are left out."""
    due = Delivery.objects.filter(next_at__lte=now, receiver__paused_at=None).exclude(receiver__in=but_to)
    return due.select_related("receiver").order_by("pk")[:most]


def hurry_deliveries(now: datetime.datetime, *, after: datetime.datetime) -> None:
    """Let deliveries that are due later than `after` be tried now, so that a clock that went back holds none up."""
    Delivery.objects.filter(next_at__gt=after).update(next_at=now)


@transaction.atomic
def save_send_result(delivery: Delivery, result: SendResult, now: datetime.datetime) -> None:
    """Save what came of one try, for the delivery and for its receiver. Nothing is saved of a receiver that was removed
    meanwhile."""
    receiver = Receiver.objects.select_for_update().filter(pk=delivery.receiver_id).first()
    if receiver is None:
        return
    waiting = receiver.deliveries.filter(next_at__isnull=False).exclude(pk=delivery.pk)
    if result.is_offline:
        receiver.deliveries.filter(next_at__lte=now).update(next_at=now + OFFLINE_DELAY)
        return
    delivery.tries += 1
    delivery.answer, delivery.trouble = result.answer, result.trouble
    if result.is_delivered:
        end_delivery(delivery, Delivery.DeliveryState.DELIVERED)
        if receiver.failing_since:
            waiting.update(next_at=now)
        receiver.failing_since = None
    else:
        receiver.failing_since = skip_untried_time(receiver.failing_since or now, delivery, now)
        if delivery.tries > len(DELAYS):
            end_delivery(delivery, Delivery.DeliveryState.ABANDONED)
        else:
            delivery.next_at = now + DELAYS[delivery.tries - 1]
            if result.is_receiver_down:
                waiting.filter(next_at__lt=delivery.next_at).update(next_at=delivery.next_at)
        if result.answer == GONE or now - receiver.failing_since >= PAUSED_AFTER:
            receiver.paused_at = now
    saved = {name: getattr(delivery, name) for name in RESULT_FIELDS}
    Delivery.objects.filter(pk=delivery.pk).update(**saved)  # or it was deleted meanwhile
    receiver.save(update_fields=["failing_since", "paused_at"])


def skip_untried_time(since: datetime.datetime, delivery: Delivery, now: datetime.datetime) -> datetime.datetime:
    """Return since when the receiver has failed (`since`), moved later by the time in which nobody tried although a try
    was due: the computer was off, or its clock has jumped."""
    late = now - (delivery.next_at or now)
    return min(now, since + late) if late > SLACK else since


def end_delivery(delivery: Delivery, state: Delivery.DeliveryState) -> None:
    """Let the delivery be over: nothing of what it said is kept."""
    delivery.state, delivery.next_at, delivery.body = state, None, ""


def delete_old_deliveries(now: datetime.datetime) -> None:
    """Delete what was queued a week ago, sent or not."""
    Delivery.objects.filter(made_at__lt=now - KEPT).delete()


def delete_deliveries_that_name(club_id: int, names: Collection[str]) -> None:
    """Delete the club's messages, not sent yet, in which one of these names stands."""
    for form in {*names, *map(escape_markup, names)}:
        written = json.dumps(form, ensure_ascii=False)[1:-1]
        Delivery.objects.filter(receiver__club=club_id, body__contains=written).delete()
