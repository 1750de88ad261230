"""The organiser's form of a club's own preset (its name, and the options that differ from the standard preset it is
made from), and the form that imports a preset from a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.fields import NameField

from .options import OptionRow, OptionsMixin

BIGGEST_FILE = 100_000  # bytes: a preset is a few hundred


class PresetForm(OptionsMixin):
    """A club's preset of `game`, made from the standard preset `base`. Options left empty are as `base` has them."""

    name = NameField(
        label=_("Nom de la règle"), help_text=_("Par exemple « Notre jeudi ». Il paraît sur la feuille de règle.")
    )

    def __init__(
        self, game: scoring.Game, base: scoring.Preset, *args: Any, chosen: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.base, self.offered = game, base, (base,)
        self.add_options(chosen or {})

    def list_changed_rows(self) -> list[OptionRow]:
        """List the rows of the options that differ from the standard preset, or have an error."""
        return [row for row in self.build_option_rows() if row.is_set]

    def list_unchanged_rows(self) -> list[OptionRow]:
        """List the options that stay as in the standard preset."""
        return [row for row in self.build_option_rows() if not row.is_set]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["options"] = self.get_chosen_options(self.base)
        self.check_options(self.base, data["options"])
        return data


class PresetFileForm(forms.Form):
    """The form of a preset to import, from a file that another club exported."""

    file = forms.FileField(
        label=_("Un fichier de règle"),
        help_text=_("Un fichier .json, tel que « Exporter » le donne."),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > BIGGEST_FILE:
            raise forms.ValidationError(_("Ce fichier est trop gros pour une règle."))
        return upload
