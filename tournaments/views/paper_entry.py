"""Entry of a table's paper score sheet row by row, for the organiser and on a phone. The grid has the columns of the
printed sheet and continues after the last coup recorded. Each row is one record with an id of its own, so a retry
writes nothing twice."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.functional import cached_property

from tournaments.actions.errors import ActionError, Refused
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.forms.events.declared_coup import get_input_path
from tournaments.forms.games.game_paper import ColumnGroup, get_letters
from tournaments.forms.games.score_sheet import PaperRow, ScoreSheet, build_score_sheet
from tournaments.forms.paper_sheet import LETTERS, PaperForm, TypedCell, TypedRow, list_typed_fields
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import shorten_names


@dataclass(frozen=True)
class TypedColumn:
    """A column to type. `style`: its CSS classes; `title`: that of its group, for the group's first column, else "";
    `head`: what stands above its cells, in words where paper has a sign («as gagnés»); `name`: what an error calls a
    cell of it: «Anne», «as gagnés, Anne»."""

    style: str
    title: str
    head: str
    name: str


RecordedRow = tuple[PaperRow, list[tuple[str, TypedColumn]]]
"""A row recorded already: its note, and its cells of the columns that are typed, each as (text, column)."""


@dataclass(frozen=True)
class PaperEntryGrid:
    """The paper sheet to type in: first the rows recorded already, then the rows of the form. `paper`: the sheet as
    printed, filled in with what is recorded."""

    sheet: Sheet
    form: PaperForm
    paper: ScoreSheet

    @cached_property
    def groups(self) -> list[ColumnGroup]:
        """The printed column groups, without the columns that are computed, and with names where paper has letters."""
        setting, groups = self.sheet.setting, list_typed_groups(self.paper)
        if setting is None:
            return groups
        short = shorten_names(setting.players)
        sides = [*setting.list_scoring_sides(), *((name,) for name in setting.players)]
        named = {get_letters(setting, names): " & ".join(short[name] for name in names) for names in sides}
        return [
            replace(
                each,
                title=named.get(each.title, each.title),
                columns=tuple(replace(column, head=named.get(column.head, column.head)) for column in each.columns),
            )
            for each in groups
        ]

    @cached_property
    def columns(self) -> list[TypedColumn]:
        """The columns to type, in order."""
        labels = iter(localise(field.label) for field in self.form.fields)
        heads = Counter(column.head for group in self.groups for column in group.columns)
        found = []
        for group in self.groups:
            for n, (column, style, label) in enumerate(zip(group.columns, group.styles, labels, strict=False)):
                head = label if column.sign else column.head
                name = f"{head}, {group.title}" if group.is_of_player else head
                if heads[column.head] > 1 and not column.sign:
                    name = f"{group.title}, {head}"
                found.append(TypedColumn(style, "" if n else group.title, head, name))
        return found

    @property
    def recorded_rows(self) -> Iterator[RecordedRow]:
        """The rows recorded already."""
        sums = [column.sum for group in self.paper.groups for column in group.columns]
        for row in self.paper.rows:
            if row.note:
                yield row, []
            elif row.n <= (self.sheet.state.coups_played if self.sheet.state else 0):
                texts = (text for (text, _style), is_sum in zip(row.cells, sums, strict=True) if not is_sum)
                yield row, list(zip(texts, self.columns, strict=True))

    @property
    def has_errors(self) -> bool:
        """True if a row that was sent has an error, which the page then shows first."""
        return any(row.has_errors for row in self.form.rows)

    @property
    def is_photographed(self) -> bool:
        """True if what a photograph shows stands beside some cell."""
        return any(row.photo_digest for row in self.form.rows)

    @property
    def rows(self) -> list[tuple[TypedRow, list[tuple[TypedCell, TypedColumn]]]]:
        """The rows to type, each cell as (cell, column)."""
        return [(row, list(zip(row.cells, self.columns, strict=True))) for row in self.form.rows]

    @property
    def field_paths(self) -> str:
        """The field paths of the columns to type, in order, separated by spaces."""
        return " ".join(get_input_path(each, self.sheet) for each in self.form.fields)

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """The letter and name of each player, where a cell takes one; else nothing."""
        if not self.has_players:
            return []
        return list(zip(LETTERS, self.sheet.names, strict=False))

    @property
    def has_players(self) -> bool:
        """True if a cell takes a player."""
        return any(each.kind == "player" for each in self.form.fields)

    @property
    def has_cards(self) -> bool:
        """True if a cell takes a card."""
        return any(each.kind == "card" for each in self.form.fields)

    @property
    def has_crosses(self) -> bool:
        """True if a cell is ticked with any sign."""
        return any(each.kind == "boolean" for each in self.form.fields)

    @property
    def fills_last(self) -> bool:
        """True if the last of several cells fills itself with what is left of a total."""
        return any(each.total is not None for each in self.form.fields)

    @property
    def has_counts(self) -> bool:
        """True if some cells are numbers that may be left out, where an empty one counts as zero."""
        return any(each.kind == "integer" and not each.required for each in self.form.fields)


def list_typed_groups(paper: ScoreSheet) -> list[ColumnGroup]:
    """Return the sheet's column groups without the computed columns; groups left empty are dropped."""
    kept = [replace(each, columns=tuple(column for column in each.columns if not column.sum)) for each in paper.groups]
    return [group for group in kept if group.columns]


def build_entry_grid(sheet: Sheet, data: Any = None, most: int | None = None) -> PaperEntryGrid | None:
    """Build the entry grid of a sheet, or return None if the table cannot play or if a coup of its game is no row of
    cells (such a game is entered coup by coup). `data`: what was typed (POST), or None;
    `most`: how many coups at most, None for all that are left."""
    paper = build_score_sheet(sheet, filled=True)
    fields = list_typed_fields(sheet.setting)
    if paper is None or not fields or paper.paper.groups is None:
        return None
    if sum(len(group.columns) for group in list_typed_groups(paper)) != len(fields):
        return None
    played = sheet.state.coups_played if sheet.state else 0
    coups = [(row.n, row.dealer) for row in paper.rows if not row.note and row.n > played]
    return PaperEntryGrid(sheet, PaperForm(sheet, coups[:most], data), paper)


def record_rows(form: PaperForm, *, actor: str, reason: str = "") -> str | None:
    """Record the filled rows in order, each in its own transaction, up to the first that has a problem.

    Return None if all rows were recorded, else the error message; "" if the row itself shows the error.
    """
    for row in form.list_filled_rows():
        event = form.read_row(row)
        if event is None:
            return ""
        try:
            source = row.tell_source(reason)
            record_event(form.sheet.table.pk, event, key=row.key, number=row.number, actor=actor, reason=source)
        except Refused as refused:
            return "" if any(problem.path not in ("key", "reason") for problem in refused.problems) else str(refused)
        except ActionError as why:
            return str(why)
    return None


def rebuild_entry_grid(table_id: int, data: Any) -> PaperEntryGrid | None:
    """Build the grid again after some rows were recorded: the rows that remain, each error at its cell."""
    now = build_entry_grid(load_sheet(table_id), data)
    if now is not None:
        now.form.check_rows()
    return now


def check_typed_rows(request: HttpRequest, sheet: Sheet) -> JsonResponse:
    """Return the errors of what is typed so far as {"rows": [{"sentences": [sentence…], "cells": {path: sentence},
    "wrong": [path…]}, …]}; write nothing."""
    now = build_entry_grid(sheet, request.POST)
    if now is None:
        return JsonResponse({"rows": []})
    now.form.check_rows()
    return JsonResponse({"rows": [row_to_json(row) for row in now.form.rows]})


def row_to_json(row: TypedRow) -> dict[str, Any]:
    """Return the errors of one row as {sentences, cells, wrong}: those of the whole row, the first one of each cell by
    field path, and the paths of all cells that an error concerns."""
    cells = {cell.path: cell.errors[0] for cell in row.cells if cell.errors}
    return {"sentences": row.errors, "cells": cells, "wrong": [cell.path for cell in row.wrong_cells]}
