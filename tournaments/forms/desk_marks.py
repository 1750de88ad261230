"""What an organiser writes at a table: a coup in totals, a penalty, a recave, a departure, the bell, a coup struck out.

Each form gives the event with seats ("1"…"n") for players, and takes the rules' problems back onto its fields.

The coup's fields are those that the game declares; the forms know no rule.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.sheets import Sheet

from .desk_fields import WholeField
from .desk_options import said

RARE = frozenset({"claimed", "short_pack"})  # what hardly ever happens: folded away


class MarkForm(forms.Form):
    """One event of a table. `state` is the table before it; `step` the event being corrected, or None."""

    kind: ClassVar[str] = ""

    def __init__(
        self, sheet: Sheet, state: scoring.TableState, data: Any = None, *, step: scoring.Step | None = None
    ) -> None:
        self.sheet, self.state, self.step = sheet, state, step
        super().__init__(data, prefix=self.kind)
        self.build()
        if step is not None and step.event.get("type") == self.kind:
            self.initial = self.written(sheet.to_seats(step.event))

    def written(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """What is written now, by field; players are places."""
        return dict(event)

    def build(self) -> None:
        """Add the fields that depend on the table."""

    @property
    def people(self) -> list[tuple[str, str]]:
        """Each place with its player, for a choice."""
        return [(str(position), name) for name, position in self.sheet.positions.items()]

    def body(self) -> dict[str, Any]:
        """The event, with seats for players."""
        kept = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return {"type": self.kind, **kept}

    def field_of(self, path: str) -> str | None:
        """The field at which a problem's path points."""
        return path if path in self.fields else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            self.judge(scoring.play(self.state, self.sheet.to_names(self.body())).problems)
        return data

    def judge(self, problems: Any) -> None:
        """Put each problem of the rules on its field."""
        for problem in problems:
            message = said(problem.message)
            self.add_error(self.field_of(problem.path), f"{message} ({problem.rule})" if problem.rule else message)


class CoupForm(MarkForm):
    """A coup from its totals, in the fields that the game declares. One player's points may be left out: where the
    points of all make a known total, they are filled in."""

    kind = "coup"

    def build(self) -> None:
        if self.state.seat_dealer is None:
            usual = self.state.dealer or ""
            choices = [("", _("comme prévu, %(name)s") % {"name": usual}), *self.people]
            self.fields["dealer"] = forms.ChoiceField(label=_("Qui donne"), choices=choices, required=False)
        self.paths = {self.named(field): field for field in self.declared()}
        for name, field in self.paths.items():
            self.fields[name] = WholeField(field.low, field.high, label=said(field.label), required=False)

    def declared(self) -> tuple[scoring.Field, ...]:
        return scoring.game(self.state.setting.game).fields(self.state.setting)

    def named(self, field: scoring.Field) -> str:
        """The input's name: the field's path with the place for the player."""
        if field.player is None:
            return field.path
        head, _dot, rest = field.path.partition(".")
        return f"{head}.{self.sheet.positions[field.player]}{rest[len(field.player) :]}"

    def rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Each player with his fields, the rare ones left aside."""
        for player in self.sheet.names:
            own = [self[name] for name, field in self.paths.items() if field.player == player and not is_rare(field)]
            if own:
                yield player, own

    def rare(self) -> Iterator[tuple[str | None, forms.BoundField]]:
        for name, field in self.paths.items():
            if is_rare(field):
                yield field.player, self[name]

    def rare_open(self) -> bool:
        return any(bound.value() or bound.errors for _player, bound in self.rare())

    def field_of(self, path: str) -> str | None:
        return next(
            (name for name, field in self.paths.items() if self.is_meant(name, field, path)), super().field_of(path)
        )

    def is_meant(self, name: str, field: scoring.Field, path: str) -> bool:
        """Is the problem at `path` this field's: its own, or that something of its kind is missing and it is empty?"""
        empty = field.required and self[name].value() in (None, "")
        return field.path == path or (empty and field.path.startswith(f"{path}."))

    def written(self, event: Mapping[str, Any]) -> dict[str, Any]:
        totals = in_totals(event, self.step, self.sheet) if self.step else event
        return {name: found for name in self.fields if (found := taken(totals, name.split("."))) is not None}

    def kept(self) -> dict[str, Any]:
        """What the event being corrected says beside these fields (its turn-up, its dealer) stays."""
        if self.step is None or self.step.event.get("type") != self.kind:
            return {}
        ours = {name.partition(".")[0] for name in self.fields} | {"tricks"}
        return {key: value for key, value in self.sheet.to_seats(self.step.event).items() if key not in ours}

    def body(self) -> dict[str, Any]:
        event: dict[str, Any] = {"type": self.kind} | self.kept()
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.cleaned_data["dealer"]
        for name, value in self.with_the_last().items():
            if value is not None:
                put(event, name.split("."), value)
        return event

    def with_the_last(self) -> dict[str, int | None]:
        """What was typed, with the one number that the others settle."""
        typed = {name: self.cleaned_data.get(name) for name in self.paths}
        summed = [name for name, field in self.paths.items() if field.total is not None]
        missing = [name for name in summed if typed[name] is None]
        if len(missing) == 1 and len(summed) > 1:
            rest = (self.paths[missing[0]].total or 0) - sum(typed[name] or 0 for name in summed)
            typed[missing[0]] = rest if rest >= 0 else None
        return typed


def is_rare(field: scoring.Field) -> bool:
    return field.path.partition(".")[0] in RARE


SETTLED = ("aces_won", "aces_lost", "tens_won", "tens_lost")


def in_totals(event: Mapping[str, Any], step: scoring.Step, sheet: Sheet) -> Mapping[str, Any]:
    """A coup that was written trick by trick, as the totals that its tricks make; another one as it is."""
    if "tricks" not in event or step.outcome is None:
        return event
    settled = step.outcome.extra.get("settled", {})
    counts = {name: dict(zip(SETTLED, each, strict=True)) for name, each in settled.items()}
    totals = {"points": dict(step.outcome.points or {}), "brusquembilles": counts}
    return {**event, **sheet.to_seats(totals)}


def taken(event: Mapping[str, Any], keys: list[str]) -> Any:
    """event["points"]["2"], or None where nothing is there."""
    found: Any = event
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def put(event: dict[str, Any], keys: list[str], value: Any) -> None:
    """event["points"]["2"] = value, making the dictionaries on the way."""
    for key in keys[:-1]:
        event = event.setdefault(key, {})
    event[keys[-1]] = value


class PenaltyForm(MarkForm):
    """A fault and who made it, in the words of the rule book."""

    kind = "penalty"

    def build(self) -> None:
        rules = [(rule.id, said(rule.text)) for rule in penalties(self.state)]
        self.fields["rule"] = forms.ChoiceField(label=_("Quelle faute ?"), choices=rules, widget=forms.RadioSelect)
        self.fields["player"] = forms.ChoiceField(label=_("Qui l’a faite ?"), choices=self.people)
        self.fields["to"] = forms.ChoiceField(
            label=_("À qui était la carte prise ?"),
            help_text=_("Seulement pour une carte du talon prise avant son rang, à trois joueurs ou plus."),
            choices=[("", "—"), *self.people],
            required=False,
        )


def penalties(state: scoring.TableState) -> Iterator[scoring.Rule]:
    """The rules that the table's next event may name as a penalty."""
    player = state.setting.players[0]
    for rule in scoring.game(state.setting.game).rules:
        tried = scoring.play(state, {"type": "penalty", "rule": rule.id, "player": player})
        if not any(problem.path == "rule" for problem in tried.problems):
            yield rule


class RecaveForm(MarkForm):
    """Fiches bought from the bank."""

    kind = "recave"

    def build(self) -> None:
        self.fields["player"] = forms.ChoiceField(label=_("Qui achète ?"), choices=self.people)
        self.fields["fiches"] = WholeField(1, 1000, label=_("Combien de fiches ?"), required=True)


class LeaveForm(MarkForm):
    """Somebody goes home before the end."""

    kind = "leave"

    def build(self) -> None:
        self.fields["player"] = forms.ChoiceField(label=_("Qui s’en va ?"), choices=self.people)


class EndForm(MarkForm):
    """The bell: the table stops as it is."""

    kind = "end"


class VoidForm(MarkForm):
    """A coup dealt and not counted."""

    kind = "void"

    reason = forms.CharField(label=_("Pourquoi ?"), max_length=200, required=False)


FORMS: Mapping[str, type[MarkForm]] = {
    form.kind: form for form in (CoupForm, PenaltyForm, RecaveForm, LeaveForm, EndForm, VoidForm)
}


def kinds(state: scoring.TableState) -> list[str]:
    """What may be written next at this table; nothing once it is over."""
    if state.complete:
        return []
    own = scoring.game(state.setting.game).own_events
    everywhere = ("coup", "leave", "end", "void")
    return [kind for kind in FORMS if kind in everywhere or (kind in own and allowed(state, kind))]


def allowed(state: scoring.TableState, kind: str) -> bool:
    """May the rules in force have such an event at all (a recave only where it is agreed)?"""
    player = state.setting.players[0]
    tried = scoring.play(state, {"type": kind, "player": player, "fiches": 1, "rule": "PEN-04"})
    return not any(problem.path in ("type", "") for problem in tried.problems)
