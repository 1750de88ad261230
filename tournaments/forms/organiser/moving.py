"""A tournament as a file, and its copy as the next one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .tournament import DATE_WIDGET, DAY_ERRORS, NameField

BIGGEST_FILE = 3_900_000  # bytes: as much as a request may hold


class TournamentFileForm(forms.Form):
    """A tournament in a file that another installation exported."""

    file = forms.FileField(
        label=_("Un fichier de soirée"),
        help_text=_("Un fichier .json, tel que « Exporter » le donne ailleurs, de 3,9 Mo au plus."),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )

    def clean_file(self) -> Any:
        found = self.cleaned_data["file"]
        if found.size > BIGGEST_FILE:
            raise forms.ValidationError(_("Ce fichier est trop gros pour une soirée."))
        return found


class NextTournamentForm(forms.Form):
    """The next tournament, made like another one."""

    name = NameField(label=_("Nom de la soirée"))
    date = forms.DateField(label=_("Jour"), widget=DATE_WIDGET, error_messages=DAY_ERRORS)
    with_players = forms.BooleanField(label=_("Avec les mêmes joueurs"), required=False, initial=True)
