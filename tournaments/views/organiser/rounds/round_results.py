"""A whole round typed in on one page: the coups of each table, in the order of the tables, with the columns of its
printed sheet, and under them the result that its slip says. A row is one coup; it is recorded by the action that
records any coup, with an id of its own, so that a retry writes nothing twice and a wrong table holds up no other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.errors import ActionError
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import iterate_sheets
from tournaments.book.sheet import Sheet
from tournaments.forms.games.score_sheet import describe_partie
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.unit_text import format_total
from tournaments.reading.open_tables import list_unread_tables
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.organiser.table.recording import make_key
from tournaments.views.paper_entry import PaperEntryGrid, RecordedRow, build_entry_grid, record_rows, row_to_json
from tournaments.views.requests import MemberRequest

ROWS_OF_A_PAGE = 120
"""About so many rows a page may have: each table of a large round has fewer of its coups there, at least one."""


@dataclass(frozen=True)
class RoundLine:
    """One table on the page where a round is typed: its coups left to type, and what came of those sent. `grid`: the
    rows to type, None where its coups are no rows of cells; `state`: the table's state as recorded or, if something
    failed, after the typed rows before the first wrong one. `written`: the rows that were sent and are recorded;
    `shown`: those, or the last ones of a table that has ended; `is_failed`: something sent is not recorded; `trouble`:
    the reason, "" if the wrong row itself says it."""

    sheet: Sheet
    grid: PaperEntryGrid | None
    state: scoring.TableState | None
    written: Sequence[RecordedRow] = ()
    shown: Sequence[RecordedRow] = ()
    trouble: str = ""
    is_failed: bool = False

    @property
    def is_held(self) -> bool:
        """True if a coup without an error waits for a wrong one before it."""
        rows = self.grid.form.rows if self.is_failed and self.grid else []
        return any(not row.is_blank and not row.has_errors for row in rows)

    @property
    def rule(self) -> tuple[str, tuple[str, ...]] | None:
        """(What is played and how long, sentences on who scores and what ends the partie); None if no coups are left to
        type."""
        if self.grid is None or not self.grid.form.rows:
            return None
        setting, paper = self.grid.paper.setting, self.grid.paper.paper
        return describe_partie(setting, self.sheet.tournament.house_rule), tuple(paper.describe_end(setting))

    @property
    def results(self) -> list[tuple[int, tuple[str, ...], str]]:
        """(Position, names, result so far) of each player or side at the table."""
        return list_results(self.sheet, self.state)


def list_results(sheet: Sheet, state: scoring.TableState | None) -> list[tuple[int, tuple[str, ...], str]]:
    """Return (position of the first, names, result) of each player or side in this state of the table; nothing where
    the table cannot play."""
    if state is None:
        return []
    return [
        (sheet.positions[names[0]], names, format_total(state.totals[names[0]], sheet.unit))
        for names in state.setting.list_scoring_sides()
    ]


@require_right(Right.ARBITRATE, of=get_tournament)
def type_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show the coups left of every table of a round; a POST records the rows that are filled, and with `end` ends
    endless parties; or with `check` only returns the rows' errors and results so far. Rows that could not be recorded
    stay as they were typed."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n).order_by("n")
    sheets = list(iterate_sheets(tables))
    if not sheets:
        raise Http404
    typed = {sheet.table.pk: pick_rows(request.POST, sheet.table.pk) for sheet in sheets}
    if "check" in request.POST:
        return check_round(sheets, typed)
    failed: dict[int, str] = {}
    if is_sent := request.method == "POST" and tournament.status == Tournament.Status.OPEN:
        failed = record_round(request, sheets, typed)
        sheets = list(iterate_sheets(tables))
        if "end" in request.POST and not failed:
            failed = end_parties(request, sheets)
            sheets = list(iterate_sheets(tables))
    return render_round(
        request, tournament, [build_line(sheet, typed, failed, len(sheets)) for sheet in sheets], is_sent
    )


def render_round(
    request: MemberRequest, tournament: Tournament, lines: Sequence[RoundLine], is_sent: bool
) -> HttpResponse:
    """Render the page of a round's tables. `is_sent`: these are the lines after what was typed is recorded."""
    is_failed = any(line.is_failed for line in lines)
    written = sum(len(line.written) for line in lines)
    is_blank = is_sent and "end" not in request.POST and not written and not is_failed
    n = lines[0].sheet.table.round.n
    context = {
        "tournament": tournament,
        "n": n,
        "lines": lines,
        "rules": list(dict.fromkeys(filter(None, (line.rule for line in lines)))),
        "trouble": _("Écrivez au moins un coup.") if is_blank else describe_unwritten(lines, written),
        "first": find_first(lines),
        "who": get_actor(request),
        "width": max((len(line.grid.form.fields) for line in lines if line.grid), default=1),
        "unread": not find_first(lines) and any(at == n for at, *_rest in list_unread_tables(tournament)),
        "endless": sum(line.sheet.is_endless for line in lines),
        "written": written,
    }
    status = 422 if is_blank or is_failed else 200
    return render(request, "organiser/round_results.html", context, status=status)


def describe_unwritten(lines: Sequence[RoundLine], written: int) -> str:
    """Return the sentence on rows that could not be recorded: the wrong ones, shown in red, and those that wait for
    them; "" where nothing is wrong. `written`: how many coups are recorded."""
    if not any(line.is_failed for line in lines):
        return ""
    if written and any(line.is_held for line in lines):
        return _("Ce qui est en rouge n’est pas marqué, ni les coups d’après à la même table.")
    if written:
        return _("Ce qui est en rouge n’est pas marqué.")
    return _("Rien n’est marqué : corrigez ce qui est en rouge.")


def find_first(lines: Iterable[RoundLine]) -> int | None:
    """Return the id of the table at which typing goes on: the first that has a wrong row, else the first that has a row
    to type; None if no table has."""
    typed = [line for line in lines if line.grid and line.grid.form.rows]
    return next((line.sheet.table.pk for line in sorted(typed, key=lambda line: not line.is_failed)), None)


def pick_rows(data: Mapping[str, Any], pk: int) -> dict[str, Any]:
    """Return, of the fields that were sent, those of this table, with their names as in the form of one sheet."""
    rows = {}
    for name, text in data.items():
        what, _dot, rest = name.partition(".")
        if what in ("key", "number"):
            table, _dot, at = rest.partition(".")
            rest = f"{what}.{at}" if at else what
        else:
            table = what
        if table == str(pk):
            rows[rest] = text
    return rows


def record_round(
    request: MemberRequest, sheets: Iterable[Sheet], typed: Mapping[int, dict[str, Any]]
) -> dict[int, str]:
    """Record the rows that are filled. `typed`: by table id, the fields that were sent of it. Return what could not be
    recorded: by table the error message, "" where the row shows it."""
    failed = {}
    for sheet in sheets:
        grid = build_entry_grid(sheet, typed[sheet.table.pk])
        if grid and (why := record_rows(grid.form, actor=get_actor(request))) is not None:
            failed[sheet.table.pk] = why
    return failed


def end_parties(request: MemberRequest, sheets: Iterable[Sheet]) -> dict[int, str]:
    """End the partie of each of these tables that plays on until somebody says so. Return, by table id, why one was not
    ended."""
    failed = {}
    for sheet in (each for each in sheets if each.is_endless):
        try:
            record_event(
                sheet.table.pk, {"type": "end"}, key=make_key(), number=sheet.next_number, actor=get_actor(request)
            )
        except ActionError as why:
            failed[sheet.table.pk] = str(why)
    return failed


def build_line(sheet: Sheet, typed: Mapping[int, dict[str, Any]], failed: Mapping[int, str], tables: int) -> RoundLine:
    """Return the line of a table after the page was sent, whether or not its rows could be recorded. `typed`: by table
    id, the fields that were sent; `failed`: by table id, why something was not recorded; `tables`: how many tables the
    page shows."""
    pk = sheet.table.pk
    sent = typed[pk]
    most = max(1, ROWS_OF_A_PAGE // tables)
    grid = build_entry_grid(sheet, sent, most=most)
    state = grid.form.check_rows() if grid and pk in failed else sheet.state
    written = find_written(sheet, grid, sent)
    shown = [each for each in grid.recorded_rows if each[1]][-most:] if grid and not grid.form.rows else written
    return RoundLine(sheet, grid, state, written, shown, failed.get(pk, ""), pk in failed)


def find_written(sheet: Sheet, grid: PaperEntryGrid | None, sent: Mapping[str, Any]) -> list[RecordedRow]:
    """Return the recorded rows of the sheet's coups whose record ids are among the fields `sent`."""
    keys = {text for name, text in sent.items() if name.startswith("key.")}
    coups = {sheet.get_state_before(each.position).coups_played + 1 for each in sheet.records if each.key in keys}
    return [(row, cells) for row, cells in grid.recorded_rows if cells and row.n in coups] if grid and coups else []


def check_round(sheets: Iterable[Sheet], typed: Mapping[int, dict[str, Any]]) -> JsonResponse:
    """Return what is typed so far, each table by its id, as {"rows": {"table.row": errors}, "results": {"table.seat":
    what the player has with it}, "over": [tables whose partie it ends]}; write nothing."""
    rows: dict[str, Any] = {}
    over: list[str] = []
    results: dict[str, str] = {}
    for sheet in sheets:
        pk = sheet.table.pk
        if grid := build_entry_grid(sheet, typed[pk]) if typed[pk] else None:
            state = grid.form.check_rows()
            rows |= {f"{pk}.{at}": row_to_json(row) for at, row in enumerate(grid.form.rows) if not row.is_blank}
            results |= {f"{pk}.{n}": figure for n, _name, figure in list_results(sheet, state)}
            over += [str(pk)] if state and state.complete else []
    return JsonResponse({"rows": rows, "results": results, "over": over})


urlpatterns = [path("event/<int:pk>/round/<int:n>/results", type_round, name="round-results")]
