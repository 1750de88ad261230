"""The sheet for the door: where the evening is on the phone, and how a table keeps its score."""

from typing import Any

from django.conf import settings

from config.wifi import kept_wifi
from tournaments.models import Event

from .qr import board_address, qr


def door(event: Event) -> dict[str, Any]:
    """The evening's public address, written and as a QR; the Wi-Fi's where the organiser wants them there."""
    address = board_address(event)
    wifi = kept_wifi(settings.VAR_DIR)
    shown = wifi if wifi and wifi.on_poster else None
    wifi_qr = qr(shown.code) if shown else ""
    return {"address": address.split("://", 1)[1], "qr": qr(address), "wifi": shown, "wifi_qr": wifi_qr}
