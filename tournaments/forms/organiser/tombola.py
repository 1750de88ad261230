"""What a tombola is made of: its prizes and its tickets."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.evenings.tombola import HIGHEST_NUMBER
from tournaments.forms.fields import WholeNumberField
from tournaments.models import Tombola

PLAYERS, NUMBERS = "players", "numbers"


class TombolaForm(forms.Form):
    """The prizes, one a line, and whose tickets are drawn."""

    prizes = forms.CharField(
        label=_("Les lots, un par ligne"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text=_("Dans l’ordre où ils seront tirés : le plus beau en dernier, si l’on veut."),
    )
    tickets = forms.ChoiceField(
        label=_("Les billets"),
        choices=[(PLAYERS, _("un par joueur, sauf les absents")), (NUMBERS, _("les numéros vendus"))],
        widget=forms.RadioSelect,
        initial=PLAYERS,
    )
    first = WholeNumberField(0, HIGHEST_NUMBER, label=_("Du numéro"), required=False)
    last = WholeNumberField(0, HIGHEST_NUMBER, label=_("Au numéro"), required=False)
    several = forms.BooleanField(label=_("Un billet peut gagner plusieurs lots"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("tickets") == NUMBERS:
            for name in ("first", "last"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Écrivez le premier et le dernier numéro vendus."))
        return data

    def read_terms(self) -> dict[str, Any]:
        """Return what was asked for, as `set_up_tombola` takes it."""
        data = self.cleaned_data
        sold = data["tickets"] == NUMBERS
        return {
            "prizes": data["prizes"].splitlines(),
            "first": data["first"] if sold else None,
            "last": data["last"] if sold else None,
            "several": data["several"],
        }


def build_tombola_initial(tombola: Tombola) -> dict[str, Any]:
    """Return what the form of a tombola that is set up shows."""
    return {
        "prizes": "\n".join(tombola.prizes),
        "tickets": NUMBERS if tombola.is_sold_by_number else PLAYERS,
        "first": tombola.first,
        "last": tombola.last,
        "several": tombola.several,
    }
