"""Publishing a drawn round, and the question that comes first where tables are open or results came in since."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.actions.rounds.draft_age import FROM_SCORES, count_results_since
from tournaments.actions.rounds.drafts import build_not_next_error, compute_draft_digest, get_chosen_draft
from tournaments.book.table_cards import load_cards
from tournaments.models import RoundDraft, Tournament
from tournaments.models.rights import Right
from tournaments.reading.table_status import build_table_statuses
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.organiser.table.signed_papers import build_open_context
from tournaments.views.requests import MemberRequest

from .round_plan import render_rounds, run_round_action


@require_right(Right.RUN)
def publish_round(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Publish round n, so that everybody can see it; with open tables in the rounds before, or with results that the
    draw does not know, only where the form says so. A GET is the question, so that a browser can come back to it."""
    tournament = get_tournament(request, pk)
    draft = get_chosen_draft(tournament)
    is_next = draft is not None and draft.first == n
    is_same = draft is not None and request.POST.get("draft") in (None, compute_draft_digest(draft))
    asks = is_next and is_same and request.POST.get("anyway") != "yes"
    if draft is not None and asks and (question := build_question(draft)):
        if request.method == "POST":
            return redirect("round-publish", tournament.pk, n)
        return render(request, "organiser/publish.html", question)
    if request.method != "POST":
        if is_next:
            return redirect("tournament-rounds", tournament.pk)
        return render_rounds(request, tournament, refused=str(build_not_next_error(n)))
    if tournament.status == Tournament.Status.DRAFT:
        words = _("La ronde %(n)s est publiée : les joueurs la verront quand la soirée sera ouverte.") % {"n": n}
    else:
        words = _("La ronde %(n)s est publiée : tout le monde voit qui joue où.") % {"n": n}
    publish = partial(actions.publish_round, seen=request.POST.get("draft", ""))
    return run_round_action(request, tournament, publish, n, words, "tournament")


def build_question(draft: RoundDraft) -> dict[str, object] | None:
    """Return what the question before publishing the draft's first round shows; None if nothing is to be asked."""
    tournament, n = draft.tournament, draft.first
    statuses = [each for each in build_table_statuses(load_cards(tournament)) if each.round < n]
    found = build_open_context(tournament, statuses)
    newer = count_results_since(draft)
    if not found["open_things"] and not newer:
        return None
    return {
        "tournament": tournament,
        "title": _("Publier la ronde %(n)s ?") % {"n": n},
        "n": n,
        "draft_digest": compute_draft_digest(draft),
        "newer_results": newer,
        "counts_results": tournament.format in FROM_SCORES and not newer,
        **found,
    }


urlpatterns = [path("event/<int:pk>/rounds/<int:n>/publish", publish_round, name="round-publish")]
