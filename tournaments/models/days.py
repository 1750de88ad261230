"""Which days and times are taken, wherever they come from: typed, imported, or sent by another program."""

import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

YEARS = range(1000, 9000)
"""So far from both ends of the calendar that any time zone, and whatever is added, stays in it; of four digits."""
DAY_OUT_OF_BOUNDS = _("Choisissez une année de 1000 à 8999.")


def is_taken(at: datetime.date) -> bool:
    """True if this day or time is taken."""
    return at.year in YEARS


def check_day(at: datetime.date) -> None:
    """Raise ValidationError unless this day or time is taken."""
    if not is_taken(at):
        raise ValidationError(DAY_OUT_OF_BOUNDS)
