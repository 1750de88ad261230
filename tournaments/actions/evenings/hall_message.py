"""What an organiser says to everybody: the message on every screen of an evening, and what its posters announce."""

from datetime import time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.rounds.clock import check_minutes
from tournaments.actions.states import lock_evening
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models import HallMessage, PosterText, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.models.signing_up import PLACE_LENGTH, WORDS_LENGTH


@transaction.atomic
def show_message(tournament: Tournament, words: str, minutes: int) -> None:
    """Show these words on every screen of the tournament for so many minutes, in the place of an earlier message.
    Raises Refused if there are no words or more than NAME_LENGTH characters, NotNow if the minutes are out of
    bounds."""
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


@transaction.atomic
def announce(tournament: Tournament, *, place: str, starts_at: time | None, words: str) -> None:
    """Save what the tournament's posters say: place, hour and a line of free words. Raises Refused for a text that is
    too long or cannot be stored."""
    lock_evening(tournament, "announce")
    said = {"place": " ".join(place.split()), "words": " ".join(words.split())}
    for name, most in (("place", PLACE_LENGTH), ("words", WORDS_LENGTH)):
        if len(said[name]) > most or not is_storable(said[name]):
            raise Refused([FieldError(name, _("C’est trop long, ou un signe ne peut pas être gardé."))])
    PosterText.objects.update_or_create(tournament=tournament, defaults={**said, "starts_at": starts_at})
