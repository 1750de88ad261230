"""A game's declared options as form fields: each is left to the preset unless something else is chosen.

It knows the shape of a declaration (`scoring.Option`), never what an option means.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import scoring

from .desk_fields import WholeField

PREFIX = "option."
LENGTHS = ("tours", "coups", "match", "match_n", "target")  # how long it lasts: asked before the rest
STANDINGS = {
    "src": _("écrit dans la source"),
    "inf": _("suit de la source"),
    "usage": _("usage d’aujourd’hui"),
    "house": _("choix de la maison"),
}
Rules = Mapping[str, Any]
YES_NO = {True: _("oui"), False: _("non")}


def said(text: scoring.Text) -> str:
    """A text of the rules in the language of the page."""
    return text.to((get_language() or "fr")[:2])


def standing_of(option: scoring.Option) -> str:
    """Where an option's default comes from, in words."""
    return ", ".join(str(STANDINGS[word]) for word in option.standing.split())


def value_said(option: scoring.Option, value: Any) -> str:
    """An option's value in words."""
    if option.kind == "boolean":
        return str(YES_NO[value])
    if option.kind == "choice":
        return next((said(text) for choice, text in option.choices if choice == value), str(value))
    return str(_("vide")) if value is None else str(value)


def preset_value(option: scoring.Option, preset: scoring.Preset) -> Any:
    """What an option is under a preset when nobody says otherwise."""
    return preset.sets.get(option.key, option.default)


def rules_apart(game: scoring.Game, before: Rules, after: Rules) -> list[tuple[str, str, str]]:
    """What differs between two rules of one game, each {"preset", "options"}: (what, before, after) in words."""
    presets = {preset.key: preset for preset in game.presets}
    old, new = presets[before["preset"]], presets[after["preset"]]
    told = [(str(_("Règle")), said(old.name), said(new.name))] if old != new else []
    for option in game.options:
        was = before["options"].get(option.key, preset_value(option, old))
        now = after["options"].get(option.key, preset_value(option, new))
        if was != now:
            told.append((said(option.label), value_said(option, was), value_said(option, now)))
    return told


def left_to_preset(option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> str:
    """The choice that leaves an option to the preset, with its value where every preset agrees on one."""
    values = [preset_value(option, preset) for preset in presets]
    if any(value != values[0] for value in values):
        return str(_("Selon la règle choisie"))
    return str(_("Sans changement : %(value)s") % {"value": value_said(option, values[0])})


def by_preset(option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> str:
    """Each preset's value, where they differ; empty where they agree."""
    values = [preset_value(option, preset) for preset in presets]
    if all(value == values[0] for value in values):
        return ""
    told = (f"{said(p.name)}\u202f: {value_said(option, v)}" for p, v in zip(presets, values, strict=True))
    return " · ".join(told)


def option_field(option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> forms.Field | None:
    """The field of one option; None for a table of values, which no single field holds."""
    empty = left_to_preset(option, presets)
    field: forms.Field
    if option.kind == "integer":
        assert option.low is not None and option.high is not None
        field = WholeField(option.low, option.high)
        field.widget.attrs["placeholder"] = empty
    elif option.kind == "boolean":
        choices = [("", empty), *((key, YES_NO[key == "true"]) for key in ("true", "false"))]
        field = forms.TypedChoiceField(choices=choices, coerce=lambda typed: typed == "true", empty_value=None)
    elif option.kind == "choice":
        choices = [("", empty), *((value, said(text)) for value, text in option.choices)]
        field = forms.TypedChoiceField(choices=choices, empty_value=None)
    else:
        return None
    field.label, field.help_text, field.required = said(option.label), said(option.help), False
    return field


def says_how_long(option: scoring.Option) -> bool:
    """Is it each evening's own choice, how long one plays? Not so what follows from another when left empty."""
    return option.key in LENGTHS and option.default is not None


class OptionRow(NamedTuple):
    """What the page shows of one option."""

    field: forms.BoundField
    standing: str
    presets: str


class OptionsMixin(forms.Form):
    """The option fields of `game`, in a form; `options()` gives what was chosen against the preset."""

    game: scoring.Game

    def add_options(self, chosen: Mapping[str, Any]) -> None:
        for option in self.game.options:
            field = option_field(option, self.game.presets)
            if field is not None:
                value = chosen.get(option.key)
                field.initial = str(value).lower() if isinstance(value, bool) else value
                self.fields[PREFIX + option.key] = field

    def option_rows(self, *, lengths: bool) -> Iterator[OptionRow]:
        """The options that say how long it lasts, or all the others."""
        for option in self.game.options:
            if PREFIX + option.key in self.fields and says_how_long(option) is lengths:
                bound = self[PREFIX + option.key]
                yield OptionRow(bound, standing_of(option), by_preset(option, self.game.presets))

    def lengths(self) -> list[OptionRow]:
        return list(self.option_rows(lengths=True))

    def rules(self) -> list[OptionRow]:
        return list(self.option_rows(lengths=False))

    def rules_open(self) -> bool:
        """Whether some rule was chosen, or is wrong: then they are shown unfolded."""
        return any(row.field.value() or row.field.errors for row in self.rules())

    def chosen_options(self, preset: scoring.Preset) -> dict[str, Any]:
        """The options that were chosen and differ from the preset's."""
        typed = ((option, self.cleaned_data.get(PREFIX + option.key)) for option in self.game.options)
        return {o.key: value for o, value in typed if value is not None and value != preset_value(o, preset)}

    def judge_options(self, preset: scoring.Preset) -> None:
        """Ask the rules; each problem lands on its field."""
        size = 3 if 3 in self.game.sizes else self.game.sizes[0]
        players = tuple(str(n) for n in range(1, size + 1))
        try:
            scoring.setting(self.game.key, players, preset.key, self.chosen_options(preset))
        except scoring.Refused as refused:
            for problem in refused.problems:
                field = PREFIX + problem.path.removeprefix("options.").split(".")[0]
                self.add_error(field if field in self.fields else None, said(problem.message))
