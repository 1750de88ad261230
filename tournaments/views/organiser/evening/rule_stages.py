"""Other rules from a later round on, before that part has recorded anything: set, changed, removed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

import scoring
from tournaments import actions
from tournaments.actions.evenings.stages import has_records_since
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.forms.organiser.tournament import LaterRulesForm, build_tournament_initial, get_changed_options
from tournaments.models import ClubPreset, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.rule_sheet import list_rule_stages
from tournaments.views.access import require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.form_refusals import add_refusal
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN)
def edit_stage_rules(request: MemberRequest, pk: int) -> HttpResponse:
    """Edit the rules from a round on. `?from=`: that round; the next round if it is not given."""
    tournament = get_tournament(request, pk)
    since = max(2, parse_number(request.GET.get("from")) or get_next_round_number(tournament))
    if since in tournament.stage_starts and has_records_since(tournament, since):
        return redirect(f"{reverse('tournament-rules', args=[pk])}?from={since}")
    ruled = tournament.with_round_rules(since)
    own = list(ClubPreset.objects.offered(tournament.club, tournament.game, also_named=ruled.house_rule))
    initial = build_tournament_initial(ruled, own) | {"since": since}
    data = request.POST if request.method == "POST" and "drop" not in request.POST else None
    form = LaterRulesForm(
        scoring.get_game(tournament.game), data, initial=initial, chosen=get_changed_options(ruled, own), own=own
    )
    if save_stage(request, tournament, form):
        messages.success(request, _("C’est gardé."))
        return redirect("tournament-rounds", pk)
    told = list(list_rule_stages(tournament))
    context = {"tournament": tournament, "form": form, "game": form.game, "stages": told, "since": since}
    return render(request, "organiser/stage.html", context, status=422 if form.errors else 200)


def save_stage(request: MemberRequest, tournament: Tournament, form: LaterRulesForm) -> bool:
    """Save or drop the rules that were sent. Return False if nothing was sent or it is refused; the errors are then on
    the form, or in a message."""
    if request.method != "POST":
        return False
    try:
        if "drop" in request.POST:
            actions.drop_stage(tournament, parse_number(request.POST["drop"]) or 0, actor=get_actor(request))
        elif form.is_valid():
            actions.set_stage(tournament, actor=get_actor(request), **read_stage(form))
        else:
            return False
    except actions.ActionError as refused:
        if not form.is_bound:
            messages.error(request, str(refused))
            return False
        add_refusal(form, refused)
        return False
    return True


def read_stage(form: LaterRulesForm) -> dict[str, Any]:
    """Return the first round, preset, options and house rule chosen in the form."""
    return {key: form.cleaned_data[key] for key in ("since", "preset", "options", "house_rule")}


urlpatterns = [path("event/<int:pk>/rounds/rules", edit_stage_rules, name="rounds-rules")]
