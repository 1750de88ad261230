"""A coup as an organiser writes it or mends it: its totals, in the fields that its game declares. Knows no rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.declared import said

from .announced import lines_of, read_line
from .desk_fields import WholeField
from .desk_mark import MarkForm

RARE = frozenset({"claimed", "short_pack"})  # what hardly ever happens: folded away
MOST_LINES = 60
CARD_HELP = _("Par exemple R♥, ou RC : P pique, C cœur, K carreau, T trèfle.")
LINES_HELP = _(
    "Une par ligne, dans l’ordre : « Anne : mariage ♥ », « Anne : mariage de rencontre ♦ », « Anne : séquence "
    "R♠ D♠ V♠ », « Anne : carré D », « Anne : figures », « Anne : blanches », « Anne : as d’atout », "
    "« Anne : cinq atouts »."
)


class LinesField(forms.CharField):
    """Announcements, one a line; the value is their list, with the names as typed."""

    def __init__(self, people: Sequence[str], **options: Any) -> None:
        self.people = people
        options.setdefault("widget", forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}))
        super().__init__(max_length=4000, help_text=LINES_HELP, **options)

    def clean(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        lines = [line for line in super().clean(value).splitlines() if line.strip()][:MOST_LINES]
        read = [(line, read_line(line, self.people)) for line in lines]
        wrong = [_("« %(line)s » : cette annonce ne se lit pas.") % {"line": line[:60]} for line, it in read if not it]
        if wrong:
            raise forms.ValidationError(list(map(str, wrong)))
        return [it for _line, it in read if it]


class CoupForm(MarkForm):
    """A coup from its totals. One player's figure may be left out where those of all make a known total: it is filled
    in. A coup that was written trick by trick keeps its tricks, unless `drop_tricks` says that these totals replace
    them."""

    kind = "coup"

    def build(self) -> None:
        if self.state.seat_dealer is None:
            usual = self.state.dealer or ""
            choices = [("", _("comme prévu, %(name)s") % {"name": usual}), *self.people]
            self.fields["dealer"] = forms.ChoiceField(label=_("Qui donne"), choices=choices, required=False)
        self.paths = {self.named(field): field for field in self.declared()}
        for name, field in self.paths.items():
            self.fields[name] = FIELDS[field.kind](self, field)
        if self.in_tricks:
            label = _("Remplacer les levées marquées par ces totaux")
            self.fields["drop_tricks"] = forms.BooleanField(label=label, required=False)

    def declared(self) -> tuple[scoring.Field, ...]:
        return scoring.game(self.state.setting.game).fields(self.state.setting)

    @property
    def written_coup(self) -> dict[str, Any]:
        """The coup being corrected, with seats; empty where there is none."""
        if self.step is None or self.step.event.get("type") != self.kind:
            return {}
        return self.sheet.to_seats(self.step.event)

    @property
    def in_tricks(self) -> bool:
        """Is a coup corrected that was written trick by trick?"""
        return "tricks" in self.written_coup

    def named(self, field: scoring.Field) -> str:
        """The input's name: the field's path with the place for the player."""
        if field.player is None:
            return field.path
        head, _dot, rest = field.path.partition(".")
        return f"{head}.{self.sheet.positions[field.player]}{rest[len(field.player) :]}"

    # ── what the page shows

    def rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Each player with his fields, the rare ones left aside."""
        for player in self.sheet.names:
            own = [self[name] for name, field in self.paths.items() if field.player == player and not is_rare(field)]
            if own:
                yield player, own

    def common(self) -> list[forms.BoundField]:
        """The fields that are nobody's in particular."""
        return [self[name] for name, field in self.paths.items() if field.player is None and not is_rare(field)]

    def rare(self) -> list[tuple[str | None, forms.BoundField]]:
        return [(field.player, self[name]) for name, field in self.paths.items() if is_rare(field)]

    def rare_open(self) -> bool:
        return any(bound.value() or bound.errors for _player, bound in self.rare())

    def fills(self) -> bool:
        """May one figure be left out, because it follows from the others?"""
        return any(field.total is not None for field in self.paths.values())

    def field_of(self, path: str) -> str | None:
        path = path.partition("[")[0]
        found = (name for name, field in self.paths.items() if self.is_meant(name, field, path))
        return next(found, None) or super().field_of(path) or super().field_of(path.partition(".")[0])

    def is_meant(self, name: str, field: scoring.Field, path: str) -> bool:
        """Is the problem at `path` this field's: its own, or that something of its kind is missing and it is empty?"""
        empty = field.required and self[name].value() in (None, "")
        return field.path == path or (empty and field.path.startswith(f"{path}."))

    def written(self, event: dict[str, Any]) -> dict[str, Any]:
        totals = self.totals_of(event)
        shown = {name: found for name in self.fields if (found := taken(totals, name.split("."))) is not None}
        if "announcements" in shown:
            shown["announcements"] = lines_of(self.sheet.to_names(totals)["announcements"])
        if "exchange" in shown:
            shown["exchange"] = totals["exchange"]["player"]
        return shown

    def totals_of(self, event: dict[str, Any]) -> dict[str, Any]:
        """The coup being corrected as totals, whichever way it was written; with seats."""
        if self.step is None or self.step.outcome is None:
            return event
        return self.sheet.to_seats(scoring.game(self.state.setting.game).in_totals(self.step))

    # ── what it says

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and self.keeps_tricks and self.against_tricks():
            told = _(
                "Ces chiffres viennent des levées marquées. Pour les changer, dites que ces totaux les remplacent."
            )
            self.add_error("drop_tricks", told)
            return data
        return super().clean()

    @property
    def keeps_tricks(self) -> bool:
        return self.in_tricks and not self.cleaned_data.get("drop_tricks")

    def against_tricks(self) -> list[str]:
        """The fields that say something else than the tricks do."""
        assert self.step is not None
        shown = scoring.game(self.state.setting.game).shown_by_tricks(self.step)
        was, now = self.totals_of(self.written_coup), self.totals()
        heads = set(shown) - {"announcements"}
        other = [name for name in self.paths if name.partition(".")[0] in heads and differ(was, now, name.split("."))]
        return other + (["announcements"] if "announcements" in shown and met(was) != met(now) else [])

    def body(self) -> dict[str, Any]:
        if not self.keeps_tricks:
            return {"type": self.kind} | self.kept() | self.totals()
        assert self.step is not None
        implied = set(scoring.game(self.state.setting.game).shown_by_tricks(self.step)) - {"announcements"}
        ours = {name.partition(".")[0] for name in self.fields} - implied
        event = {key: value for key, value in self.written_coup.items() if key not in ours}
        event |= {key: value for key, value in self.totals().items() if key not in implied}
        if "announcements" in event:
            event["announcements"] = [each for each in event["announcements"] if not each.get("rencontre")]
        return event

    def kept(self) -> dict[str, Any]:
        """What the event being corrected says beside these fields (its turn-up, its dealer) stays."""
        alone = scoring.game(self.state.setting.game).tricks_alone if self.in_tricks else ()
        ours = {name.partition(".")[0] for name in self.fields} | {"tricks", *alone}
        return {key: value for key, value in self.written_coup.items() if key not in ours}

    def totals(self) -> dict[str, Any]:
        """What is typed, by the keys of the record, with seats."""
        event: dict[str, Any] = {}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.cleaned_data["dealer"]
        for name, value in self.with_the_last().items():
            if value is not None and value is not False and value not in ("", []):
                put(event, name.split("."), value)
        if "announcements" in event:
            event |= self.sheet.to_seats({"announcements": event["announcements"]})
        if "exchange" in event:
            before = self.written_coup.get("exchange") or {}
            same = before.get("player") == event["exchange"]
            event["exchange"] = before if same else {"player": event["exchange"]}
        return event

    def with_the_last(self) -> dict[str, Any]:
        """What was typed, with the one number of each kind that the others settle."""
        typed = {name: self.cleaned_data.get(name) for name in self.paths}
        for head in {name.partition(".")[0] for name in typed}:
            summed = [
                name
                for name, field in self.paths.items()
                if field.total is not None and name.partition(".")[0] == head and field.player is not None
            ]
            missing = [name for name in summed if typed[name] is None]
            if len(missing) == 1 and len(summed) > 1:
                rest = (self.paths[missing[0]].total or 0) - sum(typed[name] or 0 for name in summed)
                typed[missing[0]] = rest if rest >= 0 else None
        return typed


def whole(form: CoupForm, field: scoring.Field) -> forms.Field:
    return WholeField(field.low, field.high, label=said(field.label), required=False)


def player(form: CoupForm, field: scoring.Field) -> forms.Field:
    choices = [("", _("pas dit") if field.required else _("personne")), *form.people]
    return forms.ChoiceField(label=said(field.label), choices=choices, required=False)


def card(form: CoupForm, field: scoring.Field) -> forms.Field:
    return forms.CharField(label=said(field.label), required=False, max_length=8, help_text=CARD_HELP)


def boolean(form: CoupForm, field: scoring.Field) -> forms.Field:
    return forms.BooleanField(label=said(field.label), required=False)


def lines(form: CoupForm, field: scoring.Field) -> forms.Field:
    return LinesField(form.sheet.names, label=said(field.label), required=False)


FIELDS: Mapping[str, Callable[[CoupForm, scoring.Field], forms.Field]] = {
    "integer": whole,
    "player": player,
    "exchange": player,
    "card": card,
    "boolean": boolean,
    "announcements": lines,
}


def is_rare(field: scoring.Field) -> bool:
    return field.path.partition(".")[0] in RARE


def met(event: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """The mariages de rencontre of a coup, by player and suit."""
    calls = event.get("announcements", ())
    return sorted((each.get("player"), each.get("suit")) for each in calls if each.get("rencontre"))


def differ(was: Mapping[str, Any], now: Mapping[str, Any], keys: list[str]) -> bool:
    """Do the two say something else there? A nought said is a nought left out."""
    return (taken(was, keys) or None) != (taken(now, keys) or None)


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
