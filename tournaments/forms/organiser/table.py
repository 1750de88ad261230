"""The organiser's forms about a table that are no event: a reason, a substitute, counted tokens, who agrees to the
sheet."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.models import Entry

from .fields import WholeNumberField, tidy_name

MOST_TOKENS = 1_000_000
REASON_MISSING = _("Dites pourquoi : la raison est gardée avec la ligne.")


EXAMPLE: str | Promise = _("Par exemple : « points de Basile mal recopiés ».")


class ReasonForm(forms.Form):
    """Why something already recorded is changed; `example` is shown as an example of a reason."""

    reason = forms.CharField(label=_("Pourquoi ?"), max_length=300)

    def __init__(self, *args: Any, required: bool = True, example: str | Promise = EXAMPLE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = str(example)
        self.fields["reason"].required = required
        self.fields["reason"].error_messages["required"] = REASON_MISSING


def list_seat_choices(sheet: Sheet) -> list[tuple[int, str]]:
    """Return each seat number with its player's name, as choices."""
    return [(position, name) for name, position in sheet.positions.items()]


class SeatForm(forms.Form):
    """A choice of one of the table's seats; `asks`: the label."""

    position = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect)
    question = _("Qui ?")

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].choices = list_seat_choices(sheet)  # type: ignore[attr-defined]
        self.fields["position"].label = self.question
        self.fields["position"].error_messages["required"] = _("Choisissez un joueur.")


class ConfirmForm(SeatForm):
    """The seat of the player who agrees to the sheet."""

    question = _("Quel joueur est d’accord ?")


class SubstituteForm(SeatForm):
    """Who leaves a seat, and who takes it: one of `free` (entries of the tournament without a seat), or a typed
    name."""

    question = _("Qui laisse sa place ?")
    typed = forms.CharField(
        label=_("… ou quelqu’un d’autre"), required=False, help_text=_("Son nom ; il entre dans la soirée.")
    )

    def __init__(self, sheet: Sheet, free: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(sheet, *args, **kwargs)
        known = {str(entry.pk): entry for entry in free}
        choices = [("", "—"), *((pk, entry.shown_name) for pk, entry in known.items())]
        self.fields["entry"] = forms.TypedChoiceField(
            label=_("Qui la prend ?"), choices=choices, coerce=known.get, empty_value=None, required=False
        )
        self.order_fields(["position", "entry", "typed"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        typed = (data.get("typed") or "").strip()
        if bool(typed) == bool(data.get("entry")):
            self.add_error("typed", _("Choisissez quelqu’un dans la liste, ou écrivez son nom ici."))
        elif typed:
            try:
                data["typed"] = tidy_name(typed)
            except forms.ValidationError as wrong:
                self.add_error("typed", wrong)
        return data


class CountForm(forms.Form):
    """The fiches and jetons that each player has before him."""

    def __init__(self, sheet: Sheet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.positions = [position for position, _name in list_seat_choices(sheet)]
        counted = {count.position: count for count in sheet.counts}
        for position, name in list_seat_choices(sheet):
            count = counted.get(position)
            for kind, words in (("fiches", _("%(name)s : fiches")), ("jetons", _("%(name)s : jetons"))):
                field = WholeNumberField(0, MOST_TOKENS, label=words % {"name": name}, required=True)
                field.error_messages["required"] = _("Combien ? Écrivez 0 s’il n’en a pas.")
                field.initial = getattr(count, kind, None)
                self.fields[f"{kind}.{position}"] = field

    def counts(self) -> dict[int, tuple[int, int]]:
        """Return (fiches, jetons) by seat number."""
        data = self.cleaned_data
        return {place: (data[f"fiches.{place}"], data[f"jetons.{place}"]) for place in self.positions}
