"""Changing a club's own settings."""

from tournaments.models import Club

from .names import clean_name


def change_club(club: Club, *, name: str, time_zone: str, initials: bool) -> Club:
    """Change the club's name, its time zone, and whether public pages show initials only. Raises Refused for an invalid
    name."""
    club.name, club.time_zone, club.initials = clean_name(name), time_zone, initials
    club.save(update_fields=["name", "time_zone", "initials"])
    return club
