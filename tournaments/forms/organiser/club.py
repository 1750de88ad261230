"""The form of a club's settings: its name, its time zone, and whether public pages show initials instead of names."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField, get_field
from tournaments.models import Club


class ClubForm(forms.Form):
    """A club's name, time zone and choice of initials."""

    name = NameField(label=_("Nom du club"))
    time_zone = forms.ChoiceField(
        label=_("Fuseau horaire"), help_text=_("L’heure des pages, et le jour auquel une soirée appartient.")
    )
    initials = forms.BooleanField(
        label=_("Montrer des initiales sur les pages publiques, au lieu des noms"), required=False
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial={"name": club.name, "time_zone": club.time_zone, "initials": club.initials})
        zones = dict.fromkeys([club.time_zone, *list_time_zones()])
        field = get_field(self, "time_zone", forms.ChoiceField)
        field.choices = [(zone, zone.replace("_", " ")) for zone in zones]


def list_time_zones() -> list[str]:
    """List the time zones that are named after places, sorted: «Europe/Paris», but not «UTC», «Etc/GMT+3» and the
    like."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
