"""The form of what each player counted at the end of a partie: his real fiches and jetons."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.forms.fields import WholeNumberField

from .table_form import TableForm

MOST_TOKENS = 1_000_000
TOKEN_LABELS = {"fiches": _("%(name)s : fiches"), "jetons": _("%(name)s : jetons")}

DESK_LABELS = {"fiches": _("Fiches"), "jetons": _("Jetons")}  # under the player's name
HOW_MANY = _("Combien ? Écrivez 0 s’il n’en a pas.")


class CountForm(TableForm):
    """The form of the fiches and jetons that each player holds at the end. An empty box of fiches is an error, an empty
    box of jetons is 0.

    `filled_in`: the boxes show the counts already made (not on a phone, so that players do count). `one_by_one`: one
    player counts at a time, so the form asks only those whose boxes are in `data`, or all if no box was sent."""

    def __init__(self, sheet: Sheet, data: Any = None, *, filled_in: bool = False, one_by_one: bool = False) -> None:
        self.filled_in = filled_in
        sent = {place for place in sheet.positions.values() if f"fiches.{place}" in (data or ()) if one_by_one}
        self.places = {name: place for name, place in sheet.positions.items() if not sent or place in sent}
        super().__init__(sheet, data)

    def build(self) -> None:
        labels = DESK_LABELS if self.filled_in else TOKEN_LABELS
        counts = [count for count in self.sheet.counts if not count.is_read_off] if self.filled_in else ()
        counted = {count.position: count for count in counts}
        for name, position in self.places.items():
            for kind, words in labels.items():
                self.fields[f"{kind}.{position}"] = WholeNumberField(
                    0,
                    MOST_TOKENS,
                    label=words % {"name": name},
                    initial=getattr(counted.get(position), kind, None),
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        """Add an error to each player's empty box of fiches; take an empty box of jetons for 0."""
        data = super().clean() or self.cleaned_data
        for place in self.places.values():
            fiches, jetons = (f"{kind}.{place}" for kind in TOKEN_LABELS)
            if data.get(fiches) is None and fiches not in self.errors:
                self.add_error(fiches, HOW_MANY)
            if data.get(jetons) is None and jetons not in self.errors:
                data[jetons] = 0
        return data

    def counts(self) -> dict[int, tuple[int, int]]:
        """Return (fiches, jetons) by seat number."""
        value = self.cleaned_data
        return {place: (value[f"fiches.{place}"], value[f"jetons.{place}"]) for place in self.places.values()}

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Return for each player: name, input of fiches, input of jetons."""
        return [(name, self[f"fiches.{place}"], self[f"jetons.{place}"]) for name, place in self.places.items()]
