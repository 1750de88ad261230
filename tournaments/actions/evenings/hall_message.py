"""The message that an organiser or an arbiter shows on every screen of an evening."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.rounds.clock import check_minutes
from tournaments.actions.states import lock_evening
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models import HallMessage, Tournament
from tournaments.models.clubs import NAME_LENGTH


@transaction.atomic
def show_message(tournament: Tournament, words: str, minutes: int) -> None:
    """Show these words for so many minutes, in the place of those shown before. Raises Refused, and NotNow if the
    minutes are out of bounds."""
    lock_evening(tournament, "show_message")
    check_minutes(minutes)
    words = " ".join(words.split())
    if not (words and len(words) <= NAME_LENGTH and is_storable(words)):
        raise Refused([FieldError("words", _("Écrivez le message, en 80 caractères au plus."))])
    said = {"words": words, "ends_at": timezone.now() + timedelta(minutes=minutes)}
    HallMessage.objects.update_or_create(tournament=tournament, defaults=said)


@transaction.atomic
def clear_message(tournament: Tournament) -> None:
    """Take the message away from every screen."""
    lock_evening(tournament, "clear_message")
    HallMessage.objects.filter(tournament=tournament).delete()
