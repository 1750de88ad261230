"""The organiser's page of one table: each player's holding, the coups with their reasons, the counts, the whole log."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.book.token_counts import SettledCounts
from tournaments.forms.organiser.event_forms import list_form_titles
from tournaments.forms.paper_sheet import list_typed_fields
from tournaments.models import SheetPhoto, TokenCount, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.comparisons import CountRow, DeskCountsTable
from tournaments.presentation.tables.sheets import DeskHoldingsTable, list_side_holdings
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.event_text import log_rows
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.reading.forfeits import read_forfeit
from tournaments.reading.progress import list_unfinished_tables
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.rounds.open_tables import MOST_NAMED
from tournaments.views.organiser.rounds.round_plan import suggest_next_round
from tournaments.views.organiser.scoping import get_photo, get_sheet
from tournaments.views.organiser.steps import build_step
from tournaments.views.public.table_view import build_holdings_charts
from tournaments.views.requests import MemberRequest

from .calls import describe_calls
from .table_actions import TableActions


@require_right(Right.LOOK, READ, of=get_sheet)
def show_table(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Show the page of one table; to whoever runs the evening each name leads to its player."""
    context = build_table_context(sheet)
    if context["holders"] and Right.RUN in request.rights:
        context["holders"].address = lambda row: reverse("entry", args=[row.entry])
    return render(request, "organiser/table.html", context)


def build_table_context(sheet: Sheet) -> dict[str, Any]:
    """Return all that the table's page shows, for its template."""
    writers = AccountNames(sheet.tournament.club_id, [record.actor for record in sheet.records])
    state, todo = sheet.state, suggest_table_step(sheet)
    calls = list(sheet.table.calls.open()) if sheet.tournament.status == Tournament.Status.OPEN else []
    return {
        **describe_finished_sheet(sheet),
        "sheet": sheet,
        "tournament": sheet.tournament,
        "todo": todo,
        "problems": [localise(problem.message) for problem in sheet.problems],
        "charts": build_holdings_charts(sheet) if len(sheet.steps) > 1 else [],
        "has_purses": bool(state and state.purses),
        "rows": narrate_events(sheet, writers),
        "records": len(sheet.records),
        "actions": find_table_actions(sheet, todo["url"]),
        "forfeit": read_forfeit(sheet),
        "is_left_alone": sheet.is_never_played and not sheet.events,
        "calls": describe_calls(calls, [TableCard.from_sheet(sheet)]),
        "disputed": {call.line for call in calls},
    }


@require_right(Right.LOOK, READ, of=get_sheet)
def show_story(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Show what happened at one table: each event in full with the rules that it moved by, and every entry written."""
    writers = AccountNames(sheet.tournament.club_id, [record.actor for record in sheet.records])
    context = {
        "sheet": sheet,
        "tournament": sheet.tournament,
        "rows": narrate_events(sheet, writers),
        "log": log_rows(sheet, writers),
        "photos": sheet.table.photos.defer("body") if Right.ARBITRATE in request.rights else (),
    }
    return render(request, "organiser/table_story.html", context)


@require_right(Right.ARBITRATE, READ, of=get_photo)
def send_photo(_request: MemberRequest, photo: SheetPhoto) -> HttpResponse:
    """Send the picture of a sheet from which coups were recorded."""
    return HttpResponse(bytes(photo.body), content_type="image/jpeg", headers={"Cache-Control": "private, no-cache"})


def describe_finished_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return what a player confirms: what the sheet says of each (`holders`), and how that compares with what was
    counted (`counts`)."""
    return {"holders": build_holders_table(sheet), "counts": compare_counts(sheet)}


def build_holders_table(sheet: Sheet) -> DeskHoldingsTable | None:
    """Build the table of what the sheet says of each player; None where the table cannot play."""
    if sheet.state is None:
        return None
    return DeskHoldingsTable(list_side_holdings(sheet), sheet.unit, caption=_("Qui a quoi"), caption_id="holders")


def find_table_actions(sheet: Sheet, main_url: str) -> TableActions | None:
    """Return the links to what an organiser may do at the table beside the next step; None where he may do nothing.
    `main_url`: the address of the next step, to which no second link leads."""
    if sheet.state is None or sheet.tournament.status == Tournament.Status.DRAFT:
        return None
    return TableActions(sheet, {} if sheet.is_never_played else list_form_titles(sheet.state), main_url)


def compare_counts(sheet: Sheet) -> dict[str, Any] | None:
    """Return, for a template, what was counted at the table beside what is recorded, debts apart; None if nothing was
    counted or the game has no fiches. Under `slips`, the recording mistakes that would explain a difference, None once
    `is_settled`, when nobody counts again; `is_outdated`: the sheet was confirmed and corrected after a count."""
    if not sheet.counts or sheet.state is None or not sheet.state.purses:
        return None
    counted, settled = {count.position: count for count in sheet.counts}, sheet.settled_counts
    rows = [
        build_count_row(name, counted.get(position), sheet.state.purses[name], settled)
        for name, position in sheet.positions.items()
    ]
    read = len({each.position for each in sheet.confirmations}) == len(rows)  # all confirmed at once: a signed paper
    caption = _("Comptes du papier signé") if read else _("Compté sur la table")
    return {
        "table": DeskCountsTable(rows, caption=caption, caption_id="counts"),
        "differ": any(row.difference for row in rows),
        "debts": [(debt, _("la banque") if debt.creditor == scoring.BANK else debt.creditor) for debt in settled.debts],
        "is_settled": (settled_sheet := is_settled(sheet)),
        "is_outdated": sheet.is_confirmed and any(0 < count.number < sheet.next_number - 1 for count in sheet.counts),
        "slips": None if settled_sheet else sheet.find_slips(),
    }


def build_count_row(name: str, count: TokenCount | None, purse: scoring.Purse, settled: SettledCounts) -> CountRow:
    """Return a player's row of counts: what he counted, what should lie before him, and the difference. If nobody
    counted and the sheet's figure was taken for his count (`is_read_off`), the row shows the sheet's fiches and
    jetons."""
    if count is None:
        return CountRow(name, None, None, max(purse.total, 0), None)
    counted, held = settled.counted[name], purse if count.is_read_off else count
    owed = counted - settled.settled[name]
    return CountRow(name, held, counted, purse.total + owed, settled.settled[name] - purse.total, owed)


def is_settled(sheet: Sheet) -> bool:
    """True if the sheet stands, whatever was counted: it is confirmed, or the evening is closed."""
    return sheet.is_confirmed or sheet.tournament.status == Tournament.Status.CLOSED


def list_differing_names(sheet: Sheet) -> list[str]:
    """Return the names of the players who counted something else than the sheet says, debts apart."""
    purses = sheet.state.purses if sheet.state else {}
    return [name for name, jetons in sheet.settled_counts.settled.items() if purses[name].total != jetons]


def suggest_table_step(sheet: Sheet) -> dict[str, Any]:
    """Return the next step at this table in words, with its green button: {words, url, action}."""
    pk, evening = sheet.table.pk, sheet.tournament.pk
    if sheet.is_never_played:
        return suggest_next_after_unplayed(sheet)
    if sheet.state is None:
        words = _("Cette table ne peut pas jouer comme elle est placée. Revoyez ses places.")
        return build_step(words, _("Revoir les places"), "tournament-tables", evening)
    if sheet.tournament.status == Tournament.Status.DRAFT:
        words = _("La soirée n’est pas encore ouverte : rien ne se marque.")
        return build_step(words, _("Revenir à la soirée"), "tournament", evening)
    if is_settled(sheet):
        return suggest_last_table_step(sheet)
    if not sheet.state.complete and sheet.table.paper_first and list_typed_fields(sheet.setting):
        words = _("Cette table joue d’abord sur papier ; on recopiera sa feuille ensuite.")
        return build_step(words, _("Recopier la feuille de papier"), "desk-paper", pk)
    if not sheet.state.complete:
        words = _("Si la table n’a pas de téléphone, entrez le coup d’après sa feuille.")
        if sheet.unplayed:
            words = _("Cette table est remise à plus tard. Le jour où elle joue, entrez le coup d’après sa feuille.")
        return build_step(words, _("Entrer le coup suivant"), "desk-mark", pk, "coup")
    if sheet.state.purses and len(sheet.counts) < len(sheet.names):
        words = _("La partie est finie : entrez les jetons comptés. Si personne n’a compté, confirmez la feuille.")
        return build_step(words, _("Entrer les comptes"), "desk-count", pk)
    if differing := list_differing_names(sheet):
        words = _("Les jetons comptés ne sont pas ceux de la feuille : %(who)s.") % {"who": ", ".join(differing)}
        return build_step(words, _("Recompter"), "desk-count", pk)
    words = _("Il reste à faire confirmer la feuille par un autre joueur que celui qui la tenait.")
    return build_step(words, _("Confirmer la feuille"), "desk-confirm", pk)


def suggest_next_after_unplayed(sheet: Sheet) -> dict[str, Any]:
    """Return the next step {words, url, action} at a table that is never played. If the round waits for no other table
    and a round follows, it leads to that round; else to the evening, naming the tables that are awaited."""
    tournament, n = sheet.tournament, sheet.table.round.n
    words = _("Personne n’attend cette table.")
    step = build_step(words, _("Revenir à la soirée"), "tournament", tournament.pk)
    if tournament.status == Tournament.Status.CLOSED or tournament.format == Tournament.Format.FREE:
        return step
    unfinished = [number for _pk, number in list_unfinished_tables(tournament).get(n, [])]
    if not unfinished:
        following = suggest_next_round(tournament)
        return following | {"words": f"{words} {following['words']}"} if following else step
    if len(unfinished) > MOST_NAMED:
        missing = _("%(k)s tables de la ronde %(n)s n’ont pas fini.") % {"k": len(unfinished), "n": n}
    else:
        missing = ngettext(
            "La ronde %(n)s attend encore la table %(tables)s.",
            "La ronde %(n)s attend encore les tables %(tables)s.",
            len(unfinished),
        ) % {"n": n, "tables": join_texts([str(number) for number in unfinished])}
    return step | {"words": f"{words} {missing}"}


def suggest_last_table_step(sheet: Sheet) -> dict[str, Any]:
    """Return the next step {words, url, action} at a table from which nothing more is awaited: it is confirmed, or the
    evening is closed."""
    if not sheet.steps:
        words = _("Cette table n’a pas joué. Dites-le, et le classement n’est plus provisoire à cause d’elle.")
        return build_step(words, _("Elle ne se joue pas"), "desk-unplayed", sheet.table.pk)
    words = _("Rien à faire ici. Pour corriger un coup, touchez « Corriger » à côté de ce coup.")
    if list_differing_names(sheet):
        words = _("La feuille fait foi ; l’écart des jetons comptés reste noté.")
    return build_step(words, _("Revenir à la soirée"), "tournament", sheet.tournament.pk)


urlpatterns = [
    path("table/<int:pk>", show_table, name="desk-table"),
    path("table/<int:pk>/story", show_story, name="desk-story"),
    path("photo/<int:pk>", send_photo, name="desk-photo"),
]
