"""The message that every screen of an evening shows now."""

from django.utils import timezone

from tournaments.models import HallMessage, Tournament


def find_hall_message(tournament: Tournament) -> HallMessage | None:
    """Return the evening's message until its end; None where none is set."""
    message: HallMessage | None = getattr(tournament, "hall_message", None)
    return message if message and timezone.now() < message.ends_at else None
