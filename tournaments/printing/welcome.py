"""The sheet for the door: where the evening is on the phone, and how a table keeps its score."""

from typing import Any

from tournaments.models import Event
from tournaments.standings.game import figures_of

from .qr import board_address, qr


def door(event: Event) -> dict[str, Any]:
    """The evening's public address, written and as a QR; and what its game has one count."""
    address = board_address(event)
    return {"address": address.split("://", 1)[1], "qr": qr(address), "in_fiches": figures_of(event).in_jetons}
