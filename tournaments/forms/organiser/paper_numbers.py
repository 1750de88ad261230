"""The form that takes the number each player had on paper, after a tournament went on without the computer."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import WholeNumberField
from tournaments.models import Entry, Tournament

MOST_NUMBER = 999


class PaperNumbersForm(forms.Form):
    """The form of the number that each player had on the paper list, an input beside each name; it stays empty for a
    player who was not there. `size`: the number of players at a table in the printed draws."""

    def __init__(
        self, tournament: Tournament, entries: Sequence[Entry], sizes: Sequence[int], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.fields["size"] = forms.TypedChoiceField(
            label=gettext_lazy("Dans le paquet imprimé, joueurs par table"),
            choices=[(str(size), str(size)) for size in sizes],
            coerce=int,
        )
        for entry in entries:
            self.fields[f"n{entry.pk}"] = WholeNumberField(1, MOST_NUMBER, label=entry.listed_name, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and not self.get_numbers():
            raise forms.ValidationError(_("Écrivez les numéros de la liste cumulative."))
        return cleaned

    def get_numbers(self) -> dict[int, int]:
        """Return the typed numbers by entry id, without those left empty."""
        found = {entry.pk: self.cleaned_data.get(f"n{entry.pk}") for entry in self.entries}
        return {pk: number for pk, number in found.items() if number}
