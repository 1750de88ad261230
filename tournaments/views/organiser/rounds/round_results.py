"""A whole round typed in on one page: a row for each table, in the order of the tables, with the columns of its printed
sheet. A row is the table's next coup; it is recorded by the action that records any coup, with an id of its own, so
that a retry writes nothing twice and a wrong row holds up no other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.book.loading import iterate_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.sheet_text import NarratedEvent, narrate_events
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.paper_entry import PaperEntryGrid, build_entry_grid, record_rows, row_to_json
from tournaments.views.requests import MemberRequest


@dataclass(frozen=True)
class RoundLine:
    """One table of the round: its next coup to type, and what came of what was sent. `grid`: None where its coups are
    no rows of cells; `written`: the coup that was sent, as it was recorded; `trouble`: why it was not, beside what its
    row says."""

    sheet: Sheet
    grid: PaperEntryGrid | None
    written: NarratedEvent | None = None
    trouble: str = ""

    @property
    def is_failed(self) -> bool:
        """True if what was sent is not recorded."""
        return bool(self.trouble) or bool(self.grid and self.grid.has_errors)


@require_right(Right.ARBITRATE, of=get_tournament)
def type_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show the next coup of every table of a round; a POST records the rows that are filled, or with `check` only
    returns their errors so far. Rows that could not be recorded stay as they were typed."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n).order_by("n")
    sheets = list(iterate_sheets(tables))
    if not sheets:
        raise Http404
    typed = {sheet.table.pk: pick_row(request.POST, sheet.table.pk) for sheet in sheets}
    if "check" in request.POST:
        return check_round(sheets, typed)
    failed: dict[int, str] = {}
    if is_sent := request.method == "POST" and tournament.status == Tournament.Status.OPEN:
        failed = record_round(request, sheets, typed)
        sheets = list(iterate_sheets(tables))
    return render_round(
        request, tournament, [build_line(sheet, typed[sheet.table.pk], failed) for sheet in sheets], is_sent
    )


def render_round(
    request: MemberRequest, tournament: Tournament, lines: Sequence[RoundLine], is_sent: bool
) -> HttpResponse:
    """Render the page of a round's tables. `is_sent`: these are the lines after what was typed is recorded."""
    is_blank = is_sent and not any(line.written or line.is_failed for line in lines)
    context = {
        "tournament": tournament,
        "n": lines[0].sheet.table.round.n,
        "lines": lines,
        "trouble": _("Écrivez au moins un coup.") if is_blank else "",
        "first": find_first(lines),
        "width": max((len(line.grid.form.fields) for line in lines if line.grid), default=1),
        "written": sum(line.written is not None for line in lines),
    }
    status = 422 if is_blank or any(line.is_failed for line in lines) else 200
    return render(request, "organiser/round_results.html", context, status=status)


def find_first(lines: Iterable[RoundLine]) -> int | None:
    """Return the table at which one goes on: the first whose row is wrong, else the first that has a row."""
    typed = [line for line in lines if line.grid and line.grid.form.rows]
    return next((line.sheet.table.pk for line in sorted(typed, key=lambda line: not line.is_failed)), None)


def pick_row(data: Mapping[str, Any], pk: int) -> dict[str, Any]:
    """Return of what was sent the row of this table, as the form of a sheet with a single row reads it."""
    start = f"{pk}."
    row = {f"0.{name.removeprefix(start)}": text for name, text in data.items() if name.startswith(start)}
    if f"key.{pk}" in data:
        row |= {"key.0": data[f"key.{pk}"], "number": data.get(f"number.{pk}", "")}
    return row


def record_round(
    request: MemberRequest, sheets: Iterable[Sheet], typed: Mapping[int, dict[str, Any]]
) -> dict[int, str]:
    """Record the rows that are filled. Return what could not be recorded: by table the error message, "" where the row
    shows it."""
    failed = {}
    for sheet in sheets:
        grid = build_entry_grid(sheet, typed[sheet.table.pk], most=1)
        if grid and (why := record_rows(grid.form, actor=get_actor(request))) is not None:
            failed[sheet.table.pk] = why
    return failed


def build_line(sheet: Sheet, typed: dict[str, Any], failed: Mapping[int, str]) -> RoundLine:
    """Return the line of a table after what was sent is recorded, or is not."""
    grid = build_entry_grid(sheet, typed, most=1)
    if sheet.table.pk in failed and grid is not None:
        grid.form.check_rows()
    return RoundLine(sheet, grid, find_written(sheet, typed.get("key.0")), failed.get(sheet.table.pk, ""))


def find_written(sheet: Sheet, key: str | None) -> NarratedEvent | None:
    """Return the coup of the record with this id; None if there is none."""
    position = next((record.position for record in sheet.records if key and record.key == key), None)
    return next((event for event in narrate_events(sheet) if event.n == position), None) if position else None


def check_round(sheets: Iterable[Sheet], typed: Mapping[int, dict[str, Any]]) -> JsonResponse:
    """Return the errors of what is typed so far as `check_typed_rows` does, the rows by table; write nothing."""
    found = {}
    for sheet in sheets:
        grid = build_entry_grid(sheet, typed[sheet.table.pk], most=1)
        if grid and grid.form.rows:
            grid.form.check_rows()
            found[sheet.table.pk] = row_to_json(grid.form.rows[0])
    return JsonResponse({"rows": found})


urlpatterns = [path("event/<int:pk>/round/<int:n>/results", type_round, name="round-results")]
