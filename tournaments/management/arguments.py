"""What the commands' arguments name."""

from django.core.management.base import CommandError

from tournaments.models import Event


def event_named(text: str) -> Event:
    """The event of this number or code; raises CommandError where there is none."""
    try:
        return Event.objects.named(text)
    except Event.DoesNotExist:
        raise CommandError(f"Il n’y a pas d’évènement « {text} ».") from None
