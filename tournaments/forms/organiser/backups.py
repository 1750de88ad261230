"""Backups: the second folder, the passphrase of what leaves the computer, and which one to restore."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.addresses import find_path_fault

SHORTEST_PHRASE = 12
OTHER_FOLDER = ""


class PassphraseForm(forms.Form):
    """The form of a new passphrase for backups, typed twice."""

    phrase = forms.CharField(
        label=_("Phrase de passe"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        min_length=SHORTEST_PHRASE,
        max_length=200,
        strip=False,
        help_text=_("Quatre mots sans rapport. Notez-la sur papier : sans elle, personne n’ouvre ces copies."),
        error_messages={
            "required": _("Il faut une phrase de passe."),
            "min_length": _("Il faut au moins %(limit_value)d signes."),
        },
    )
    again = forms.CharField(
        label=_("La même, une seconde fois"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        max_length=200,
        strip=False,
        error_messages={"required": _("Tapez-la une seconde fois.")},
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "phrase" in data and "again" in data and data["phrase"] != data["again"]:
            self.add_error("again", _("Les deux phrases ne sont pas les mêmes."))
        return data


class SecondFolderForm(PassphraseForm):
    """The form of the second folder for backups: on a stick that is plugged in (`sticks`), or typed."""

    stick = forms.ChoiceField(label=_("Où"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Un autre dossier"),
        required=False,
        max_length=500,
        help_text=_("Son chemin entier, sur un autre disque que celui de l’ordinateur."),
    )

    def __init__(self, sticks: Sequence[Path], forbidden: Path, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._forbidden = forbidden.resolve()
        choices = [*((str(path), str(path)) for path in sticks), (OTHER_FOLDER, _("Un autre dossier"))]
        self.fields["stick"].choices = choices  # type: ignore[attr-defined]
        if not sticks:
            del self.fields["stick"]
            self.fields["typed"].label = _("Dossier")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        folder = Path(data.get("stick") or data.get("typed", ""))
        if not data.get("stick") and not data.get("typed"):
            self.add_error("typed", _("Choisissez un dossier."))
        elif fault := find_path_fault(folder):
            self.add_error("typed", fault)
        elif not folder.parent.is_dir():
            self.add_error("typed", _("Ce dossier n’existe pas, ni celui qui le contiendrait."))
        elif folder.resolve().is_relative_to(self._forbidden):
            self.add_error("typed", _("C’est le dossier de Corbillon lui-même : prenez-en un autre."))
        data["folder"] = folder
        return data


class RestoreForm(forms.Form):
    """Which backup to restore, and its passphrase if it is encrypted. `names`: (value, text) of each."""

    file = forms.ChoiceField(
        label=_("Quelle copie"),
        error_messages={"required": _("Choisissez une copie."), "invalid_choice": _("Cette copie n’est plus là.")},
    )
    phrase = forms.CharField(
        label=_("Phrase de passe"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        required=False,
        strip=False,
        help_text=_("Pour une copie du second dossier seulement."),
    )

    def __init__(self, names: Sequence[tuple[str, str]], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["file"].choices = names  # type: ignore[attr-defined]
