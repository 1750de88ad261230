"""The form of a penalty: one fault, and the player who committed it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import EventBody
from tournaments.text.option_text import localise

from .table_form import EventForm

CARD_TAKEN = "PEN-06"  # the one penalty that is paid to a player who must be named


class PenaltyForm(EventForm):
    """One fault, in the words of the rule book. `faults`: the rules that may be named."""

    kind = "penalty"
    title = _("Une faute, une pénalité")

    def build(self) -> None:
        self.faults = list_penalty_rules(self.sheet.setting)
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
        if self.cleaned_data.get("rule") == CARD_TAKEN and unnamed:
            self.add_error("to", _("Dites à qui était la carte : c’est lui qui reçoit."))
        return super().clean()

    def build_event(self) -> EventBody:
        event = {"type": self.kind, "rule": self.cleaned_data["rule"]}
        event["player"] = self.get_name_at(self.cleaned_data["player"])
        if event["rule"] == CARD_TAKEN and self.cleaned_data.get("to"):
            event["to"] = self.get_name_at(self.cleaned_data["to"])
        return event


def list_penalty_rules(setting: scoring.Setting | None) -> list[scoring.Rule]:
    """List the rules that an event of a table with this setting may name as a penalty, as `scoring` accepts them; none
    for a game without penalties, and where the table cannot play (None)."""
    if setting is None or PenaltyForm.kind not in scoring.get_game(setting.game).specific_events:
        return []
    state = scoring.build_initial_state(setting)
    return [rule for rule in scoring.get_game(setting.game).rules if is_penalty(state, rule)]


def is_penalty(state: scoring.TableState, rule: scoring.Rule) -> bool:
    """True where a penalty at this table may name the rule."""
    tried = scoring.play_event(state, {"type": "penalty", "rule": rule.id, "player": state.setting.players[0]})
    return not any(problem.path == "rule" for problem in tried.problems)
