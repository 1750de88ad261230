"""The forms that say why a table is not played (forfeit, exempt, adjourned, annulled), and who forfeits; one of them
for the forfeits of a whole round."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.forms.fields import get_field, list_seat_choices
from tournaments.models import UnplayedTable

from .table import ReasonForm

UNPLAYED_KINDS = (
    (UnplayedTable.UnplayedKind.FORFEIT, _("Forfait : quelqu’un n’est pas venu")),
    (UnplayedTable.UnplayedKind.EXEMPT, _("Exemptée : elle ne peut pas jouer, sans la faute de personne")),
    (UnplayedTable.UnplayedKind.ADJOURNED, _("Remise à plus tard : elle jouera un autre moment")),
    (UnplayedTable.UnplayedKind.ANNULLED, _("Annulée : ce qui y est marqué ne compte pas")),
)


PLAYED_EXAMPLE = _("Par exemple : « ils sont arrivés après tout ».")
EXAMPLE = _("Par exemple : « ils ne sont pas venus ».")


class UnplayedForm(ReasonForm):
    """What becomes of a table that is not played, which players did not come, and the reason."""

    kind = forms.ChoiceField(
        label=_("Que devient la table ?"),
        choices=UNPLAYED_KINDS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez ce que devient la table.")},
    )
    absent = forms.TypedMultipleChoiceField(
        label=_("En cas de forfait, qui n’est pas venu ?"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        now = sheet.unplayed
        initial = {"kind": now.kind, "absent": now.absent} if now else {}
        super().__init__(*args, **{"initial": initial, "example": EXAMPLE, **kwargs})
        get_field(self, "absent", forms.TypedMultipleChoiceField).choices = list_seat_choices(sheet)
        self.order_fields(["kind", "absent", "reason"])


class RoundForfeitsForm(ReasonForm):
    """Who did not come to the tables of a round, a field for each table, and the reason."""

    def __init__(self, cards: Iterable[TableCard], away: Collection[int], *args: Any, **kwargs: Any) -> None:
        """Build the form. `away`: the ids of entries known to be absent, who are ticked beforehand."""
        super().__init__(*args, **{"initial": {"reason": _("absence")}, "example": EXAMPLE, **kwargs})
        self.tables = {str(card.table.pk): card for card in cards}
        for key, card in self.tables.items():
            self.fields[key] = forms.TypedMultipleChoiceField(
                label=_("Table %(n)s") % {"n": card.table.n},
                choices=[(str(position), name) for position, name in enumerate(card.names, 1)],
                initial=[seat.position for seat in card.seats if seat.entry_id in away],
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        self.order_fields([*self.tables, "reason"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not any(data.get(key) for key in self.tables):
            raise forms.ValidationError(_("Cochez qui n’est pas venu."))
        return data

    def get_absent(self) -> dict[int, list[int]]:
        """Return the seat numbers that forfeit, by the id of their table."""
        return {int(key): self.cleaned_data[key] for key in self.tables if self.cleaned_data[key]}
