"""The form of a penalty: one fault, and the player who committed it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import EventBody
from tournaments.presentation.text.option_text import localise

from .table_form import EventForm


class PenaltyForm(EventForm):
    """The form of one fault: which rule was broken, and by whom. `faults`: the choice of rules."""

    kind = "penalty"
    title = _("Une faute, une pénalité")

    def build(self) -> None:
        self.faults = list_penalty_rules(self.sheet.setting)
        self.with_recipient = {each.rule.id for each in list_penalties(self.sheet.setting) if each.has_recipient}
        self.fields["rule"] = forms.ChoiceField(
            label=_("Quelle faute ?"),
            choices=[(rule.id, localise(rule.text)) for rule in self.faults],
            widget=forms.RadioSelect,
            error_messages={"required": _("Dites quelle faute a été faite.")},
        )
        self.fields["player"] = self.build_seat_field(_("Qui l’a faite ?"))
        if len(self.sheet.names) > 2:
            self.fields["to"] = self.build_seat_field(_("À qui était la carte prise ?"), required=False)
            self.fields["to"].help_text = _(
                "Seulement pour une carte du talon prise avant son rang, à trois joueurs ou plus."
            )

    def clean(self) -> dict[str, Any]:
        unnamed = "to" in self.fields and "to" not in self.errors and not self.cleaned_data.get("to")
        if self.cleaned_data.get("rule") in self.with_recipient and unnamed:
            self.add_error("to", _("Dites à qui était la carte : c’est lui qui reçoit."))
        return super().clean()

    def build_event(self) -> EventBody:
        event = {"type": self.kind, "rule": self.cleaned_data["rule"]}
        event["player"] = self.get_name_at(self.cleaned_data["player"])
        if event["rule"] in self.with_recipient and self.cleaned_data.get("to"):
            event["to"] = self.get_name_at(self.cleaned_data["to"])
        return event


def list_penalties(setting: scoring.Setting | None) -> tuple[scoring.Penalty, ...]:
    """List the faults that may be recorded at a table with this setting, as its game declares them; none where the
    table cannot play (None)."""
    return scoring.get_game(setting.game).list_penalties(setting) if setting else ()


def list_penalty_rules(setting: scoring.Setting | None) -> list[scoring.Rule]:
    """List the rules of the penalties that may be recorded. The text of each says what its fault costs, with a mark
    where that is the house's choice; clauses on play in two sides are left out at a table without sides."""
    of_sides = setting is not None and setting.sides is not None
    rules = [penalty.rule for penalty in list_penalties(setting)]
    return [rule._replace(text=scoring.mark_rule(rule, of_sides=of_sides)) for rule in rules]
