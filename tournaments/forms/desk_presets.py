"""The organiser's form of a club's own preset: its name, and the options that differ from the standard one it is made
of; and the file of a preset brought from elsewhere."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring

from .desk_fields import NameField
from .desk_options import OptionRow, OptionsMixin

BIGGEST_FILE = 100_000  # bytes: a preset is a few hundred


class PresetForm(OptionsMixin):
    """A preset of `game` made from the standard one `base`. What is left empty is as `base` has it."""

    name = NameField(
        label=_("Nom de la règle"), help_text=_("Par exemple « Notre jeudi ». Il paraît sur la feuille de règle.")
    )

    def __init__(
        self, game: scoring.Game, base: scoring.Preset, *args: Any, chosen: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.base, self.offered = game, base, (base,)
        self.add_options(chosen or {})

    def different(self) -> list[OptionRow]:
        """The options that are said here to differ."""
        return [row for row in self.option_rows() if row.said]

    def same(self) -> list[OptionRow]:
        """Those that stay as the standard preset has them."""
        return [row for row in self.option_rows() if not row.said]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["options"] = self.chosen_options(self.base)
        self.judge_options(self.base, data["options"])
        return data


class PresetFileForm(forms.Form):
    """A file that another club made."""

    file = forms.FileField(
        label=_("Un fichier de règle"),
        help_text=_("Un fichier .json, tel que « Exporter » le donne."),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )

    def clean_file(self) -> Any:
        found = self.cleaned_data["file"]
        if found.size > BIGGEST_FILE:
            raise forms.ValidationError(_("Ce fichier est trop gros pour une règle."))
        return found
