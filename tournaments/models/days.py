"""Which days and times are taken, wherever they come from: typed, imported, or sent by another program."""

import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

YEARS = range(1000, 9000)
"""So far from both ends of the calendar that any time zone, and whatever is added, stays in it; of four digits."""
Day = TypeVar("Day", bound=datetime.date)
DAY_OUT_OF_BOUNDS = _("Choisissez une année de 1000 à 8999.")


def is_taken(at: datetime.date) -> bool:
    """True if this day or time is taken."""
    return at.year in YEARS


def check_day(at: datetime.date) -> None:
    """Raise ValidationError unless this day or time is taken."""
    if not is_taken(at):
        raise ValidationError(DAY_OUT_OF_BOUNDS)


def bring_within_bounds(at: Day) -> Day:
    """Return the day or time itself if it is taken, else the first or last one that is."""
    if is_taken(at):
        return at
    return at.replace(year=YEARS[0], month=1, day=1) if at.year < YEARS[0] else at.replace(YEARS[-1], 12, 31)


def add_days(day: datetime.date, days: int) -> datetime.date:
    """Return the day so many days later, the last one that is taken at most."""
    last = datetime.date(YEARS[-1], 12, 31)
    return day + datetime.timedelta(days=min(days, (last - day).days))


class StoredDay(models.Field):  # type: ignore[type-arg]
    """Of a column for days or times: what an older program let in is read as a day that every page can show. In the
    database, and for migrations, it is Django's own."""

    def from_db_value(self, value: Any, *_asked: Any) -> Any:
        """Return a value as the program sees it."""
        return None if value is None else bring_within_bounds(value)

    def deconstruct(self) -> Any:
        """Return what migrations write: the field that it is made of."""
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{type(self).__mro__[2].__name__}", args, kwargs


class BoundedDateField(StoredDay, models.DateField):  # type: ignore[misc,type-arg]
    """A date column that refuses a day which the calendar of the program cannot hold."""


class BoundedDateTimeField(StoredDay, models.DateTimeField):  # type: ignore[misc,type-arg]
    """A time column that refuses a time on such a day."""
