"""The form of a bonus or penalty in the standings: to whom, how much, in which round, by which rule and why."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.evenings.adjustments import RULE_LENGTH
from tournaments.forms.fields import WholeNumberField, get_field
from tournaments.models import Entry
from tournaments.standings.ranking_orders import BOUNDS


class AdjustmentForm(forms.Form):
    """A bonus or penalty to give. `unit`: the name of the figure that it changes; `rounds`: the rounds that it may
    belong to, 0 for none; the last one is proposed. `asks_round`: False where nobody calls a round by its number; then
    it belongs to none."""

    amount = WholeNumberField(
        *BOUNDS, label="", error_messages={"required": _("Écrivez un nombre, avec − pour une pénalité.")}
    )
    round = forms.TypedChoiceField(label=_("Dans quelle ronde ?"), coerce=int)
    rule = forms.CharField(
        label=_("D’après quelle règle ?"),
        max_length=RULE_LENGTH,
        help_text=_("Un article, ou quelques mots : « Règlement du club, article 4 »."),
        error_messages={"required": _("Dites d’après quelle règle : un article, ou quelques mots.")},
    )
    reason = forms.CharField(
        label=_("Pourquoi ?"),
        max_length=300,
        help_text=_("Tout le monde le lit à côté du rang : « Deuxième retard, de vingt minutes »."),
        error_messages={"required": _("Dites pourquoi : tout le monde le lit à côté du rang.")},
    )

    def __init__(
        self,
        entries: Sequence[Entry],
        unit: Any,
        rounds: Sequence[int],
        *args: Any,
        asks_round: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        known = {str(entry.pk): entry for entry in entries}
        nobody = _("Choisissez quelqu’un.")
        self.fields["entry"] = forms.TypedChoiceField(
            label=_("À qui ?"),
            choices=[("", "—"), *((pk, entry.shown_name) for pk, entry in known.items())],
            coerce=known.get,
            error_messages={"required": nobody, "invalid_choice": nobody},
        )
        self.order_fields(["entry", "amount"])
        self.fields["amount"].label = gettext("Combien (%(unit)s) ?") % {"unit": unit}
        self.fields["amount"].help_text = gettext("Un bonus s’écrit 20, une pénalité −20.")
        names = {0: gettext("aucune : toute la soirée")}
        chosen = get_field(self, "round", forms.TypedChoiceField)
        chosen.choices = [(n, names.get(n) or gettext("Ronde %(n)s") % {"n": n}) for n in rounds]
        chosen.initial = rounds[-1] if asks_round else 0
        if not asks_round:
            chosen.widget = forms.HiddenInput()
