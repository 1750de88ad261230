"""The tombola on the organiser's pages: set up, shown in the hall, drawn prize by prize at the organiser's pace."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.evenings.tombola import draw_again, draw_prize, remove_tombola, set_up_tombola, show_tombola
from tournaments.forms.organiser.money import TombolaForm, build_tombola_initial
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.tombola import WonPrizesTable
from tournaments.reading.shown_names import Viewer
from tournaments.reading.tombola import find_tombola, read_tombola
from tournaments.views.access import SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.posted_forms import attempt, carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, of=get_tournament)
def edit_tombola(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the tombola; a POST sets it up, or changes it until its first prize is drawn."""
    tombola = find_tombola(tournament)
    form = TombolaForm(read_post(request), initial=build_tombola_initial(tombola) if tombola else None)
    if form.is_valid() and carry_out(form, set_up_tombola, tournament, **form.read_terms()):
        return say_and_redirect(request, _("La tombola est prête."), "tournament-tombola", tournament.pk)
    view = read_tombola(tournament, Viewer.CLUB)
    context = {"tournament": tournament, "view": view, "table": WonPrizesTable(view) if view else None}
    return render_form(request, "organiser/tombola.html", form, context)


@require_right(Right.RUN, SEND, of=get_tournament)
def run_tombola(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw the prize `n`, or one again whose winner has left; show the tombola in the hall or give the screen back;
    remove it."""
    do = request.POST.get("do")
    if do == "draw":
        n = parse_number(request.POST.get("n", "")) or 0
        refusal = attempt(draw_prize, tournament, n, actor=get_actor(request))
    elif do == "again":
        n, drawn = (parse_number(request.POST.get(name, "")) or 0 for name in ("lot", "drawn"))
        refusal = attempt(draw_again, tournament, n, drawn, actor=get_actor(request))
    elif do == "remove":
        refusal = attempt(remove_tombola, tournament, actor=get_actor(request))
    else:
        refusal = attempt(show_tombola, tournament, do == "show")
    if refusal:
        messages.error(request, refusal)
    return redirect("tournament-tombola", tournament.pk)


urlpatterns = [
    path("event/<int:pk>/tombola", edit_tombola, name="tournament-tombola"),
    path("event/<int:pk>/tombola/run", run_tombola, name="tombola-run"),
]
