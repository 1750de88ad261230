"""The tag that shows the message of an evening on its screens."""

from typing import Any

from django import template

from tournaments.models import Tournament
from tournaments.reading.hall_messages import find_hall_message

register = template.Library()


@register.inclusion_tag("parts/hall_message.html")
def hall_message(tournament: Tournament) -> dict[str, Any]:
    """Return {message, zone}, the context of the template tag that shows the organiser's message to the hall until it
    ends; `message` is None if none is set, `zone` is the club's time zone."""
    return {"message": find_hall_message(tournament), "zone": tournament.club.time_zone}
