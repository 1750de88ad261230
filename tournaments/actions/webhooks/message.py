"""One message to other programs: its id, its words as JSON, and the deliveries of it."""

import datetime
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Delivery, Receiver

ID_BYTES = 16


@dataclass(frozen=True)
class WebhookMessage:
    """One message for whoever asked for its type. `data`: JSON values."""

    type: str
    at: datetime.datetime
    data: Mapping[str, Any]

    def write_body(self) -> str:
        """Return the message as it is sent."""
        told = {"type": self.type, "timestamp": write_time(self.at), "data": self.data}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def write_time(at: datetime.datetime) -> str:
    """Return the time as ISO 8601 in UTC, to the millisecond."""
    return at.astimezone(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_message_id() -> str:
    """Return a new id of a message, by which a receiver knows one that comes twice."""
    return f"msg_{secrets.token_hex(ID_BYTES)}"


def address_message(
    message: WebhookMessage, receivers: Iterable[Receiver], now: datetime.datetime
) -> Iterator[Delivery]:
    """Yield the message for each of these receivers that wants it, under one id, to be sent at once."""
    name, body = make_message_id(), message.write_body()
    for receiver in receivers:
        if message.type in receiver.types:
            yield Delivery(receiver=receiver, message=name, type=message.type, body=body, made_at=now, next_at=now)
