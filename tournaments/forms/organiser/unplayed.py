"""The form that says why a table is not played (forfeit, exempt, adjourned, annulled), and who forfeits."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.forms.fields import get_field, list_seat_choices
from tournaments.models import UnplayedTable

from .table import ReasonForm

UNPLAYED_KINDS = (
    (UnplayedTable.UnplayedKind.FORFEIT, _("Forfait : quelqu’un n’est pas venu")),
    (UnplayedTable.UnplayedKind.EXEMPT, _("Exemptée : elle ne peut pas jouer, sans la faute de personne")),
    (UnplayedTable.UnplayedKind.ADJOURNED, _("Remise à plus tard : elle jouera un autre moment")),
    (UnplayedTable.UnplayedKind.ANNULLED, _("Annulée : ce qui y est marqué ne compte pas")),
)


EXAMPLE = _("Par exemple : « Marcel n’est pas venu ».")


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
