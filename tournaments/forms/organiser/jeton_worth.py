"""The form of what jetons are worth in money, at a club or for one evening."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.money.jeton_worth import WorthTerms
from tournaments.actions.people.paid_words import remove_currency
from tournaments.forms.amounts import CurrencyField, read_amount, write_amount
from tournaments.forms.fields import get_field
from tournaments.models import JetonWorth
from tournaments.models.currencies import get_decimals
from tournaments.presentation.text.jeton_worth_text import describe_worth

AS_CLUB, OWN, NOTHING = "club", "own", "nothing"


class JetonWorthForm(forms.Form):
    """What a jeton or a fiche is worth at a club; nothing typed: nothing. `terms` is what was typed, once valid;
    `currency`: the one that is proposed."""

    amount = forms.CharField(
        label=_("Somme"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("Par exemple 0,05. Rien d’écrit : on ne joue pas d’argent, et aucune page n’en parle."),
    )
    currency = CurrencyField()
    jetons = forms.TypedChoiceField(
        label=_("Cette somme est ce que vaut"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(1, _("un jeton")), (scoring.FICHE, _("une fiche, soit vingt jetons"))],
    )

    def __init__(self, kept: JetonWorth | None, currency: str, data: Any = None, **initial: Any) -> None:
        initial |= {"currency": kept.currency if kept else currency, "jetons": kept.jetons if kept else 1}
        if kept and kept.minor_units:
            initial["amount"] = write_amount(kept.minor_units, kept.decimals)
        super().__init__(data, initial=initial)
        get_field(self, "currency", CurrencyField).kept = initial["currency"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "currency" in data and "amount" in data and data["amount"].strip():
            typed = remove_currency(data["amount"].strip().removeprefix("+"), data["currency"])
            self.read_amount(typed, get_decimals(data["currency"]))
        return data

    def read_amount(self, typed: str, decimals: int) -> None:
        """Keep the typed amount as `minor_units` of a currency with so many decimals, or say what is wrong with it."""
        try:
            self.cleaned_data["minor_units"] = read_amount(typed, decimals)
        except ValidationError as wrong:
            few = _("Cette monnaie a %(n)s décimales ; pour moins, dites ce que vaut une fiche.")
            none = _("Cette monnaie n’a pas de décimales ; pour moins, dites ce que vaut une fiche.")
            too_small = few % {"n": decimals} if decimals else none
            self.add_error("amount", too_small if wrong.code == "decimals" else wrong)

    @property
    def terms(self) -> WorthTerms | None:
        """What was typed; None for nothing, or for zero."""
        data = self.cleaned_data
        units = data.get("minor_units", 0)
        return self.build_terms(units) if units else None

    def build_terms(self, minor_units: int) -> WorthTerms:
        """Return the terms of this amount, in the currency and for the jetons that were chosen."""
        data = self.cleaned_data
        currency = data["currency"]
        return WorthTerms(minor_units, get_decimals(currency), currency, data["jetons"])


class EveningWorthForm(JetonWorthForm):
    """What jetons are worth for one evening: as at the club, something else, or nothing."""

    use = forms.ChoiceField(label=_("Ce soir"), widget=forms.RadioSelect)

    def __init__(self, own: JetonWorth | None, of_club: JetonWorth | None, currency: str, data: Any = None) -> None:
        use = (OWN if own.minor_units else NOTHING) if own else AS_CLUB
        super().__init__(own or of_club, currency, data, use=use)
        as_club = _("comme au club : %(worth)s") % {"worth": describe_worth(of_club) if of_club else _("pas d’argent")}
        get_field(self, "use", forms.ChoiceField).choices = [
            (AS_CLUB, as_club),
            (OWN, _("la somme écrite ici")),
            (NOTHING, _("pas d’argent ce soir")),
        ]
        self.fields["amount"].help_text = _("Par exemple 0,05.")
        self.order_fields(["use"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "use" not in self.changed_data and "amount" in self.changed_data and data.get("minor_units"):
            data["use"] = OWN  # who types another sum and leaves the choice as it was means that sum
        if data.get("use") == OWN and not data.get("minor_units") and not {"amount", "currency"} & set(self.errors):
            self.add_error("amount", _("Dites combien, ou choisissez « pas d’argent ce soir »."))
        return data

    @property
    def terms(self) -> WorthTerms | None:
        """What was chosen; None for what the club's are worth."""
        if self.cleaned_data["use"] == NOTHING:
            return self.build_terms(0)
        return super().terms if self.cleaned_data["use"] == OWN else None
