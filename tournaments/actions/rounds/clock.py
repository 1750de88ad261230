"""The clock of a round, by the server's time: started, paused, resumed, stopped, extended for all tables or for one.

Showing the clock writes nothing: only its start and the length of its pauses are stored. Each action raises
TournamentClosed where the evening's state does not allow it.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.models import Round, Table
from tournaments.models.elapsed import note_beginning

MOST_MINUTES = 600


@transaction.atomic
def start_clock(current: Round, minutes: int) -> None:
    """Start the round's clock at this number of minutes; a clock that ran before is replaced. Raises NotNow if the
    minutes are out of bounds."""
    lock_evening(current.tournament, "start_clock")
    check_minutes(minutes)
    now = timezone.now()
    clock = {"minutes": minutes, "started_at": now, "paused_at": None, "paused_seconds": 0}
    Round.objects.filter(pk=current.pk).update(**clock, moves=F("moves") + 1, moved_at=now)
    note_beginning(current.clock_name, now)


@transaction.atomic
def pause_clock(current: Round) -> None:
    """Pause the clock; a clock that is paused already stays as it is."""
    lock_evening(current.tournament, "pause_clock")
    locked, now = Round.objects.select_for_update().get(pk=current.pk), timezone.now()
    if locked.started_at is not None and locked.paused_at is None:
        save_fields(locked, started_at=locked.find_start(now), paused_at=now)


@transaction.atomic
def resume_clock(current: Round) -> None:
    """Let a paused clock go on from where it was paused."""
    lock_evening(current.tournament, "resume_clock")
    locked, now = Round.objects.select_for_update().get(pk=current.pk), timezone.now()
    if locked.paused_at is not None and locked.started_at is not None:
        stood = int((now - locked.paused_at).total_seconds())
        back = timedelta(seconds=min(0, stood))  # the computer's clock has gone back
        started_at, paused_seconds = locked.started_at + back, locked.paused_seconds + max(0, stood)
        clock = {"started_at": started_at, "paused_seconds": paused_seconds, "paused_at": None}
        save_fields(locked, **clock, moves=locked.moves + 1, moved_at=now)
        note_beginning(locked.clock_name, started_at, now - started_at)


@transaction.atomic
def stop_clock(current: Round) -> None:
    """Remove the round's clock."""
    lock_evening(current.tournament, "stop_clock")
    clock = {"started_at": None, "paused_at": None, "paused_seconds": 0}
    Round.objects.filter(pk=current.pk).update(**clock, moves=F("moves") + 1, moved_at=timezone.now())


@transaction.atomic
def give_minutes(current: Round, minutes: int, table: Table | None = None) -> None:
    """Add minutes to the clock of the whole round, or of one of its tables. Raises NotNow if the minutes, or their sum,
    are out of bounds."""
    lock_evening(current.tournament, "give_minutes")
    check_minutes(minutes)
    if table is None:
        check_minutes((current.minutes or 0) + minutes)
        longer = (current.minutes or 0) + minutes
        Round.objects.filter(pk=current.pk).update(minutes=longer, moves=F("moves") + 1, moved_at=timezone.now())
    else:
        check_minutes(table.extra_minutes + minutes)
        Table.objects.filter(pk=table.pk, round=current).update(extra_minutes=F("extra_minutes") + minutes)


def check_minutes(minutes: int) -> None:
    """Raise NotNow unless the number of minutes is between 1 and MOST_MINUTES."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise NotNow(_("De 1 à 600 minutes."))
