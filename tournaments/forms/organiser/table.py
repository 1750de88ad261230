"""The organiser's forms about a table that phones do not have: a reason, a substitute."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import Sheet
from tournaments.forms.fields import SeatField, tidy_name
from tournaments.models import Entry, Tournament
from tournaments.presentation.text.cards import fold_letters

REASON_MISSING = _("Dites pourquoi : la raison est gardée avec la ligne.")


EXAMPLE: str | Promise = _("Par exemple : « points de Basile mal recopiés ».")


class ReasonForm(forms.Form):
    """Why something already recorded is changed; `example` is shown as an example of a reason."""

    reason = forms.CharField(label=_("Pourquoi ?"), max_length=300)

    def __init__(self, *args: Any, required: bool = True, example: str | Promise = EXAMPLE, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = str(example)
        self.fields["reason"].required = required
        if required:
            self.fields["reason"].label = _("Pourquoi ? (obligatoire)")
        self.fields["reason"].error_messages["required"] = REASON_MISSING


class SubstituteForm(forms.Form):
    """Who leaves a seat, whether he plays on this evening (`gone`: he does not), and who takes it: one of `free`
    (entries of the tournament without a seat), or a typed name."""

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
        choices = [("", "—"), *((pk, entry.shown_name) for pk, entry in known.items())]
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
        """Return the typed name. Raises ValidationError where somebody of the evening bears it: a second person of that
        name would enter without a word."""
        same = [each for each in self.entries if fold_letters(each.shown_name) == fold_letters(name)]
        if not same:
            return name
        if any(each.pk in self.free for each in same):
            raise forms.ValidationError(_("%(name)s est dans la liste : choisissez ce nom.") % {"name": name})
        told = _(
            "%(name)s a déjà une place. Pour échanger deux joueurs, prenez « Mal assis » sur la page de la table ; "
            "pour une autre personne de ce nom, ajoutez un mot."
        )
        raise forms.ValidationError(told % {"name": name})
