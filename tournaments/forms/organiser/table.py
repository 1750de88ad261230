"""Forms about one table: its corrections, and who sits where."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.book.sheet import Sheet
from tournaments.forms.fields import SeatField, get_field, list_seat_choices, tidy_name
from tournaments.models import Entry, Table, Tournament

from .players import sort_by_name

REASON_MISSING = _("Dites pourquoi : la raison est gardée avec la ligne.")


EXAMPLE: str | Promise = _("Par exemple : « points mal recopiés ».")


READ_AS_TYPED = _(
    "Se lit tel quel sur la feuille, au journal et dans les fichiers de la soirée : ne nommez personne sans besoin."
)


class ReasonForm(forms.Form):
    """The form of why something recorded is changed; `example`: a reason shown as an example."""

    reason = forms.CharField(label=_("Pourquoi ?"), max_length=300)

    def __init__(self, *args: Any, required: bool = True, example: str | Promise = EXAMPLE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = f"{example} {READ_AS_TYPED}".strip()
        self.fields["reason"].required = required
        if required:
            self.fields["reason"].label = _("Pourquoi ? (obligatoire)")
        self.fields["reason"].error_messages["required"] = REASON_MISSING


class SubstituteForm(forms.Form):
    """The form of a substitution at a table: who leaves a seat, whether he plays no more this evening (`gone`), and who
    takes it: one of `free` (entries without a seat), or a typed name."""

    typed = forms.CharField(
        label=_("… ou quelqu’un d’autre"), required=False, help_text=_("Son nom ; il entre dans la soirée.")
    )

    gone = forms.BooleanField(
        label=_("Celui qui laisse sa place ne joue plus : les rondes suivantes se tirent sans lui"),
        required=False,
        initial=True,
    )

    def __init__(self, sheet: Sheet, free: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"] = SeatField(sheet, label=_("Qui laisse sa place ?"))
        known = {str(entry.pk): entry for entry in free}
        if sheet.tournament.format == Tournament.Format.FREE:
            self.fields["gone"].label = _("Celui qui laisse sa place ne joue plus")
        self.free, self.entries = {entry.pk for entry in free}, list(sheet.tournament.entries.all())
        choices = [("", "—"), *((pk, entry.listed_name) for pk, entry in known.items())]
        self.fields["entry"] = forms.TypedChoiceField(
            label=_("Qui la prend ?"), choices=choices, coerce=known.get, empty_value=None, required=False
        )
        self.order_fields(["position", "gone", "entry", "typed"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        typed = (data.get("typed") or "").strip()
        if bool(typed) == bool(data.get("entry")):
            self.add_error("typed", _("Choisissez quelqu’un dans la liste, ou écrivez son nom ici."))
        elif typed:
            try:
                data["typed"] = self.require_new_name(tidy_name(typed))
            except forms.ValidationError as wrong:
                self.add_error("typed", wrong)
        return data

    def require_new_name(self, name: str) -> str:
        """Return the typed name. Raises ValidationError if somebody of the tournament has it, as he would be entered
        twice."""
        same = [each for each in self.entries if fold_letters(each.shown_name) == fold_letters(name)]
        if not same:
            return name
        if any(each.pk in self.free for each in same):
            raise forms.ValidationError(_("%(name)s est dans la liste : choisissez ce nom.") % {"name": name})
        sentence = _(
            "%(name)s a déjà une place. Pour échanger deux joueurs, prenez « Mal assis » sur la page de la table ; "
            "pour une autre personne de ce nom, ajoutez un mot."
        )
        raise forms.ValidationError(sentence % {"name": name})


NOBODY_CHOSEN = _("Choisissez quelqu’un.")
SEATS_EXAMPLE = _("Par exemple : « les feuilles étaient échangées ».")


class SwapTablesForm(ReasonForm):
    """The form for two tables that were scored on each other's sheets: which is the other table."""

    table = forms.ModelChoiceField(Table.objects.none(), label=_("L’autre table"), empty_label="—")

    def __init__(self, sheet: Sheet, tables: Sequence[Table], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = get_field(self, "table", forms.ModelChoiceField)
        field.queryset = Table.objects.filter(pk__in=[table.pk for table in tables])
        field.choices = [("", "—"), *((table.pk, describe_table(table)) for table in tables)]
        field.error_messages["required"] = _("Choisissez une table.")
        self.order_fields(["table", "reason"])


def describe_table(table: Table) -> str:
    """Return the table's name in words: «Table 3»."""
    return str(_("Table %(n)s") % {"n": table.n})


class ReplacePlayerForm(ReasonForm):
    """The form for a wrong player at a seat: which seat, and who really sat there."""

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
        other.choices = [("", "—"), *((entry.pk, entry.listed_name) for entry in sort_by_name(everybody))]
        for name in ("position", "other"):
            self.fields[name].error_messages["required"] = NOBODY_CHOSEN
        self.order_fields(["position", "other", "reason"])


class SeatOrderForm(ReasonForm):
    """The form of who really sat at each seat, each on the right of the one before."""

    def __init__(self, sheet: Sheet, _tables: Sequence[Table], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for position in sheet.positions.values():
            label = _("Place %(n)s") % {"n": position}
            field = forms.TypedChoiceField(label=label, coerce=int, choices=list_seat_choices(sheet), initial=position)
            self.fields[f"place.{position}"] = field
        self.order_fields([*(f"place.{n}" for n in sheet.positions.values()), "reason"])


SEAT_FORMS = {"tables": SwapTablesForm, "people": ReplacePlayerForm, "order": SeatOrderForm}


def build_seat_form(kind: str, sheet: Sheet, tables: Sequence[Table], data: Any) -> forms.Form:
    """Build the form for this kind of correction of seats: a key of SEAT_FORMS («tables», «people», «order»)."""
    return SEAT_FORMS[kind](sheet, tables, data, prefix=kind, example=SEATS_EXAMPLE)
