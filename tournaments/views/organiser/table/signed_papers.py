"""The page on which an organiser confirms together the sheets that he copied from signed paper."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.actions.errors import ActionError
from tournaments.actions.tables.closing import confirm_signed_paper
from tournaments.book.table_cards import load_cards
from tournaments.models import ArbiterCall, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import join_texts
from tournaments.reading.open_tables import group_whole_rounds, list_copied_sheets, list_open_tables
from tournaments.reading.table_status import TableStatus, build_table_statuses, group_by_table
from tournaments.views.access import require_right
from tournaments.views.organiser.rounds.open_tables import (
    OpenTableLine,
    describe_open_table,
    describe_open_tables,
    name_open_tables,
    name_table,
    needs_rounds,
)
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.requests import MemberRequest

NEXT_PAGES = {"close": "tournament-close", "rounds": "tournament-rounds"}
"""The pages to which what closes an open thing leads back, by what the address asks for; else it is the evening's."""
TICK = re.compile(r"(\d{1,9})\.(\d{1,9})")  # the table's id, the number expected for its next record


@dataclass(frozen=True)
class CopiedSheetRow:
    """One sheet to confirm. `holdings`: each player with what the sheet says he holds, as (name, purse, None), or with
    his points, as (name, None, points); `tick`: what its box sends; `obstacle`: why it is confirmed on its own page
    instead, or "" where it has a box."""

    line: OpenTableLine
    holdings: Sequence[tuple[str, scoring.Purse | None, int | None]]
    tick: str
    obstacle: str


def describe_copied_sheet(status: TableStatus, *, by_round: bool) -> CopiedSheetRow:
    """Describe one copied sheet; `status` has the table's open calls. `by_round`: its table is named with its round."""
    card = status.card
    assert card.summary is not None
    tick = f"{card.table.pk}.{card.summary.last_number + 1}"
    held = zip(card.names, card.held_jetons, card.summary.purses or (), strict=True) if card.held_jetons else ()
    in_tokens = [(name, scoring.Purse(total, *purse), None) for name, total, purse in held]
    in_points = [(name, None, total) for name, total in zip(card.names, card.summary.totals, strict=True)]
    line = describe_open_table(status, by_round=by_round)
    return CopiedSheetRow(line, in_tokens or in_points, tick, find_obstacle(status))


def find_obstacle(status: TableStatus) -> str:
    """Return why a copied sheet cannot be confirmed as it stands; "" if it can."""
    if any(call.kind == ArbiterCall.CallKind.DISPUTE for call in status.calls):
        return _("un joueur n’est pas d’accord")
    return _("le compte n’est pas celui de la feuille") if status.count_differs else ""


def describe_dropped(status: TableStatus) -> str:
    """Return what became of a table that is never played, with those who forfeit: «forfait (Anne)»."""
    decided = status.card.unplayed
    assert decided is not None
    absent = [name for place, name in enumerate(status.card.names, 1) if place in decided.absent]
    kind = decided.get_kind_display()
    return f"{kind} ({join_texts(absent)})" if absent else kind


@require_right(Right.ARBITRATE, of=get_tournament)
def confirm_signed_papers(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the copied sheets that are still to be confirmed; a POST confirms those that are ticked, each one whole or
    not at all."""
    if tournament.status != Tournament.Status.OPEN:
        return redirect("tournament", tournament.pk)
    ticked = request.POST.getlist("signed")
    refused = confirm_ticked(request, tournament, ticked) if ticked else []
    if request.method == "POST" and not ticked:
        refused = [_("Cochez d’abord les tables dont le papier est signé.")]
    calls = ArbiterCall.objects.for_tournament(tournament).open()
    statuses = build_table_statuses(load_cards(tournament), calls=group_by_table(calls))
    by_round = needs_rounds(statuses)
    rows = [describe_copied_sheet(each, by_round=by_round) for each in list_copied_sheets(statuses)]
    back = reverse(NEXT_PAGES.get(request.GET.get("then", ""), "tournament"), args=[tournament.pk])
    if request.method == "POST" and not refused:
        return redirect(request.get_full_path() if rows else back)
    context = {
        "back": back,
        "tournament": tournament,
        "rows": rows,
        "may_tick": any(not row.obstacle for row in rows),
        "ticked": ticked,
        "refused": refused,
    }
    return render(request, "organiser/signed_papers.html", context, status=422 if refused else 200)


def confirm_ticked(request: MemberRequest, tournament: Tournament, ticked: Sequence[str]) -> list[str]:
    """Confirm the ticked sheets and say which; return what was refused, a sentence for each table. Raises Http404 for a
    table of another tournament."""
    statuses = build_table_statuses(load_cards(tournament))
    by_round = needs_rounds(statuses)
    names = {each.card.table.pk: name_table(each, by_round=by_round) for each in statuses}
    done, refused = [], []
    for pk, number in map(read_tick, ticked):
        if pk not in names:
            raise Http404
        try:
            confirm_signed_paper(pk, number=number, actor=get_actor(request))
            done.append(names[pk])
        except ActionError as why:
            refused.append(_("%(table)s : %(why)s") % {"table": names[pk], "why": why})
    if done:
        words = ngettext("%(n)s feuille est confirmée.", "%(n)s feuilles sont confirmées.", len(done))
        messages.success(request, words % {"n": len(done)})
    return refused


def read_tick(sent: str) -> tuple[int, int]:
    """Return (table id, record number) of a ticked box. Raises Http404 for anything else."""
    if match := TICK.fullmatch(sent):
        return int(match[1]), int(match[2])
    raise Http404


def find_signed_papers_door(tournament: Tournament, statuses: Sequence[TableStatus]) -> dict[str, Any]:
    """Return the tables whose copied sheets can be confirmed together (`copied`), and where (`copied_url`)."""
    is_open = tournament.status == Tournament.Status.OPEN
    return {
        "copied": list_copied_sheets(statuses) if is_open else [],
        "copied_url": reverse("tournament-signed-papers", args=[tournament.pk]),
    }


def build_open_context(tournament: Tournament, statuses: Sequence[TableStatus]) -> dict[str, Any]:
    """Return what is open at these tables, for a page that asks whether to go on. Open: `still_open`, the lines that
    have a link of their own; `whole_rounds`, (number, lines) of the rounds that nobody began; `copied` and
    `copied_url`, the tables whose sheets are confirmed together, and where; `open_things`, how many lines that makes;
    `open_names`, the tables as the button names them, and `named`, these in one text. Not open: `confirmed`, how many
    tables are done; `dropped`, those that are never played; `dropped_rounds`, the rounds that were dropped as a
    whole."""
    by_round = needs_rounds(statuses)
    open_tables = describe_open_tables(list_open_tables(statuses), by_round=by_round)
    together = find_signed_papers_door(tournament, statuses)
    copied = {each.card.table.pk for each in together["copied"] if not find_obstacle(each)}
    whole = group_whole_rounds(statuses, annulled=False)
    gone = group_whole_rounds(statuses, annulled=True)
    alone = [each for each in open_tables if each.status.card.table.pk not in copied and each.status.round not in whole]
    open_names = name_open_tables(open_tables, by_round=by_round)
    return {
        "still_open": alone,
        "whole_rounds": [(n, describe_open_tables(tables, by_round=by_round)) for n, tables in whole.items()],
        "copied": [name_table(each, by_round=by_round) for each in together["copied"] if each.card.table.pk in copied],
        "copied_url": together["copied_url"],
        "open_things": len(alone) + len(whole) + bool(copied),
        "open_names": open_names,
        "named": join_texts(open_names) if open_names else "",
        "tables": len(statuses),
        "confirmed": sum(each.stage == "confirmed" for each in statuses),
        "dropped": [
            (describe_dropped(each), name_table(each, by_round=by_round))
            for each in statuses
            if each.card.is_never_played and each.round not in gone
        ],
        "dropped_rounds": [(n, len(tables)) for n, tables in gone.items()],
    }


urlpatterns = [path("event/<int:pk>/signed-papers", confirm_signed_papers, name="tournament-signed-papers")]
