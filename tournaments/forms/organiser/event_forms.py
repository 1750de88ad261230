"""The organiser's form for each type of event: coup by totals (`desk_coup`), penalty, recave, leave, end, void.

The forms know no rule of a game.
"""

from collections.abc import Iterator, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.text.option_text import localise

from .coup import CoupForm
from .event_form import TableEventForm
from .fields import WholeNumberField


class PenaltyForm(TableEventForm):
    """A fault and the player who committed it, in the words of the rule book."""

    kind = "penalty"

    def build(self) -> None:
        rules = [(rule.id, localise(rule.text)) for rule in list_penalty_rules(self.state)]
        self.fields["rule"] = forms.ChoiceField(label=_("Quelle faute ?"), choices=rules, widget=forms.RadioSelect)
        self.fields["player"] = forms.ChoiceField(label=_("Qui l’a faite ?"), choices=self.seat_choices)
        self.fields["to"] = forms.ChoiceField(
            label=_("À qui était la carte prise ?"),
            help_text=_("Seulement pour une carte du talon prise avant son rang, à trois joueurs ou plus."),
            choices=[("", "—"), *self.seat_choices],
            required=False,
        )


def list_penalty_rules(state: scoring.TableState) -> Iterator[scoring.Rule]:
    """Yield the rules that the table's next event may name as a penalty."""
    for penalty in scoring.get_game(state.setting.game).list_penalties(state.setting):
        yield penalty.rule


class RecaveForm(TableEventForm):
    """Fiches bought from the bank."""

    kind = "recave"

    def build(self) -> None:
        self.fields["player"] = forms.ChoiceField(label=_("Qui achète ?"), choices=self.seat_choices)
        self.fields["fiches"] = WholeNumberField(1, 1000, label=_("Combien de fiches ?"), required=True)


class LeaveForm(TableEventForm):
    """A player leaves before the end."""

    kind = "leave"

    def build(self) -> None:
        self.fields["player"] = forms.ChoiceField(label=_("Qui s’en va ?"), choices=self.seat_choices)


class EndForm(TableEventForm):
    """The table stops where it is, at the bell."""

    kind = "end"


class VoidForm(TableEventForm):
    """A coup that was dealt and does not count."""

    kind = "void"

    reason = forms.CharField(label=_("Pourquoi ?"), max_length=200, required=False)


EVENT_FORMS: Mapping[str, type[TableEventForm]] = {
    form.kind: form for form in (CoupForm, PenaltyForm, RecaveForm, LeaveForm, EndForm, VoidForm)
}


def list_event_kinds(state: scoring.TableState) -> list[str]:
    """List the event types that may be written next at this table; empty once the partie is over."""
    if state.complete:
        return []
    own = scoring.get_game(state.setting.game).list_specific_events(state.setting)
    return [kind for kind in EVENT_FORMS if kind in ("coup", "leave", "end", "void", *own)]
