"""Publishing a drawn round, with the question that comes first where tables are open; and withdrawing one that has
begun."""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.errors import NotNow
from tournaments.actions.rounds import drafts, withdrawal
from tournaments.actions.rounds.draft_age import FROM_SCORES, count_results_since
from tournaments.actions.rounds.draft_evaluation import find_clashes
from tournaments.actions.rounds.drafts import build_not_next_error, compute_draft_digest, get_chosen_draft
from tournaments.actions.rounds.withdrawal import get_round_to_withdraw
from tournaments.book.table_cards import list_cards, load_cards
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Adjustment, Round, RoundDraft, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.comparisons import RankChangesTable
from tournaments.presentation.text.adjustment_text import list_adjustment_lines
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.prize_awards import award_prizes
from tournaments.reading.table_status import build_table_statuses
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings
from tournaments.views.access import require_right
from tournaments.views.organiser.evening.change_preview import compare_prizes, compare_ranks
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.organiser.table.signed_papers import build_open_context
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

from .round_plan import render_rounds, run_round_action


@require_right(Right.RUN, of=get_tournament)
def publish_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Publish round n, so that everybody can see it; with open tables in the rounds before, with results that the draw
    does not know, or with people at one table who should not meet, only where the form says so. A GET is the question,
    so that a browser can come back to it."""
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
    publish = partial(drafts.publish_round, seen=request.POST.get("draft", ""), actor=get_actor(request))
    return run_round_action(request, tournament, publish, n, words, "tournament")


def build_question(draft: RoundDraft) -> dict[str, object] | None:
    """Return, for a template, what the question before publishing the draft's first round shows: what is open in the
    rounds before (`build_open_context`), `newer_results`, how many results the draw did not know, and `clashes`,
    (table, names) of people who should not meet. None if nothing is to be asked."""
    tournament, n = draft.tournament, draft.first
    statuses = [each for each in build_table_statuses(load_cards(tournament)) if each.round < n]
    open_context = build_open_context(tournament, statuses)
    newer, clashes = count_results_since(draft), find_clashes(draft)
    if not open_context["open_things"] and not newer and not clashes:
        return None
    names = dict(tournament.entries.values_list("pk", "shown_name")) if clashes else {}
    return {
        "tournament": tournament,
        "title": _("Publier la ronde %(n)s ?") % {"n": n},
        "n": n,
        "draft_digest": compute_draft_digest(draft),
        "newer_results": newer,
        "clashes": [(table, [names[entry] for entry in together]) for table, together in clashes],
        "counts_results": tournament.format in FROM_SCORES and not newer,
        **open_context,
        "loud": not newer,
    }


@require_right(Right.RUN, of=get_tournament)
def withdraw_begun_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show what withdrawing the round n would move; a POST with a reason withdraws it."""
    if not tournament.rounds.published().filter(n=n).exists():
        raise Http404
    example = _("Par exemple : « les tables de deux et trois étaient mêlées ».")
    form, actor = ReasonForm(read_post(request), example=example), get_actor(request)
    context: dict[str, Any] = {"tournament": tournament, "n": n}
    try:
        current = get_round_to_withdraw(tournament, n)
    except NotNow as why:
        context |= {"form": form, "refused": str(why)}
        return render(request, "organiser/round_withdraw.html", context, status=422)
    withdraw = withdrawal.withdraw_begun_round
    if form.is_valid() and carry_out(form, withdraw, tournament, n, actor=actor, reason=form.cleaned_data["reason"]):
        words = _("La ronde %(n)s est retirée : ses feuilles restent lisibles. Préparez la suivante.")
        return say_and_redirect(request, words % {"n": n}, "tournament-rounds", tournament.pk)
    context |= preview_withdrawal(tournament, current)
    return render_form(request, "organiser/round_withdraw.html", form, context)


def preview_withdrawal(tournament: Tournament, current: Round) -> dict[str, Any]:
    """Return, for a template, what withdrawing the round would move: the `cards` of its tables, the names `resting`,
    its `adjustments` (bonuses and penalties), `ranks` with `ranks_table`, and `prizes`, as (prize, winners now, winners
    then)."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    before, after = get_standings(tournament), get_standings(tournament, up_to_round=current.n - 1)
    given = Adjustment.objects.in_force().for_tournament(tournament).filter(round=current.n)
    read_before, read_after = (
        place_waiting_last(tournament, before),
        place_waiting_last(tournament, after, current.n - 1),
    )
    ranks, unit = compare_ranks(read_before, read_after), get_game_figures(tournament).unit
    return {
        "cards": list_cards(Table.objects.filter(round=current).order_by("n")),
        "resting": [names[rest.entry_id] for rest in current.rests.all()],
        "adjustments": list_adjustment_lines(given, names, unit),
        "ranks": ranks,
        "ranks_table": RankChangesTable(ranks, unit=unit, caption=_("Au classement de la soirée"), caption_id="ranks"),
        "prizes": compare_prizes(
            award_prizes(tournament, before), award_prizes(tournament, after, before_round=current.n)
        ),
    }


urlpatterns = [
    path("event/<int:pk>/rounds/<int:n>/publish", publish_round, name="round-publish"),
    path("event/<int:pk>/rounds/<int:n>/withdraw-begun", withdraw_begun_round, name="round-withdraw-begun"),
]
