"""The tag that shows the message of an evening on its screens."""

from typing import Any

from django import template

from tournaments.models import Tournament
from tournaments.reading.hall_messages import find_hall_message

register = template.Library()


@register.inclusion_tag("parts/hall_message.html")
def hall_message(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the template tag that shows the organiser's message to the hall until it ends; nothing if
    none is set."""
    return {"message": find_hall_message(tournament), "zone": tournament.club.time_zone}
