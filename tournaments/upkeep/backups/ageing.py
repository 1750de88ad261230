"""Which backups are kept: all of one day, one a day for thirty days, one a month for twelve months. Pure."""

from collections.abc import Iterable
from datetime import datetime, timedelta

ALL_OF = timedelta(hours=24)
ONE_A_DAY = timedelta(days=30)
ONE_A_MONTH = timedelta(days=366)


def find_last_day(times: Iterable[datetime]) -> datetime | None:
    """Return when the last of the backups of these times is deleted at the latest, once there are newer ones; None
    without any."""
    return max((at + ONE_A_MONTH for at in times), default=None)


def choose_kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the times of the backups to keep, of all `times`. Days and months are those of UTC; of each the newest one
    is kept. The newest of all is kept however old it is, and so is what a clock gone wrong dated in the future."""
    newest_first = sorted(times, reverse=True)
    kept = set(newest_first[:1])
    days, months = set(), set()
    for at in newest_first:
        age = now - at
        is_first_of_day, is_first_of_month = at.date() not in days, (at.year, at.month) not in months
        days.add(at.date())
        months.add((at.year, at.month))
        if age <= ALL_OF or (age <= ONE_A_DAY and is_first_of_day) or (age <= ONE_A_MONTH and is_first_of_month):
            kept.add(at)
    return kept
