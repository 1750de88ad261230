"""One message to other programs: its id, its words as JSON, and the deliveries of it."""

import datetime
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from tournaments.models import Delivery, MessageShape, Receiver
from tournaments.presentation.qr import find_fixed_address
from tournaments.presentation.text.chat_text import describe_message

from .chats import write_chat_body

ID_BYTES = 16


@dataclass(frozen=True)
class WebhookMessage:
    """One message for the receivers that want its type. `data`: JSON values; `names_round`: in words the round is
    called by its number («La ronde 2 …»), not left out as at free tables."""

    type: str
    at: datetime.datetime
    data: Mapping[str, Any]
    names_round: bool = True

    def write_body(self) -> str:
        """Return the message as JSON: {"type", "timestamp", "data"}."""
        fields = {"type": self.type, "timestamp": write_time(self.at), "data": self.data}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    def write_for(self, receiver: Receiver) -> str:
        """Return the message in the receiver's form: JSON, or words for a chat. Words end with the address of the
        evening's page, if the server has a fixed address and the evening is public."""
        if receiver.shape == MessageShape.STANDARD:
            return self.write_body()
        with override(receiver.language):
            lines = describe_message(self.type, self.data, names_round=self.names_round)
        evening = self.data.get("tournament", {"status": "draft"})
        is_public = evening["status"] != "draft"
        if is_public and (address := find_fixed_address(reverse("board", args=[evening["code"]]))):
            lines.append(address)
        return write_chat_body(receiver, lines)


def write_time(at: datetime.datetime) -> str:
    """Return the time as ISO 8601 in UTC, to the millisecond."""
    return at.astimezone(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def make_message_id() -> str:
    """Return a new id of a message, by which a receiver knows one that comes twice."""
    return f"msg_{secrets.token_hex(ID_BYTES)}"


def address_message(
    message: WebhookMessage, receivers: Iterable[Receiver], now: datetime.datetime
) -> Iterator[Delivery]:
    """Yield a delivery of the message, due now, to each of these receivers that wants its type; all have one message
    id."""
    name = make_message_id()
    for receiver in receivers:
        if message.type in receiver.types:
            body = message.write_for(receiver)
            yield Delivery(receiver=receiver, message=name, type=message.type, body=body, made_at=now, next_at=now)
