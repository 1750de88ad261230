"""A game's declared options as form fields; an option left empty has the value that the preset gives it.

Knows the shape of a declared option (`scoring.Option`), never what an option means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

import scoring
from tournaments.forms.fields import WholeNumberField
from tournaments.presentation.text.cards import letter_rank
from tournaments.presentation.text.option_text import describe_value_briefly, join_label, localise, preset_value
from tournaments.presentation.text.rule_book import describe_house_value, describe_option_provenance

from .mark_rows import PARTS, MarkInputs, build_mark_fields, list_rows, list_typed_rows, read_marks

PREFIX = "option."
MARK_PATH = re.compile(r"(option\.\w+)\[(\d+)\](?:\.(\w+))?")
LENGTH_OPTIONS = ("tours", "coups", "match", "match_n", "target")
"""The options that set how long a partie lasts, shown before the others where they have a default; without one, the
value follows from others."""


def describe_empty_choice(option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> str:
    """Return the label of the empty choice, which leaves an option to the preset; it names the value where all presets
    agree."""
    values = [preset_value(option, preset) for preset in presets]
    if any(value != values[0] for value in values):
        return _("Selon la règle choisie")
    return str(_("Comme la règle : %(value)s") % {"value": describe_value_briefly(option, values[0])})


def describe_preset_values(game: scoring.Game, option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> str:
    """Return one line with each preset's value of an option, marked where no source settles it; empty where the
    presets agree."""
    values = [preset_value(option, preset) for preset in presets]
    if all(value == values[0] for value in values):
        return ""
    sentences = []
    for preset, value in zip(presets, values, strict=True):
        words = join_label(localise(preset.name), describe_value_briefly(option, value))
        house = describe_house_value(game, option, preset)
        sentences.append(f"{words} ({house})" if house else words)
    return " · ".join(sentences)


def build_option_field(option: scoring.Option, presets: tuple[scoring.Preset, ...]) -> forms.Field:
    """Build the input of an option that has a single value (no table of values, no list of marks). `presets`: the
    presets on offer; an input left empty means the value that the chosen one gives."""
    empty = describe_empty_choice(option, presets)
    field: forms.Field
    match option.kind:
        case "integer":
            assert option.low is not None and option.high is not None
            field = WholeNumberField(option.low, option.high)
            field.widget.attrs["placeholder"] = empty
        case "boolean":
            words = [(key, describe_value_briefly(option, key == "true")) for key in ("true", "false")]
            choices = [("", empty), *words]
            field = forms.TypedChoiceField(choices=choices, coerce=lambda typed: typed == "true", empty_value=None)
        case "choice":
            kept = {str(value): value for value, _text in option.choices}
            choices = [("", empty), *((value, localise(text)) for value, text in option.choices)]
            field = forms.TypedChoiceField(choices=choices, coerce=kept.__getitem__, empty_value=None)
        case _:
            raise ValueError(option.kind)
    field.label, field.help_text, field.required = localise(option.label), localise(option.help), False
    return field


@dataclass(frozen=True)
class ValueTableRow:
    """One row of a table of values on the page: its name and its inputs; None for a cell in which the game counts
    nothing."""

    name: str
    cells: list[forms.BoundField | None]


@dataclass(frozen=True)
class OptionRow:
    """What the page shows of one option: its input, where its rule comes from (provenance), each preset's value where
    they differ, whether it sets how long a partie lasts; for a table of values also its columns and rows."""

    field: forms.BoundField
    provenance: str
    presets: str
    is_length: bool
    columns: tuple[str, ...] = ()
    table: tuple[ValueTableRow, ...] = ()
    marks: tuple[MarkInputs, ...] = ()

    @property
    def is_set(self) -> bool:
        """True where a value was chosen for this option, or one of its inputs has an error."""
        bounds = [self.field, *(cell for row in self.table for cell in row.cells if cell is not None)]
        bounds += [bound for row in self.marks for bound in (row.name, row.points)]
        return any(bound.value() not in (None, "") or bound.errors for bound in bounds)

    @property
    def errors(self) -> list[str]:
        """The error messages of a table's cells or of a list of marks, each after the name of its input."""
        cells = [cell for row in self.table for cell in row.cells if cell is not None]
        cells += [bound for row in self.marks for bound in (row.name, row.points, row.who)]
        return [join_label(str(cell.label), str(text)) for cell in cells for text in cell.errors]


class OptionsMixin(forms.Form):
    """The part of a form that has the inputs for the options of `game`. `get_chosen_options()` returns what was chosen
    and differs from the preset.

    `offered`: the presets among which one may choose, standard ones and the club's own.
    """

    game: scoring.Game
    offered: tuple[scoring.Preset, ...]
    known_marks: Sequence[Mapping[str, Any]] = ()
    """Marks that may be recorded already, whose keys must stay."""

    def add_options(self, chosen: Mapping[str, Any]) -> None:
        """Add the inputs of every option of the game; `chosen`: their initial values, by option key."""
        for option in self.game.options:
            value = chosen.get(option.key)
            if option.kind == "table":
                self.add_table(option, value or {})
                continue
            if option.kind == "marks":
                self.add_marks(option, value)
                continue
            field = build_option_field(option, self.offered)
            field.initial = str(value).lower() if isinstance(value, bool) else value
            self.fields[PREFIX + option.key] = field

    def add_table(self, option: scoring.Option, chosen: Mapping[str, Any]) -> None:
        """Add an input for each cell of a table of values, and a hidden one at which errors of the whole table are
        shown."""
        assert option.low is not None and option.high is not None
        self.fields[PREFIX + option.key] = forms.CharField(
            required=False, label=localise(option.label), help_text=localise(option.help), widget=forms.HiddenInput
        )
        for name, (row, columns) in zip(option.row_names, option.rows, strict=True):
            for column in columns:
                cell = WholeNumberField(
                    option.low, option.high, required=False, label=f"{localise(name)}, {letter_rank(column)}"
                )
                cell.widget.attrs["placeholder"] = str(option.start[row][column])
                cell.initial = chosen.get(row, {}).get(column)
                self.fields[get_cell_name(option, row, column)] = cell

    def add_marks(self, option: scoring.Option, chosen: Any) -> None:
        """Add the rows of a list of marks, and a hidden input at which errors of the whole list are shown. The rows are
        filled with the marks `chosen`; without any, with those of the preset if a single one is offered."""
        name = PREFIX + option.key
        self.fields[name] = forms.CharField(
            required=False, label=localise(option.label), help_text=localise(option.help), widget=forms.HiddenInput
        )
        own = [mark for preset in self.offered for mark in preset_value(option, preset)]
        self.known_marks = [*own, *(chosen or [])]
        self.fields.update(build_mark_fields(option, name, chosen or (own if len(self.offered) == 1 else [])))

    def build_option_rows(self) -> Iterator[OptionRow]:
        """Yield what the page shows of each option, in the order of the game's declarations."""
        for option in self.game.options:
            bound = self[PREFIX + option.key]
            heights = [c for c in reversed(option.columns) if any(c in own for _row, own in option.rows)]
            yield OptionRow(
                bound,
                describe_option_provenance(self.game, option),
                describe_preset_values(self.game, option, self.offered),
                option.key in LENGTH_OPTIONS and option.default is not None,
                tuple(map(localise, option.row_names)),
                tuple(ValueTableRow(h, [self.find_cell(option, row, h) for row, _own in option.rows]) for h in heights),
                list_rows(self, option, PREFIX + option.key),
            )

    def find_cell(self, option: scoring.Option, row: str, column: str) -> forms.BoundField | None:
        """Return the input of one cell of a table of values; None where the table has no such cell."""
        name = get_cell_name(option, row, column)
        return self[name] if name in self.fields else None

    def list_length_rows(self) -> list[OptionRow]:
        """List the options that set how long a partie lasts."""
        return [row for row in self.build_option_rows() if row.is_length]

    def list_rule_rows(self) -> list[OptionRow]:
        """List the options that do not set how long a partie lasts."""
        return [row for row in self.build_option_rows() if not row.is_length]

    def has_open_rules(self) -> bool:
        """True where some rule was chosen or has an error, so that the page must show the rules unfolded."""
        return any(row.is_set for row in self.list_rule_rows())

    def get_chosen_options(self, preset: scoring.Preset) -> dict[str, Any]:
        """Return the options that were chosen and differ from the preset's, by key."""
        typed = ((option, self.get_chosen_value(option)) for option in self.game.options)
        return {o.key: value for o, value in typed if value is not None and value != preset_value(o, preset)}

    def get_chosen_value(self, option: scoring.Option) -> Any:
        """Return the value chosen for an option, None if none. Empty cells of a table take its start values; a table
        left all empty is no choice, unless another option needs it. An empty list of marks is a choice only where a
        single preset is offered."""
        if option.kind == "marks":
            marks = read_marks(self.cleaned_data, option, PREFIX + option.key, self.known_marks)
            return marks if marks or len(self.offered) == 1 else None
        if option.kind != "table":
            return self.cleaned_data.get(PREFIX + option.key)
        cells = {
            row: {column: self.cleaned_data.get(get_cell_name(option, row, column)) for column in columns}
            for row, columns in option.rows
        }
        is_blank = all(value is None for row in cells.values() for value in row.values())
        asked_by, values = option.only_where or ("", ())
        if is_blank and self.cleaned_data.get(PREFIX + asked_by) not in values:
            return None
        return {
            row: {column: option.start[row][column] if value is None else value for column, value in line.items()}
            for row, line in cells.items()
        }

    def check_options(self, preset: scoring.Preset, options: Mapping[str, Any]) -> None:
        """Check these options against the rules, with a standard preset; each problem is added to its field."""
        for problem in scoring.list_rule_problems(self.game.key, preset.key, options):
            self.add_error(self.find_field(problem.path), localise(problem.message))

    def find_field(self, path: str) -> str | None:
        """Return the name of the field at which a problem's path points (a table's cell, an option, another field), or
        None."""
        inside = PREFIX + path.removeprefix("options.")
        if place := MARK_PATH.fullmatch(inside):
            name, n, part = place.groups()
            option = next(each for each in self.game.options if PREFIX + each.key == name)
            inside = (
                f"{name}.{list_typed_rows(self.cleaned_data, option, name)[int(n)]}.{part if part in PARTS else 'name'}"
            )
        names = (inside, ".".join(inside.split(".")[:2]), path) if path.startswith("options.") else (path,)
        return next((name for name in names if name in self.fields), None)


def get_cell_name(option: scoring.Option, row: str, column: str) -> str:
    """Return the input name of one cell of a table of values."""
    return f"{PREFIX}{option.key}.{row}.{column}"
