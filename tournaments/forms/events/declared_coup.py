"""A coup by its totals, in the fields that its game declares: the form in which the organiser writes or corrects one,
and what the rows of a typed paper sheet share with it.

Knows no rule of a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import EventBody, Sheet
from tournaments.forms.fields import WholeNumberField, list_seat_choices
from tournaments.presentation.text.cards import describe_typed_cards
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.option_text import localise

from .card_fields import AnnouncementLinesField, TypedCardField
from .coup import CoupEventForm
from .scoring_sides import list_scoring_sides
from .table_form import FILL_IN, is_missing

RARE_FIELDS = frozenset({"claimed", "short_pack"})  # fields that are hardly ever needed: the page keeps them folded


class DeclaredCoupForm(CoupEventForm):
    """The form of a coup written by its totals (points, tricks won), not card by card.

    One player's figure may be left out where the figures of all make a known total: it is filled in. A coup that was
    written trick by trick keeps its tricks, unless `drop_tricks` says that these totals replace them.
    """

    title = _("Entrer un coup")

    def build(self) -> None:
        assert self.state is not None
        self.setting = self.state.setting
        self.game = scoring.get_game(self.setting.game)
        if self.state.seat_dealer is None:
            self.fields["dealer"] = build_dealer_field(self.sheet, self.state)
        self.paths = {get_input_path(field, self.sheet): field for field in self.game.list_fields(self.setting)}
        for name, field in self.paths.items():
            self.fields[name] = build_input(self, field)
            if field.total is not None or field.counted is not None:
                self.fields[name].widget.attrs["data-adds-to"] = field.counted[0] if field.counted else field.total
                self.fields[name].widget.attrs["data-low"] = field.low
        if not self.is_bound and self.step is None:
            self.fields[next(iter(self.paths))].widget.attrs["autofocus"] = True
        if self.is_in_tricks:
            label = _("Remplacer les levées marquées par ces totaux")
            self.fields["drop_tricks"] = forms.BooleanField(label=label, required=False)

    @property
    def recorded_coup(self) -> dict[str, Any]:
        """The coup being corrected, with seat numbers for names; empty where no coup is being corrected."""
        if self.step is None or self.step.event.get("type") != self.kind:
            return {}
        return self.sheet.to_seats(self.step.event)

    @property
    def is_in_tricks(self) -> bool:
        """True where the coup being corrected was written trick by trick."""
        return "tricks" in self.recorded_coup

    # ── what the page shows

    def list_side_inputs(self) -> Iterator[tuple[tuple[str, ...], list[forms.BoundField], list[forms.BoundField]]]:
        """Yield for each player or side: the names, the inputs in which one types, and the checkboxes; rarely needed
        ones are left out."""
        for side in list_scoring_sides(self.sheet):
            own = [name for name, field in self.paths.items() if field.player in side.names and not is_rare(field)]
            ticked = [name for name in own if self.paths[name].kind == "boolean"]
            if own:
                yield side.names, [self[name] for name in own if name not in ticked], [self[name] for name in ticked]

    def list_common_inputs(self) -> list[forms.BoundField]:
        """Return the inputs that belong to no player in particular, without the rare ones."""
        return [self[name] for name, field in self.paths.items() if field.player is None and not is_rare(field)]

    def list_rare_inputs(self) -> list[tuple[str | None, forms.BoundField]]:
        """Return the rarely needed inputs, each as (name of its player or side, input); the name is None if it belongs
        to nobody."""
        return [(self.name_owner(field), self[name]) for name, field in self.paths.items() if is_rare(field)]

    def name_owner(self, field: scoring.CoupField) -> str | None:
        """Return the name of the field's player, or of his side; None where it belongs to no player."""
        sides = [side.names for side in list_scoring_sides(self.sheet) if field.player in side.names]
        return join_texts(sides[0]) if sides else None

    def has_open_rare_inputs(self) -> bool:
        """True where a rare input has a value or an error, so that the page must show the rare inputs unfolded."""
        return any(bound.value() or bound.errors for _player, bound in self.list_rare_inputs())

    def can_fill_in(self) -> bool:
        """True where one figure may be left out, because it follows from the others."""
        return bool(self.list_totals())

    def list_totals(self) -> list[int]:
        """Return the totals that the figures of all players must make together, such as 120 card points."""
        return sorted({field.total for field in self.paths.values() if field.total is not None})

    def list_summed(self) -> list[tuple[int, str]]:
        """Return each total that figures of all players must make, with the name of these figures («Points de cartes»;
        «En tout» if they have several)."""
        names: dict[int, set[str]] = {}
        for field in self.paths.values():
            if field.total is not None:
                names.setdefault(field.total, set()).add(name_input(field))
        return [
            (total, summed.pop() if len(summed) == 1 else str(_("En tout"))) for total, summed in sorted(names.items())
        ]

    def list_counted(self) -> list[tuple[str, str, int]]:
        """Return the kinds of card that all players' figures must count together, as (key, name, how many the pack
        has)."""
        counted = {field.counted[0]: field.counted for field in self.paths.values() if field.counted is not None}
        return [(key, localise(name), n) for key, name, n in counted.values()]

    def describe_input(self, name: str) -> str:
        """Return the name of an input where it stands alone: «Anne, points de cartes»; a label that names a side's
        partners needs no name before it."""
        declared = self.paths.get(name)
        owner = self.name_owner(declared) if declared and "players" not in declared.label.values else None
        return f"{owner}, {localise(declared.label)}" if declared and owner else str(self.fields[name].label)

    def find_field(self, path: str) -> str | None:
        """Return the name of the input that the problem at `path` concerns; None if there is none."""
        path = path.partition("[")[0]
        found = (name for name, field in self.paths.items() if self.is_concerned(name, field, path))
        return next(found, None) or super().find_field(path) or super().find_field(path.partition(".")[0])

    def add_problems(self, problems: Iterable[Any]) -> None:
        """Add each problem's message to its input, «À remplir» if the value is missing; for a problem of several
        inputs, mark as wrong those with a wrong sum."""
        for problem in problems:
            name = self.find_field(problem.path)
            if name is not None and is_missing(problem):
                self.add_error(name, FILL_IN)
                continue
            super().add_problems([problem])
            if name is None:
                self.ring_wrong_sums(problem.path)

    def ring_wrong_sums(self, path: str) -> None:
        """Mark as wrong the inputs under `path` whose figures make a wrong sum; if the sum is too high, only those with
        a figure."""
        summed: dict[Any, list[tuple[str, int]]] = {}
        for name, field in self.paths.items():
            if field.path.startswith(f"{path}.") and (field.counted or field.total is not None):
                wanted = field.counted[0::2] if field.counted else ("", field.total)
                summed.setdefault(wanted, []).append((name, self.cleaned_data.get(name) or 0))
        for (_key, wanted), typed in summed.items():
            total = sum(n for _name, n in typed)
            for name, n in typed:
                if total != wanted and (n or total < wanted):
                    self.fields[name].widget.attrs["aria-invalid"] = "true"

    def is_concerned(self, name: str, field: scoring.CoupField, path: str) -> bool:
        """True if the problem at `path` concerns this field: `path` is the field's own, as "points.Anne", or is that of
        its whole group, as "points", which is missing because this required field is empty."""
        empty = field.required and self[name].value() in (None, "")
        return field.path == path or (empty and field.path.startswith(f"{path}."))

    def build_initial(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return the coup being corrected as the inputs' initial values, by input name."""
        totals = self.game.spread_fields(self.setting, self.to_totals(event))
        initial = {name: nested for name in self.fields if (nested := get_nested(totals, name.split("."))) is not None}
        if "announcements" in initial:
            initial["announcements"] = self.game.format_announcements(self.sheet.to_names(totals)["announcements"])
        if "exchange" in initial:
            initial["exchange"] = totals["exchange"]["player"]
        return initial

    def to_totals(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return a recorded coup as totals, whichever way it was written; players are seat numbers."""
        if self.step is None or self.step.outcome is None:
            return event
        return self.sheet.to_seats(self.game.to_totals_form(self.step))

    # ── what was typed

    def clean(self) -> dict[str, Any]:
        """Check the typed totals; refuse totals that contradict the recorded tricks, unless they are to replace
        them."""
        data = self.cleaned_data
        if not self.errors and self.keeps_tricks and self.find_contradictions():
            sentence = _(
                "Ces chiffres viennent des levées marquées. Pour les changer, dites que ces totaux les remplacent."
            )
            self.add_error("drop_tricks", sentence)
            return data
        return super().clean()

    @property
    def keeps_tricks(self) -> bool:
        """True where the recorded tricks stay, because `drop_tricks` was not ticked."""
        return self.is_in_tricks and not self.cleaned_data.get("drop_tricks")

    def find_contradictions(self) -> list[str]:
        """Return the names of the inputs whose value contradicts the recorded tricks."""
        assert self.step is not None
        derived = self.game.derive_totals_from_tricks(self.step)
        was, now = self.to_totals(self.recorded_coup), self.build_totals()
        heads = set(derived) - {"announcements"}
        other = [
            name for name in self.paths if name.partition(".")[0] in heads and values_differ(was, now, name.split("."))
        ]
        return other + (
            ["announcements"] if "announcements" in derived and list_rencontres(was) != list_rencontres(now) else []
        )

    def build_coup_keys(self) -> dict[str, Any]:
        """Return what is recorded of the coup beside its dealer, with players' names. A coup that keeps its tricks has
        no figures that follow from them."""
        keys: EventBody = self.sheet.to_names(
            self.add_to_tricks(self.build_totals())
            if self.keeps_tricks
            else self.get_other_keys() | self.build_totals()
        )
        return keys

    def add_to_tricks(self, totals: EventBody) -> EventBody:
        """Return the recorded coup with its tricks, and with what was typed in the inputs that the tricks do not imply;
        players are seat numbers."""
        assert self.step is not None
        implied = set(self.game.derive_totals_from_tricks(self.step)) - {"announcements"}
        ours = {name.partition(".")[0] for name in self.fields} - implied
        event = {key: value for key, value in self.recorded_coup.items() if key not in ours}
        event |= {key: value for key, value in totals.items() if key not in implied}
        if "announcements" in event:
            event["announcements"] = [each for each in event["announcements"] if not each.get("rencontre")]
        return event

    def get_other_keys(self) -> dict[str, Any]:
        """Return the part of the corrected coup that this form has no inputs for and that stays (its turn-up, its
        dealer), by key."""
        alone = self.game.tricks_only_keys if self.is_in_tricks else ()
        ours = self.game.spread_fields(self.setting, {}).keys() | {"tricks", *alone}
        ours |= {name.partition(".")[0] for name in self.fields}
        return {key: value for key, value in self.recorded_coup.items() if key not in ours}

    def build_totals(self) -> dict[str, Any]:
        """Return what was typed, by the keys of a coup's record, with seat numbers for players."""
        event: EventBody = {}
        typed = {name: self.cleaned_data.get(name) for name in self.paths}
        for name, value in fill_in_figures(self.paths, typed).items():
            if value is not None and value is not False and value not in ("", []):
                set_nested(event, name.split("."), value)
        event = self.game.gather_fields(event)
        if "announcements" in event:
            event |= self.sheet.to_seats({"announcements": event["announcements"]})
        if "exchange" in event:
            before = self.recorded_coup.get("exchange") or {}
            same = before.get("player") == event["exchange"]
            event["exchange"] = before if same else {"player": event["exchange"]}
        return event


def fill_in_figures(fields: Mapping[str, scoring.CoupField], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was typed, by input path («points.2»). If one player's figure of a known total is missing, it is
    filled in: of 120 points in three inputs, 50, 40 and nothing become 50, 40 and 30. It is never less than the field
    allows. `fields`: the declared fields, by the same paths."""
    figures = dict(typed)
    for head in {path.partition(".")[0] for path in typed}:
        summed = [
            path
            for path, field in fields.items()
            if field.total is not None and path.partition(".")[0] == head and field.player is not None
        ]
        missing = [path for path in summed if typed[path] is None]
        if len(missing) == 1 and len(summed) > 1:
            rest = (fields[missing[0]].total or 0) - sum(typed[path] or 0 for path in summed)
            figures[missing[0]] = max(rest, fields[missing[0]].low)
    return figures


def get_input_path(declared: scoring.CoupField, sheet: Sheet) -> str:
    """Return the field's path with the seat number for the player's name: "points.2" for "points.Basile"."""
    if declared.player is None:
        return declared.path
    head, _dot, rest = declared.path.partition(".")
    return f"{head}.{sheet.positions[declared.player]}{rest[len(declared.player) :]}"


def build_dealer_field(sheet: Sheet, state: scoring.TableState) -> forms.ChoiceField:
    """Build the choice of who dealt the first coup; left empty, it is the player whose turn it is."""
    usual = _("comme prévu, %(name)s") % {"name": state.dealer or ""}
    choices = [("", usual), *list_seat_choices(sheet)]
    return forms.ChoiceField(label=_("Qui donne"), choices=choices, required=False)


def name_input(declared: scoring.CoupField) -> str:
    """Return the label of a field's input, in the reader's language."""
    return str(capfirst(localise(declared.label)))


def build_input(form: DeclaredCoupForm, field: scoring.CoupField) -> forms.Field:
    """Build the input of a declared field: a number, a player, a card, a checkbox or announcements, by the field's
    kind."""
    label = name_input(field)
    match field.kind:
        case "integer":
            return WholeNumberField(field.low, field.high, label=label, required=False)
        case "player" | "exchange":
            nobody = _("pas dit") if field.required else _("personne")
            return forms.ChoiceField(
                label=label, choices=[("", nobody), *list_seat_choices(form.sheet)], required=False
            )
        case "card":
            return TypedCardField(label=label, help_text=describe_typed_cards())
        case "boolean":
            return forms.BooleanField(label=label, required=False)
        case "announcements":
            return AnnouncementLinesField(form.game, form.sheet.names, label=label, required=False)
    raise ValueError(field.kind)


def is_rare(field: scoring.CoupField) -> bool:
    """True for a field that is hardly ever needed."""
    return field.path.partition(".")[0] in RARE_FIELDS


def list_rencontres(event: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return the mariages de rencontre of a coup, sorted, each as (player, suit)."""
    calls = event.get("announcements", ())
    return sorted((each.get("player"), each.get("suit")) for each in calls if each.get("rencontre"))


def values_differ(was: Mapping[str, Any], now: Mapping[str, Any], keys: list[str]) -> bool:
    """True where the coups `was` and `now` record different values under these nested keys, as ["points", "2"]; 0 and
    no value are the same."""
    return (get_nested(was, keys) or None) != (get_nested(now, keys) or None)


def get_nested(event: Mapping[str, Any], keys: list[str]) -> Any:
    """Return the value under nested keys, e.g. event["points"]["2"]; None where it is absent."""
    nested: Any = event
    for key in keys:
        nested = nested.get(key) if isinstance(nested, Mapping) else None
    return nested


def set_nested(event: dict[str, Any], keys: list[str], value: Any) -> None:
    """Set the value under nested keys, e.g. event["points"]["2"], creating the dictionaries between."""
    for key in keys[:-1]:
        event = event.setdefault(key, {})
    event[keys[-1]] = value
