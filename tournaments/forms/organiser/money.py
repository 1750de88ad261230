"""Forms for the prizes of a tournament, and for what each player owes and has paid."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.amounts import CurrencyField, MoneyField, write_amount
from tournaments.forms.fields import NameField, WholeNumberField, get_field
from tournaments.models import Prize
from tournaments.models.currencies import get_decimals
from tournaments.models.money import GROUP_LENGTH
from tournaments.presentation.text.elision import say_de
from tournaments.presentation.text.numbers import name_currency
from tournaments.standings.balances import PlayerBalance
from tournaments.standings.prizes import GROUP

FEE_LABEL = _("Inscription, en %(currency)s")


def set_field_currency(form: forms.Form, name: str, currency: str, label: Promise | str) -> None:
    """Let a field of the form take amounts of this currency, and name it in its label."""
    field = get_field(form, name, MoneyField)
    field.currency, field.label = currency, str(label) % {"currency": name_currency(currency)}


class PrizeForm(forms.Form):
    """One prize to add."""

    label = NameField(label=_("Le lot"), help_text=_("Par exemple « Un jambon », « Coupe du président »."))
    kind = forms.ChoiceField(
        label=_("Pour qui"), choices=Prize.PrizeKind.choices, widget=forms.RadioSelect, initial="rank"
    )
    place = WholeNumberField(1, 999, label=_("À quelle place"), initial=1)
    group = forms.CharField(
        label=_("De quel groupe"),
        required=False,
        max_length=GROUP_LENGTH,
        help_text=_(
            "Pour un lot de groupe : celui qui est écrit à côté des joueurs, à la page « Les droits d’inscription »."
        ),
    )
    cents = MoneyField(help_text=_("Rien pour un objet."))
    shared = forms.BooleanField(
        label=_("À égalité, l’argent des places est mis ensemble et partagé ; sinon le lot est tiré au sort"),
        required=False,
        initial=True,
    )

    def __init__(self, currency: str, data: Any = None) -> None:
        super().__init__(data)
        set_field_currency(self, "cents", currency, _("Sa valeur en argent, en %(currency)s"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("group") and data.get("kind") not in (GROUP, None):
            self.add_error("group", _("Choisissez plus haut « dans un groupe », ou laissez ceci vide."))
        return data

    def clean_cents(self) -> int:
        return self.cleaned_data["cents"] or 0


class PaymentsForm(forms.Form):
    """The entry fee, and for each player a group, the amount due (empty: the fee) and the amount paid; in minor units
    of the tournament's currency."""

    fee = MoneyField(help_text=_("Chacun la doit, sauf qui a un autre montant dans la colonne « Dû »."))

    def __init__(self, fee: int, owing: Iterable[PlayerBalance], currency: str, data: Any = None) -> None:
        self.owing = list(owing)
        initial: dict[str, Any] = {"fee": fee}
        for each in self.owing:
            pk = each.entry
            initial |= {f"group-{pk}": each.group, f"paid-{pk}": each.paid or None}
            initial[f"due-{pk}"] = None if each.due == fee else each.due
        super().__init__(data, initial=initial)
        set_field_currency(self, "fee", currency, FEE_LABEL)
        for each in self.owing:
            name, pk = each.name, each.entry
            label = _("Groupe %(of_name)s") % {"of_name": say_de(name) + name}
            self.fields[f"group-{pk}"] = forms.CharField(label=label, required=False, max_length=GROUP_LENGTH)
            for what, said in (("due", _("Ce que doit %(name)s")), ("paid", _("Ce qu’a payé %(name)s"))):
                field = self.fields[f"{what}-{pk}"] = MoneyField(label=said % {"name": name})
                field.currency = currency
            self.fields[f"due-{pk}"].widget.attrs["placeholder"] = write_amount(fee, get_decimals(currency))

    def list_lines(self) -> list[tuple[PlayerBalance, list[forms.BoundField]]]:
        """Return each player's account with its three inputs: due, paid, group."""
        return [(each, [self[f"{what}-{each.entry}"] for what in ("due", "paid", "group")]) for each in self.owing]


class CurrencyForm(forms.Form):
    """The currency of a tournament's fees and prizes."""

    currency = CurrencyField()

    def __init__(self, kept: str, data: Any = None) -> None:
        super().__init__(data, initial={"currency": kept}, auto_id="currency_%s")
        get_field(self, "currency", CurrencyField).kept = kept
