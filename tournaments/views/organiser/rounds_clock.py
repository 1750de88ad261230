"""The current round's clock, controlled by the organiser, and the list of seats that he reads aloud."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.models import Round, Table
from tournaments.printing.round_papers import calls
from tournaments.views.access import member
from tournaments.views.numbers import number

from .scoping import our_event

USUAL_MINUTES = 45


@member()
def round_clock(request: HttpRequest, pk: int, n: int) -> HttpResponse:
    """Show the clock in large figures with its buttons; a browser without scripts sees when the round ends."""
    event = our_event(request, pk)
    current = get_object_or_404(Round, event=event, n=n)
    tables = Table.objects.filter(round=current).order_by("n")
    usual = current.minutes or event.minutes or USUAL_MINUTES
    context = {"event": event, "round": current, "tables": tables, "usual": usual}
    return render(request, "desk/round_clock.html", context)


@member()
@require_POST
def clock_touch(request: HttpRequest, pk: int, n: int) -> HttpResponse:
    """Start, pause, resume, stop or extend the clock."""
    event = our_event(request, pk)
    current = get_object_or_404(Round, event=event, n=n)
    try:
        touched(current, request.POST)
    except actions.NotDone as why:
        messages.error(request, str(why))
    return redirect("round-clock", event.pk, n)


def touched(current: Round, post: "dict[str, str]") -> None:
    """Apply the command `do` of the POST: start, pause, resume, stop or more (minutes, for one table or for all);
    Http404 for any other. Raises NotDone if it is refused."""
    minutes, table = number(post.get("minutes")) or 0, number(post.get("table"))
    match post.get("do"):
        case "start":
            actions.start_clock(current, minutes)
        case "pause":
            actions.pause_clock(current)
        case "resume":
            actions.resume_clock(current)
        case "stop":
            actions.stop_clock(current)
        case "more" if table is not None:
            actions.give_minutes(current, minutes, get_object_or_404(Table, round=current, pk=table))
        case "more":
            actions.give_minutes(current, minutes)
        case _:
            raise Http404


@member()
def round_calls(request: HttpRequest, pk: int, n: int) -> HttpResponse:
    """Show who sits where, in large letters, to be read aloud."""
    event = our_event(request, pk)
    found = calls(event, n)["rounds"]
    if not found:
        raise Http404
    _n, sheets, resting = found[0]
    return render(request, "desk/round_calls.html", {"event": event, "n": n, "sheets": sheets, "resting": resting})


urlpatterns = [
    path("event/<int:pk>/rounds/<int:n>/clock", round_clock, name="round-clock"),
    path("event/<int:pk>/rounds/<int:n>/clock/touch", clock_touch, name="clock-touch"),
    path("event/<int:pk>/rounds/<int:n>/calls", round_calls, name="round-calls"),
]
