"""Other rules: for a tournament in which tables have recorded, previewed with all that it moves; and for the rounds
from a later one on."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.evenings import rule_change
from tournaments.actions.evenings.rule_change import RuleChange
from tournaments.actions.evenings.stages import drop_stage, has_records_since, set_stage
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.forms.organiser.table import ReasonForm
from tournaments.forms.organiser.tournament import (
    LaterRulesForm,
    RulesForm,
    build_tournament_initial,
    get_changed_options,
)
from tournaments.models import ClubPreset, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.rule_sheet import list_rule_stages
from tournaments.presentation.text.option_text import diff_rules, localise
from tournaments.views.access import require_right
from tournaments.views.form_refusals import CatchRefusals
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.organiser.table.recording import make_key, read_key
from tournaments.views.posted_forms import attempt, carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

from .change_preview import preview_table, preview_tournament
from .rule_example import build_evening_examples, render_examples


@require_right(Right.RUN, of=get_tournament)
def change_rules(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Change the rules in three steps: choose the options; show what they would move; write them with a reason."""
    if not Tournament.objects.has_records(tournament):
        return redirect("tournament-setup", tournament.pk)
    since = read_first_round(request, tournament)
    ruled = tournament.with_round_rules(since)
    game = scoring.get_game(tournament.game)
    own = list(ClubPreset.objects.offered(tournament.club, tournament.game, also_named=ruled.house_rule))
    initial, chosen = build_tournament_initial(ruled, own), get_changed_options(ruled, own)
    form = RulesForm(game, request.POST or None, initial=initial, chosen=chosen, own=own)
    if "look" in request.POST:
        return render_examples(request, form, lambda data: build_evening_examples(ruled, data))
    example = _("Par exemple : « on jouait sans paiements ».")
    reason = ReasonForm(request.POST if "write" in request.POST else None, example=example)
    if request.method != "POST" or not form.is_valid():
        return render_rule_change(request, tournament, since, form)
    if reason.is_valid() and carry_out(reason, save_rule_change, request, tournament, since, form, reason):
        return say_and_redirect(
            request, _("La règle est changée, et toutes les tables sont recomptées."), "tournament", tournament.pk
        )
    return render_rule_change(request, tournament, since, form, preview_rule_change(tournament, since, form), reason)


def read_first_round(request: MemberRequest, tournament: Tournament) -> int:
    """Return the first round of the part whose rules are to change (`?from=`); 1 if there is no such part."""
    since = parse_number(request.GET.get("from"))
    return since if since in tournament.stage_starts else 1


def read_chosen_rules(form: RulesForm) -> dict[str, Any]:
    """Return {preset, options} as chosen in the form."""
    return {"preset": form.cleaned_data["preset"], "options": form.cleaned_data["options"]}


def preview_rule_change(tournament: Tournament, since: int, form: RulesForm) -> RuleChange | None:
    """Preview the rule change that holds from round `since` on. Return None and add the errors to the form if it is
    impossible."""
    with CatchRefusals(form):
        change = rule_change.preview_rule_change(tournament, since=since, **read_chosen_rules(form))
        for problem in change.problems:
            form.add_error(None, localise(problem.message))
        return None if change.problems else change
    return None


def save_rule_change(
    request: MemberRequest, tournament: Tournament, since: int, form: RulesForm, reason: ReasonForm
) -> None:
    """Write the rule change that holds from round `since` on, with its reason. Raises ActionError."""
    seen, why = request.POST.get("seen", ""), reason.cleaned_data["reason"]
    rule = read_chosen_rules(form) | {"house_rule": form.cleaned_data["house_rule"], "since": since}
    rule_change.change_rules(
        tournament, **rule, seen_digest=seen, key=read_key(request), actor=get_actor(request), reason=why
    )


def render_rule_change(
    request: MemberRequest,
    tournament: Tournament,
    since: int,
    form: RulesForm,
    change: RuleChange | None = None,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    """Render the page of the rules that hold from round `since` on, with the preview of the change if there is one."""
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "game": form.game,
        "key": make_key(),
        "since": since,
    }
    ruled = tournament.with_round_rules(since)
    if change is None:
        context |= build_evening_examples(ruled)
    else:
        rules = {"preset": ruled.preset, "options": ruled.options}
        context |= {
            "change": change,
            "apart": diff_rules(form.game, rules, read_chosen_rules(form)),
            "tables": [preview_table(each) for each in change.recounts],
            **preview_tournament(tournament, change.recounts),
            "reason": reason,
        }
    wrong = form.errors or (reason is not None and reason.errors)
    return render(request, "organiser/rules.html", context, status=422 if wrong else 200)


@require_right(Right.RUN, of=get_tournament)
def edit_stage_rules(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Edit the rules that hold from a round on. `?from=`: the number of that round; without it, the next round."""
    since = max(2, parse_number(request.GET.get("from")) or get_next_round_number(tournament))
    if since in tournament.stage_starts and has_records_since(tournament, since):
        return redirect(f"{reverse('tournament-rules', args=[tournament.pk])}?from={since}")
    ruled = tournament.with_round_rules(since)
    own = list(ClubPreset.objects.offered(tournament.club, tournament.game, also_named=ruled.house_rule))
    initial = build_tournament_initial(ruled, own) | {"since": since}
    data = request.POST if request.method == "POST" and "drop" not in request.POST else None
    form = LaterRulesForm(
        scoring.get_game(tournament.game), data, initial=initial, chosen=get_changed_options(ruled, own), own=own
    )
    if "look" in request.POST:
        return render_examples(request, form, lambda data: build_evening_examples(ruled, data))
    if save_stage(request, tournament, form):
        return say_and_redirect(request, _("C’est gardé."), "tournament-rounds", tournament.pk)
    stages = list(list_rule_stages(tournament))
    context = {"tournament": tournament, "game": form.game, "stages": stages, "since": since}
    context |= build_evening_examples(ruled)
    return render_form(request, "organiser/stage.html", form, context)


def save_stage(request: MemberRequest, tournament: Tournament, form: LaterRulesForm) -> bool:
    """Save or drop the rules that were sent. Return False if nothing was sent or it is refused; the errors are then on
    the form, or in a message."""
    actor = get_actor(request)
    if "drop" not in request.POST:
        return form.is_valid() and carry_out(form, set_stage, tournament, actor=actor, **read_stage(form)) is not None
    if refused := attempt(drop_stage, tournament, parse_number(request.POST["drop"]) or 0, actor=actor):
        messages.error(request, refused)
    return not refused


def read_stage(form: LaterRulesForm) -> dict[str, Any]:
    """Return {since, preset, options, house_rule} as chosen in the form; `since`: the first round that they hold
    for."""
    return {key: form.cleaned_data[key] for key in ("since", "preset", "options", "house_rule")}


urlpatterns = [
    path("event/<int:pk>/rules", change_rules, name="tournament-rules"),
    path("event/<int:pk>/rounds/rules", edit_stage_rules, name="rounds-rules"),
]
