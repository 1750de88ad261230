"""Tags that show a club's logo and sponsors on pages; nothing where none are set, or the page is of no club."""

from typing import Any

from django import template

from tournaments.models import Club
from tournaments.reading.club_face import find_logo, list_sponsors, read_face

register = template.Library()


@register.inclusion_tag("parts/club_logo.html")
def club_logo(club: Club | None) -> dict[str, Any]:
    """Return {club, logo}, the context of the template tag that shows the club's logo; `logo` is None if it has
    none."""
    return {"club": club, "logo": find_logo(read_face(club)) if club else None}


@register.inclusion_tag("parts/club_sponsors.html")
def club_sponsors(club: Club | None) -> dict[str, Any]:
    """Return {club, sponsors}, the context of the template tag that shows the logos of the club's sponsors in one
    row."""
    return {"club": club, "sponsors": list_sponsors(read_face(club)) if club else []}
