"""The organiser's form of an evening, in one page: name, date, rule, how long, options, players."""

import datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.models import Club, Event, Player

from .desk_fields import NameField
from .desk_options import OptionsMixin, said
from .desk_players import PeopleForm

DATE = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
PROPOSED = _("Soirée du %(day)s")
OTHER_DAY = _("Choisissez un jour, par exemple 21/11/2026.")


class EventForm(OptionsMixin):
    """Name, date, preset and options of an evening; also those of one already made (`event`)."""

    name = NameField(label=_("Nom de la soirée"), help_text=_("Il paraît au tableau et en tête des feuilles."))
    date = forms.DateField(label=_("Jour"), widget=DATE, error_messages={"required": OTHER_DAY, "invalid": OTHER_DAY})
    preset = forms.ChoiceField(label=_("Règle"), widget=forms.RadioSelect)

    def __init__(self, game: scoring.Game, *args: Any, chosen: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["preset"].choices = [(p.key, said(p.name)) for p in game.presets]  # type: ignore[attr-defined]
        self.add_options(chosen or {})

    def presets(self) -> list[tuple[BoundWidget, str]]:
        """Each preset's radio button with what the preset is."""
        return [(radio, said(p.about)) for radio, p in zip(self["preset"], self.game.presets, strict=True)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        preset = next((p for p in self.game.presets if p.key == data.get("preset")), None)
        if preset is not None:
            data["options"] = self.chosen_options(preset)
            self.judge_options(preset)
        return data


class RulesForm(EventForm):
    """The rules alone, of an evening that has written."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["name"], self.fields["date"]


class NewEventForm(EventForm, PeopleForm):
    """An evening with its players: ticked in the club's list, or typed in on the spot."""

    def __init__(self, club: Club, game: scoring.Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["players"].among(Player.objects.filter(club=club, active=True))  # type: ignore[attr-defined]


def event_initial(event: Event) -> dict[str, Any]:
    """What an evening already made shows in its form."""
    return {"name": event.name, "date": event.date, "preset": event.preset}


def proposed_name(day: datetime.date) -> str:
    """The name proposed for an evening, e.g. « Soirée du 21 novembre »."""
    return str(PROPOSED % {"day": date_format(day, "j F")})
