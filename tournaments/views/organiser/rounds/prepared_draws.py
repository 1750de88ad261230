"""After a tournament on paper: check whether a printed sheet is still up to date, and take up the printed pack's draw,
so that its sheets can be typed in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.rounds.prepared_draws import publish_prepared_round
from tournaments.forms.organiser.paper_numbers import PaperNumbersForm
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.reading.paper_digest import verify_digest
from tournaments.reading.prepared_draws import find_usual_table_size, list_table_sizes
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, READ, of=get_tournament)
def check_printed_sheet(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show whether a printed sheet is still up to date. `?digest=`: the code at the foot of the sheet."""
    text = request.GET.get("digest", "")[:40]
    found = verify_digest(tournament, text) if text else None
    wrong = "digest" in request.GET and found is None
    context = {"tournament": tournament, "text": text, "found": found, "wrong": wrong}
    return render(request, "organiser/print_check.html", context)


@require_right(Right.RUN, of=get_tournament)
def take_up_printed_draw(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Ask for each player's number on paper, then publish the next round as the printed pack has it."""
    entries = sort_by_name(tournament.entries.all())
    sent = request.POST if request.method == "POST" else None
    form = PaperNumbersForm(
        tournament,
        entries,
        list_table_sizes(tournament),
        sent,
        initial={"size": str(find_usual_table_size(tournament))},
    )
    if sent is not None and form.is_valid():
        with CatchRefusals(form):
            current = publish_prepared_round(tournament, form.get_numbers(), form.cleaned_data["size"])
            messages.success(request, _("La ronde %(n)s est placée comme dans le paquet.") % {"n": current.n})
            return redirect("tournament", tournament.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/ready.html", context, status=422 if form.errors else 200)


urlpatterns = [
    path("event/<int:pk>/print/check", check_printed_sheet, name="print-check"),
    path("event/<int:pk>/ready", take_up_printed_draw, name="tournament-ready"),
]
