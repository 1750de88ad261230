"""Arguments that several commands have."""

from django.core.management.base import CommandError

from tournaments.models import Event


def event_named(text: str) -> Event:
    """Return the tournament of this id or code. Raises CommandError if there is none."""
    try:
        return Event.objects.named(text)
    except Event.DoesNotExist:
        raise CommandError(f"Il n’y a pas d’évènement « {text} ».") from None
