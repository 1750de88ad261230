"""The arbiter's view, for one thumb: each table that calls, lacks something or is late, with the way to its sheet. It
is polled like the board, and shows the board's own figures."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.cache import get_conditional_response

from tournaments.book.table_cards import list_cards, load_cards_in_play
from tournaments.models import ArbiterCall, Table, Tournament
from tournaments.models.rights import Right
from tournaments.reading.grouping import group_pairs
from tournaments.reading.open_tables import is_open
from tournaments.reading.table_status import TableStatus, build_table_statuses, group_by_table
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.rounds.open_tables import describe_lack, name_table
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.organiser.table.calls import DescribedCall, describe_calls
from tournaments.views.requests import MemberRequest

from .overview import compute_watch_stamp
from .tiles import measure_urgency


@dataclass(frozen=True)
class WantedTable:
    """A table to which the arbiter should go. `name`: with its round, where that is past; `calls`: its open calls;
    `lack`: what it still has to do, in words, or ""."""

    status: TableStatus
    name: str
    calls: list[DescribedCall]
    lack: str


def list_wanted_tables(tournament: Tournament, now: datetime) -> list[WantedTable]:
    """Return the tables that call, lack something or are late, the most urgent first. They are looked for among the
    tables in play and those that earlier rounds left open."""
    calls = list(ArbiterCall.objects.for_tournament(tournament).open())
    in_play = load_cards_in_play(tournament, with_times=True)
    earlier = Table.objects.filter(round__tournament=tournament).exclude(pk__in=[card.table.pk for card in in_play])
    left = list_cards(earlier.unread().order_by("round__n", "n"))
    by_table = group_by_table(calls)
    described = group_pairs((it.call.table_id, it) for it in describe_calls(calls, [*in_play, *left]))
    tables = [
        WantedTable(status, name_table(status, by_round=past), described.get(status.card.table.pk, []), lack)
        for cards, time, past in ((in_play, now, False), (left, None, True))
        for status in build_table_statuses(cards, time, by_table)
        if (lack := find_lack(status, past=past)) or status.calls or status.is_late or status.silent_minutes
    ]
    return sorted(tables, key=lambda it: measure_urgency(it.status))


def find_lack(status: TableStatus, *, past: bool) -> str:
    """Return, in words, what a table still has to do («n’a rien joué»), or "" if nothing. A table that waits, plays or
    is adjourned has nothing to do, unless its round is `past`."""
    wants = is_open(status) and (past or status.stage not in ("waiting", "playing", "adjourned"))
    return describe_lack(status)[0] if wants else ""


@require_right(Right.ARBITRATE, READ, of=get_tournament)
def show_wanted_tables(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the tables that want the arbiter; a poll gets the part alone, or 304 if nothing has changed."""
    now = timezone.now()
    mark = compute_watch_stamp(tournament, now)
    if answer := get_conditional_response(request, etag=f'"{mark}"'):
        return answer
    whole = request.headers.get("HX-Request") != "true"
    context = {"tournament": tournament, "stamp": mark, "now": now, "wanted": list_wanted_tables(tournament, now)}
    return render(request, "organiser/arbiter.html" if whole else "organiser/_wanted.html", context)


urlpatterns = [path("event/<int:pk>/arbiter", show_wanted_tables, name="tournament-arbiter")]
