"""Reading rounds as they were drawn, and tables with their coups."""

from typing import Any

from django.http import Http404
from django.utils.translation import get_language
from ninja import Router

import scoring
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.models import Rest, Table, Tournament
from tournaments.reading.progress import list_round_progress
from tournaments.reading.table_status import get_stage
from tournaments.views.public.names import build_public_sheets, list_public_cards

from .callers import CallRequest
from .links import link_round, link_table
from .lookups import Code, Number, find_tournament, get_shown_names
from .routes import read
from .schemas import DrawnRoundOut, RoundListOut, SheetOut

router = Router(tags=["rounds"])


@read(router, "/tournaments/{code}/rounds", RoundListOut)
def list_rounds(request: CallRequest, code: Code) -> dict[str, Any]:
    """List the published rounds, with how many of their tables have begun and ended."""
    names = ("n", "tables", "over", "begun", "withdrawn")
    tournament = find_tournament(request, code)
    progress = list_round_progress(tournament)
    return {
        "items": [
            {name: getattr(each, name) for name in names} | {"links": link_round(tournament.code, each.n)}
            for each in progress
        ]
    }


@read(router, "/tournaments/{code}/rounds/{n}", DrawnRoundOut)
def get_round(request: CallRequest, code: Code, n: Number) -> dict[str, Any]:
    """Read a published round as it was drawn: who sits where, and who rests."""
    tournament = find_tournament(request, code)
    names = get_shown_names(request, tournament)
    cards = list_public_cards(Table.objects.filter(round__tournament=tournament, round__n=n).order_by("n"), names)
    if not tournament.rounds.published().filter(n=n).exists():
        raise Http404
    resting = Rest.objects.filter(round__tournament=tournament, round__n=n).order_by("entry")
    return {
        "n": n,
        "tables": [card_to_json(card, tournament.code, n) for card in cards],
        "resting": [
            {"position": None, "entry": entry, "name": names[entry]}
            for entry in resting.values_list("entry", flat=True)
        ],
    }


def card_to_json(card: TableCard, code: str, n: int) -> dict[str, Any]:
    """Return a table of round n as `TableOut`. `code`: the tournament's."""
    return {
        "table": card.table.n,
        "stage": get_stage(card),
        "coups_played": card.coups_played,
        "coups_planned": card.coups_planned,
        "seats": [
            {"position": seat.position, "entry": seat.entry_id, "name": name}
            for seat, name in zip(card.seats, card.names, strict=True)
        ],
        "links": link_table(code, n, card.table.n),
    }


@read(router, "/tournaments/{code}/rounds/{n}/tables/{table}", SheetOut)
def get_table(request: CallRequest, code: Code, n: Number, table: Number) -> dict[str, Any]:
    """Read a table with its coups, what each coup moved, and by which rule."""
    tournament = find_tournament(request, code)
    return sheet_to_json(find_sheet(request, tournament, n, table))


def find_sheet(request: CallRequest, tournament: Tournament, n: int, table: int) -> Sheet:
    """Return a table's sheet under the names that the caller may read. Raises Http404."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n, n=table).with_sheet_rows()
    sheets = build_public_sheets(tables, get_shown_names(request, tournament))
    if not sheets:
        raise Http404
    return sheets[0]


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """Return a table as `SheetOut`. The sheet's coups must have been scored before."""
    decompte = None
    if sheet.setting is not None:
        decompte = scoring.score_partie(scoring.Partie(sheet.setting, sheet.steps), (get_language() or "fr")[:2])
    n = sheet.table.round.n
    return card_to_json(TableCard.from_sheet(sheet), sheet.tournament.code, n) | {
        "round": n,
        "next_number": sheet.next_number,
        "head": sheet.head,
        "partie": sheet.to_partie(),
        "decompte": decompte,
    }
