"""The change of rules of a tournament in which tables have recorded: chosen, previewed with all that it would move,
then written with a reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

import scoring
from tournaments import actions
from tournaments.forms.organiser.table import ReasonForm
from tournaments.forms.organiser.tournament import RulesForm, chosen_beside, event_initial
from tournaments.models import ClubPreset, Event
from tournaments.text.option_text import rules_apart, said
from tournaments.views.access import member
from tournaments.views.numbers import number

from .change_preview import moved, shown
from .form_refusals import RefusalsOn
from .recording import new_key, sent_key
from .scoping import by, our_event


@member()
def event_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the rules in three steps: choose the options; show what they would move; write them with a reason."""
    event = our_event(request, pk)
    if not Event.objects.has_written(event):
        return redirect("event-setup", pk)
    since = part_of(request, event)
    ruled = event.of_round(since)
    game = scoring.game(event.game)
    own = list(ClubPreset.objects.offered(event.club, event.game, also=ruled.house_rule))
    initial, chosen = event_initial(ruled, own), chosen_beside(ruled, own)
    form = RulesForm(game, request.POST or None, initial=initial, chosen=chosen, own=own)
    example = _("Par exemple : « on jouait sans paiements ».")
    reason = ReasonForm(request.POST if "write" in request.POST else None, example=example)
    if request.method != "POST" or not form.is_valid():
        return rules_page(request, event, since, form)
    if "write" in request.POST and reason.is_valid() and written(request, event, since, form, reason):
        messages.success(request, _("La règle est changée, et toutes les tables sont recomptées."))
        return redirect("event", pk)
    return rules_page(request, event, since, form, planned(event, since, form), reason)


def part_of(request: HttpRequest, event: Event) -> int:
    """Return the first round of the part whose rules are to change (`?from=`); 1 if there is no such part."""
    since = number(request.GET.get("from"))
    return since if since in event.starts else 1


def asked(form: RulesForm) -> dict[str, Any]:
    """Return the preset and options chosen in the form."""
    return {"preset": form.cleaned_data["preset"], "options": form.cleaned_data["options"]}


def planned(event: Event, since: int, form: RulesForm) -> actions.RuleChange | None:
    """Preview the rule change. Return None and add the errors to the form if it is impossible."""
    with RefusalsOn(form):
        change = actions.preview_rules(event, since=since, **asked(form))
        for problem in change.problems:
            form.add_error(None, said(problem.message))
        return None if change.problems else change
    return None


def written(request: HttpRequest, event: Event, since: int, form: RulesForm, reason: ReasonForm) -> bool:
    """Write the rule change; return False and add the errors to the reason's form, under the new preview, if it is
    refused."""
    seen, why = request.POST.get("seen", ""), reason.cleaned_data["reason"]
    rule = asked(form) | {"house_rule": form.cleaned_data["house_rule"], "since": since}
    with RefusalsOn(reason):
        actions.change_rules(event, **rule, seen=seen, key=sent_key(request), by=by(request), reason=why)
    return not reason.errors


def rules_page(
    request: HttpRequest,
    event: Event,
    since: int,
    form: RulesForm,
    change: actions.RuleChange | None = None,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    """Render the page, with the preview of the change if there is one."""
    context: dict[str, Any] = {"event": event, "form": form, "game": form.game, "key": new_key(), "since": since}
    if change is not None:
        ruled = event.of_round(since)
        rules = {"preset": ruled.preset, "options": ruled.options}
        context |= {
            "change": change,
            "apart": rules_apart(form.game, rules, asked(form)),
            "tables": [shown(each) for each in change.recounts],
            **moved(event, change.recounts),
            "reason": reason,
        }
    wrong = form.errors or (reason is not None and reason.errors)
    return render(request, "desk/rules.html", context, status=422 if wrong else 200)


urlpatterns = [path("event/<int:pk>/rules", event_rules, name="event-rules")]
