"""The posters at the door: the address of the tournament's public page, and how a table keeps its score; and the square
with which players check in by themselves."""

from typing import Any

from django.conf import settings

from config.wifi import read_wifi
from tournaments.models import Tournament
from tournaments.presentation.qr import draw_phone_qr, draw_qr, get_board_address, get_door_address, has_phone_address
from tournaments.reading.game_figures import get_game_figures


def build_poster(tournament: Tournament) -> dict[str, Any]:
    """Return the poster's context: the public address and, where the organiser wants it, the Wi-Fi, both as text and as
    QR; and whether the game is played with fiches."""
    address = get_board_address(tournament)
    return {
        "address": address.split("://", 1)[1] if has_phone_address() else "",
        "qr": draw_phone_qr(address),
        "in_fiches": get_game_figures(tournament).in_jetons,
        **build_wifi(),
    }


def build_check_in_poster(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the poster with which players check in by themselves. Its address is shown nowhere as
    text: the key is too long to be typed."""
    return {"qr": draw_phone_qr(get_door_address(tournament.sign_up_terms)), **build_wifi()}


def build_wifi() -> dict[str, Any]:
    """Return the Wi-Fi, as text and as QR, where the organiser wants it on posters."""
    wifi = read_wifi(settings.VAR_DIR)
    shown = wifi if wifi and wifi.on_poster else None
    return {"wifi": shown, "wifi_qr": draw_qr(shown.qr_text) if shown else ""}
