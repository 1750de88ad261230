"""The tables' calls for the organiser: described, taken, settled; the list of all calls of a tournament."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import scoring
from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.models import Call, Table
from tournaments.text.event_text import title
from tournaments.text.option_text import said
from tournaments.views.access import member

from .scoping import our_call, our_event


@dataclass(frozen=True)
class ToldCall:
    """A call described for the page. `words`: what is called for; `about`: the fault, or what the player said; `url`:
    the address of what it is about."""

    call: Call
    words: str
    about: str
    url: str

    @property
    def pk(self) -> int:
        return self.call.pk

    @property
    def at(self) -> datetime:
        return self.call.at

    @property
    def taken(self) -> datetime | None:
        """When somebody took the call; None while nobody has."""
        return self.call.taken_at


def told_calls(calls: Iterable[Call], sheets: Sequence[Sheet]) -> list[ToldCall]:
    """Describe the calls of these sheets' tables, in order; calls of other tables are left out."""
    by_table = {sheet.table.pk: sheet for sheet in sheets}
    return [told_call(call, by_table[call.table_id]) for call in calls if call.table_id in by_table]


def told_call(call: Call, sheet: Sheet) -> ToldCall:
    """Describe a call of this sheet's table."""
    url = reverse("desk-table", args=[call.table_id])
    if call.kind == Call.Kind.ARBITER:
        rules = {rule.id: said(rule.text) for rule in scoring.game(sheet.event.game).rules}
        return ToldCall(call, arbiter_words(call, sheet), rules.get(call.rule, ""), url)
    anchor = f"#line-{call.line}" if call.line else ""
    return ToldCall(call, dispute_words(call, sheet), call.words, url + anchor)


def arbiter_words(call: Call, sheet: Sheet) -> str:
    """Describe a call for the arbiter: the table, and the player who called if known."""
    name = sheet.name_of(call.by)
    if name:
        return _("La table %(n)s appelle l’arbitre (%(name)s)") % {"n": sheet.table.n, "name": name}
    return _("La table %(n)s appelle l’arbitre") % {"n": sheet.table.n}


def dispute_words(call: Call, sheet: Sheet) -> str:
    """Describe a dispute: the table, the player, and the event or sheet that he disagrees with."""
    values = {"n": sheet.table.n, "name": sheet.name_of(call.by) or _("un joueur"), "line": call.line}
    if 0 < call.line <= len(sheet.steps):
        step = sheet.steps[call.line - 1]
        what = title(sheet.events[call.line - 1], step.state.coups_played, step.outcome)
        return _("Table %(n)s : %(name)s n’est pas d’accord avec « %(what)s »") % (values | {"what": what})
    if call.line:
        return _("Table %(n)s : %(name)s n’est pas d’accord avec la ligne %(line)s") % values
    return _("Table %(n)s : %(name)s n’est pas d’accord avec la feuille") % values


@member()
@require_POST
def call_take(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a call as taken: the table sees that somebody is on the way."""
    call = our_call(request, pk)
    actions.take_call(call)
    return redirect("event", call.table.round.event_id)


@member()
@require_POST
def call_done(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a call as settled."""
    call = our_call(request, pk)
    actions.finish_call(call)
    messages.success(request, _("C’est réglé ; l’appel reste dans la liste de la soirée."))
    return redirect("event", call.table.round.event_id)


@member()
def event_calls(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every call of the tournament, the latest first."""
    event = our_event(request, pk)
    told = told_calls(Call.objects.for_event(event), Table.objects.for_event(event))
    return render(request, "desk/calls.html", {"event": event, "calls": told[::-1]})


urlpatterns = [
    path("event/<int:pk>/calls", event_calls, name="event-calls"),
    path("call/<int:pk>/take", call_take, name="call-take"),
    path("call/<int:pk>/done", call_done, name="call-done"),
]
