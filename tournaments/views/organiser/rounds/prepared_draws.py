"""After a tournament on paper: check whether a printed sheet is still up to date, and take up the printed pack's draw,
so that its sheets can be typed in."""

from django.http import HttpResponse
from django.shortcuts import render
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
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, READ, of=get_tournament)
def check_printed_sheet(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show whether a printed sheet is still up to date. `?digest=`: the code at the foot of the sheet."""
    text = request.GET.get("digest", "")[:40]
    verdict = verify_digest(tournament, text) if text else None
    wrong = "digest" in request.GET and verdict is None
    context = {"tournament": tournament, "text": text, "found": verdict, "wrong": wrong}
    return render(request, "organiser/print_check.html", context)


@require_right(Right.RUN, of=get_tournament)
def take_up_printed_draw(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Ask for each player's number on paper, then publish the next round as the printed pack has it."""
    entries, sizes = sort_by_name(tournament.entries.all()), list_table_sizes(tournament)
    usual = {"size": str(find_usual_table_size(tournament))}
    form = PaperNumbersForm(tournament, entries, sizes, read_post(request), initial=usual)
    if form.is_valid() and (
        made := carry_out(form, publish_prepared_round, tournament, form.get_numbers(), form.cleaned_data["size"])
    ):
        words = _("La ronde %(n)s est placée comme dans le paquet.") % {"n": made.result.n}
        return say_and_redirect(request, words, "tournament", tournament.pk)
    return render_form(request, "organiser/ready.html", form, {"tournament": tournament})


urlpatterns = [
    path("event/<int:pk>/print/check", check_printed_sheet, name="print-check"),
    path("event/<int:pk>/ready", take_up_printed_draw, name="tournament-ready"),
]
