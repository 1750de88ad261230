"""The sheet for the door: where the evening is on the phone, and how a table keeps its score."""

from typing import Any

from tournaments.models import Event

from .qr import board_address, qr


def door(event: Event) -> dict[str, Any]:
    """The evening's public address, written and as a QR."""
    address = board_address(event)
    return {"address": address.split("://", 1)[1], "qr": qr(address)}
