"""Which backups are kept: all of one day, one a day for thirty days, one a month for twelve months. Pure.

How old they are is reckoned among the backups themselves, from the third newest day that has any: a clock that was
wrong for an evening makes nothing older. A clock that shows a time before that day is believed: ages are then counted
from that time.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta

ALL_OF = timedelta(hours=24)
ONE_A_DAY = timedelta(days=30)
ONE_A_MONTH = timedelta(days=366)
AGREEING_DAYS = 3
LATEST = datetime.max.replace(tzinfo=UTC)


def find_last_day(times: Iterable[datetime]) -> datetime | None:
    """Return the time by which all backups made at these times will be deleted, a year after the newest of them; None
    without any. It is so only if newer backups are made on AGREEING_DAYS days."""
    return max((at + min(ONE_A_MONTH, LATEST - at) for at in times), default=None)


def find_reference(times: Iterable[datetime], now: datetime, doubted: Collection[datetime]) -> datetime:
    """Return the time from which the ages of backups are counted: `now`, or the last backup of the third newest day
    that has any, whichever is earlier. `doubted`: the times of backups made while the clock was wrong, which are not
    looked at."""
    last_of_days = {at.date(): at for at in sorted(set(times) - set(doubted))}
    newest_first = sorted(last_of_days.values(), reverse=True)
    return min([now, *newest_first[:AGREEING_DAYS]])


def choose_kept(times: Collection[datetime], now: datetime, doubted: Collection[datetime] = ()) -> set[datetime]:
    """Return those of these times whose backups are to be kept: all of the last day, then one a day, then one a month
    (in UTC, the newest of each). The newest of all is always kept, and any dated after the time from which ages are
    counted. `doubted`: the times of backups made while the clock was wrong, which do not decide that time."""
    reference = find_reference(times, now, doubted)
    newest_first = sorted(times, reverse=True)
    kept = set(newest_first[:1])
    days, months = set(), set()
    for at in newest_first:
        age = reference - at
        is_first_of_day, is_first_of_month = at.date() not in days, (at.year, at.month) not in months
        days.add(at.date())
        months.add((at.year, at.month))
        if age <= ALL_OF or (age <= ONE_A_DAY and is_first_of_day) or (age <= ONE_A_MONTH and is_first_of_month):
            kept.add(at)
    return kept
