"""Arguments that several commands have."""

from django.core.management.base import CommandError

from tournaments.models import Tournament


def find_tournament(text: str) -> Tournament:
    """Return the tournament of this id or code. Raises CommandError if there is none."""
    try:
        return Tournament.objects.get_by_id_or_code(text)
    except Tournament.DoesNotExist:
        raise CommandError(f"Il n’y a pas d’évènement « {text} ».") from None
