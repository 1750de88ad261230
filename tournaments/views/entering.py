"""A paper sheet entered row by row, at the desk and on a phone: the same grid as the printed sheet, filled in as far as
the book goes, to be typed from there on. Each row is one record with an id of its own; a retry writes nothing twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.functional import cached_property

from tournaments import actions
from tournaments.forms.paper import Cell, PaperForm, Row, typed_fields, with_place
from tournaments.models import Table
from tournaments.printing.columns import Group
from tournaments.printing.scoresheet import PaperRow, ScoreSheet
from tournaments.printing.scoresheets import score_sheet
from tournaments.sheets import Sheet


@dataclass(frozen=True)
class Grid:
    """The sheet's columns in which one writes, and its rows: those of the book, then those of the form."""

    sheet: Sheet
    form: PaperForm
    paper: ScoreSheet

    @cached_property
    def groups(self) -> list[Group]:
        """As printed, without the columns that are worked out."""
        return written_groups(self.paper)

    @property
    def signed(self) -> bool:
        return self.paper.signed

    @property
    def width(self) -> int:
        return len(self.form.fields)

    @property
    def written(self) -> Iterator[PaperRow]:
        """What the book has already, with the cells that one writes."""
        sums = [column.sum for group in self.paper.groups for column in group.columns]
        for row in self.paper.rows:
            if row.note:
                yield row
            elif row.n <= (self.sheet.state.coups_played if self.sheet.state else 0):
                cells = tuple(cell for cell, is_sum in zip(row.cells, sums, strict=True) if not is_sum)
                yield PaperRow(row.n, row.dealer, cells)

    @property
    def rows(self) -> list[tuple[Row, list[tuple[Cell, str]]]]:
        """The rows to type, each cell with how its column is ruled."""
        styles = [style for group in self.groups for style in group.styles]
        return [(row, list(zip(row.cells, styles, strict=True))) for row in self.form.rows]

    @property
    def paths(self) -> str:
        """What the columns in which one writes are called, in order."""
        return " ".join(with_place(each, self.sheet) for each in self.form.fields)

    @property
    def code(self) -> str:
        return self.paper.code


def written_groups(paper: ScoreSheet) -> list[Group]:
    kept = [Group(each.title, tuple(column for column in each.columns if not column.sum)) for each in paper.groups]
    return [group for group in kept if group.columns]


def grid(sheet: Sheet, data: Any = None) -> Grid | None:
    """None where the table cannot play, or its game's coup is no row of cells: it is entered coup by coup."""
    paper = score_sheet(sheet, filled=True)
    fields = typed_fields(sheet.setting)
    if paper is None or not fields or paper.paper.groups is None:
        return None
    if sum(len(group.columns) for group in written_groups(paper)) != len(fields):
        return None
    played = sheet.state.coups_played if sheet.state else 0
    coups = [(row.n, row.dealer) for row in paper.rows if not row.note and row.n > played]
    return Grid(sheet, PaperForm(sheet, coups, data), paper)


def enter(form: PaperForm, *, by: str, reason: str = "") -> str | None:
    """Write the rows in order, each by itself, up to the first that has a problem. None where all are written, else
    why not ("" where the row itself tells)."""
    for row in form.filled():
        event = form.read(row)
        if event is None:
            return ""
        try:
            write(form.sheet.table.pk, row, event, by, reason)
        except actions.Refused as refused:
            return "" if any(problem.path not in ("key", "reason") for problem in refused.problems) else str(refused)
        except actions.NotDone as why:
            return str(why)
    return None


def write(table: int, row: Row, event: dict[str, Any], by: str, reason: str) -> None:
    actions.record_event(table, event, key=row.key, number=row.number, by=by, reason=reason)


def as_it_stands(table: int, data: Any) -> Grid | None:
    """The grid after some rows were written: those that remain, with what is wrong at its cell."""
    now = grid(Table.objects.for_sheet(table), data)
    if now is not None:
        now.form.check()
    return now


def checked(request: HttpRequest, sheet: Sheet) -> JsonResponse:
    """What is wrong with what is typed so far: {"rows": [{"told": […], "cells": {path: sentence}}, …]}; writes
    nothing."""
    now = grid(sheet, request.POST)
    if now is None:
        return JsonResponse({"rows": []})
    now.form.check()
    return JsonResponse({"rows": [told(row) for row in now.form.rows]})


def told(row: Row) -> dict[str, Any]:
    return {"told": row.told, "cells": {cell.path: cell.errors[0] for cell in row.cells if cell.errors}}
