"""The clock of a round, by the server's time: started, stopped, going on, minutes more for the hall or for one table.

Watching it writes nothing: what is kept is when it began and how long it stood still.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Table

from .errors import NotNow

MOST_MINUTES = 600


@transaction.atomic
def start_clock(current: Round, minutes: int) -> Round:
    """So many minutes from now on; a clock that ran is forgotten. Raises NotNow out of bounds."""
    check_minutes(minutes)
    Round.objects.filter(pk=current.pk).update(
        minutes=minutes, started_at=timezone.now(), paused_at=None, paused_seconds=0
    )
    return again(current)


@transaction.atomic
def pause_clock(current: Round) -> Round:
    """It stands still from now on; no matter if it does already."""
    Round.objects.filter(pk=current.pk, started_at__isnull=False, paused_at=None).update(paused_at=timezone.now())
    return again(current)


@transaction.atomic
def resume_clock(current: Round) -> Round:
    """It goes on where it stood still."""
    found = Round.objects.select_for_update().get(pk=current.pk)
    if found.paused_at is not None:
        stood = int((timezone.now() - found.paused_at).total_seconds())
        found.paused_seconds, found.paused_at = found.paused_seconds + max(0, stood), None
        found.save(update_fields=["paused_seconds", "paused_at"])
    return again(current)


@transaction.atomic
def stop_clock(current: Round) -> Round:
    """No clock any more."""
    Round.objects.filter(pk=current.pk).update(started_at=None, paused_at=None, paused_seconds=0)
    return again(current)


@transaction.atomic
def give_minutes(current: Round, minutes: int, table: Table | None = None) -> Round:
    """Minutes more for everybody, or for one table of the round. Raises NotNow out of bounds."""
    check_minutes(minutes)
    if table is None:
        check_minutes((current.minutes or 0) + minutes)
        Round.objects.filter(pk=current.pk).update(minutes=(current.minutes or 0) + minutes)
    else:
        check_minutes(table.extra_minutes + minutes)
        Table.objects.filter(pk=table.pk, round=current).update(extra_minutes=F("extra_minutes") + minutes)
    return again(current)


def check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise NotNow(_("De 1 à 600 minutes."))


def again(current: Round) -> Round:
    return Round.objects.get(pk=current.pk)
