"""Forms about money: prizes, a tombola, fees and payments, and what jetons are worth."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.evenings.tombola import HIGHEST_NUMBER
from tournaments.actions.money.jeton_worth import WorthTerms
from tournaments.actions.people.paid_words import remove_currency
from tournaments.forms.amounts import CurrencyField, MoneyField, read_amount, write_amount
from tournaments.forms.fields import NameField, WholeNumberField, get_field
from tournaments.models import JetonWorth, Prize, Tombola
from tournaments.models.currencies import get_decimals
from tournaments.models.money import GROUP_LENGTH
from tournaments.presentation.text.elision import say_de
from tournaments.presentation.text.jeton_worth_text import describe_worth
from tournaments.presentation.text.numbers import name_currency
from tournaments.standings.balances import PlayerBalance
from tournaments.standings.prizes import GROUP

FEE_LABEL = _("Inscription, en %(currency)s")


def set_field_currency(form: forms.Form, name: str, currency: str, label: Promise | str) -> None:
    """Make an amount field of the form one of this currency, and show the currency in its label."""
    field = get_field(form, name, MoneyField)
    field.currency, field.label = currency, str(label) % {"currency": name_currency(currency)}


class PrizeForm(forms.Form):
    """The form of one prize to add."""

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
        label=_("À égalité, partager l’argent des places ; sans cela, tirer le lot au sort"),
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

    @property
    def has_unusual(self) -> bool:
        """True if anybody owes another amount than the fee or belongs to a group, or something of that is wrong."""
        wrong = any(name.startswith(("due-", "group-")) for name in self.errors)
        return wrong or any(each.group or each.due != self.initial["fee"] for each in self.owing)

    @property
    def has_wrong_payment(self) -> bool:
        """True if something is wrong with what a player owes or paid."""
        return bool(set(self.errors) - {"fee"})

    def list_lines(self) -> list[tuple[PlayerBalance, list[forms.BoundField]]]:
        """Return each player's account with its three inputs: due, paid, group."""
        return [(each, [self[f"{what}-{each.entry}"] for what in ("due", "paid", "group")]) for each in self.owing]


class CurrencyForm(forms.Form):
    """The currency of a tournament's fees and prizes."""

    currency = CurrencyField()

    def __init__(self, kept: str, data: Any = None) -> None:
        super().__init__(data, initial={"currency": kept}, auto_id="currency_%s")
        get_field(self, "currency", CurrencyField).kept = kept


AS_CLUB, OWN, NOTHING = "club", "own", "nothing"
NO_MONEY = _("pas d’argent ce soir")


class JetonWorthForm(forms.Form):
    """The form of what a jeton or a fiche is worth in money at a club; nothing typed: no money. `terms`: what was
    typed, once valid; `currency`: the one to propose."""

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
        """Store the typed amount in minor units as `cleaned_data["minor_units"]`, for a currency with this number of
        `decimals`; add an error to the form if it is no amount."""
        try:
            self.cleaned_data["minor_units"] = read_amount(typed, decimals)
        except ValidationError as wrong:
            few = _("Cette monnaie a %(n)s décimales ; pour moins, dites ce que vaut une fiche.")
            none = _("Cette monnaie n’a pas de décimales ; pour moins, dites ce que vaut une fiche.")
            too_small = few % {"n": decimals} if decimals else none
            self.add_error("amount", too_small if wrong.code == "decimals" else wrong)

    @property
    def terms(self) -> WorthTerms | None:
        """The worth that was typed; None if nothing or 0 was."""
        data = self.cleaned_data
        units = data.get("minor_units", 0)
        return self.build_terms(units) if units else None

    def build_terms(self, minor_units: int) -> WorthTerms:
        """Return the worth of a jeton, or of a fiche, as chosen, at this amount of minor units of the chosen
        currency."""
        data = self.cleaned_data
        currency = data["currency"]
        return WorthTerms(minor_units, get_decimals(currency), currency, data["jetons"])


class EveningWorthForm(JetonWorthForm):
    """The form of what jetons are worth in money on one evening: as at the club, another amount, or nothing."""

    use = forms.ChoiceField(label=_("Ce soir"), widget=forms.RadioSelect)

    def __init__(self, own: JetonWorth | None, of_club: JetonWorth | None, currency: str, data: Any = None) -> None:
        use = (OWN if own.minor_units else NOTHING) if own else AS_CLUB
        super().__init__(own or of_club, currency, data, use=use)
        typed = (OWN, _("la somme écrite ici"))
        if of_club:
            as_club = _("comme au club : %(worth)s") % {"worth": describe_worth(of_club)}
            choices = [(AS_CLUB, as_club), typed, (NOTHING, NO_MONEY)]
        else:  # as at the club, or nothing whatever the club does: the same tonight, said once
            choices = [(NOTHING if own else AS_CLUB, NO_MONEY), typed]
        get_field(self, "use", forms.ChoiceField).choices = choices
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
        """The worth that was chosen for the evening; None if it is that of the club."""
        if self.cleaned_data["use"] == NOTHING:
            return self.build_terms(0)
        return super().terms if self.cleaned_data["use"] == OWN else None


PLAYERS, NUMBERS = "players", "numbers"


class TombolaForm(forms.Form):
    """The form of a tombola: its prizes, one a line, and who has tickets (each player, or whoever bought a number)."""

    prizes = forms.CharField(
        label=_("Les lots, un par ligne"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text=_("Dans l’ordre où ils seront tirés : le plus beau en dernier, si l’on veut."),
    )
    tickets = forms.ChoiceField(
        label=_("Les billets"),
        choices=[(PLAYERS, _("un par joueur, sauf les absents")), (NUMBERS, _("les numéros vendus"))],
        widget=forms.RadioSelect,
        initial=PLAYERS,
    )
    first = WholeNumberField(0, HIGHEST_NUMBER, label=_("Premier numéro vendu"), required=False)
    last = WholeNumberField(0, HIGHEST_NUMBER, label=_("Dernier numéro vendu"), required=False)
    several = forms.BooleanField(label=_("Un billet peut gagner plusieurs lots"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("tickets") == NUMBERS:
            for name in ("first", "last"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Écrivez le premier et le dernier numéro vendus."))
        return data

    def read_terms(self) -> dict[str, Any]:
        """Return the tombola's settings as keyword arguments of `set_up_tombola`."""
        data = self.cleaned_data
        sold = data["tickets"] == NUMBERS
        return {
            "prizes": data["prizes"].splitlines(),
            "first": data["first"] if sold else None,
            "last": data["last"] if sold else None,
            "several": data["several"],
        }


def build_tombola_initial(tombola: Tombola) -> dict[str, Any]:
    """Return the initial values of a tombola's form from a tombola that is set up."""
    return {
        "prizes": "\n".join(tombola.prizes),
        "tickets": NUMBERS if tombola.is_sold_by_number else PLAYERS,
        "first": tombola.first,
        "last": tombola.last,
        "several": tombola.several,
    }
