"""The club's own form: name, time zone, initials on public pages."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club

from .desk_fields import NameField


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = NameField(label=_("Nom du club"))
    time_zone = forms.ChoiceField(
        label=_("Fuseau horaire"), help_text=_("L’heure des pages, et le jour auquel une soirée appartient.")
    )
    initials = forms.BooleanField(
        label=_("Montrer des initiales sur les pages publiques, au lieu des noms"), required=False
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        initial = {"name": club.name, "time_zone": club.time_zone, "initials": club.initials}
        super().__init__(*args, initial=initial, **kwargs)
        zones = sorted(
            zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix", "right"))
        )
        self.fields["time_zone"].choices = [
            (zone, zone.replace("_", " ")) for zone in {club.time_zone: 0} | dict.fromkeys(zones)
        ]  # type: ignore[attr-defined]
