"""The current round's clock, controlled by the organiser, and the list of seats that he reads aloud."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone

from tournaments.actions.rounds.clock import give_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournaments.book.table_cards import list_cards
from tournaments.models import Round, Table, Tournament
from tournaments.models.rights import Right
from tournaments.reading.call_list import build_call_list
from tournaments.reading.pace import estimate_round_end
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import attempt
from tournaments.views.requests import MemberRequest

USUAL_MINUTES = 45


@require_right(Right.ARBITRATE, READ, of=get_tournament)
def show_clock(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show the clock in large figures with its buttons; a browser without scripts sees when the round ends."""
    current = get_object_or_404(Round, tournament=tournament, n=n)
    tables = Table.objects.filter(round=current).order_by("n")
    usual = current.minutes or tournament.minutes or USUAL_MINUTES
    end = estimate_round_end(list_cards(tables, with_times=True), timezone.now())
    context = {"tournament": tournament, "round": current, "tables": tables, "usual": usual, "round_end": end}
    return render(request, "organiser/round_clock.html", context)


@require_right(Right.ARBITRATE, SEND, of=get_tournament)
def control_clock(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Start, pause, resume, stop or extend the clock."""
    current = get_object_or_404(Round, tournament=tournament, n=n)
    if refused := attempt(apply_clock_command, current, request.POST):
        messages.error(request, refused)
    return redirect("round-clock", tournament.pk, n)


def apply_clock_command(current: Round, post: "dict[str, str]") -> None:
    """Apply the command `do` of the POST: start, pause, resume, stop or more (minutes, for one table or for all);
    Http404 for any other. Raises ActionError if it is refused."""
    minutes, table = parse_number(post.get("minutes")) or 0, parse_number(post.get("table"))
    match post.get("do"):
        case "start":
            start_clock(current, minutes)
        case "pause":
            pause_clock(current)
        case "resume":
            resume_clock(current)
        case "stop":
            stop_clock(current)
        case "more" if table is not None:
            give_minutes(current, minutes, get_object_or_404(Table, round=current, pk=table))
        case "more":
            give_minutes(current, minutes)
        case _:
            raise Http404


@require_right(Right.ARBITRATE, READ, of=get_tournament)
def show_reading_list(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show who sits where, in large letters, to be read aloud."""
    found = build_call_list(tournament, n)["rounds"]
    if not found:
        raise Http404
    _n, sheets, resting = found[0]
    return render(
        request, "organiser/round_calls.html", {"tournament": tournament, "n": n, "sheets": sheets, "resting": resting}
    )


urlpatterns = [
    path("event/<int:pk>/rounds/<int:n>/clock", show_clock, name="round-clock"),
    path("event/<int:pk>/rounds/<int:n>/clock/touch", control_clock, name="clock-touch"),
    path("event/<int:pk>/rounds/<int:n>/calls", show_reading_list, name="round-calls"),
]
