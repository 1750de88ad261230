"""The filter `date` of every template, which writes the first of a month as French does: «1er décembre»."""

from typing import Any

from django import template
from django.template import defaultfilters

from tournaments.presentation.text.elision import mark_first_day

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, form: str | None = None) -> str:
    """Format a day or a time as Django does, in French with «1er» before a month."""
    return defaultfilters.date(value, mark_first_day(value, form) if form else None)
