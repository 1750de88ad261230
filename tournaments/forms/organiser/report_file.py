"""A tournament in a report of another program (FIDE's TRF), and the game that is played in it here."""

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.presentation.text.option_text import localise

from .moving import TournamentFileForm

TWO = 2  # players at a table


def list_game_choices() -> list[tuple[str, str]]:
    """Return the games that two players can play, by their keys."""
    return [(game.key, str(localise(game.name))) for game in scoring.list_games() if TWO in game.sizes]


class ReportFileForm(TournamentFileForm):
    """The file of a report, and the game."""

    file = forms.FileField(
        label=_("Un fichier de tournoi (TRF)"),
        help_text=_("Le format d’échange de la FIDE, que donnent les programmes d’échecs : .trf, .trfx ou .txt."),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )
    game = forms.ChoiceField(label=_("À quoi l’on y joue ici"), choices=list_game_choices)
