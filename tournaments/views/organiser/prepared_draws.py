"""After a tournament on paper: check whether a printed sheet is still up to date, and take up the printed pack's draw,
so that its sheets can be typed in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.forms.organiser.paper_numbers import ReadyForm
from tournaments.forms.organiser.players import alphabetical
from tournaments.printing.digest import verify
from tournaments.rounds.prepared_draws import sizes_of, usual_size
from tournaments.views.access import member

from .form_refusals import RefusalsOn
from .scoping import our_event


@member()
def print_check(request: HttpRequest, pk: int) -> HttpResponse:
    """Show whether a printed sheet is still up to date. `?digest=`: the code at the foot of the sheet."""
    event = our_event(request, pk)
    text = request.GET.get("digest", "")[:40]
    found = verify(event, text) if text else None
    context = {"event": event, "text": text, "found": found, "wrong": bool(text) and found is None}
    return render(request, "desk/print_check.html", context)


@member()
def event_ready(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for each player's number on paper, then publish the next round as the printed pack has it."""
    event = our_event(request, pk)
    entries = alphabetical(event.entries.all())
    sent = request.POST if request.method == "POST" else None
    form = ReadyForm(event, entries, sizes_of(event), sent, initial={"size": str(usual_size(event))})
    if sent is not None and form.is_valid():
        with RefusalsOn(form):
            current = actions.take_up_ready(event, form.numbered(), form.cleaned_data["size"])
            messages.success(request, _("La ronde %(n)s est placée comme dans le paquet.") % {"n": current.n})
            return redirect("event", event.pk)
    context = {"event": event, "form": form}
    return render(request, "desk/ready.html", context, status=422 if form.errors else 200)


urlpatterns = [
    path("event/<int:pk>/print/check", print_check, name="print-check"),
    path("event/<int:pk>/ready", event_ready, name="event-ready"),
]
