"""Whether the clock of this computer has jumped: what was written last stands after it, or long before it."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from config.background.jobs import KEEPER_LOCK
from tournaments.models import Record
from tournaments.presentation.text.elision import format_day

from .backups.state import BackupState, read_state, save_state

TOLERANCE = timedelta(minutes=10)
LONG = timedelta(days=180)  # no club's summer is as long
NOTICE_KEPT = timedelta(days=7)
SANE_YEARS = range(2026, 2100)
SET_CLOCK = "sudo timedatectl set-ntp true"


@dataclass(frozen=True)
class ClockJump:
    """A jump of the computer's clock: it showed `before`, and then `after`; nobody knows which of them is wrong."""

    before: datetime
    after: datetime

    def __str__(self) -> str:
        before, after = (format_day(timezone.localtime(at), "j F Y, H:i") for at in (self.before, self.after))
        words = _(
            "L’horloge de cet ordinateur est passée du %(before)s au %(after)s. Si elle n’est pas à l’heure, "
            "réglez-la : aucune copie ne s’efface pour cela."
        )
        return words % {"before": before, "after": after}


def find_jump(now: datetime) -> ClockJump | None:
    """Return how the clock has jumped, judged at the time `now`; None if it has not. The signs of a jump: the last
    record, the last start or the last look at the backups lies after `now`; or the last look at the backups (if there
    was none, the later of the other two) lies very long before it. Without such a sign, return the jump that a backup
    noted less than NOTICE_KEPT ago."""
    state = read_state()
    looked = state.held_until  # written whenever the server looks whether a backup is due
    newest = max([*([looked] if looked else []), *_list_other_signs()], default=now)
    if newest > now + TOLERANCE:
        return ClockJump(newest, now)
    before = looked or newest
    if now - before > LONG:
        return ClockJump(before, now)
    return read_noted_jump(state, now)


def note_start(now: datetime) -> str:
    """Store how the clock jumped while the server was off, before newly written times hide it. Return a sentence that
    says what is wrong with the clock at the time `now`; "" if nothing is."""
    if jump := find_jump(now):
        with suppress(OSError):  # a full disk keeps no note: then the signs alone tell
            save_state(read_state(), clock_before=jump.before.isoformat(), clock_after=jump.after.isoformat())
    return describe_trouble(now)


def read_noted_jump(state: BackupState, now: datetime) -> ClockJump | None:
    """Return the jump of the clock that a backup noted lately; None if none did."""
    if not state.clock_after:
        return None
    noted = ClockJump(datetime.fromisoformat(state.clock_before), datetime.fromisoformat(state.clock_after))
    return noted if abs(now - noted.after) <= NOTICE_KEPT else None


def describe_trouble(now: datetime) -> str:
    """Return what is wrong with the clock, a sentence for everybody; "" if nothing is."""
    if now.year not in SANE_YEARS:
        day = format_day(timezone.localtime(now), "j F Y, H:i")
        return _("L’horloge de cet ordinateur dit %(now)s : elle n’est pas à l’heure. Réglez-la.") % {"now": day}
    return str(find_jump(now) or "")


def _list_other_signs() -> list[datetime]:
    """Return when the last record was written and when the server started last, by the clock of that time."""
    signs = list(Record.objects.order_by("-pk").values_list("at", flat=True)[:1])
    with suppress(OSError, ValueError):
        signs.append(datetime.fromtimestamp((settings.VAR_DIR / KEEPER_LOCK).stat().st_mtime, UTC))
    return signs
