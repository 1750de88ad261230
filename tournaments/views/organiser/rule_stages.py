"""Other rules from a later round on, before that part has recorded anything: set, changed, removed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

import scoring
from tournaments import actions
from tournaments.actions.evenings.stages import written_in
from tournaments.actions.rounds.pairing_pool import next_round
from tournaments.forms.organiser.tournament import StageForm, chosen_beside, event_initial
from tournaments.models import ClubPreset, Event
from tournaments.printing.rulesheet import stages
from tournaments.views.access import member
from tournaments.views.numbers import number

from .form_refusals import put_on
from .scoping import by, our_event


@member()
def rounds_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit the rules from a round on. `?from=`: that round; the next round if it is not given."""
    event = our_event(request, pk)
    since = max(2, number(request.GET.get("from")) or next_round(event))
    if since in event.starts and written_in(event, since):
        return redirect(f"{reverse('event-rules', args=[pk])}?from={since}")
    ruled = event.of_round(since)
    own = list(ClubPreset.objects.offered(event.club, event.game, also=ruled.house_rule))
    initial = event_initial(ruled, own) | {"since": since}
    data = request.POST if request.method == "POST" and "drop" not in request.POST else None
    form = StageForm(scoring.game(event.game), data, initial=initial, chosen=chosen_beside(ruled, own), own=own)
    if kept(request, event, form):
        messages.success(request, _("C’est gardé."))
        return redirect("event-rounds", pk)
    told = list(stages(event))
    context = {"event": event, "form": form, "game": form.game, "stages": told, "since": since}
    return render(request, "desk/stage.html", context, status=422 if form.errors else 200)


def kept(request: HttpRequest, event: Event, form: StageForm) -> bool:
    """Save or drop the rules that were sent. Return False if nothing was sent or it is refused; the errors are then on
    the form, or in a message."""
    if request.method != "POST":
        return False
    try:
        if "drop" in request.POST:
            actions.drop_stage(event, number(request.POST["drop"]) or 0, by=by(request))
        elif form.is_valid():
            actions.set_stage(event, by=by(request), **asked(form))
        else:
            return False
    except actions.NotDone as refused:
        if not form.is_bound:
            messages.error(request, str(refused))
            return False
        put_on(form, refused)
        return False
    return True


def asked(form: StageForm) -> dict[str, Any]:
    """Return the first round, preset, options and house rule chosen in the form."""
    return {key: form.cleaned_data[key] for key in ("since", "preset", "options", "house_rule")}


urlpatterns = [path("event/<int:pk>/rounds/rules", rounds_rules, name="rounds-rules")]
