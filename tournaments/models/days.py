"""Which days and times the program accepts, wherever they come from: typed, imported, or sent by another program."""

import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

YEARS = range(1000, 9000)
"""The years of the days that are accepted: four digits, and far enough from both ends of the calendar that every time
zone, and every addition, stays within it."""
Day = TypeVar("Day", bound=datetime.date)
DAY_OUT_OF_BOUNDS = _("Choisissez une année de 1000 à 8999.")


def is_taken(at: datetime.date) -> bool:
    """True if the program accepts this day or time: its year is one of YEARS."""
    return at.year in YEARS


def check_day(at: datetime.date) -> None:
    """Raise ValidationError unless the year of this day or time is one of YEARS."""
    if not is_taken(at):
        raise ValidationError(DAY_OUT_OF_BOUNDS)


def bring_within_bounds(at: Day) -> Day:
    """Return the day or time itself if its year is one of YEARS, else the first or last one that is accepted."""
    if is_taken(at):
        return at
    return at.replace(year=YEARS[0], month=1, day=1) if at.year < YEARS[0] else at.replace(YEARS[-1], 12, 31)


def add_days(day: datetime.date, days: int) -> datetime.date:
    """Return the day so many days later, at most the last one that the program accepts."""
    last = datetime.date(YEARS[-1], 12, 31)
    return day + datetime.timedelta(days=min(days, (last - day).days))


class StoredDay(models.Field):  # type: ignore[type-arg]
    """Base of a column for days or times. A value out of bounds, stored by an older program, is read as the nearest one
    accepted. In the database the column is Django's own, and so it is for migrations."""

    def from_db_value(self, value: Any, *_asked: Any) -> Any:
        """Return a stored value, brought within bounds; None for None."""
        return None if value is None else bring_within_bounds(value)

    def deconstruct(self) -> Any:
        """Return Django's own column to migrations, so that they do not depend on this class."""
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{type(self).__mro__[2].__name__}", args, kwargs


class BoundedDateField(StoredDay, models.DateField):  # type: ignore[misc,type-arg]
    """A column for days that refuses a day whose year the program does not accept."""


class BoundedDateTimeField(StoredDay, models.DateTimeField):  # type: ignore[misc,type-arg]
    """A column for times that refuses a time whose year the program does not accept."""
