"""Forms that correct who sat where: two tables exchanged, one person for another, or the wrong order at a table. Each
asks for a reason."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.forms.fields import get_field, list_seat_choices
from tournaments.models import Entry, Table

from .players import sort_by_name
from .table import ReasonForm

NOBODY_CHOSEN = _("Choisissez quelqu’un.")
EXAMPLE = _("Par exemple : « les deux Marie ont échangé leurs tables ».")


class SwapTablesForm(ReasonForm):
    """The other table: each of the two scored on the other's sheet."""

    table = forms.ModelChoiceField(Table.objects.none(), label=_("L’autre table"), empty_label="—")

    def __init__(self, sheet: Sheet, tables: Sequence[Table], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = get_field(self, "table", forms.ModelChoiceField)
        field.queryset = Table.objects.filter(pk__in=[table.pk for table in tables])
        field.choices = [("", "—"), *((table.pk, describe_table(table)) for table in tables)]
        field.error_messages["required"] = _("Choisissez une table.")
        self.order_fields(["table", "reason"])


def describe_table(table: Table) -> str:
    """Return «Table 3»."""
    return str(_("Table %(n)s") % {"n": table.n})


class ReplacePlayerForm(ReasonForm):
    """A seat, and the person who really sat there."""

    position = forms.TypedChoiceField(label=_("À la place de…"), coerce=int)
    other = forms.ModelChoiceField(
        Entry.objects.none(), label=_("… c’est quelqu’un d’autre qui jouait"), empty_label="—"
    )

    def __init__(self, sheet: Sheet, _tables: Sequence[Table], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        get_field(self, "position", forms.TypedChoiceField).choices = [("", "—"), *list_seat_choices(sheet)]
        everybody = sheet.tournament.entries.all()
        other = get_field(self, "other", forms.ModelChoiceField)
        other.queryset = everybody
        other.choices = [("", "—"), *((entry.pk, entry.shown_name) for entry in sort_by_name(everybody))]
        for name in ("position", "other"):
            self.fields[name].error_messages["required"] = NOBODY_CHOSEN
        self.order_fields(["position", "other", "reason"])


class SeatOrderForm(ReasonForm):
    """Who sat at each seat, each on the right of the one before."""

    def __init__(self, sheet: Sheet, _tables: Sequence[Table], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for position in sheet.positions.values():
            label = _("Place %(n)s") % {"n": position}
            field = forms.TypedChoiceField(label=label, coerce=int, choices=list_seat_choices(sheet), initial=position)
            self.fields[f"place.{position}"] = field
        self.order_fields([*(f"place.{n}" for n in sheet.positions.values()), "reason"])


SEAT_FORMS = {"tables": SwapTablesForm, "people": ReplacePlayerForm, "order": SeatOrderForm}


def build_seat_form(kind: str, sheet: Sheet, tables: Sequence[Table], data: Any) -> forms.Form:
    """Build the form for this kind of correction."""
    return SEAT_FORMS[kind](sheet, tables, data, prefix=kind, example=EXAMPLE)
