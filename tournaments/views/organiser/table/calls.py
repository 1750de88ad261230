"""The tables' calls for the organiser: described, taken, settled; the list of all calls of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.tables import calls as calls_actions
from tournaments.book.loading import iterate_sheets
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard, load_cards
from tournaments.models import ArbiterCall, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.rule_book import get_rule_text
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_call, get_tournament
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


@dataclass(frozen=True)
class DescribedCall:
    """A table's call in words, for a page. `words`: what is called for; `about`: the fault, or what the player said;
    `url`: the address of what it is about."""

    call: ArbiterCall
    words: str
    about: str
    url: str


def describe_calls(calls: Sequence[ArbiterCall], cards: Sequence[TableCard]) -> list[DescribedCall]:
    """Describe the calls of these cards' tables, in order; calls of other tables are left out. The sheet of a table is
    read only where a call names a coup of it."""
    by_table = {card.table.pk: card for card in cards}
    known = [call for call in calls if call.table_id in by_table]
    disputed = {call.table_id for call in known if 0 < call.line <= by_table[call.table_id].events}
    tables = iterate_sheets(Table.objects.filter(pk__in=disputed)) if disputed else ()
    sheets = {sheet.table.pk: sheet for sheet in tables}
    return [describe_call(call, by_table[call.table_id], sheets.get(call.table_id)) for call in known]


def describe_call(call: ArbiterCall, card: TableCard, sheet: Sheet | None) -> DescribedCall:
    """Describe a call of this card's table. `sheet`: its sheet, where the call may name a coup of it."""
    url = reverse("desk-table", args=[call.table_id])
    if call.kind == ArbiterCall.CallKind.ARBITER:
        rule = get_rule_text(scoring.get_game(card.tournament.game), call.rule)
        return DescribedCall(call, describe_arbiter_call(call, card), rule, url)
    anchor = f"#line-{call.line}" if call.line else ""
    return DescribedCall(call, describe_dispute(call, card, sheet), call.words, url + anchor)


def describe_arbiter_call(call: ArbiterCall, card: TableCard) -> str:
    """Describe a call for the arbiter: the table, and the player who called if known."""
    name = card.find_actor_name(call.actor)
    if name:
        return _("La table %(n)s appelle l’arbitre (%(name)s)") % {"n": card.table.n, "name": name}
    return _("La table %(n)s appelle l’arbitre") % {"n": card.table.n}


def describe_dispute(call: ArbiterCall, card: TableCard, sheet: Sheet | None) -> str:
    """Describe a dispute: the table, the player, and the event or sheet that he disagrees with."""
    values = {"n": card.table.n, "name": card.find_actor_name(call.actor) or _("un joueur"), "line": call.line}
    if sheet and 0 < call.line <= len(sheet.steps):
        what = narrate_events(sheet)[call.line - 1].title
        return _("Table %(n)s : %(name)s n’est pas d’accord avec « %(what)s »") % (values | {"what": what})
    if call.line:
        return _("Table %(n)s : %(name)s n’est pas d’accord avec la ligne %(line)s") % values
    return _("Table %(n)s : %(name)s n’est pas d’accord avec la feuille") % values


@require_right(Right.ARBITRATE, SEND, of=get_call)
def take_call(request: MemberRequest, call: ArbiterCall) -> HttpResponse:
    """Mark a call as taken: the table sees that somebody is on the way."""
    calls_actions.take_call(call)
    return redirect(find_next_page(request), call.table.round.tournament_id)


@require_right(Right.ARBITRATE, SEND, of=get_call)
def finish_call(request: MemberRequest, call: ArbiterCall) -> HttpResponse:
    """Mark a call as settled."""
    calls_actions.finish_call(call)
    words = _("C’est réglé ; l’appel reste dans la liste de la soirée.")
    return say_and_redirect(request, words, find_next_page(request), call.table.round.tournament_id)


def find_next_page(request: MemberRequest) -> str:
    """Return the URL name of the page that follows the answer to a call: the arbiter's (`?then=arbiter`), or the
    evening's."""
    return "tournament-arbiter" if request.GET.get("then") == "arbiter" else "tournament"


@require_right(Right.LOOK, READ, of=get_tournament)
def show_calls(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show every call of the tournament, the latest first."""
    calls = describe_calls(list(ArbiterCall.objects.for_tournament(tournament)), load_cards(tournament))
    return render(request, "organiser/calls.html", {"tournament": tournament, "calls": calls[::-1]})


urlpatterns = [
    path("event/<int:pk>/calls", show_calls, name="tournament-calls"),
    path("call/<int:pk>/take", take_call, name="call-take"),
    path("call/<int:pk>/done", finish_call, name="call-done"),
]
