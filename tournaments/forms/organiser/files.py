"""Forms that take in a file of a whole tournament: of this program, or a report of another one."""

from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.models.days import check_day
from tournaments.presentation.text.option_text import localise

from .tournament import DATE_WIDGET, DAY_ERRORS, NameField

KEPT_FILE = "report-file"  # what its signature is for
BIGGEST_FILE = 3_900_000  # bytes: as much as a request may hold


class TournamentFileForm(forms.Form):
    """A tournament in a file that another installation exported."""

    file = forms.FileField(
        label=_("Un fichier de soirée"),
        help_text=_("Un fichier .json, tel que « Exporter » le donne ailleurs, de 3,9 Mo au plus."),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > BIGGEST_FILE:
            raise forms.ValidationError(_("Ce fichier est trop gros pour une soirée."))
        return upload


class NextTournamentForm(forms.Form):
    """The form of a new tournament made like an earlier one, with or without its players."""

    name = NameField(label=_("Nom de la soirée"))
    date = forms.DateField(label=_("Jour"), widget=DATE_WIDGET, error_messages=DAY_ERRORS, validators=[check_day])
    with_players = forms.BooleanField(label=_("Avec les mêmes joueurs"), required=False, initial=True)


TWO = 2  # players at a table


def list_game_choices() -> list[tuple[str, str]]:
    """Return the games that two can play, as choices: (key, name)."""
    return [(game.key, str(localise(game.name))) for game in scoring.list_games() if TWO in game.sizes]


class ReportFileForm(TournamentFileForm):
    """The form of a tournament report to import, and of the game it is entered as. The file is either chosen (`file`)
    or sent back by the page that showed its content (`kept`); in a valid form `cleaned_data["content"]` is its
    content."""

    file = forms.FileField(
        label=_("Un fichier de tournoi (TRF)"),
        help_text=_("Le format d’échange de la FIDE, que donnent les programmes d’échecs : .trf, .trfx ou .txt."),
        required=False,
        error_messages={"empty": _("Ce fichier est vide.")},
    )
    game = forms.ChoiceField(label=_("À quoi l’on y joue ici"), choices=list_game_choices)
    kept = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_file(self) -> Any:
        return super().clean_file() if self.cleaned_data["file"] else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "file" in data:
            data["content"] = data["file"].read() if data["file"] else unpack_content(data.get("kept", ""))
            if not data["content"]:
                self.add_error("file", _("Choisissez d’abord un fichier."))
        return data


def pack_content(content: bytes) -> str:
    """Return a file's content as a signed text, for the page to keep and send back."""
    return signing.dumps(content.decode("latin-1"), salt=KEPT_FILE, compress=True)


def unpack_content(packed: str) -> bytes:
    """Return the file's content from the text that a page sent back; empty if `pack_content` did not make it."""
    try:
        return str(signing.loads(packed, salt=KEPT_FILE)).encode("latin-1")
    except signing.BadSignature:
        return b""
