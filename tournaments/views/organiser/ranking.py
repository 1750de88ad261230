"""The figures by which a tournament is ranked. They may change at any time, since the records stay the same."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.forms.organiser.ranking import RankingForm
from tournaments.models import Event
from tournaments.results.game_figures import figures_of
from tournaments.standings.ranking_orders import Order, choices
from tournaments.text.metric_text import CALLED
from tournaments.views.access import member

from .scoping import our_event


@member()
def event_ranking(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit the figures by which a tournament is ranked, and what unplayed rounds count."""
    event = our_event(request, pk)
    data = request.POST if request.method == "POST" else None
    brusquembilles = figures_of(event).brusquembilles
    form = RankingForm(Order.of(event.ranking), data, brusquembilles=brusquembilles)
    if request.method == "POST" and form.is_valid() and kept(form, event):
        messages.success(request, _("C’est gardé : le classement se fait ainsi dès maintenant."))
        return redirect("event", event.pk)
    called = [CALLED[key] for key in choices(brusquembilles=brusquembilles)]
    context = {"event": event, "form": form, "called": called}
    return render(request, "desk/event_ranking.html", context, status=422 if form.errors else 200)


def kept(form: RankingForm, event: Event) -> bool:
    """Save the ranking; return False and add the errors to the form if it is refused."""
    try:
        actions.set_ranking(event, form.cleaned_data["ranking"])
    except actions.Refused as refused:
        form.refused(refused)
    return not form.errors


urlpatterns = [path("event/<int:pk>/ranking", event_ranking, name="event-ranking")]
