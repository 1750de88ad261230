"""Forms for the prizes of a tournament, and for what each player owes and has paid."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.paid_words import read_cents
from tournaments.forms.fields import NameField, WholeNumberField
from tournaments.models import Prize
from tournaments.models.money import GROUP_LENGTH
from tournaments.standings.balances import PlayerBalance
from tournaments.standings.prizes import GROUP
from tournaments.text.elision import say_de


class MoneyField(forms.CharField):
    """An amount in euros, «5», «5,50» or «5.5». The value is cents, or None where nothing was typed."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"widget": widget, "required": False, "max_length": 20, **kwargs})

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        typed = super().clean(value).replace("€", "").strip()
        if not typed:
            return None
        cents = read_cents(typed)
        if cents is None:
            raise ValidationError(_("Un montant comme 5 ou 5,50."), "amount")
        return cents

    def prepare_value(self, value: Any) -> Any:
        return format_amount(value) if isinstance(value, int) else value


def format_amount(minor_units: int, decimals: int = 2) -> str:
    """Return an amount as one types it, of a currency with so many decimals: 500 → "5", 550 → "5,50"."""
    whole, rest = divmod(minor_units, 10**decimals)
    return f"{whole},{rest:0{decimals}}" if rest else str(whole)


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
        help_text=_("Pour un lot de groupe seulement : le groupe écrit à côté des joueurs, sur la page des comptes."),
    )
    cents = MoneyField(label=_("Sa valeur en argent, en euros"), help_text=_("Rien pour un objet."))
    shared = forms.BooleanField(
        label=_("À égalité, l’argent des places est mis ensemble et partagé ; sinon le lot est tiré au sort"),
        required=False,
        initial=True,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("group") and data.get("kind") not in (GROUP, None):
            self.add_error("group", _("Choisissez plus haut « dans un groupe », ou laissez ceci vide."))
        return data

    def clean_cents(self) -> int:
        return self.cleaned_data["cents"] or 0


class PaymentsForm(forms.Form):
    """The entry fee in cents, and for each player a group, the amount due (empty: the fee) and the amount paid."""

    fee = MoneyField(
        label=_("Inscription, en euros"),
        help_text=_("Chacun la doit, sauf qui a un autre montant dans la colonne « Dû »."),
    )

    def __init__(self, fee: int, owing: Iterable[PlayerBalance], data: Any = None) -> None:
        self.owing = list(owing)
        initial: dict[str, Any] = {"fee": fee}
        for each in self.owing:
            pk = each.entry
            initial |= {f"group-{pk}": each.group, f"paid-{pk}": each.paid or None}
            initial[f"due-{pk}"] = None if each.due == fee else each.due
        super().__init__(data, initial=initial)
        for each in self.owing:
            name, pk = each.name, each.entry
            label = _("Groupe %(of_name)s") % {"of_name": say_de(name) + name}
            self.fields[f"group-{pk}"] = forms.CharField(label=label, required=False, max_length=GROUP_LENGTH)
            self.fields[f"due-{pk}"] = MoneyField(label=_("Ce que doit %(name)s") % {"name": name})
            self.fields[f"due-{pk}"].widget.attrs["placeholder"] = format_amount(fee)
            self.fields[f"paid-{pk}"] = MoneyField(label=_("Ce qu’a payé %(name)s") % {"name": name})

    def list_lines(self) -> list[tuple[PlayerBalance, list[forms.BoundField]]]:
        """Return each player's account with its three inputs: due, paid, group."""
        return [(each, [self[f"{what}-{each.entry}"] for what in ("due", "paid", "group")]) for each in self.owing]
