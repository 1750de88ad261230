"""The dispatcher: makes messages of the outbox's entries, and sends those that are due: to each receiver one after the
other, to several receivers at the same time. Threads only send; one thread alone reads and writes the database."""

import datetime
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from django.utils import timezone

from tournaments.actions.webhooks.deliveries import (
    DELAYS,
    SendResult,
    hurry_deliveries,
    list_due_deliveries,
    queue_deliveries,
    save_send_result,
)
from tournaments.actions.webhooks.message import address_message
from tournaments.actions.webhooks.receivers import list_receiver_keys
from tournaments.models import Delivery, EventType, OutboxEntry, Receiver, Tournament
from tournaments.models.elapsed import SLACK, is_within

from .messages import find_standings_touched, make_all
from .sending import build_headers, send_message

STANDINGS_WAIT = datetime.timedelta(seconds=10)  # coups that come meanwhile make one message
MOST_ENTRIES = 500  # of the outbox at once
MOST_DUE = 100
MOST_IN_A_ROW = 20  # deliveries of one receiver, before the others are looked at again
MOST_RECEIVERS_AT_ONCE = 4

Send = Callable[[str, Mapping[str, str], bytes, Collection[str]], SendResult]
Tried = list[tuple[Delivery, SendResult, datetime.datetime]]


class Dispatcher:
    """Makes and sends the messages of this installation. `allowed`: hosts that need not be public, as in `sending`."""

    def __init__(self, allowed: Collection[str] = (), send: Send = send_message) -> None:
        self._allowed, self._send = allowed, send
        self._seen: datetime.datetime | None = None
        self._pool = ThreadPoolExecutor(MOST_RECEIVERS_AT_ONCE, thread_name_prefix="webhooks")
        self._under_way: dict[int, Future[Tried]] = {}

    def work(self, now: datetime.datetime) -> bool:
        """Make and send what is due now. Return True if there is more to do at once."""
        if self._seen is None or now < self._seen - SLACK:
            hurry_deliveries(now, after=now if self._seen else now + DELAYS[-1] + SLACK)
        self._seen = now
        has_more = queue_outbox(now)
        self.collect_results()
        self.start_sending(now)
        return has_more

    def collect_results(self, *, wait: bool = False) -> None:
        """Save the results of sendings that have ended; with `wait`, wait for all that are still running."""
        for receiver, future in list(self._under_way.items()):
            if wait or future.done():
                del self._under_way[receiver]
                for delivery, result, at in future.result():
                    save_send_result(delivery, result, at)

    def start_sending(self, now: datetime.datetime) -> None:
        """Start to send the due messages of each receiver to whom nothing is being sent."""
        due: dict[int, list[Delivery]] = {}
        for delivery in list_due_deliveries(now, MOST_DUE, but_to=self._under_way):
            due.setdefault(delivery.receiver_id, []).append(delivery)
        for receiver, deliveries in due.items():
            signed = [(each, list_receiver_keys(each.receiver, now)) for each in deliveries[:MOST_IN_A_ROW]]
            self._under_way[receiver] = self._pool.submit(self._send_in_a_row, signed)

    def finish(self) -> None:
        """Wait for the sendings that are still running, and save their results."""
        self.collect_results(wait=True)
        self._pool.shutdown()

    def _send_in_a_row(self, deliveries: Iterable[tuple[Delivery, Sequence[bytes]]]) -> Tried:
        """Send these messages to their one receiver in order, and stop at the first whose failure shows that it is
        down. Return the result of each that was tried."""
        tried: Tried = []
        for delivery, keys in deliveries:
            at, body = timezone.now(), delivery.body.encode()
            headers = build_headers(keys, delivery.message, int(at.timestamp()), body)
            result = self._send(delivery.receiver.address, headers, body, self._allowed)
            tried.append((delivery, result, at))
            if result.is_receiver_down:
                break
        return tried


def queue_outbox(now: datetime.datetime) -> bool:
    """Make messages of new entries of the outbox, and queue them for the receivers that asked for their type. Return
    True if there are more. Standings of one tournament are sent at most once in STANDINGS_WAIT."""
    entries = list(OutboxEntry.objects.filter(is_pending=True).order_by("pk")[:MOST_ENTRIES])
    ready = [each for each in entries if is_ripe(each, entries, now)]
    if not ready:
        return False
    tournaments = Tournament.objects.select_related("club").in_bulk({each.tournament_id for each in ready})
    receivers = find_receivers(each.club_id for each in tournaments.values())
    deliveries: list[Delivery] = []
    for pk, tournament in tournaments.items():
        its = [each for each in ready if each.tournament_id == pk]
        deliveries += address_all(its, tournament, receivers.get(tournament.club_id, []), now)
    telling = {
        pk for pk, each in tournaments.items() if any(wants_standings(to) for to in receivers.get(each.club_id, ()))
    }
    queue_deliveries([each.pk for each in ready], deliveries, find_standings_touched(ready) & telling)
    return len(entries) == MOST_ENTRIES


def address_all(
    entries: Sequence[OutboxEntry], tournament: Tournament, listening: Sequence[Receiver], now: datetime.datetime
) -> list[Delivery]:
    """Return the deliveries of all messages that are made from these entries of the tournament: one for each of the
    `listening` receivers that asked for messages of that type."""
    wanted = {kind for receiver in listening for kind in receiver.types}
    made = [message for _entry, message in make_all(entries if wanted else (), tournament) if message.type in wanted]
    return [delivery for message in made for delivery in address_message(message, listening, now)]


def is_ripe(entry: OutboxEntry, entries: Sequence[OutboxEntry], now: datetime.datetime) -> bool:
    """True if the entry may be sent now. An entry that says that standings changed waits until STANDINGS_WAIT has
    passed since the oldest such one of its tournament among `entries`; any other may be sent at once."""
    if entry.kind != OutboxEntry.SourceKind.STANDINGS:
        return True
    since = min(each.at for each in entries if (each.kind, each.tournament_id) == (entry.kind, entry.tournament_id))
    return not is_within(since, STANDINGS_WAIT, now)


def find_receivers(clubs: Iterable[int]) -> dict[int, list[Receiver]]:
    """Return the receivers of these clubs that are not paused, by club."""
    receivers: dict[int, list[Receiver]] = {}
    for receiver in Receiver.objects.filter(club__in=set(clubs), paused_at=None):
        receivers.setdefault(receiver.club_id, []).append(receiver)
    return receivers


def wants_standings(receiver: Receiver) -> bool:
    """True if the receiver asked for messages on changed standings."""
    return EventType.STANDINGS_CHANGED in receiver.types
