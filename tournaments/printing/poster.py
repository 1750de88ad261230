"""The poster at the door: the address of the tournament's public page, and how a table keeps its score."""

from typing import Any

from django.conf import settings

from config.wifi import kept_wifi
from tournaments.models import Event
from tournaments.results.game_figures import figures_of

from .qr import board_address, qr


def door(event: Event) -> dict[str, Any]:
    """Return the poster's context: the public address and, where the organiser wants it, the Wi-Fi, both as text and as
    QR; and whether the game is played with fiches."""
    address = board_address(event)
    wifi = kept_wifi(settings.VAR_DIR)
    shown = wifi if wifi and wifi.on_poster else None
    return {
        "address": address.split("://", 1)[1],
        "qr": qr(address),
        "in_fiches": figures_of(event).in_jetons,
        "wifi": shown,
        "wifi_qr": qr(shown.code) if shown else "",
    }
